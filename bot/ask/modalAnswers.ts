import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import { channelOf } from '../access/person.ts';
import type { Render } from '../slack/message.ts';
import { writeMetadata } from '../slack/metadata.ts';
import { buildAnswerModal, MODAL_RENDERINGS } from '../slack/modal.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';

/** Shows answers in an open modal. An answer for a closed modal is dropped. */
export interface ModalAnswers {
  show(modalId: string, actor: Actor, title: string, render: Render): Promise<void>;
}

export function createModalAnswers({
  viewsClient,
  ladder,
  log,
  onAsked,
}: {
  readonly viewsClient: Pick<ViewsClient, 'update'>;
  readonly ladder: RenderingLadder;
  readonly log: Logger;
  /** Called after each answer, because App Home lists what was asked. */
  readonly onAsked: (actor: Actor) => Promise<void>;
}): ModalAnswers {
  return {
    async show(modalId, actor, title, render) {
      const { t } = actor.language;
      // Where it was asked, for the buttons below the answer.
      const metadata = writeMetadata(actor.language, '', channelOf(actor.place));
      const shown = await ladder.climb(
        actor.teamId,
        async (rendering) => {
          try {
            const modal = buildAnswerModal(title, render(rendering), t, metadata);
            return { result: await viewsClient.update(modalId, modal) };
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
    },
  };
}
