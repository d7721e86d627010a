import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { createAnswerCache } from '../database/answerCache.ts';
import type { Database } from '../database/connection.ts';
import { dialectOf, jsonRows } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import { keyIn } from '../figures/rows.ts';
import { MEANINGS, type Meaning, type Picked } from '../parse/selection.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { byNumber, fromMillionths, numberOf } from '../text/numbers.ts';
import type {
  Coverage,
  DayCoverage,
  PairPart,
  ProductMean,
  SalesFigures,
  SalesGroupSum,
  SalesReader,
  SalesSumsQuestion,
} from './reader.ts';
import { addUp, addUpPairs, type StoredSums } from './sums.ts';

const MEAN_DAYS = 28;

/** Entries per cache. */
const CACHED_ANSWERS = 12;

/** Reads sales on this connection, in the calling thread; `openFiguresReader` reads in another thread. */
export function createSalesReader(database: Database, calendar: Calendar): SalesReader {
  const sums = keepAnswers<StoredSums>();
  const means = keepAnswers<readonly ProductMean[]>();

  /** Runs `work` in one read-only transaction, so that all its statements see the same data. */
  const atOneMoment = <T>(work: (moment: Kysely<Schema>) => Promise<T>): Promise<T> =>
    database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

  return {
    salesOf: (question) =>
      atOneMoment(async (moment) => ({
        ...(await sums(moment, question, () => readSums(moment, question))),
        coverage: await readCoverage(moment, question),
      })),

    daysOf: (from, to) => atOneMoment((moment) => readCoverage(moment, { from, to })),

    meanSales: ({ to, days = MEAN_DAYS }) =>
      atOneMoment(async (moment) => {
        const from = calendar.addDays(to, 1 - days);
        const coverage = await readCoverage(moment, { from, to });
        return {
          from,
          to,
          products: await means(moment, { from, to }, () => readMeans(moment, from, to)),
          coverage,
        };
      }),

    async ownProducts() {
      return (await ownProductIds(database)).sort(byNumber);
    },

    newestDay: () => firstDayBy(database, 'desc'),
    oldestDay: () => firstDayBy(database, 'asc'),
  };
}

async function firstDayBy(database: Kysely<Schema>, order: 'asc' | 'desc'): Promise<string | undefined> {
  const row = await database
    .selectFrom('sales_day')
    .select('sales_date')
    .where('generation', 'is not', null)
    .orderBy('sales_date', order)
    .limit(1)
    .executeTakeFirst();
  return row?.sales_date;
}

/** Caches answers by question, until a day of sales changes. */
function keepAnswers<Answer>() {
  const cached = createAnswerCache<Answer>(CACHED_ANSWERS);
  return async (moment: Kysely<Schema>, question: object, read: () => Promise<Answer>): Promise<Answer> => {
    const { revision } = await moment.selectFrom('sales_sync').select('revision').executeTakeFirstOrThrow();
    return cached(revision, question, read);
  };
}

async function readMeans(database: Kysely<Schema>, from: string, to: string): Promise<ProductMean[]> {
  const { rows } = await sql<{
    product_id: string;
    quantity: number;
    first: string;
  }>`
    select n.product_id, g.* from (
      select s.product, sum(s.quantity) as quantity, min(d.sales_date) as first
      from sales_day d join sales_product_day s on s.generation = d.generation
      where d.sales_date between ${from} and ${to} group by s.product
    ) g join sales_product n on n.key = g.product`.execute(database);
  return rows
    .map((row) => ({
      productId: row.product_id,
      quantity: fromMillionths(row.quantity),
      firstSold: row.first,
    }))
    .sort((one, other) => byNumber(one.productId, other.productId));
}

async function readCoverage(database: Kysely<Schema>, range: DayRange): Promise<Coverage> {
  const rows = await database
    .selectFrom('sales_day')
    .select(['sales_date', 'rows', 'read_at'])
    .where('sales_date', '>=', range.from)
    .where('sales_date', '<=', range.to)
    .execute();
  const { corrections_at } = await database
    .selectFrom('sales_sync')
    .select('corrections_at')
    .executeTakeFirstOrThrow();
  const known = new Map(rows.map((row) => [row.sales_date, row]));
  const days = daysIn(range).map((salesDate): DayCoverage => {
    const row = known.get(salesDate);
    if (row === undefined) return { salesDate, state: 'missing', readAt: undefined };
    return { salesDate, state: row.rows > 0 ? 'held' : 'empty', readAt: row.read_at };
  });
  const comparedAt = rows.map((row) => Math.max(row.read_at, corrections_at ?? row.read_at));
  return {
    days,
    missing: days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate),
    asOf: rows.length === 0 ? undefined : Math.min(...comparedAt),
  };
}

