import type { Actor } from '../access/actor.ts';
import type { Replies, ReplyTo } from '../ask/replies.ts';
import type { ActionArgs } from '../requests/listenerArgs.ts';
import type { Render } from '../slack/message.ts';
import type { DirectMessages } from '../slack/messages.ts';
import { buildMessageModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { StandingList } from './list.ts';

/** What answers a click needs. */
export interface ClickParts {
  readonly replies: Replies;
  readonly list: StandingList;
  readonly viewsClient: Pick<ViewsClient, 'open' | 'update'>;
  /** For a click on App Home, which has no response URL. */
  readonly directMessages: DirectMessages;
  /** Updates App Home, which has the list. */
  readonly homeChanged: (actor: Actor) => Promise<void>;
}

/**
 * Answers a menu or button of a digest or an alert; only the person who clicked sees the answer. After a change, the list
 * of now stands below what was done, in the place of what only that person saw.
 */
export async function answerClick(
  what: string,
  { actor, body, respond }: ActionArgs,
  { replies, list, viewsClient, directMessages, homeChanged }: ClickParts,
  { isChange, done }: { readonly isChange: boolean; readonly done: () => Promise<Render> },
): Promise<void> {
  if (respond !== undefined) {
    let shown: ReplyTo = { kind: 'private', replace: false };
    await replies.answerTo({ what, actor, respond, isClick: true, visibility: () => shown }, async () => {
      const render = await done();
      if (!isChange || body.container.is_ephemeral !== true) return render;
      shown = { kind: 'private', replace: true };
      return list.show(actor, render('plain'));
    });
  } else {
    const render = await replies.render(what, actor, done);
    if (body.view?.type === 'modal')
      await viewsClient.update(body.view.id, buildMessageModal(render('plain'), actor.language.t));
    else await directMessages.send(actor.teamId, actor.person.userId, render);
  }
  if (isChange) await homeChanged(actor);
}
