import type { ViewOutput, ViewSubmitAction } from '@slack/bolt';
import type { Language } from '../../language/language.ts';
import { buildWaitingModal } from '../../modals/answer.ts';
import type { QuestionReading } from '../../modals/questionModal.ts';
import { QUESTION_MODALS } from '../../modals/questionModals.ts';
import { ParseError } from '../../parser/parseError.ts';
import type { Command } from '../../parser/question.ts';
import { answerTo } from '../answers/answering.ts';
import {
  type Ask,
  type Asked,
  answerAsked,
  answerInModal,
  type SubmissionParts,
  whatOf,
} from '../answers/modalAnswers.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';

type Reads = Pick<SubmissionParts, 'ports' | 'clock'>;

function read(
  { ports, clock }: Reads,
  command: Command,
  view: ViewOutput,
  language: Language,
): QuestionReading {
  return QUESTION_MODALS[command].read(view, {
    calendar: ports.calendar,
    now: clock.now(),
    language,
  });
}

export function checkQuestion(parts: Reads, command: Command): Check {
  return (view, body, language) => {
    const reading = read(parts, command, view, language);
    if ('mistakes' in reading) return { response_action: 'errors', errors: { ...reading.mistakes } };
    if (hasAddress(body)) return undefined;
    return { response_action: 'update', view: buildWaitingModal(command, language.t) };
  };
}

/** A form that was sent in is answered in the conversation that was chosen, else in the modal itself. */
export function question(parts: SubmissionParts, command: Command): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { actor, view, respond } = submissionArgs(sent);
    const ask: Ask = {
      command,
      actor,
      question: () => questionOf(command, read(parts, command, view, actor.language)),
    };
    // The view it was acknowledged with has a mark that nobody told.
    const modal = parts.viewsClient.modalOf({ id: view.id });
    if (respond === undefined) await answerInModal(parts, modal, ask);
    else {
      await answerTo(parts, { what: whatOf(ask), teamId: actor.teamId, respond }, async () =>
        answerAsked(parts, actor, ask.question()),
      );
    }
  };
}

function hasAddress({ response_urls: urls }: ViewSubmitAction): boolean {
  return urls !== undefined && urls.length > 0;
}

/** It was right when it was acknowledged, but a day may have begun since. @throws ParseError */
function questionOf(command: Command, reading: QuestionReading): Asked {
  if ('question' in reading) return reading;
  throw new ParseError(Object.values(reading.mistakes).join(' '), `/${command}`);
}
