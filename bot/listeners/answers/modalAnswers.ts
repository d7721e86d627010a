import type { ModalView } from '@slack/types';
import type { Actor } from '../../access/actor.ts';
import { buildAnswerModal, MODAL_RENDERINGS } from '../../modals/answer.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { Rendering } from '../../slack/message.ts';
import type { ModalRef } from '../../slack/viewsClient.ts';
import { type Render, rendered } from './answering.ts';
import { keepQuestion } from './keepQuestion.ts';
import type { FormParts } from './questionForm.ts';
import { answerQuestion } from './questions.ts';

export interface SubmissionParts extends FormParts {
  /** Called when somebody has asked something in a modal: App Home shows what was asked. */
  readonly onAsked?: (actor: Actor) => Promise<void>;
}

export interface Ask {
  readonly command: Command;
  readonly actor: Actor;
  /** @throws ParseError */
  question(): Asked;
}

export interface Asked {
  readonly question: FiguresQuestion;
  /** What asks it anew. */
  readonly command?: string | undefined;
}

/** Puts the answer into a modal that is open. */
export async function answerInModal(parts: SubmissionParts, modal: ModalRef, ask: Ask): Promise<void> {
  const { command, actor } = ask;
  const { t } = actor.language;
  let id: string | undefined;
  const render = await rendered(parts, whatOf(ask), async () => {
    const asked = ask.question();
    const answer = await answerAsked(parts, actor, asked);
    id = await keepQuestion(parts, actor, asked.question);
    return answer;
  });
  await showInModal(parts, modal, actor, (rendering) => buildAnswerModal(command, render(rendering), id, t));
}

export function answerAsked(
  parts: SubmissionParts,
  actor: Actor,
  { question, command }: Asked,
): Promise<Render> {
  return answerQuestion(parts, actor, question, command);
}

export function whatOf({ command }: Pick<Ask, 'command'>): string {
  return `form of /${command}`;
}

/** Shows an answer in a modal. Whoever has closed it does not wait for the answer any more. */
export async function showInModal(
  { viewsClient, log, ladder, onAsked }: SubmissionParts,
  modal: ModalRef,
  actor: Actor,
  draw: (rendering: Rendering) => ModalView,
): Promise<void> {
  const shown = await ladder.climb(
    actor.teamId,
    async (rendering) => {
      try {
        return { result: await viewsClient.update(modal, draw(rendering)) };
      } catch (error) {
        return { refusal: error };
      }
    },
    { only: MODAL_RENDERINGS },
  );
  if ('refusal' in shown) {
    log.warn({ err: shown.refusal }, 'an answer did not get into its modal, which may have been closed');
  } else if (shown.result === 'overtaken') {
    log.info('an answer came after that of a later click, which stays');
  }
  await onAsked?.(actor);
}
