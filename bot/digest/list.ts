import type { KnownBlock } from '@slack/types';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import { button } from '../ask/buttons.ts';
import { type ReaderFor, sentence } from '../ask/replies.ts';
import { context, type Render, section } from '../slack/message.ts';
import type { DigestAccess } from './access.ts';
import type { DigestAnswers } from './answers.ts';
import { DIGEST_FORM, NEW_DIGEST } from './buttons.ts';
import type { DigestRuns } from './runs.ts';
import { nextDueAt, withLastDates } from './schedule.ts';
import { channelText, listedName, nextText, runText, settingsText } from './settingsView.ts';
import type { ChannelDigest } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** Limits the lookups in Slack, which are one per channel, and the blocks. */
const MAX_LISTED = 20;
const MAX_ON_HOME = 10;

interface ListParts {
  readonly answers: Pick<DigestAnswers, 'label'>;
  readonly access: DigestAccess;
  readonly people: Pick<Directory, 'channelsOf'>;
  readonly subscriptions: Pick<Subscriptions, 'of'>;
  readonly runs: Pick<DigestRuns, 'newest' | 'lastDates'>;
  readonly readerFor: ReaderFor;
  readonly calendar: Calendar;
}

/** The digests that the person can change, and `others` that come by themselves. */
export async function listOf(
  actor: Actor,
  now: number,
  parts: ListParts & { readonly others: (actor: Actor) => Promise<readonly KnownBlock[]> },
): Promise<Render> {
  const words = digestWords(actor.language.t).commands.list;
  const digests = await listed(actor, now, MAX_LISTED, parts);
  const others = await parts.others(actor);
  if (digests.length + others.length === 0) return sentence(words.none);
  const shown = digests.length === 0 ? [section(words.none)] : digests;
  return () => ({ text: words.title, blocks: [section(words.title), ...shown, ...others] });
}

/** The same on App Home, with a button for a new one. */
export function digestsOnHome(parts: ListParts) {
  return async (actor: Actor, now: number): Promise<KnownBlock[]> => {
    const { home, commands } = digestWords(actor.language.t);
    const blocks = await listed(actor, now, MAX_ON_HOME, parts);
    return [
      section(home.digests),
      ...(blocks.length === 0 ? [section(commands.list.none)] : blocks),
      {
        type: 'actions',
        block_id: 'home_digests',
        elements: [button(DIGEST_FORM, home.subscribe, NEW_DIGEST)],
      },
    ];
  };
}

/** Up to `most` digests, each with a button for its settings. */
async function listed(
  actor: Actor,
  now: number,
  most: number,
  { answers, access, people, subscriptions, runs, readerFor, calendar }: ListParts,
): Promise<readonly KnownBlock[]> {
  const reader = readerFor(actor, 'plain');
  const { t } = actor.language;
  const words = digestWords(t).commands.list;
  const own = await inOwnChannels(people, actor, await subscriptions.of({ teamId: actor.teamId }));
  const shown: ChannelDigest[] = [];
  let left = own.length;
  for (const digest of own) {
    if (shown.length === most) break;
    left -= 1;
    if (await access.isAllowedIn(actor, digest.channelId, ['manage_digests'])) shown.push(digest);
  }
  const known = await withLastDates(runs, shown);
  const blocks = await Promise.all(
    shown.map(async (digest, at) => {
      const { when, question } = settingsText(digest, answers, reader);
      const subscription = known[at];
      const nextAt = subscription && nextDueAt(subscription, calendar, now);
      const last = await runs.newest(digest);
      const text = [
        words.digest(channelText(digest.channelId, t), listedName(digest, t), when, question),
        nextText(digest, nextAt, calendar, reader),
        ...(last === undefined ? [] : [runText(last, [], t, calendar.timeZone)]),
      ].join('\n');
      const value = `${digest.channelId} ${digest.kind}`;
      return section(text, button(`${DIGEST_FORM}:${at}`, digestWords(t).buttons.settings, value));
    }),
  );
  return left === 0 ? blocks : [...blocks, context(words.more(left))];
}

/**
 * The person's own digests and those of channels that the person is in, so that nobody else learns of a private channel.
 * Uses one cached call to Slack for all channels of the person, instead of one per channel. When the call fails, only the
 * digests that the person owns are left.
 */
async function inOwnChannels(
  people: Pick<Directory, 'channelsOf'>,
  { person: { userId } }: Actor,
  digests: readonly ChannelDigest[],
): Promise<readonly ChannelDigest[]> {
  if (digests.length === 0) return [];
  try {
    const own = await people.channelsOf(userId);
    return digests.filter(({ channelId }) => channelId === userId || own.has(channelId));
  } catch (error) {
    if (error instanceof LookupError) return digests.filter(({ owner }) => owner === userId);
    throw error;
  }
}
