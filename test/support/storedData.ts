import { TEAM } from '../../bot/demo/slack/cast.ts';
import type { TestBot } from './testBot.ts';

/**
 * What tests do to the bot's stored data behind its back. Tests that type, click and read Slack name no table: those they
 * need are named here.
 */
type Database = Pick<TestBot, 'database'>;

const TABLES = {
  stock: 'stock_level',
  'own products': 'own_product',
  digests: 'digest_run',
  subscriptions: 'digest_subscription',
} as const;

/** Every statement about it fails from now on, in every connection, until the function that it gives is called. */
export async function breakTable(
  { database }: Database,
  name: keyof typeof TABLES,
): Promise<() => Promise<void>> {
  const table = TABLES[name];
  await database.rename(table, 'taken_away');
  return () => database.rename('taken_away', table);
}

/** As a database from before that is put back: it knows no digest of that channel, or none of that day. */
export function forgetDigests(
  { database }: Database,
  of: { readonly channel: string } | { readonly day: string },
): Promise<void> {
  const which = 'day' in of ? `business_date = '${of.day}'` : `channel_id = '${of.channel}'`;
  return database.execute(`delete from digest_run where ${which}`);
}

/** As digests that were recorded long ago, one a day from 1 June on, by their kinds. */
export function recordOldDigests(
  { database }: Database,
  channel: string,
  kinds: readonly string[],
): Promise<void> {
  const rows = kinds.map((kind, at) => {
    const day = new Date(Date.UTC(2026, 5, at + 1)).toISOString().slice(0, 10);
    return `('${TEAM}', '${channel}', '${kind}', '${day}', 'failed', 0, 1, 0, 0, 0, 'x', 0, 0)`;
  });
  return database.execute(`insert into digest_run (team_id, channel_id, kind, business_date, state, due_at, attempt, not_before,
    lease_until, checks, reason, created_at, updated_at) values ${rows.join(', ')}`);
}

/** As if that digest of the channel's subscription had been posted on that day. */
export function recordAsPosted({ database }: Database, channel: string, day: string): Promise<void> {
  return database.execute(`insert into digest_run
      (team_id, channel_id, kind, business_date, state, due_at, attempt, not_before, message_ts, created_at, updated_at)
    select team_id, channel_id, kind, '${day}', 'sent', created_at, 1, 0, '1.1', created_at, created_at
    from digest_subscription where channel_id = '${channel}'`);
}

/** So many further digests of stock with names of their own, which never come. */
export function subscribeMany({ database, clock }: TestBot, channel: string, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, at) =>
      `('${TEAM}', '${channel}', 'stock#${at}', '23:59', 1, 0, ${clock.right()}, '1234567', 1, 'number ${at}')`,
  );
  return database.execute(`insert into digest_subscription
    (team_id, channel_id, kind, digest_time, active, created_at, counts_from, weekdays, shows_sales, name) values ${rows.join(', ')}`);
}

export async function activeDigests({ database }: Database, channel: string): Promise<number> {
  const query = `select 1 from digest_subscription where active = 1 and channel_id = '${channel}'`;
  return (await database.read(query)).length;
}

/** As the worst that a crash can do: what was noted of earlier reads of stock is gone. */
export function forgetStockReads({ database }: Database): Promise<void> {
  return database.execute('delete from stock_day');
}

/** Questions of before were asked that much later. */
export function askedLater({ database }: Database, milliseconds: number): Promise<void> {
  return database.execute(`update recent_question set asked_at = asked_at + ${milliseconds}`);
}

/** As if all that alerts are about had been on the right side of their lines; `onlyItems`: but not the sum of all. */
export function armAlerts({ database }: Database, { onlyItems = false } = {}): Promise<void> {
  return database.execute(`update alert_state set state = 'armed'${onlyItems ? " where item <> ''" : ''}`);
}

/** Alerts were judged last by the data of that day; with `target` they are posted there. */
export function judgedOn({ database }: Database, day: string, target?: string): Promise<void> {
  const there = target === undefined ? '' : `target = '${target}', `;
  return database.execute(`update alert set ${there}judged_day = '${day}'`);
}

/** Every alert is that of somebody who has left. */
export function giveAlertsAway({ database }: Database): Promise<void> {
  return database.execute(`update alert set owner = 'U0GONE'`);
}

export function removeAlertsIn({ database }: Database, language: 'en' | 'nb'): Promise<void> {
  return database.execute(`delete from alert where language = '${language}'`);
}

/** The last figure of every item. */
export function setFigures({ database }: Database, figure: number): Promise<void> {
  return database.execute(`update alert_state set figure = ${figure}`);
}
