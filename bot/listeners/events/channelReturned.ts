import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { Scheduler } from '../../digest/scheduler.ts';

/** What Slack tells about a channel that may take digests again; all of them are in manifest.json. */
export const RETURN_EVENTS = [
  'member_joined_channel',
  'channel_unarchive',
  'group_unarchive',
  'channel_unshared',
] as const;

/** Digests that Slack refused go on when it tells of a change in their channel; nobody has asked for anything. */
export function channelReturned(
  scheduler: Pick<Scheduler, 'channelReturned'>,
  runLogged: (what: string, work: () => Promise<void>) => Promise<void>,
): (told: AllMiddlewareArgs & SlackEventMiddlewareArgs<(typeof RETURN_EVENTS)[number]>) => Promise<void> {
  return async ({ event }) => {
    // Slack promises one, and what is no text names no channel.
    const channel: unknown = event.channel;
    if (typeof channel !== 'string') return;
    await runLogged('taking up a paused digest', () => scheduler.channelReturned(channel));
  };
}
