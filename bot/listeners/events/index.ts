import type { App } from '@slack/bolt';
import type { Scheduler } from '../../digest/scheduler.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { PublishHome } from '../publishHome.ts';
import { appHomeOpened } from './appHomeOpened.ts';
import { channelReturned, RETURN_EVENTS } from './channelReturned.ts';

export function registerEvents(
  app: Pick<App, 'event'>,
  { authorize }: ListenerMiddleware,
  publish: PublishHome,
  scheduler: Pick<Scheduler, 'channelReturned'>,
  runLogged: (what: string, work: () => Promise<void>) => Promise<void>,
): void {
  app.event('app_home_opened', authorize('member'), appHomeOpened(publish));
  // These come from Slack itself: there is nobody to be let do anything.
  for (const name of RETURN_EVENTS) app.event(name, channelReturned(scheduler, runLogged));
}
