import type { Actor } from '../../access/actor.ts';
import type { QuestionModalContext } from '../../modals/questionModal.ts';
import { QUESTION_MODALS } from '../../modals/questionModals.ts';
import type { NameLookup } from '../../parser/nameLookup.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { CommandArgs } from '../middleware/listenerArgs.ts';
import type { QuestionParts } from './questions.ts';

export interface FormParts extends QuestionParts {
  readonly viewsClient: ViewsClient;
  readonly vocabulary: NameLookup;
}

/** The form of a command, as this person reads it. Everything in it is at hand: a trigger lives for three seconds. */
export function drawForm(
  parts: FormParts,
  command: Command,
  actor: Actor,
  where: Pick<QuestionModalContext, 'inChannel'>,
  prefill?: FiguresQuestion,
) {
  const context: QuestionModalContext = {
    ...where,
    calendar: parts.ports.calendar,
    now: parts.clock.now(),
    names: parts.vocabulary,
    seesSales: actor.may('view_sales').allowed,
    language: actor.language,
  };
  return QUESTION_MODALS[command].build(context, prefill);
}

/** Opens the form of a command that was typed without words. */
export async function openTypedForm(parts: FormParts, command: Command, args: CommandArgs): Promise<void> {
  try {
    await parts.viewsClient.open(
      args.command.trigger_id,
      drawForm(parts, command, args.actor, { inChannel: true }),
    );
  } catch (error) {
    parts.log.warn({ err: error, command }, 'a form did not open');
    await args.respond({
      response_type: 'ephemeral',
      ...sentenceMessage(args.actor.language.t.replies.formNotOpened(command)),
    });
  }
}
