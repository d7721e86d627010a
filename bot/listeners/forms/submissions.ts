import type { ViewOutput, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import { languageFor } from '../../language/language.ts';
import { localeOf } from '../../language/locale.ts';
import { buildAnswerModal, buildWaitingModal, MODAL_RENDERINGS } from '../../modals/answer.ts';
import { QUESTION_MODAL_IDS, type QuestionReading } from '../../modals/questionModal.ts';
import { QUESTION_MODALS } from '../../modals/questionModals.ts';
import { ParseError } from '../../parser/parseError.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { Needs } from '../../settings/capability.ts';
import type { Rendering } from '../../slack/message.ts';
import type { ModalRef } from '../../slack/viewsClient.ts';
import { answerTo, type Render, rendered } from '../commands/answering.ts';
import { keepQuestion } from '../commands/keepQuestion.ts';
import { answerQuestion } from '../commands/questions.ts';
import type { Door } from '../door.ts';
import type { FormParts } from './openForm.ts';

export interface SubmissionParts extends FormParts {
  /** Called when somebody has asked something in a window: App Home shows what was asked. */
  readonly onAsked?: (actor: Actor) => Promise<void>;
}

/** Before anybody has looked up who sends it in. */
const LANGUAGE = languageFor('en');

const NEEDS: Readonly<Record<Command, Needs>> = {
  stock: 'view_stock',
  sales: 'view_sales',
  stores: 'member',
};

/** Forms that were sent in: answered in the conversation that was chosen, else in the window itself. */
export function registerSubmissions(door: Door, parts: SubmissionParts): void {
  registerSubmission(door, parts, 'stock');
  registerSubmission(door, parts, 'sales');
  registerSubmission(door, parts, 'stores');
}

function registerSubmission(door: Door, parts: SubmissionParts, command: Command): void {
  const read = (view: ViewOutput): QuestionReading =>
    QUESTION_MODALS[command].read(view, {
      calendar: parts.ports.calendar,
      now: parts.clock.now(),
      language: LANGUAGE,
    });
  door.submission(QUESTION_MODAL_IDS[command], NEEDS[command], {
    acknowledge(view, body) {
      const reading = read(view);
      if ('mistakes' in reading) return { response_action: 'errors', errors: { ...reading.mistakes } };
      if (hasAddress(body)) return undefined;
      return { response_action: 'update', view: buildWaitingModal(command, LANGUAGE.t) };
    },
    async carryOut({ actor, view, respond }) {
      const ask: Ask = { command, actor, question: () => questionOf(command, read(view)) };
      // The view it was acknowledged with has a mark that nobody told.
      const window = parts.viewsClient.modalOf({ id: view.id });
      if (respond === undefined) await answerInModal(parts, window, ask);
      else {
        await answerTo(parts, { what: whatOf(ask), teamId: actor.teamId, respond }, async () =>
          answerAsked(parts, actor, ask.question()),
        );
      }
    },
  });
}

function hasAddress({ response_urls: urls }: ViewSubmitAction): boolean {
  return urls !== undefined && urls.length > 0;
}

/** It was right when it was acknowledged, but a day may have begun since. @throws ParseError */
function questionOf(command: Command, reading: QuestionReading): Asked {
  if ('question' in reading) return reading;
  throw new ParseError(Object.values(reading.mistakes).join(' '), `/${command}`);
}

export interface Ask {
  readonly command: Command;
  readonly actor: Actor;
  /** @throws ParseError */
  question(): Asked;
}

interface Asked {
  readonly question: FiguresQuestion;
  /** What asks it anew. */
  readonly command?: string | undefined;
}

/** Puts the answer into a window that is open. */
export async function answerInModal(parts: SubmissionParts, window: ModalRef, ask: Ask): Promise<void> {
  const { command, actor } = ask;
  const { t } = languageFor(localeOf(actor.person.locale));
  let id: string | undefined;
  const render = await rendered(parts, whatOf(ask), async () => {
    const asked = ask.question();
    const answer = await answerAsked(parts, actor, asked);
    id = await keepQuestion(parts, actor, asked.question);
    return answer;
  });
  await showInWindow(parts, window, actor, (rendering) =>
    buildAnswerModal(command, render(rendering), id, t),
  );
}

function answerAsked(parts: SubmissionParts, actor: Actor, { question, command }: Asked): Promise<Render> {
  return answerQuestion(parts, actor, question, command);
}

function whatOf({ command }: Ask): string {
  return `form of /${command}`;
}

/** Shows an answer in a window. Whoever has closed it does not wait for the answer any more. */
export async function showInWindow(
  { viewsClient, log, ladder, onAsked }: SubmissionParts,
  window: ModalRef,
  actor: Actor,
  draw: (rendering: Rendering) => ModalView,
): Promise<void> {
  const shown = await ladder.climb(
    actor.teamId,
    async (rendering) => {
      try {
        return { result: await viewsClient.update(window, draw(rendering)) };
      } catch (error) {
        return { refusal: error };
      }
    },
    { only: MODAL_RENDERINGS },
  );
  if ('refusal' in shown) {
    log.warn({ err: shown.refusal }, 'an answer did not get into its window, which may have been closed');
  } else if (shown.result === 'overtaken') {
    log.info('an answer came after that of a later click, which stays');
  }
  await onAsked?.(actor);
}
