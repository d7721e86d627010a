import type { Actor } from '../../access/actor.ts';
import { AccessRefused } from '../../access/refusal.ts';
import type { DigestKind } from '../../database/tables/digest.ts';
import { contentOf } from '../../digest/digestKey.ts';
import type { DigestRun } from '../../digest/ledger.ts';
import type { ChannelDigest } from '../../digest/subscription.ts';
import type { ChannelDigests } from '../../digest/subscriptions.ts';
import { inOwnChannels } from '../../home/ownChannels.ts';
import type { Catalog } from '../../language/language.ts';
import { latestSnapshot } from '../../stock/snapshots.ts';
import {
  channelInWords,
  nextInWords,
  runInWords,
  settingsInWords,
  unreadableInWords,
} from '../../views/digest/settings.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { Render } from '../answers/answering.ts';
import { type DigestListenerParts, nextOf, readerOf } from './digestParts.ts';
import { requireIn } from './digestPlace.ts';

const LAST_RUNS = 3;
const HISTORY_RUNS = 15;
/** Channels are looked up one by one. */
const MOST_LISTED = 20;

interface Asked {
  readonly channelId: string;
  readonly content: DigestKind | undefined;
}

/** When digests come in a channel, what they are of, and how the last ones went. */
export async function statusOf(
  parts: DigestListenerParts,
  actor: Actor,
  { digests, invalid }: ChannelDigests,
  asked: Asked,
): Promise<Render> {
  const reader = readerOf(parts, actor, 'plain');
  const figures = reader.language.format;
  const { t } = reader.language;
  const where = channelInWords(asked.channelId);
  const wanted = digests.filter(({ kind }) => asked.content === undefined || kind === asked.content);
  const lines = await Promise.all(
    wanted.map(async (digest) => {
      const { when, products, stale } = settingsInWords(digest, reader);
      return [
        `*${digest.kind === 'stock' ? 'Stock' : 'Sales'} digest* in ${where}: ${when}`,
        `• ${products}`,
        `• without new figures it ${stale}`,
        `• ${nextInWords(digest, await nextOf(parts, digest), reader)}`,
      ].join('\n');
    }),
  );
  const snapshot = await latestSnapshot(parts.database);
  const { runs } = await runsOf(parts, actor, asked, LAST_RUNS);
  const unread = invalidLines(invalid, asked, t);
  const text = [
    ...(lines.length + unread.length === 0
      ? [`${where} gets no daily digest; \`/digest subscribe\` changes that.`]
      : [...lines, ...unread]),
    snapshot === undefined
      ? 'No stock has been read yet.'
      : `Newest stock: ${figures.day(snapshot.businessDate)}, ${figures.counted(snapshot.products, 'product')}.`,
    ...runs.map((run) => runInWords(run, t, zoneOf(digests, run, reader.timeZone))),
  ].join('\n');
  return () => sentenceMessage(text);
}

/** How the last digests of a channel went. */
export async function historyOf(
  parts: DigestListenerParts,
  actor: Actor,
  { digests, invalid }: ChannelDigests,
  asked: Asked,
): Promise<Render> {
  const { calendar } = parts;
  const { t, format: figures } = actor.language;
  const { runs, older } = await runsOf(parts, actor, asked, HISTORY_RUNS);
  const lines =
    runs.length === 0
      ? [`No digest has come due in ${channelInWords(asked.channelId)} yet.`]
      : [
          `The last digests in ${channelInWords(asked.channelId)}, the newest first:`,
          ...runs.map((run) => `• ${runInWords(run, t, zoneOf(digests, run, calendar.timeZone))}`),
          ...(older > 0 ? [`${figures.counted(older, 'older one')} not shown.`] : []),
        ];
  const text = [...lines, ...invalidLines(invalid, asked, t)].join('\n');
  return () => sentenceMessage(text);
}

function invalidLines(invalid: ChannelDigests['invalid'], { content }: Asked, t: Catalog): string[] {
  return invalid
    .filter(({ kind }) => content === undefined || kind === content)
    .map((each) => `:warning: ${unreadableInWords(each, t)}`);
}

async function runsOf(
  { ledger }: DigestListenerParts,
  { teamId }: Actor,
  { channelId, content }: Asked,
  most: number,
): Promise<{ readonly runs: readonly DigestRun[]; readonly older: number }> {
  const runs = await ledger.recent(teamId, channelId, most, content);
  return { runs, older: (await ledger.count(teamId, channelId, content)) - runs.length };
}

function zoneOf(digests: readonly ChannelDigest[], run: DigestRun, otherwise: string): string {
  return digests.find(({ kind }) => kind === contentOf(run.kind))?.timeZone ?? otherwise;
}

/** The digests in channels where the person may change them. */
export async function listOf(parts: DigestListenerParts, actor: Actor): Promise<Render> {
  const ofTeam = await parts.subscriptions.of({ teamId: actor.teamId });
  const readable = await manageable(parts, actor, await inOwnChannels(parts.people, actor, ofTeam.digests));
  // Those that do not come stand first: somebody has to do something about them.
  const unread = await manageable(parts, actor, await inOwnChannels(parts.people, actor, ofTeam.invalid));
  const left = readable.left + unread.left;
  if (readable.shown.length + unread.shown.length + left === 0) {
    return () =>
      sentenceMessage('There is no digest that you may change. `/digest subscribe` in a channel brings one.');
  }
  const reader = readerOf(parts, actor, 'plain');
  const lines = await Promise.all(
    readable.shown.map(async (digest) => {
      const { when, products } = settingsInWords(digest, reader);
      const next = nextInWords(digest, await nextOf(parts, digest), reader);
      return `• ${channelInWords(digest.channelId)}, ${digest.kind}: ${when}, ${products}. ${next}`;
    }),
  );
  const text = [
    'Digests that you may change:',
    ...unread.shown.map((each) => `• :warning: ${unreadableInWords(each, reader.language.t)}`),
    ...lines,
    ...(left > 0
      ? [
          `and ${reader.language.format.counted(left, 'more digest')} in channels that you are in; \`/digest status\` in a channel shows its own.`,
        ]
      : []),
  ].join('\n');
  return () => sentenceMessage(text);
}

async function manageable<Digest extends Pick<ChannelDigest, 'channelId'>>(
  parts: DigestListenerParts,
  actor: Actor,
  all: readonly Digest[],
): Promise<{ readonly shown: readonly Digest[]; readonly left: number }> {
  const shown: Digest[] = [];
  for (const [at, digest] of all.entries()) {
    if (shown.length === MOST_LISTED) return { shown, left: all.length - at };
    if (await mayManage(parts, actor, digest)) shown.push(digest);
  }
  return { shown, left: 0 };
}

async function mayManage(
  parts: DigestListenerParts,
  actor: Actor,
  { channelId }: Pick<ChannelDigest, 'channelId'>,
): Promise<boolean> {
  try {
    await requireIn(parts, actor, channelId, ['manage_digests']);
    return true;
  } catch (error) {
    if (error instanceof AccessRefused) return false;
    throw error;
  }
}
