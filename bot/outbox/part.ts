import type { Part } from '../ask/part.ts';
import type { Outbox } from './outbox.ts';

/** Events after which a channel may accept messages again. manifest.json must list them. */
const RETURN_EVENTS = [
  'member_joined_channel',
  'channel_unarchive',
  'group_unarchive',
  'channel_unshared',
] as const;

/** Listens to channels that return, and searches for unclear messages. */
export function outboxPart(
  outbox: Pick<Outbox, 'channelReturned' | 'reconcile' | 'sweep'>,
  runLogged: (what: string, work: () => Promise<void>) => Promise<void>,
): Part {
  return {
    listeners(app) {
      // Events come from Slack, so there is no person to authorize.
      for (const name of RETURN_EVENTS) {
        app.event(name, async ({ event }) => {
          // The payload is not trusted, whatever its type says.
          const channel: unknown = event.channel;
          if (typeof channel !== 'string') return;
          await runLogged('sending what Slack had refused', () => outbox.channelReturned(channel));
        });
      }
    },
    jobs: [
      // Apart from each other: the sweep may send to many channels for minutes.
      { name: 'reconciling messages', run: outbox.reconcile },
      { name: 'sending messages', run: outbox.sweep, isIndependent: true },
    ],
  };
}
