import type { Fault } from '../../slack/faults.ts';
import type { FreshPlace } from '../databasePlaces.ts';
import { CHANNEL, type Channels, OWNER, openChannels } from './channels.ts';

export const POST = 'chat.postMessage';
export const HISTORY = 'conversations.history';

/** At 08:30 with the stock of the day, an owner, and a Slack that strikes the first posts. */
export async function openMorning(place: FreshPlace, faults: readonly Fault[]): Promise<Channels> {
  const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh(), timeoutMs: 600 });
  await channels.saveStock('2026-11-20');
  await channels.change({ owner: OWNER });
  channels.slack.faults.add(...faults.map((fault) => ({ fault, name: POST, channel: CHANNEL })));
  return channels;
}

/** Posts into the channel that Slack was called for. */
export function postsOf({ slack }: Channels) {
  return slack.calls.filter(({ method, channel }) => method === POST && channel === CHANNEL);
}
