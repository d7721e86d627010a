import { type Kysely, type Selectable, sql } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import { dialectOf, inByteOrder, jsonRows, skipCompilation } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import type { StockSnapshotTable } from '../database/tables/stock.ts';
import type { Picked } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import { fromMillionths, numberOf, toMillionths } from '../text/numbers.ts';
import { daysOfCover, type ProductPace } from './daysOfCover.ts';
import type { Kept, StockSql } from './keep.ts';
import type { DayLevel, Snapshot, StockRow, StockSummary, StockTotals } from './levels.ts';
import type { Scope } from './question.ts';

/**
 * Reads stored stock. Days are yyyy-MM-dd business dates; stock is in units over all stores. Leading zeros of a product
 * id don't matter. Products are sorted by number, those whose id isn't a number last.
 */

/** The picked products, or those of `scope` without the ones left out. */
export interface StockChoice {
  readonly scope: Scope;
  readonly picked?: Picked | undefined;
}

/** A stored day, and the days it is compared with. */
export interface ComparedDays {
  readonly snapshot: Snapshot;
  /** The latest stored day before `snapshot`. */
  readonly dayBefore: Snapshot | undefined;
  /** The latest stored day that is one to two weeks older. */
  readonly weekAgo: Snapshot | undefined;
}

/** What rows are read from: the products of `choice` on the compared days, with their sales. */
export interface StockTable {
  readonly days: ComparedDays;
  readonly choice: StockChoice;
  /** Of products whose sales are known. */
  readonly pace: readonly ProductPace[];
}

export interface StockList extends Kept {
  readonly most: number;
}

const WEEK_DAYS = 7;

const WEEK_TOLERANCE_DAYS = 7;

/** Runs `work` in one read-only transaction, so that all its statements see the same data. */
export function atOneMoment<Result>(
  database: Database,
  work: (moment: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (moment) => {
      await skipCompilation<Schema>(moment);
      return work(moment);
    });
}

/** The days to compare for `businessDate`, or for the latest stored day; undefined when it isn't stored. */
export async function findDays(
  moment: Kysely<Schema>,
  calendar: Calendar,
  businessDate?: string,
): Promise<ComparedDays | undefined> {
  const snapshot = await latestSnapshot(
    moment,
    businessDate === undefined ? undefined : calendar.addDays(businessDate, 1),
  );
  if (snapshot === undefined || snapshot.businessDate !== (businessDate ?? snapshot.businessDate)) {
    return undefined;
  }
  const day = snapshot.businessDate;
  const week = await latestSnapshot(moment, calendar.addDays(day, 1 - WEEK_DAYS));
  const oldest = calendar.addDays(day, -WEEK_DAYS - WEEK_TOLERANCE_DAYS);
  return {
    snapshot,
    dayBefore: await latestSnapshot(moment, day),
    weekAgo: week === undefined || week.businessDate < oldest ? undefined : week,
  };
}

/** Adds up the products of the table, and counts those that meet each condition. */
export async function readSummary<Name extends string>(
  moment: Kysely<Schema>,
  table: StockTable,
  conditions: Readonly<Record<Name, StockSql>>,
): Promise<{ readonly summary: StockSummary; readonly counts: Readonly<Record<Name, number>> }> {
  const names = Object.keys(conditions) as Name[];
  const counted = names.map((name) => sql`, ${countOf(conditions[name])} as ${sql.ref(`count_${name}`)}`);
  const { rows } = await sql<Record<string, number | null> & { readonly updated: string | null }>`
    with ${compared(moment, table)}
    select count(*) as products, sum(stock) as units, ${countOf(sql`stock <= 0`)} as out,
      ${countOf(sql`stock <= 0 and before > 0`)} as newly_out,
      ${countOf(sql`before <> stock`)} as changed, ${countOf(sql`not is_known`)} as others,
      ${countOf(sql`not is_known and stock <= 0`)} as others_out,
      max(${inByteOrder(dialectOf(moment), sql`updated_time`)}) as updated ${sql.join(counted, sql``)}
    from compared`.execute(moment);
  const [row] = rows;
  const count = (column: string) => Number(row?.[column] ?? 0);
  return {
    summary: {
      products: count('products'),
      units: count('units'),
      out: count('out'),
      newlyOut: count('newly_out'),
      changed: count('changed'),
      others: count('others'),
      othersOut: count('others_out'),
      updatedTime: row?.updated ?? '',
    },
    counts: Object.fromEntries(names.map((name) => [name, count(`count_${name}`)])) as Record<Name, number>,
  };
}

