import {
  type Calendar,
  type Clock,
  type RateLimiter,
  SALES_REFRESH,
  STOCK_REFRESH,
} from 'retail-data-client/core';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import { settingsNaming } from '../access/untoldGroups.ts';
import type { Database } from '../database/connection.ts';
import type { Ledger } from '../digest/ledger.ts';
import { nextDueAt, withLastDates } from '../digest/schedule.ts';
import type { Subscription } from '../digest/subscription.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import type { Worded } from '../language/language.ts';
import type { ProductList } from '../products/productList.ts';
import { mayAsk } from '../questions/capabilities.ts';
import type { QuestionRepository } from '../questions/questionRepository.ts';
import type { SalesReader } from '../sales/reader.ts';
import { readSalesProgress } from '../sales/state.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Needs } from '../settings/capability.ts';
import { latestSnapshot } from '../stock/snapshots.ts';
import { stockDayOf } from '../stock/stockDay.ts';
import type { HomeFacts, SalesFreshness, StockFreshness } from './homeFacts.ts';
import { inOwnChannels } from './ownChannels.ts';

export interface HomeReading {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly calendar: Calendar;
  readonly sales: Pick<SalesReader, 'newestDay' | 'daysOf'>;
  /** Days of sales that are to be held. */
  readonly historyDays: number;
  /** The calls of 24 hours, apart from the limits of shorter windows. */
  readonly dailyCalls: Pick<RateLimiter, 'remaining'>;
  readonly callsADay: number;
  readonly ledger: Pick<Ledger, 'newest' | 'lastDates'>;
  readonly subscriptions: Pick<Subscriptions, 'of'>;
  readonly people: Pick<Directory, 'place' | 'channelsOf'>;
  readonly policy: AccessPolicy;
  readonly list: Pick<ProductList, 'current'>;
  /** What is wrong with the file of PRODUCT_LIST. */
  readonly listProblem?: (() => Worded | undefined) | undefined;
  readonly questions: Pick<QuestionRepository, 'recentQuestions'>;
}

/** A list of names is what every digest and `mine` go by, so it is changed by those who may change digests. */
export const UPLOAD_NEEDS: Exclude<Needs, 'member'> = 'manage_digests';

const MOST_RECENT = 6;
/** Channels are looked up one by one; nobody reads on a phone about more than that. */
const MOST_DIGESTS = 20;

/** Everything that App Home shows to this person. */
export async function readHome(reading: HomeReading, actor: Actor): Promise<HomeFacts> {
  const now = reading.clock.now();
  const seesSales = actor.may('view_sales').allowed;
  const asker = { teamId: actor.teamId, userId: actor.person.userId };
  const [stock, sales, left, digests, list, recent] = await Promise.all([
    readStock(reading, now),
    seesSales ? readSales(reading, now) : undefined,
    reading.dailyCalls.remaining(),
    readDigests(reading, actor, now),
    reading.list.current(),
    reading.questions.recentQuestions(asker, MOST_RECENT),
  ]);
  return {
    now,
    stock,
    sales,
    commands: seesSales ? ['stock', 'sales', 'stores'] : ['stock', 'stores'],
    calls: { left, of: reading.callsADay },
    ...digests,
    list,
    listProblem: reading.listProblem?.(),
    mayUpload: actor.may(UPLOAD_NEEDS).allowed,
    untoldGroups: actor.may('admin').allowed
      ? (actor.person.untoldGroups ?? []).map((group) => ({
          ...group,
          settings: settingsNaming(group.groupId, reading.policy),
        }))
      : [],
    recent: recent.filter(({ question }) => mayAsk(actor, question)),
  };
}

