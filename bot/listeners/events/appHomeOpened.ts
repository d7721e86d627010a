import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';
import { actorOf } from '../middleware/authorize.ts';
import type { PublishHome } from '../publishHome.ts';

export function appHomeOpened(
  publish: PublishHome,
): (opened: AllMiddlewareArgs & SlackEventMiddlewareArgs<'app_home_opened'>) => Promise<void> {
  return async ({ event, context }) => {
    if (event.tab === 'home') await publish(actorOf(context));
  };
}
