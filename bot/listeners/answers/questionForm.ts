import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import type { FilledView } from '../../modals/fields.ts';
import type { QuestionModalContext } from '../../modals/questionModal.ts';
import { QUESTION_MODALS } from '../../modals/questionModals.ts';
import { buildWholeSalesModal } from '../../modals/sales.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';

type Where = Pick<QuestionModalContext, 'inChannel'>;

/** The form of a command that asks. Everything in it is at hand: a trigger lives for three seconds. */
export function questionForm(
  command: Command,
  actor: Actor,
  reading: Reading,
  where: Where,
  prefill?: FiguresQuestion,
): ModalView {
  return QUESTION_MODALS[command].build(contextOf(actor, reading, where), prefill);
}

/** The sales form with all its fields, keeping what is filled in; `asked`: what the button in it carries. */
export function wholeSalesForm(
  actor: Actor,
  reading: Reading,
  where: Where,
  open: FilledView,
  asked: string,
): ModalView {
  return buildWholeSalesModal(contextOf(actor, reading, where), open, asked);
}

function contextOf(
  actor: Actor,
  { calendar, now, vocabulary }: Reading,
  { inChannel }: Where,
): QuestionModalContext {
  return {
    inChannel,
    calendar,
    now,
    names: vocabulary,
    seesSales: actor.may('view_sales').allowed,
    language: actor.language,
  };
}
