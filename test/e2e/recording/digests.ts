import type { Clicks } from './commands.ts';
import { textAt } from './fields.ts';
import type { Actor } from './hand.ts';
import type { Recorder } from './recorder.ts';
import type { Seen } from './slackServer.ts';
import type { World } from './world.ts';

const READERS: readonly Actor[] = [
  { person: 'kari', place: '#stock' },
  { person: 'ola', place: '#stock' },
  { person: 'guest', place: '#stock' },
];

/** The digests that came this morning, and what their buttons bring. */
export async function recordDigests(
  recorder: Recorder,
  clicks: Clicks,
  { slack, thisMorning }: World,
): Promise<void> {
  // Which digest goes out first is chance, and a file goes into the thread of an earlier one whenever its turn comes.
  const posted = slack.seen
    .slice(thisMorning)
    .toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  for (const [at, digest] of posted.entries()) {
    const title = `what came this morning, ${at + 1}`;
    recorder.note('digests', title, [digest]);
    for (const actor of READERS)
      await clicks.clickAll('digestsClicks', `${title}, ${actor.person}`, actor, [digest]);
  }
}

function orderOf(seen: Seen): string {
  switch (seen.kind) {
    case 'message':
      return `1 ${textAt(seen.body, 'text')}`;
    case 'file':
      return `2 ${seen.name}`;
    case 'view':
      return `3 ${seen.userId}`;
  }
}

/** What Slack tells of channels. */
export async function recordEvents(recorder: Recorder): Promise<void> {
  for (const type of ['member_joined_channel', 'channel_unarchive', 'channel_unshared', 'group_unarchive']) {
    await recorder.record('events', type, (hand) => hand.event({ type, channel: 'C0STOCK', user: 'U0BOT' }));
  }
}
