import type { Logger } from 'pino';
import { buildMessageModal } from '../../modals/message.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { DIGEST_NOW } from '../../views/digest/buttons.ts';
import type { Replies } from '../answers/answering.ts';
import type { DigestCommands } from '../digests/digestCommands.ts';
import { digestNamed, placeOf } from '../digests/digestPlace.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Posts a digest at once, from below the answer to a subscription. */
export function digestNow(
  replies: Replies,
  commands: Pick<DigestCommands, 'postNow'>,
  viewsClient: Pick<ViewsClient, 'update'>,
  log: Logger,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value, respond } = actionArgs(clicked);
    const digest = digestNamed(value);
    if (digest === undefined) {
      log.warn({ listener: DIGEST_NOW }, 'a click named no digest, and nothing was posted');
      return;
    }
    const post = () => commands.postNow(actor, placeOf(actor, digest.channelId, digest.content));
    if (respond !== undefined) {
      await replies.answerTo({ what: DIGEST_NOW, actor, respond, isClick: true }, post);
    } else if (body.view !== undefined) {
      const render = await replies.render(DIGEST_NOW, actor, post);
      await viewsClient.update(body.view.id, buildMessageModal(render('plain'), actor.language.t));
    }
  };
}