async function readStock({ database, calendar }: HomeReading, now: number): Promise<StockFreshness> {
  const snapshot = await latestSnapshot(database);
  const expected = calendar.latestStockDay(now);
  const gate = await stockDayOf(database, expected);
  const isEmpty = gate?.state === 'empty' && gate.seen === null;
  const isNewest = snapshot !== undefined && snapshot.businessDate >= expected;
  const late = !isNewest && (snapshot === undefined || !isEmpty);
  return {
    unchangedOn: !isNewest && isEmpty ? expected : undefined,
    held:
      snapshot === undefined
        ? undefined
        : { day: snapshot.businessDate, takenAt: snapshot.takenAt, products: snapshot.products },
    late,
    nextAt: late ? calendar.instantOf(expected, STOCK_REFRESH) : nextRefresh(calendar, STOCK_REFRESH, now),
  };
}

async function readSales(reading: HomeReading, now: number): Promise<SalesFreshness> {
  const { database, calendar, sales, historyDays } = reading;
  const day = calendar.latestSalesDay(now);
  const [newestDay, coverage, progress] = await Promise.all([
    sales.newestDay(),
    sales.daysOf(day, day),
    readSalesProgress(database, calendar, now, historyDays),
  ]);
  const state = coverage.days[0]?.state ?? 'missing';
  return {
    newestDay,
    latest: { day, state },
    asOf: progress.comparedAt ?? progress.latestAt,
    nextAt:
      state === 'missing'
        ? calendar.instantOf(calendar.addDays(day, 1), SALES_REFRESH)
        : nextRefresh(calendar, SALES_REFRESH, now),
    progress,
    nextTryAt: progress.nextTryAt,
  };
}

function nextRefresh(calendar: Calendar, time: string, now: number): number {
  const today = calendar.dayOf(now);
  const at = calendar.instantOf(today, time);
  return at > now ? at : calendar.instantOf(calendar.addDays(today, 1), time);
}

async function readDigests(
  reading: HomeReading,
  actor: Actor,
  now: number,
): Promise<Pick<HomeFacts, 'digests' | 'digestsLeft' | 'unreadable' | 'unreadableLeft'>> {
  const { subscriptions, ledger } = reading;
  const ofTeam = await subscriptions.of({ teamId: actor.teamId });
  const known = await withLastDates(ledger, ofTeam.digests, now);
  // One after the other: what Slack tells of the person's channels is remembered, and asked once.
  const { shown, left } = await manageable(reading, actor, known);
  const unreadable = await manageable(reading, actor, ofTeam.invalid);
  const digests = await Promise.all(
    shown.map(async (subscription) => {
      const { teamId, channelId, kind } = subscription;
      const last = await ledger.newest({ teamId, channelId, kind });
      return {
        subscription,
        nextAt: nextDueAt(subscription, now),
        last:
          last === undefined
            ? undefined
            : { day: last.businessDate, state: last.state, reason: last.reason ?? undefined },
      };
    }),
  );
  return { digests, digestsLeft: left, unreadable: unreadable.shown, unreadableLeft: unreadable.left };
}

async function manageable<Digest extends Pick<Subscription, 'channelId' | 'owner'>>(
  reading: HomeReading,
  actor: Actor,
  all: readonly Digest[],
): Promise<{ readonly shown: Digest[]; readonly left: number }> {
  const own = await inOwnChannels(reading.people, actor, all);
  const seen = own.slice(0, MOST_DIGESTS);
  const may = await Promise.all(seen.map((digest) => mayManage(reading, actor, digest)));
  return { shown: seen.filter((_, at) => may[at]), left: own.length - seen.length };
}

/** As if they asked from the channel itself. One that Slack does not tell about is nobody's to see. */
async function mayManage(
  { people, policy }: HomeReading,
  { person }: Actor,
  { channelId }: Pick<Subscription, 'channelId'>,
): Promise<boolean> {
  try {
    const place = await people.place(channelId, person.userId);
    return decide({ person, place }, 'manage_digests', policy).allowed;
  } catch (error) {
    if (error instanceof LookupError) return false;
    throw error;
  }
}