export async function readList(
  moment: Kysely<Schema>,
  table: StockTable,
  { where, order, most }: StockList,
): Promise<StockRow[]> {
  const first = order === undefined ? sql`` : sql`${order},`;
  const { rows } = await sql<{
    product_id: string;
    stock: number;
    stores: number;
    before: number | null;
    week_ago: number | null;
    week_stores: number | null;
    sold: number | null;
    rests_on: number | null;
    lead_days: number | null;
    pack_size: number | null;
  }>`
    with ${compared(moment, table)}
    select product_id, stock, stores, before, week_ago, week_stores, sold, rests_on, lead_days, pack_size from compared
    where ${where} order by ${first} ${inOrder(moment)} limit ${sql.lit(most)}`.execute(moment);
  return rows.map((row) => ({
    productId: row.product_id,
    stock: row.stock,
    storesWithStock: row.stores,
    dayBefore: row.before ?? undefined,
    weekAgo: row.week_ago ?? undefined,
    storesWeekAgo: row.week_stores ?? undefined,
    sold: row.sold === null ? undefined : fromMillionths(row.sold),
    cover:
      row.rests_on === null ? undefined : daysOfCover(row.stock, fromMillionths(row.sold ?? 0), row.rests_on),
    supply:
      row.lead_days === null ? undefined : { leadDays: row.lead_days, packSize: row.pack_size ?? undefined },
  }));
}

/** Products that `day` lists and `other` doesn't: their count, and the first `most` of them. */
export async function readOnlyOn(
  moment: Kysely<Schema>,
  choice: StockChoice,
  { day, other, most }: { readonly day: Snapshot; readonly other: Snapshot; readonly most: number },
): Promise<{ readonly count: number; readonly first: readonly string[] }> {
  const { rows } = await sql<{ product_id: string; count: number }>`
    select p.product_id, count(*) over () as count
    from stock_level l join sales_product p on p.key = l.product
    where l.generation = ${generationOf(day)} and ${isChosen(moment, choice, sql`l.product`)}
      and not exists (select 1 from stock_level o
        where o.generation = ${generationOf(other)} and o.product = l.product)
      and ${underOtherId(other, 'stock')} is null
    order by ${inOrder(moment)} limit ${sql.lit(most)}`.execute(moment);
  return { count: rows[0]?.count ?? 0, first: rows.map((row) => row.product_id) };
}

/** Sums of the stored days in a range and of `further` days, in order. */
export async function readTotals(
  moment: Kysely<Schema>,
  choice: StockChoice,
  { from, to, further }: { readonly from: string; readonly to: string; readonly further: readonly string[] },
): Promise<StockTotals[]> {
  const days = sql`(d.business_date between ${from} and ${to} or d.business_date in (${sql.join([to, ...further])}))`;
  const isWhole = choice.scope === 'all' && choice.picked === undefined;
  const { rows } = await sql<StockTotals>`${
    isWhole
      ? sql`select d.business_date as "businessDate", d.products, d.units from stock_snapshot d where ${days}`
      : sql`select d.business_date as "businessDate", count(l.product) as products,
          coalesce(sum(l.stock), 0) as units
        from stock_snapshot d left join stock_level l
          on l.generation = d.generation and ${isChosen(moment, choice, sql`l.product`)}
        where ${days} group by d.business_date`
  } order by d.business_date`.execute(moment);
  return rows;
}

