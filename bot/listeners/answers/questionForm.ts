import type { ModalView } from '@slack/types';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { FilledView } from '../../modals/fields.ts';
import type { QuestionModalContext } from '../../modals/questionModal.ts';
import { QUESTION_MODALS } from '../../modals/questionModals.ts';
import { buildWholeSalesModal } from '../../modals/sales.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { CommandArgs } from '../middleware/listenerArgs.ts';

/** The forms of the commands that ask. */
export interface QuestionForms {
  /** As this person reads it. Everything in it is at hand: a trigger lives for three seconds. */
  draw(
    command: Command,
    actor: Actor,
    where: Pick<QuestionModalContext, 'inChannel'>,
    prefill?: FiguresQuestion,
  ): ModalView;
  /** The sales form with all its fields, keeping what is filled in; `asked`: what the button in it carries. */
  drawWholeSales(
    actor: Actor,
    where: Pick<QuestionModalContext, 'inChannel'>,
    open: FilledView,
    asked: string,
  ): ModalView;
  /** Opens the form of a command that was typed without words. */
  open(command: Command, args: CommandArgs): Promise<void>;
}

export interface QuestionFormsOptions {
  readonly reading: () => Reading;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
  readonly log: Logger;
}

export function createQuestionForms({ reading, viewsClient, log }: QuestionFormsOptions): QuestionForms {
  const contextOf = (actor: Actor, where: Pick<QuestionModalContext, 'inChannel'>): QuestionModalContext => {
    const { calendar, now, vocabulary } = reading();
    return {
      ...where,
      calendar,
      now,
      names: vocabulary,
      seesSales: actor.may('view_sales').allowed,
      language: actor.language,
    };
  };
  const draw: QuestionForms['draw'] = (command, actor, where, prefill) =>
    QUESTION_MODALS[command].build(contextOf(actor, where), prefill);
  return {
    draw,
    drawWholeSales: (actor, where, open, asked) => buildWholeSalesModal(contextOf(actor, where), open, asked),
    async open(command, { actor, command: typed, respond }) {
      try {
        await viewsClient.open(typed.trigger_id, draw(command, actor, { inChannel: true }));
      } catch (error) {
        log.warn({ err: error, command }, 'a form did not open');
        await respond({
          response_type: 'ephemeral',
          ...sentenceMessage(actor.language.t.replies.formNotOpened(command)),
        });
      }
    },
  };
}
