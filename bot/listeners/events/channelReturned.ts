import type { App } from '@slack/bolt';
import type { Scheduler } from '../../digest/scheduler.ts';

/** What Slack tells about a channel that may take digests again; all of them are in manifest.json. */
export const RETURN_EVENTS = [
  'member_joined_channel',
  'channel_unarchive',
  'group_unarchive',
  'channel_unshared',
] as const;

const RETURNS: ReadonlySet<string> = new Set(RETURN_EVENTS);

/** Digests that Slack refused go on when it tells of a change in their channel. Stands before the door. */
export function registerChannelReturned(
  app: Pick<App, 'use'>,
  scheduler: Pick<Scheduler, 'channelReturned'>,
  runLogged: (what: string, work: () => Promise<void>) => Promise<void>,
): void {
  app.use(async (args) => {
    const event: object | undefined = 'event' in args ? args.event : undefined;
    const channel = event !== undefined && 'channel' in event ? event.channel : undefined;
    const isReturn = event !== undefined && 'type' in event && RETURNS.has(String(event.type));
    if (!isReturn) return args.next();
    if (typeof channel !== 'string') return;
    await runLogged('taking up a paused digest', () => scheduler.channelReturned(channel));
  });
}