/** The products' stock on each stored day of a range, by day, then by number. */
export async function readDayLevels(
  moment: Kysely<Schema>,
  productIds: readonly string[],
  { from, to }: DayRange,
): Promise<DayLevel[]> {
  const { rows } = await sql<DayLevel>`
    select d.business_date as "businessDate", p.product_id as "productId", l.stock as stock,
      l.stores as "storesWithStock"
    from stock_snapshot d join stock_level l on l.generation = d.generation
      join sales_product p on p.key = l.product
    where d.business_date between ${from} and ${to}
      and ${isChosen(moment, { scope: 'all', picked: { ids: productIds, isLeftOut: false } }, sql`l.product`)}
    order by d.business_date, ${inOrder(moment)}`.execute(moment);
  return rows;
}

/** On how many stored days each of these products had no stock; without those of none. */
export async function readDaysOut(
  database: Database,
  productIds: readonly string[],
  days: DayRange,
): Promise<ReadonlyMap<string, number>> {
  const levels = await atOneMoment(database, (moment) => readDayLevels(moment, productIds, days));
  const without = levels.filter(({ stock }) => stock <= 0);
  return new Map(
    [...Map.groupBy(without, ({ productId }) => productId)].map(([id, of]) => [id, of.length] as const),
  );
}

/** The first and the last stored day; undefined when none is stored. */
export async function readStoredRange(moment: Kysely<Schema>): Promise<DayRange | undefined> {
  const row = await moment
    .selectFrom('stock_snapshot')
    .select(({ fn }) => [
      fn.min<string | null>('business_date').as('from'),
      fn.max<string | null>('business_date').as('to'),
    ])
    .executeTakeFirst();
  return row?.from == null || row.to === null ? undefined : { from: row.from, to: row.to };
}

