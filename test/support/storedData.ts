import { TEAM } from '../../bot/demo/slack/cast.ts';
import type { DatabaseKind, TestBot } from './testBot.ts';

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

/** Another digest of stock beside the one that the channel has, of all products in the chain. */
export function subscribeBeside({ database }: Database, channel: string, kind: string): Promise<void> {
  return database.execute(`insert into digest_subscription
      (team_id, channel_id, kind, digest_time, active, created_at, counts_from, weekdays, owner, question, cadence, language, shows_sales)
    select team_id, channel_id, '${kind}', digest_time, active, created_at, counts_from, weekdays, owner, '/stock all', cadence, language, 0
    from digest_subscription where channel_id = '${channel}' and kind = 'stock'`);
}

/** The digests of a channel; `time` is null for that of the kind. */
export async function digestsOf({ database }: Database, channel: string) {
  const rows = await database.read(
    `select kind, digest_time, active from digest_subscription where channel_id = '${channel}' order by kind`,
  );
  return rows.map(({ kind, digest_time, active }) => ({ kind, time: digest_time, isActive: active === 1 }));
}

/** Digests that are recorded for a channel, oldest first: channel, kind and day. */
export async function recordedDigests({ database }: Database, channel: string): Promise<string[]> {
  const rows = await database.read(
    `select channel_id, kind, business_date from digest_run where channel_id = '${channel}' order by id`,
  );
  return rows.map((row) => Object.values(row).join(' '));
}

/** So many further digests of stock with names of their own, which never come. */
export function subscribeMany({ database, clock }: TestBot, channel: string, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, at) =>
      `('${TEAM}', '${channel}', 'stock#${at}', '23:59', 1, 0, ${clock.right()}, '1234567', '/stock mine', 'daily', 1, 'number ${at}')`,
  );
  return database.execute(`insert into digest_subscription
    (team_id, channel_id, kind, digest_time, active, created_at, counts_from, weekdays, question, cadence, shows_sales, name) values ${rows.join(', ')}`);
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

/** Every alert, or the one that was set first, belongs to that person. */
export function giveAlertsTo({ database }: Database, owner: string, which?: 'first'): Promise<void> {
  const first = which === undefined ? '' : ' where id = (select min(id) from alert)';
  return database.execute(`update alert set owner = '${owner}'${first}`);
}

export function removeAlertsIn({ database }: Database, language: 'en' | 'nb'): Promise<void> {
  return database.execute(`delete from alert where language = '${language}'`);
}

/** The last figure of every item. */
export function setFigures({ database }: Database, figure: number): Promise<void> {
  return database.execute(`update alert_state set figure = ${figure}`);
}

/** The database is of the service at that address. */
export function moveService({ database }: Database, url: string): Promise<void> {
  return database.execute(`update service_identity set base_url = '${url}'`);
}

export function forgetSalesDay({ database }: Database, day: string): Promise<void> {
  return database.execute(`delete from sales_day where sales_date = '${day}'`);
}

/** As if a product had not been sold on days that a condition names, such as `< '2026-11-16'`. */
export async function forgetSalesOf(
  { database }: Database,
  product: string | undefined,
  days: string,
): Promise<void> {
  for (const table of ['sales_product_day', 'sales_row', 'sales_row_by_store'])
    await database.execute(
      `delete from ${table} where product = (select key from sales_product where product_id = '${product}')
         and generation in (select generation from sales_day where sales_date ${days})`,
    );
}

/** As if sales had been corrected since: a millilitre more in each of those rows. */
export function changeSales({ database }: Database, of: 'store 1' | 'every third product'): Promise<void> {
  const which = of === 'store 1' ? 'store = 1' : 'product % 3 = 0';
  return database.execute(`update sales_row set millilitres = millilitres + 1 where ${which}`);
}

export function forgetSales({ database }: Database): Promise<void> {
  return database.execute('delete from sales_day');
}

export function forgetOwnProducts({ database }: Database): Promise<void> {
  return database.execute('delete from own_product');
}

export async function forgetStockAndSales({ database }: Database): Promise<void> {
  for (const table of ['stock_snapshot', 'stock_level', 'sales_day', 'sales_row', 'own_product'])
    await database.execute(`delete from ${table}`);
}

export async function storedSalesDays({ database }: Database): Promise<number> {
  return (await database.read('select sales_date from sales_day')).length;
}

/** Own products by their numbers: the day on which each was sold last. */
export async function lastSaleDates({ database }: Database): Promise<Record<string, string>> {
  const rows = await database.read('select product_id, last_sale_date from own_product');
  const dates = rows.map((row) => [String(row.product_id), String(row.last_sale_date)] as const);
  return Object.fromEntries(dates.toSorted());
}

/** Units in stock by the day, oldest first. */
export async function storedStock({ database }: Database): Promise<Map<string, number>> {
  const rows = await database.read('select business_date, units from stock_snapshot order by business_date');
  return new Map(rows.map((row) => [String(row.business_date), Number(row.units)]));
}

/** What was asked is written as no version writes it. */
export function spoilRecentQuestions({ database }: Database): Promise<void> {
  return database.execute("update recent_question set command = '/sales nonsens'");
}

const NO_SPACE = 'No space left on device';

/** Stock is refused, as by a disk that is full, until the function that it gives is called. */
export async function refuseStock({ database }: Database, kind: DatabaseKind): Promise<() => Promise<void>> {
  if (kind === 'postgres') {
    await database.execute(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: ${NO_SPACE}' using errcode = '53100'; end $$`);
    await database.execute('create trigger refusing before insert on stock_level execute function refuse()');
    return () => database.execute('drop trigger refusing on stock_level');
  }
  await database.execute(
    `create trigger refusing before insert on stock_level begin select raise(abort, '${NO_SPACE}'); end`,
  );
  return () => database.execute('drop trigger refusing');
}

/** By which day's data alerts were judged last, and on which sides of their lines their items are. */
export async function judgedAlerts({ database }: Database) {
  const [days, states] = [
    await database.read('select distinct judged_day from alert'),
    await database.read('select distinct state from alert_state'),
  ];
  return { days: days.map(({ judged_day }) => judged_day), states: states.map(({ state }) => state) };
}