/** Adds up the stored days, from the smallest table that has the dimensions. Call it within one transaction. */
async function readSums(database: Kysely<Schema>, question: SalesSumsQuestion): Promise<StoredSums> {
  const asked: Asked = {
    from: question.from,
    to: question.to,
    weekdays: question.weekdays,
    product: await keysOf(database, 'product', question.picked?.product),
    store: await keysOf(database, 'store', question.picked?.store),
  };
  const { by } = question;
  const groups = await sumsOf(database, asked, by);
  const only = by.length === 1 ? by[0] : undefined;
  const days = only === 'day' ? groups : await sumsOf(database, asked, ['day']);
  const countOf = async (dimension: Meaning) =>
    only === dimension ? groups.length : await distinct(database, asked, dimension);
  return {
    totals: {
      ...addUp(days),
      products: await countOf('product'),
      stores: await countOf('store'),
      days: days.length,
    },
    groups,
  };
}

/** A question by the dictionary keys of products and stores; undefined means all. */
interface Asked extends DayRange {
  readonly product: PickedKeys | undefined;
  readonly store: PickedKeys | undefined;
}

interface PickedKeys {
  readonly keys: readonly number[];
  readonly isLeftOut: boolean;
}

async function keysOf(
  database: Kysely<Schema>,
  dimension: Meaning,
  picked: Picked | undefined,
): Promise<PickedKeys | undefined> {
  if (picked === undefined) return undefined;
  const { ids, isLeftOut } = picked;
  const numbers = ids.map(numberOf).filter((number) => number !== null);
  const others = ids.filter((id) => numberOf(id) === null);
  const table = sql.table(`sales_${dimension}`);
  const id = sql.ref(`${dimension}_id`);
  const { rows } = await sql<{ key: number }>`
    select key from ${table} where number in (${list(database, numbers)}) or ${id} in (${list(database, others)})`.execute(
    database,
  );
  return { keys: rows.map(({ key }) => key), isLeftOut };
}

/** SQLite takes 32,766 parameters in a statement, PostgreSQL 65,535; a group can have every product of the chain. */
const MAX_PARAMETERS = 1_000;

/** The values of an SQL `in`, all numbers or all texts. For none: null, which equals nothing. */
function list(database: Kysely<Schema>, values: readonly (number | string)[]): RawBuilder<unknown> {
  if (values.length === 0) return sql`null`;
  if (values.length <= MAX_PARAMETERS) return sql.join(values.map((value) => sql.val(value)));
  const rows = jsonRows(
    dialectOf(database),
    values.map((value) => [value]),
  );
  const type = sql.raw(typeof values[0] === 'number' ? 'bigint' : 'text');
  return sql`select cast(value ->> 0 as ${type}) from ${rows}`;
}

/** The table with the fewest rows that has the dimensions. */
function sourceOf(asked: Asked, ...by: readonly string[]): RawBuilder<unknown> {
  const needsProduct = asked.product !== undefined || by.includes('product');
  const needsStore = asked.store !== undefined || by.includes('store');
  if (needsProduct && needsStore) {
    const rows = sql.table(asked.product === undefined ? 'sales_row_by_store' : 'sales_row');
    return sql`(select generation, product, store, 1 as rows, millilitres, quantity,
      case when millilitres < 0 then -millilitres else 0 end as returned_millilitres,
      case when quantity < 0 then -quantity else 0 end as returned_quantity from ${rows})`;
  }
  if (needsProduct) return sql.table('sales_product_day');
  return needsStore ? sql.table('sales_store_day') : sql.table('sales_day');
}

