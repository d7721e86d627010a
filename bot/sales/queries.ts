import { type Kysely, sql } from 'kysely';
import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';
import { byNumber, numberOf } from '../text/idNumbers.ts';
import { readCoverage } from './coverage.ts';
import { fromMillionths } from './dayRows.ts';
import type { MeanSalesQuestion, ProductMean, SalesReader } from './reader.ts';
import { type HeldSums, readSums } from './sums.ts';

const MEAN_DAYS = 28;
/** Answers of a kind that are kept until a day of sales changes. */
const KEPT_ANSWERS = 12;

/** Reads sales on this connection; `readSalesInThreads` does so without holding up the thread it is called in. */
export function createSalesReader(database: Database, calendar: Calendar): SalesReader {
  const sums = createKept<HeldSums>();
  const means = createKept<readonly ProductMean[]>();

  /** Everything `work` reads is of one moment, however many statements it takes. */
  const atOneMoment = <T>(work: (moment: Kysely<Schema>) => Promise<T>): Promise<T> =>
    database.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

  return {
    salesOf: (question) =>
      atOneMoment(async (moment) => ({
        ...(await sums(moment, question, () => readSums(moment, question))),
        coverage: await readCoverage(moment, calendar, question.from, question.to),
      })),

    daysOf: (from, to) => atOneMoment((moment) => readCoverage(moment, calendar, from, to)),

    meanSales: (question) =>
      atOneMoment(async (moment) => {
        const { to } = question;
        const from = calendar.addDays(to, 1 - (question.days ?? MEAN_DAYS));
        const coverage = await readCoverage(moment, calendar, from, to);
        return {
          from,
          to,
          daysKnown: coverage.days.length - coverage.missing.length,
          products: await means(moment, { ...question, from }, () => readMeans(moment, question, from)),
          coverage,
        };
      }),

    async ownProducts() {
      const rows = await database.selectFrom('own_product').selectAll().execute();
      return rows
        .map((row) => ({ productId: row.product_id, lastSaleDate: row.last_sale_date }))
        .sort((one, other) => byNumber(one.productId, other.productId));
    },

    async storesSold() {
      const rows = await database.selectFrom('sales_store').select('store_id').execute();
      return rows.map((row) => row.store_id).sort(byNumber);
    },

    async newestDay() {
      const row = await database
        .selectFrom('sales_day')
        .select('sales_date')
        .where('generation', 'is not', null)
        .orderBy('sales_date', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.sales_date;
    },
  };
}

/** Answers by their question, good until a day of sales changes. */
function createKept<Answer>() {
  const kept = new Map<string, { readonly revision: number; readonly answer: Promise<Answer> }>();
  return async (moment: Kysely<Schema>, question: object, read: () => Promise<Answer>): Promise<Answer> => {
    const { revision } = await moment.selectFrom('sales_intake').select('revision').executeTakeFirstOrThrow();
    const key = JSON.stringify(question);
    const known = kept.get(key);
    if (known?.revision === revision) return known.answer;
    const answer = read();
    kept.delete(key);
    kept.set(key, { revision, answer });
    const [oldest] = kept.keys();
    if (kept.size > KEPT_ANSWERS && oldest !== undefined) kept.delete(oldest);
    answer.catch(() => kept.delete(key));
    return answer;
  };
}

async function readMeans(
  database: Kysely<Schema>,
  { to, productIds }: MeanSalesQuestion,
  from: string,
): Promise<ProductMean[]> {
  const { rows } = await sql<{
    product_id: string;
    millilitres: number;
    quantity: number;
    days: number;
    first: string;
    last: string;
  }>`
    select n.product_id, g.* from (
      select s.product, sum(s.millilitres) as millilitres, sum(s.quantity) as quantity, count(*) as days,
        min(d.sales_date) as first, max(d.sales_date) as last
      from sales_day d join sales_product_day s on s.generation = d.generation
      where d.sales_date between ${from} and ${to} group by s.product
    ) g join sales_product n on n.key = g.product`.execute(database);
  const wanted = productIds === undefined ? undefined : new Set(productIds.map(comparable));
  return rows
    .filter((row) => wanted?.has(comparable(row.product_id)) ?? true)
    .map((row) => ({
      productId: row.product_id,
      millilitres: row.millilitres,
      quantity: fromMillionths(row.quantity),
      daysSold: row.days,
      firstSold: row.first,
      lastSold: row.last,
    }))
    .sort((one, other) => byNumber(one.productId, other.productId));
}

/** The same for ids that differ by leading zeros only. */
function comparable(id: string): number | string {
  return numberOf(id) ?? id;
}
