import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import { button } from '../ask/buttons.ts';
import type { ReaderFor } from '../ask/replies.ts';
import type { DatabaseClock } from '../database/clock.ts';
import { escapeMrkdwn, type Render, section, withoutMarks } from '../slack/message.ts';
import type { DigestAccess } from './access.ts';
import type { DigestAnswers } from './answers.ts';
import { besideDigestMenu, DIGEST_FORM, FURTHER_DIGEST } from './buttons.ts';
import { contentOf } from './key.ts';
import { verbsFor } from './list.ts';
import type { DigestRuns } from './runs.ts';
import { nextDueAt, withLastDates } from './schedule.ts';
import { channelText, nextText, runText, settingsText } from './settingsView.ts';
import type { ChannelDigest, Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords, presetWords } from './words/words.ts';

const LAST_RUNS = 5;
/** A message of Slack has up to 50 blocks. */
const MAX_SHOWN = 45;

export interface AskedDigests {
  readonly channelId: string;
  /** Undefined for all; without a UUID, all of that preset have their settings shown. */
  readonly content: string | undefined;
}

interface StatusParts {
  readonly answers: Pick<DigestAnswers, 'label' | 'latest'>;
  readonly access: DigestAccess;
  readonly subscriptions: Pick<Subscriptions, 'of' | 'called'>;
  readonly runs: Pick<DigestRuns, 'recent' | 'lastDates'>;
  readonly time: DatabaseClock;
  readonly readerFor: ReaderFor;
  readonly calendar: Calendar;
}

/** The settings and next due times of a channel's digests, and the results of the last ones. */
export async function statusOf(
  actor: Actor,
  digests: readonly ChannelDigest[],
  asked: AskedDigests,
  { answers, access, subscriptions, runs, time, readerFor, calendar }: StatusParts,
): Promise<Render> {
  const reader = readerFor(actor, 'plain');
  const { t } = reader.language;
  const words = digestWords(t).commands.status;
  const where = channelText(asked.channelId, t);
  const wanted = digests.filter(({ kind }) => [undefined, kind, contentOf(kind)].includes(asked.content));
  const nextAt = await nextDue(wanted, runs, calendar, time);
  const lines = wanted.map((digest, at) => {
    const { when, question: about, cover, stale } = settingsText(digest, answers, reader);
    return [
      `${digest.name === undefined ? '' : `*${escapeMrkdwn(digest.name, 80)}* · `}${words.title(presetWords(digest.kind, t).name, where, when)}`,
      words.setting(about),
      ...(digest.showsSales
        ? []
        : [digestWords(t).settings.setting(digestWords(t).settings.labels.cover, cover)]),
      words.stale(stale),
      words.setting(nextText(digest, nextAt[at], calendar, reader)),
    ].join('\n');
  });
  const mayChange = await access.isAllowedIn(actor, asked.channelId, ['manage_digests']);
  const shown = wanted.slice(0, MAX_SHOWN).map((digest, id) => {
    const verbs = mayChange ? verbsFor(digest, reader.today) : (['preview'] as const);
    return besideDigestMenu(lines[id] ?? '', digest, { id, verbs }, t);
  });
  const last = await runs.recent(actor.teamId, asked.channelId, LAST_RUNS, asked.content);
  const called = await subscriptions.called({ teamId: actor.teamId, channelId: asked.channelId });
  const below = [
    ...(await answers.latest(t)),
    ...last.map((run) => runText(run, called, t, reader.timeZone)),
  ].join('\n');
  const more = button(`${DIGEST_FORM}:new`, digestWords(t).buttons.newDigest, FURTHER_DIGEST);
  return () => ({
    text: withoutMarks(lines[0] ?? words.none(where)),
    blocks: [
      ...(shown.length === 0 ? [section(words.none(where))] : shown),
      ...(below === '' ? [] : [section(below)]),
      { type: 'actions', block_id: 'digest_settings', elements: [more] },
    ],
  });
}

/** The next due instants of `digests`, in the same order; see `nextDueAt`. */
export async function nextDue(
  digests: readonly Subscription[],
  runs: Pick<DigestRuns, 'lastDates'>,
  calendar: Calendar,
  time: DatabaseClock,
): Promise<readonly (number | undefined)[]> {
  const now = await time.now();
  const known = await withLastDates(runs, digests);
  return known.map((digest) => nextDueAt(digest, calendar, now));
}
