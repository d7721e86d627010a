import { type RawBuilder, sql } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from './database/clock.ts';
import type { Database } from './database/connection.ts';
import { dialectOf } from './database/dialect.ts';
import { PROBE } from './health/watch.ts';

/** What there is to do for the jobs that work on the database. Instants are of the database's clock. */
export interface Due {
  readonly now: number;
  /** Differs from an earlier one when something has come that the jobs wait for: data, a row, a day. */
  readonly mark: string;
  /** The next instant after `since` at which there is something to do; undefined when none is known. */
  readonly at: number | undefined;
  /** How many of each sort are due already and wait for data, or for their next try. */
  readonly waiting: readonly number[];
}

/** By which days change at this time too: what has no data by then counts as empty. */
const SETTLED_AT = '12:00';

/**
 * Looks for what is due, in one statement whatever the number of jobs. Another process may have written it, or this one.
 * `usualTimes`: those of subscriptions without a time of their own, whatever their kinds.
 */
export function createLookForDue(
  database: Database,
  time: DatabaseClock,
  calendar: Pick<
    Calendar,
    'dayOf' | 'addDays' | 'instantOf' | 'timeOf' | 'latestStockDay' | 'latestSalesDay'
  >,
  usualTimes: readonly string[],
): (since: number) => Promise<Due> {
  const distinct = (column: RawBuilder<unknown>) =>
    dialectOf(database) === 'postgres'
      ? sql`string_agg(distinct ${column}, ',')`
      : sql`group_concat(distinct ${column})`;

  const read = async (since: number) => {
    const now = time.sql();
    const after = sql`cast(${since} as bigint)`;
    const instants = {
      message: sql`select min(not_before) from digest_run where state = 'due' and not_before > ${after}`,
      sender: sql`select min(lease_until) from digest_run where state = 'sending' and lease_until > ${after}`,
      search: sql`select min(check_at) from digest_run where check_at > ${after}`,
      file: sql`select min(file_not_before) from digest_source where file_state = 'wanted' and file_not_before > ${after}`,
      stock: sql`select min(next_probe_at) from stock_day where state = 'waiting' and next_probe_at > ${after}`,
      stockAgain: sql`select min(read_again_at) from stock_day where state = 'fresh' and read_again_at > ${after}`,
      sales: sql`select min(next_probe_at) from sales_sync where next_probe_at > ${after}`,
      salesAfterFailure: sql`select min(next_try_at) from sales_sync where next_try_at > ${after}`,
      salesAgain: sql`select min(look_again_at) from sales_day where look_again_at > ${after}`,
      lease: sql`select min(until) from lease where name <> ${PROBE} and until > ${after}`,
    };
    const waiting = {
      messages: sql`select count(*) from digest_run where state = 'due' and not_before <= ${now}`,
      files: sql`select count(*) from digest_source join digest_run on digest_run.id = digest_source.run_id
        where file_state = 'wanted' and file_not_before <= ${now} and digest_run.state = 'sent' and message_ts is not null`,
    };
    const marks = {
      messages: sql`select max(id) from digest_run`,
      times: sql`select ${distinct(sql`digest_time`)} from digest_subscription where active = 1`,
      subscriptions: sql`select max(counts_from) from digest_subscription`,
      alerts: sql`select max(id) from alert`,
      alertsJudged: sql`select min(coalesce(judged_day, '')) from alert where paused_reason is null`,
      products: sql`select max(revision) from product_list`,
      salesRevision: sql`select max(revision) from sales_sync`,
      salesDays: sql`select count(*) from sales_day`,
      salesReadAt: sql`select max(read_at) from sales_day`,
      stockTakenAt: sql`select max(taken_at) from stock_snapshot`,
      stockCameAt: sql`select max(came_at) from stock_day`,
      stockSettled: sql`select max(business_date || ' ' || state) from stock_day where state <> 'waiting'`,
      key: sql`select max(key_fingerprint) from service_identity`,
    };
    const columns = (of: Readonly<Record<string, RawBuilder<unknown>>>, prefix: string) =>
      Object.entries(of).map(([name, query]) => sql`(${query}) as ${sql.ref(`${prefix} ${name}`)}`);
    const all = [...columns(instants, 'at'), ...columns(waiting, 'waits'), ...columns(marks, 'mark')];
    const { rows } = await sql<Record<string, number | string | null>>`
      select ${now} as ${sql.ref('now')}, ${sql.join(all)}`.execute(database);
    return Object.entries(rows[0] ?? {});
  };

  /** The first time of a digest after `since`, on whichever days it comes. */
  const nextTime = (times: string, since: number): number[] => {
    const chosen = times.split(',').filter((each) => each !== '');
    return [...new Set([...usualTimes, ...chosen])].map((each) => {
      const day = calendar.dayOf(since);
      const instant = calendar.instantOf(day, each);
      return instant > since ? instant : calendar.instantOf(calendar.addDays(day, 1), each);
    });
  };

  return async (since) => {
    const row = await read(since);
    const valuesOf = (prefix: string) =>
      row.flatMap(([name, value]) => (name.startsWith(`${prefix} `) ? [value] : []));
    const now = Number(row.find(([name]) => name === 'now')?.[1]);
    const times = String(row.find(([name]) => name === 'mark times')?.[1] ?? '');
    const instants = valuesOf('at').flatMap((value) => (value === null ? [] : [Number(value)]));
    const days = [calendar.dayOf(now), calendar.latestStockDay(now), calendar.latestSalesDay(now)];
    const isSettled = calendar.timeOf(now) >= SETTLED_AT;
    const next = Math.min(...instants, ...nextTime(times, since));
    return {
      now,
      mark: JSON.stringify([days, isSettled, valuesOf('mark')]),
      at: Number.isFinite(next) ? next : undefined,
      waiting: valuesOf('waits').map(Number),
    };
  };
}
