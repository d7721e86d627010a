import type { ViewOutput, ViewSubmitAction } from '@slack/bolt';
import type { Language } from '../../language/language.ts';
import { buildWaitingModal } from '../../modals/answer.ts';
import type { QuestionReading } from '../../modals/questionModal.ts';
import { QUESTION_MODALS } from '../../modals/questionModals.ts';
import type { Reading } from '../../parser/nameLookup.ts';
import { ParseError } from '../../parser/parseError.ts';
import type { Command } from '../../parser/question.ts';
import type { Replies } from '../answers/answering.ts';
import { type Asked, type ModalAnswers, whatOf } from '../answers/modalAnswers.ts';
import type { Questions } from '../answers/questions.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';

function readForm(
  reading: () => Reading,
  command: Command,
  view: ViewOutput,
  language: Language,
): QuestionReading {
  const { calendar, now } = reading();
  return QUESTION_MODALS[command].read(view, { calendar, now, language });
}

export function checkQuestion(command: Command, reading: () => Reading): Check {
  return (view, body, language) => {
    const read = readForm(reading, command, view, language);
    if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
    if (hasAddress(body)) return undefined;
    return { response_action: 'update', view: buildWaitingModal(command, language.t) };
  };
}

export interface QuestionSubmissionOptions {
  readonly replies: Pick<Replies, 'answerTo'>;
  readonly questions: Pick<Questions, 'answer'>;
  readonly modalAnswers: Pick<ModalAnswers, 'answer'>;
  readonly reading: () => Reading;
}

/** A form that was sent in is answered in the conversation that was chosen, else in the modal itself. */
export function question(
  command: Command,
  options: QuestionSubmissionOptions,
): (sent: BoltSubmission) => Promise<void> {
  const { replies, questions, modalAnswers, reading } = options;
  return async (sent) => {
    const { actor, view, respond } = submissionArgs(sent);
    const asked = () => questionOf(command, readForm(reading, command, view, actor.language));
    if (respond === undefined) {
      await modalAnswers.answer(view.id, actor, command, asked);
      return;
    }
    await replies.answerTo({ what: whatOf(command), actor, respond }, async () => {
      const { question, command: typed } = asked();
      return questions.answer(actor, question, { command: typed });
    });
  };
}

function hasAddress({ response_urls: urls }: ViewSubmitAction): boolean {
  return urls !== undefined && urls.length > 0;
}

/** It was right when it was acknowledged, but a day may have begun since. @throws ParseError */
function questionOf(command: Command, reading: QuestionReading): Asked {
  if ('question' in reading) return reading;
  // The mistakes are in the language of whoever sent it.
  throw new ParseError(() => Object.values(reading.mistakes).join(' '), `/${command}`);
}
