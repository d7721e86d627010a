import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { ReadHome } from '../home/readHome.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { type HomeReader, homeView } from '../views/home.ts';

/** Draws App Home anew for somebody. */
export type PublishHome = (actor: Actor) => Promise<void>;

export function createPublishHome(
  readHome: ReadHome,
  viewsClient: Pick<ViewsClient, 'publishHome'>,
  reader: Omit<HomeReader, 'language'>,
): PublishHome {
  return async (actor) => {
    const view = homeView(await readHome(actor), { ...reader, language: actor.language });
    await viewsClient.publishHome(actor.person.userId, view);
  };
}

/** After a change that it shows. What was changed is done all the same; the next opening draws it anew. */
export function afterwards(publish: PublishHome, log: Logger): PublishHome {
  return async (actor) => {
    try {
      await publish(actor);
    } catch (error) {
      log.warn({ err: error }, 'App Home was not drawn anew after a change');
    }
  };
}
