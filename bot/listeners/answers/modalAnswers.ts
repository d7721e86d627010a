import type { ModalView } from '@slack/types';
import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import { buildAnswerModal, MODAL_RENDERINGS } from '../../modals/answer.ts';
import type { Command } from '../../parser/question.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { Rendering } from '../../slack/message.ts';
import type { RenderingLadder } from '../../slack/renderingLadder.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { Render, Replies } from './answering.ts';
import type { Questions } from './questions.ts';

export interface Asked {
  readonly question: FiguresQuestion;
  /** What asks it again. */
  readonly command?: string | undefined;
}

/** Answers that are read in a modal that is open. Whoever has closed it does not wait for the answer any more. */
export interface ModalAnswers {
  /** Answers what `asked` gives; it may throw a ParseError. */
  answer(modalId: string, actor: Actor, command: Command, asked: () => Asked): Promise<void>;
  /** Shows what a button in it brought. */
  show(modalId: string, actor: Actor, render: Render): Promise<void>;
}

export interface ModalAnswersOptions {
  readonly viewsClient: Pick<ViewsClient, 'update'>;
  readonly ladder: RenderingLadder;
  readonly replies: Pick<Replies, 'render'>;
  readonly questions: Pick<Questions, 'answer'>;
  readonly log: Logger;
  /** Called when somebody has asked something in a modal: App Home shows what was asked. */
  readonly onAsked: (actor: Actor) => Promise<void>;
}

export function createModalAnswers(options: ModalAnswersOptions): ModalAnswers {
  const { viewsClient, ladder, replies, questions, log, onAsked } = options;
  const show = async (modalId: string, actor: Actor, draw: (rendering: Rendering) => ModalView) => {
    const shown = await ladder.climb(
      actor.teamId,
      async (rendering) => {
        try {
          return { result: await viewsClient.update(modalId, draw(rendering)) };
        } catch (error) {
          return { refusal: error };
        }
      },
      MODAL_RENDERINGS,
    );
    if ('refusal' in shown) {
      log.warn({ err: shown.refusal }, 'an answer did not get into its modal, which may have been closed');
    }
    await onAsked(actor);
  };
  return {
    async answer(modalId, actor, command, asked) {
      const render = await replies.render(whatOf(command), actor, async () => {
        const { question, command: typed } = asked();
        return questions.answer(actor, question, { command: typed, isChangeable: true });
      });
      await show(modalId, actor, (rendering) =>
        buildAnswerModal(command, render(rendering), actor.language.t),
      );
    },
    show: (modalId, actor, render) =>
      show(modalId, actor, (rendering) => buildAnswerModal(undefined, render(rendering), actor.language.t)),
  };
}

/** As the log calls it. */
export function whatOf(command: Command): string {
  return `form of /${command}`;
}
