import { createCalendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { TEAM } from '../../../bot/demo/slack/cast.ts';
import { createRandom, type Random } from '../../../tools/random.ts';
import { digestsIn, stockDayIn } from '../processes/heldDigests.ts';
import { type DigestBench, openDigestBench, type SharedService } from './digestBench.ts';

/** Each time has a channel of its own. A day on which summer begins has no 02:30. */
const TIMES = ['02:30', '08:30', '14:30', '23:30'] as const;

const OSLO = createCalendar();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So long the stock of a day on which stores are closed is waited for. */
const CLOSED_DAY_MS = 30 * MINUTE;

export interface CalendarRun {
  readonly days: number;
  readonly due: number;
  readonly downtimes: number;
  readonly complaints: readonly string[];
}

/**
 * Day after day in rounds that are a minute apart around each digest's time and rare otherwise, with the bot away now
 * and then. On a day on which stores are closed the digest waits for its figures until 09:00 in Oslo.
 */
export async function runCalendar(
  shared: SharedService,
  random: Random,
  { firstDay, days }: { readonly firstDay: string; readonly days: number },
): Promise<CalendarRun> {
  const startAt = Date.parse(`${firstDay}T00:00:00Z`);
  const end = startAt + days * 24 * HOUR;
  const channelIds = TIMES.map((_, at) => `C000${at + 1}`);
  const bench = await openDigestBench(shared, {
    startAt,
    channelIds,
    random: createRandom(random.seed + 1).next,
  });
  try {
    await subscribeTimes(bench, channelIds);
    const rounds = roundsOf(startAt, end);
    const isUp = downtimes(random, startAt, end);
    const made: number[] = [];
    for (const at of rounds) {
      if (!isUp.at(at)) continue;
      bench.time.set(Math.max(bench.time.now(), at));
      made.push(bench.time.now());
      await bench.tick();
    }
    const judged = TIMES.map((digestTime, index) => {
      const posted = digestsIn(bench.slack.workspace)
        .filter(({ channel }) => channel === channelIds[index])
        .map((message) => ({ at: message.at, shown: stockDayIn(message) ?? '' }));
      const { isOpenDay } = shared.sandbox.truth;
      return judge(digestTime, posted, made, { startAt, end, isOpenDay, stockOn: bench.stockOn });
    });
    return {
      days,
      due: judged.reduce((sum, { due }) => sum + due, 0),
      downtimes: isUp.count,
      complaints: judged.flatMap(({ complaints }) => complaints),
    };
  } finally {
    await bench.close();
  }
}

async function subscribeTimes({ database, time }: DigestBench, channelIds: readonly string[]): Promise<void> {
  for (const [at, digestTime] of TIMES.entries()) {
    await database
      .insertInto('digest_subscription')
      .values({
        team_id: TEAM,
        channel_id: channelIds[at] ?? '',
        kind: 'stock',
        digest_time: digestTime,
        active: 1,
        created_at: 0,
        counts_from: time.now(),
        question: '/stock mine',
        cadence: 'daily',
        weekdays: '1234567',
        owner: null,
        paused_until: null,
        paused_reason: null,
        shows_sales: 1,
      })
      .execute();
  }
}

/** The minutes around each due time, and every two hours besides. */
function roundsOf(startAt: number, end: number): number[] {
  const rounds = new Set<number>();
  for (let at = startAt; at < end; at += 2 * HOUR) rounds.add(at);
  for (const digestTime of TIMES) {
    for (const due of duesOf(digestTime, startAt, end)) {
      for (const minutes of [-60, -1, 0, 1, 2, 20, 61]) rounds.add(due.at + minutes * MINUTE);
    }
  }
  return [...rounds].filter((at) => at >= startAt && at < end).toSorted((one, other) => one - other);
}

function duesOf(digestTime: string, startAt: number, end: number): { day: string; at: number }[] {
  const dues: { day: string; at: number }[] = [];
  for (let day = OSLO.dayOf(startAt); ; day = OSLO.addDays(day, 1)) {
    const at = OSLO.instantOf(day, digestTime);
    if (at >= end) return dues;
    if (at >= startAt) dues.push({ day, at });
  }
}

/** Away about once in five days, for minutes or for as long as two days. */
function downtimes(random: Random, startAt: number, end: number) {
  const spans: { from: number; to: number }[] = [];
  for (let at = startAt + 24 * HOUR; at < end; at += (12 + random.below(200)) * HOUR) {
    const from = at + random.below(24 * 60) * MINUTE;
    const to = from + random.pick([5 * MINUTE, 90 * MINUTE, 7 * HOUR, 26 * HOUR, 49 * HOUR]);
    spans.push({ from, to });
    at = to;
  }
  return {
    count: spans.length,
    at: (instant: number) => !spans.some(({ from, to }) => instant >= from && instant < to),
  };
}

/**
 * One in each stretch between two due times in which the bot was there twice, at the first round it could be; none where
 * no stock has changed since the one before.
 */
function judge(
  digestTime: string,
  posted: readonly { readonly at: number; readonly shown: string }[],
  made: readonly number[],
  {
    startAt,
    end,
    isOpenDay,
    stockOn,
  }: {
    readonly startAt: number;
    readonly end: number;
    readonly isOpenDay: (day: string) => boolean;
    readonly stockOn: (day: string) => string;
  },
): { due: number; complaints: string[] } {
  const complaints: string[] = [];
  const times = posted.map(({ at }) => at);
  const dues = duesOf(digestTime, startAt, end);
  let counted = 0;
  const told = (instant: number) => new Date(instant).toISOString();
  for (const [index, due] of dues.entries()) {
    const next = dues[index + 1]?.at ?? end;
    const stockDay = OSLO.latestStockDay(due.at);
    const refreshed = OSLO.instantOf(stockDay, STOCK_REFRESH);
    const from = isOpenDay(stockDay) ? due.at : Math.max(due.at, refreshed + CLOSED_DAY_MS);
    const back = made.find((at) => at >= from && at < next);
    // The stock is taken in by the second look at it.
    const first = back === undefined ? undefined : made.find((at) => at >= back + MINUTE && at < next);
    const came = times.filter((at) => at >= due.at && at < next);
    const where = `${digestTime} ${due.day}`;
    if (back === undefined && came.length > 0) complaints.push(`${where}: a digest while the bot was away`);
    if (first === undefined) continue;
    if (next === end) continue;
    counted += 1;
    const [at] = came;
    const known = posted.findLast((each) => each.at < due.at)?.shown;
    const isKnown =
      known !== undefined &&
      [stockDay, OSLO.latestStockDay(first)].some((day) => stockOn(day) === stockOn(known));
    if (at === undefined && isKnown) continue;
    if (at === undefined) complaints.push(`${where}: none, although the bot was there at ${told(first)}`);
    else if (came.length > 1) complaints.push(`${where}: ${came.length} digests`);
    else if (at > first + 2 * MINUTE)
      complaints.push(`${where}: at ${told(at)}, although the bot was there at ${told(first)}`);
  }
  const early = times.filter((at) => !dues.some((due) => at >= due.at)).length;
  if (early > 0) complaints.push(`${digestTime}: ${early} digests at the start`);
  return { due: counted, complaints };
}
