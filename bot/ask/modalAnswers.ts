import type { ModalView } from '@slack/types';
import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import { LONGEST_SHOWN } from '../parse/parseCommand.ts';
import { escapeMrkdwn, type Render, type Rendering } from '../slack/message.ts';
import { buildAnswerModal, MODAL_RENDERINGS } from '../slack/modal.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { Askable, Feature } from './asking.ts';
import type { Questions } from './questions.ts';
import type { Replies } from './replies.ts';
import { askWords } from './words/words.ts';

type AskedFeature = Pick<Feature, 'command' | 'words'>;

interface Asked {
  readonly question: Askable;
  /** The command to ask it again with. */
  readonly command?: string | undefined;
  /** Whether a form wrote the command, so that the answer shows it. */
  readonly isWritten?: true;
}

/** Shows answers in an open modal. An answer for a closed modal is dropped. */
export interface ModalAnswers {
  /** Answers the question of `asked`, which may throw a ParseError. */
  answer(modalId: string, actor: Actor, feature: AskedFeature, asked: () => Asked): Promise<void>;
  /** Shows the answer to a button in the modal. */
  show(modalId: string, actor: Actor, render: Render): Promise<void>;
}

export function createModalAnswers({
  viewsClient,
  ladder,
  replies,
  questions,
  log,
  onAsked,
}: {
  readonly viewsClient: Pick<ViewsClient, 'update'>;
  readonly ladder: RenderingLadder;
  readonly replies: Pick<Replies, 'render'>;
  readonly questions: Pick<Questions, 'answer'>;
  readonly log: Logger;
  /** Called after each answer, because App Home lists what was asked. */
  readonly onAsked: (actor: Actor) => Promise<void>;
}): ModalAnswers {
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
    async answer(modalId, actor, feature, asked) {
      const { t } = actor.language;
      const render = await replies.render(whatOf(feature), actor, async () => {
        const { question, command: typed, isWritten } = asked();
        const notes =
          typed === undefined || isWritten !== true
            ? []
            : [askWords(t).form.written(escapeMrkdwn(typed, LONGEST_SHOWN))];
        return questions.answer(actor, question, { command: typed, isChangeable: true, notes });
      });
      await show(modalId, actor, (rendering) =>
        buildAnswerModal(feature.words(t).formTitle, render(rendering), t),
      );
    },
    show(modalId, actor, render) {
      const { t } = actor.language;
      return show(modalId, actor, (rendering) =>
        buildAnswerModal(askWords(t).form.answer.title, render(rendering), t),
      );
    },
  };
}

/** The name of a form in the log. */
function whatOf({ command }: Pick<Feature, 'command'>): string {
  return `form of /${command}`;
}
