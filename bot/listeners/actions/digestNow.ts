import { DIGEST_KINDS } from '../../database/tables/digest.ts';
import { buildMessageModal } from '../../modals/message.ts';
import { DIGEST_NOW } from '../../views/digest/buttons.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { Render } from '../answers/answering.ts';
import type { DigestFormParts } from '../digests/digestForm.ts';
import { placeOf, requireIn, viewOf } from '../digests/digestPlace.ts';
import { postNow } from '../digests/digestPost.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

/** Posts a digest at once, from below the answer to a subscription. */
export function digestNow(parts: DigestFormParts): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, body, value, respond } = actionArgs(clicked);
    const [channelId = '', kind] = value.split(' ');
    const content = DIGEST_KINDS.find((each) => each === kind);
    if (content === undefined) {
      parts.log.warn({ listener: DIGEST_NOW }, 'a click named no digest, and nothing was posted');
      return;
    }
    const post = async (): Promise<Render> => {
      await requireIn(parts, actor, channelId, ['manage_digests', viewOf(content)]);
      const said = await postNow(parts, actor, placeOf(actor, channelId, content));
      return () => sentenceMessage(said);
    };
    if (respond !== undefined) {
      await parts.replies.answerTo({ what: DIGEST_NOW, actor, respond, isClick: true }, post);
    } else if (body.view !== undefined) {
      const modal = parts.viewsClient.modalOf(body.view);
      const render = await parts.replies.render(DIGEST_NOW, actor, post);
      const { t } = actor.language;
      await parts.viewsClient.update(modal, buildMessageModal(render('plain'), t));
    }
  };
}