function filterOf(database: Kysely<Schema>, asked: Asked): RawBuilder<unknown> {
  const picked = MEANINGS.flatMap((dimension) => {
    const { keys, isLeftOut } = asked[dimension] ?? { keys: [], isLeftOut: true };
    // Nothing is left out where no sale was ever of it: an empty list is null, which no `not in` passes.
    if (isLeftOut && keys.length === 0) return [];
    const among = isLeftOut ? sql`not in` : sql`in`;
    return [sql`and ${sql.ref(`s.${dimension}`)} ${among} (${list(database, keys)})`];
  });
  const days =
    asked.weekdays === undefined
      ? sql`between ${asked.from} and ${asked.to}`
      : sql`in (${list(database, daysIn(asked))})`;
  return sql`d.sales_date ${days} and d.generation is not null ${sql.join(picked, sql` `)}`;
}

interface SumRow {
  /** Those that the sums are by. */
  readonly product: string;
  readonly store: string;
  readonly day: string;
  readonly rows: number;
  readonly millilitres: number;
  readonly quantity: number;
  readonly returned_millilitres: number;
  readonly returned_quantity: number;
}

const SUMS = sql`sum(s.rows) as rows, sum(s.millilitres) as millilitres, sum(s.quantity) as quantity,
  sum(s.returned_millilitres) as returned_millilitres, sum(s.returned_quantity) as returned_quantity`;

/** A sum for each product, store or day, or for each pair that has a row. */
async function sumsOf(
  database: Kysely<Schema>,
  asked: Asked,
  by: SalesSumsQuestion['by'],
): Promise<SalesGroupSum[]> {
  const dimensions = MEANINGS.filter((dimension) => by.some((part) => part === dimension));
  const isByDay = dimensions.length < by.length;
  const places = [
    ...dimensions.map((dimension) => sql.ref(`s.${dimension}`)),
    ...(isByDay ? [sql`d.sales_date`] : []),
  ];
  const kept = [
    ...dimensions.map((dimension) => sql`${sql.ref(`s.${dimension}`)} as ${sql.ref(`${dimension}_key`)}`),
    ...(isByDay ? [sql`d.sales_date as day`] : []),
  ];
  const names = [
    ...dimensions.map(
      (dimension) => sql`${sql.ref(`${dimension}_names.${dimension}_id`)} as ${sql.ref(dimension)}`,
    ),
    ...(isByDay ? [sql`g.day`] : []),
  ];
  // Join the ids after grouping: they are long, and one per group is enough.
  const joined = dimensions.map(
    (dimension) => sql`join ${sql.table(`sales_${dimension}`)} ${sql.ref(`${dimension}_names`)}
      on ${sql.ref(`${dimension}_names.key`)} = ${sql.ref(`g.${dimension}_key`)}`,
  );
  const { rows } = await sql<SumRow>`
    select ${sql.join(names)}, g.rows, g.millilitres, g.quantity, g.returned_millilitres, g.returned_quantity from (
      select ${sql.join(kept)}, ${SUMS} from sales_day d
        join ${sourceOf(asked, ...by)} s on s.generation = d.generation
      where ${filterOf(database, asked)} group by ${sql.join(places)}
    ) g ${sql.join(joined, sql` `)}`.execute(database);
  const keyOf = (part: PairPart, row: SumRow) =>
    part === 'product' || part === 'store' ? row[part] : keyIn(part, row.day);
  const [first, second] = by;
  if (second === undefined) return rows.map((row) => ({ key: keyOf(first, row), ...figuresOf(row) }));
  return addUpPairs(
    rows.map((row) => ({ key: keyOf(first, row), second: keyOf(second, row), ...figuresOf(row) })),
  );
}

/** Counts the products or stores with a row of the question. */
async function distinct(database: Kysely<Schema>, asked: Asked, dimension: Meaning): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct ${sql.ref(`s.${dimension}`)}) as count
    from sales_day d join ${sourceOf(asked, dimension)} s on s.generation = d.generation
    where ${filterOf(database, asked)}`.execute(database);
  return rows[0]?.count ?? 0;
}

function figuresOf(row: SumRow): SalesFigures {
  return {
    rows: row.rows,
    millilitres: row.millilitres,
    quantity: fromMillionths(row.quantity),
    returnedMillilitres: row.returned_millilitres,
    returnedQuantity: fromMillionths(row.returned_quantity),
  };
}

/** Products that the supplier sold in the last 90 days. */
export async function ownProductIds(database: Database): Promise<string[]> {
  const rows = await database.selectFrom('own_product').select('product_id').execute();
  return rows.map((row) => row.product_id);
}
