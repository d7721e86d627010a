import type { CommandArgs, Visitor } from '../../access/door.ts';
import { formatterFor } from '../../language/formatter.ts';
import { localeOf } from '../../language/locale.ts';
import type { FormLook } from '../../modals/form.ts';
import { QUESTION_FORMS } from '../../modals/questionForms.ts';
import type { NameLookup } from '../../parser/nameLookup.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { QuestionParts } from '../commands/questions.ts';

export interface FormParts extends QuestionParts {
  readonly viewsClient: ViewsClient;
  readonly vocabulary: NameLookup;
}

/** The form of a command, as this person reads it. Everything in it is at hand: a trigger lives for three seconds. */
export function drawForm(
  parts: FormParts,
  command: Command,
  { person }: Visitor,
  where: Pick<FormLook, 'inChannel'>,
  prefill?: FiguresQuestion,
) {
  const look: FormLook = {
    ...where,
    calendar: parts.ports.calendar,
    now: parts.clock.now(),
    vocabulary: parts.vocabulary,
    figures: formatterFor(localeOf(person.locale)),
  };
  return QUESTION_FORMS[command].draw(look, prefill);
}

/** Opens the form of a command that was typed without words. */
export async function openTypedForm(parts: FormParts, command: Command, args: CommandArgs): Promise<void> {
  try {
    await parts.viewsClient.open(
      args.command.trigger_id,
      drawForm(parts, command, args.visitor, { inChannel: true }),
    );
  } catch (error) {
    parts.log.warn({ err: error, command }, 'a form did not open');
    await args.respond({
      response_type: 'ephemeral',
      ...sentenceMessage(
        `Slack did not open the form in time. Type \`/${command}\` again, or \`/${command} help\` for what can be typed.`,
      ),
    });
  }
}