/** The product ids of a scope on a day, by number. */
export async function readProductIds(
  database: Database,
  snapshot: Snapshot,
  scope: Scope,
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select p.product_id from stock_level l join sales_product p on p.key = l.product
    where l.generation = ${generationOf(snapshot)} and ${isChosen(database, { scope }, sql`l.product`)}
    order by ${inOrder(database)}`.execute(database);
  return rows.map((row) => row.product_id);
}

/** The common table expressions of a StockTable; rows are read from `compared`. */
function compared(
  moment: Kysely<Schema>,
  { days: { snapshot, dayBefore, weekAgo }, choice, pace }: StockTable,
): StockSql {
  const fields = pace.map(({ productId, quantity, restsOn }) => [
    ...idFields(productId),
    quantity === undefined ? null : toMillionths(quantity),
    restsOn,
  ]);
  return sql`
    pace as materialized (
      select p.key as product, cast(v.value ->> 2 as bigint) as sold, cast(v.value ->> 3 as bigint) as rests_on
      from ${keysOf(moment, fields)}
    ),
    compared as not materialized (
      select p.product_id, p.number, l.stock, l.stores, l.updated_time,
        ${levelOn(dayBefore, 'b', 'stock')} as before, ${levelOn(weekAgo, 'w', 'stock')} as week_ago,
        ${levelOn(weekAgo, 'w', 'stores')} as week_stores,
        v.product is not null as is_known, v.sold, v.rests_on, e.lead_days, e.pack_size,
        case when v.product is null then null when l.stock <= 0 then 0
          when v.rests_on > 0 and v.sold > 0
            then cast(l.stock * v.rests_on as double precision) / (cast(v.sold as double precision) / 1000000)
        end as cover
      from stock_level l join sales_product p on p.key = l.product
        left join stock_level b on b.generation = ${generationOf(dayBefore)} and b.product = l.product
        left join stock_level w on w.generation = ${generationOf(weekAgo)} and w.product = l.product
        left join pace v on v.product = l.product
        left join products e on e.number = p.number
      where l.generation = ${generationOf(snapshot)} and ${isChosen(moment, choice, sql`l.product`)}
    )`;
}

function generationOf(snapshot: Snapshot | undefined): StockSql {
  if (snapshot === undefined) return sql`null`;
  return sql`(select generation from stock_snapshot where business_date = ${snapshot.businessDate})`;
}

/** The units of product `p` on a day, or the stores that had it; `level` is that day's row of it. */
function levelOn(snapshot: Snapshot | undefined, level: string, of: 'stock' | 'stores'): StockSql {
  return snapshot === undefined
    ? sql`cast(null as bigint)`
    : sql`coalesce(${sql.ref(`${level}.${of}`)}, ${underOtherId(snapshot, of)})`;
}

/** The same on a day that lists the product with other leading zeros. */
function underOtherId(snapshot: Snapshot, of: 'stock' | 'stores'): StockSql {
  return sql`(select ${sql.ref(`o.${of}`)} from sales_product q join stock_level o on o.product = q.key
    where q.number = p.number and q.key <> p.key and o.generation = ${generationOf(snapshot)}
    order by q.product_id limit 1)`;
}

/**
 * Selects chosen products. Own products are those sold in the last 90 days and those of the product list. A cross join
 * keeps SQLite from reading the whole dictionary first.
 */
function isChosen(moment: Kysely<Schema>, { scope, picked }: StockChoice, product: StockSql): StockSql {
  if (picked === undefined) return isOfScope(scope, product);
  const keys = sql`(select p.key from ${keysOf(moment, picked.ids.map(idFields))})`;
  return picked.isLeftOut
    ? sql`${isOfScope(scope, product)} and ${product} not in ${keys}`
    : sql`${product} in ${keys}`;
}

function isOfScope(scope: Scope, product: StockSql): StockSql {
  if (scope === 'all') return sql`1 = 1`;
  return sql`${product} in (
    select p.key from products e cross join sales_product p where p.number = e.number
    union all
    select s.key from own_product e cross join sales_product s where s.product_id = e.product_id
    union all
    select p.key from own_product e cross join sales_product s cross join sales_product p
    where s.product_id = e.product_id and p.number = s.number)`;
}

/** The number and text of an id, which together find all ids of the product. */
function idFields(productId: string): [number | null, string] {
  return [numberOf(productId), productId];
}

/** Joins rows `v`, which begin with `idFields`, with their products `p`. */
function keysOf(moment: Kysely<Schema>, rows: readonly (readonly unknown[])[]): StockSql {
  return sql`(select value from ${jsonRows(dialectOf(moment), rows)}) v join sales_product p
    on p.number = cast(v.value ->> 0 as bigint) or p.product_id = v.value ->> 1`;
}

function inOrder(moment: Kysely<Schema>): StockSql {
  return sql`number is null, number, ${inByteOrder(dialectOf(moment), sql`product_id`)}`;
}

function countOf(condition: StockSql): StockSql {
  return sql`count(case when ${condition} then 1 end)`;
}

/** The latest snapshot of a day before `before`; undefined when there is none. */
export async function latestSnapshot(
  database: Kysely<Schema>,
  before = '9999-12-31',
): Promise<Snapshot | undefined> {
  const row = await newestFirst(database).where('business_date', '<', before).executeTakeFirst();
  return row === undefined ? undefined : snapshotOf(row);
}

export function newestFirst(database: Kysely<Schema>) {
  return database.selectFrom('stock_snapshot').selectAll().orderBy('business_date', 'desc').limit(1);
}

export function snapshotOf({
  business_date,
  taken_at,
  products,
  fell_from,
}: Selectable<StockSnapshotTable>): Snapshot {
  return { businessDate: business_date, takenAt: taken_at, products, fellFrom: fell_from ?? undefined };
}

export async function hasSnapshot(database: Database, businessDate: string): Promise<boolean> {
  const row = await database
    .selectFrom('stock_snapshot')
    .select('business_date')
    .where('business_date', '=', businessDate)
    .executeTakeFirst();
  return row !== undefined;
}
