import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import { type HomeSources, readHome } from '../home/readHome.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { homeView } from '../views/home.ts';

/** Draws App Home anew for somebody. */
export type PublishHome = (actor: Actor) => Promise<void>;

export interface PublishParts extends HomeSources {
  readonly viewsClient: Pick<ViewsClient, 'publishHome'>;
  readonly log: Logger;
}

export function createPublishHome(parts: PublishParts): PublishHome {
  return async (actor) => {
    const facts = await readHome(parts, actor);
    const reader = {
      language: actor.language,
      timeZone: parts.calendar.timeZone,
    };
    await parts.viewsClient.publishHome(actor.person.userId, homeView(facts, reader));
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
