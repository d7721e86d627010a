import type { KnownBlock } from '@slack/types';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { button } from '../ask/buttons.ts';
import type { MessageState } from '../database/tables/digest.ts';
import type { Catalog } from '../language/language.ts';
import { context, escapeMrkdwn, section } from '../slack/message.ts';
import type { DigestAccess } from './access.ts';
import { DIGEST_FORM, NEW_DIGEST } from './buttons.ts';
import { inOwnChannels } from './ownChannels.ts';
import { NO_ACCESS, reasonText } from './reasons.ts';
import type { DigestRuns } from './runs.ts';
import { nextDueAt, withLastDates } from './schedule.ts';
import { channelText, daysText, listedName } from './settingsView.ts';
import type { Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords, presetWords } from './words/words.ts';

const MAX_SHOWN = 10;

interface HomeDigest {
  readonly subscription: Subscription;
  /** Undefined while Slack refuses it, and during a pause longer than `nextDueAt` looks ahead. */
  readonly nextAt: number | undefined;
  readonly last:
    | { readonly day: string; readonly state: MessageState; readonly reason: string | undefined }
    | undefined;
}

/** The digests on App Home that the person can change, with their last and next occurrence. */
export function digestsOnHome(
  people: Pick<Directory, 'channelsOf'>,
  access: DigestAccess,
  subscriptions: Pick<Subscriptions, 'of'>,
  runs: Pick<DigestRuns, 'newest' | 'lastDates'>,
  calendar: Calendar,
) {
  return async (actor: Actor, now: number): Promise<KnownBlock[]> => {
    const { t, format } = actor.language;
    const { timeZone } = calendar;
    const known = await withLastDates(runs, await subscriptions.of({ teamId: actor.teamId }));
    const { shown, left } = await manageableBy(actor, known, people, access);
    const digests = await Promise.all(
      shown.map(async (subscription): Promise<HomeDigest> => {
        const { teamId, channelId, kind } = subscription;
        const last = await runs.newest({ teamId, channelId, kind });
        return {
          subscription,
          nextAt: nextDueAt(subscription, calendar, now),
          last:
            last === undefined
              ? undefined
              : { day: last.businessDate, state: last.state, reason: last.reason ?? undefined },
        };
      }),
    );
    return [
      section(digestWords(t).home.digests),
      ...digestBlocks(digests, left, t, (at) => format.instant(at, timeZone), calendar, now),
      {
        type: 'actions',
        block_id: 'home_digests',
        elements: [button(DIGEST_FORM, digestWords(t).home.subscribe, NEW_DIGEST)],
      },
    ];
  };
}

/** Limits the lookups in Slack, which are one per channel. */
const MAX_CHECKED = 20;

/** The digests that the person can change, in channels that the person is in; `left` were not checked. */
async function manageableBy<Digest extends Pick<Subscription, 'channelId' | 'owner'>>(
  actor: Actor,
  digests: readonly Digest[],
  people: Pick<Directory, 'channelsOf'>,
  access: DigestAccess,
): Promise<{ readonly shown: Digest[]; readonly left: number }> {
  const own = await inOwnChannels(people, actor, digests);
  const seen = own.slice(0, MAX_CHECKED);
  const may = await Promise.all(
    seen.map(({ channelId }) => access.isAllowedIn(actor, channelId, ['manage_digests'])),
  );
  return { shown: seen.filter((_, at) => may[at]), left: own.length - seen.length };
}

type Instant = (at: number) => string;

function digestBlocks(
  digests: readonly HomeDigest[],
  left: number,
  t: Catalog,
  instant: Instant,
  calendar: Calendar,
  now: number,
): KnownBlock[] {
  if (digests.length + left === 0) return [section(digestWords(t).home.noDigests)];
  const shown = digests.slice(0, MAX_SHOWN);
  const more = digests.length - shown.length + left;
  return [
    ...shown.map(
      (digest, at): KnownBlock => ({
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: digestLines(digest, t, instant, calendar, now).join('\n'),
          verbatim: true,
        },
        accessory: button(`${DIGEST_FORM}:${at}`, digestWords(t).home.settings, settingsOf(digest)),
      }),
    ),
    ...(more > 0 ? [context(digestWords(t).home.moreDigests(more))] : []),
  ];
}

/** The value for DIGEST_FORM. */
function settingsOf({ subscription: { channelId, kind } }: HomeDigest): string {
  return `${channelId} ${kind}`;
}

function digestLines(
  { subscription, nextAt, last }: HomeDigest,
  t: Catalog,
  instant: Instant,
  { timeZone, dayOf }: Calendar,
  now: number,
): string[] {
  const { home } = digestWords(t);
  const { channelId, digestTime, pausedReason, pausedUntil } = subscription;
  const { data } = presetWords(subscription.kind, t);
  const isPaused = pausedUntil !== undefined && pausedUntil > dayOf(now);
  return [
    home.digest(
      channelText(channelId, t),
      listedName(subscription, t),
      daysText(subscription, t),
      digestTime,
      timeZone,
    ),
    ...(isPaused ? [home.pausedUntil(pausedUntil)] : []),
    ...(nextAt !== undefined
      ? [t.common.next(instant(nextAt))]
      : isPaused && pausedReason === undefined
        ? []
        : [pausedLine(pausedReason, t)]),
    last === undefined ? home.noneYet : lastLine(last, data, t),
  ];
}

function pausedLine(reason: string | undefined, t: Catalog): string {
  const { home, outcomes } = digestWords(t);
  if (reason === NO_ACCESS) return home.paused(outcomes.reasons.noAccess());
  return home.paused(reason === undefined ? undefined : t.common.slackSays(reason));
}

function lastLine({ day, state, reason }: NonNullable<HomeDigest['last']>, data: string, t: Catalog): string {
  const { home } = digestWords(t);
  const showsReason = reason !== undefined && state !== 'sent';
  return home.last(
    day,
    digestWords(t).settings.states[state],
    showsReason ? escapeMrkdwn(reasonText(reason, data, t), 300) : undefined,
  );
}
