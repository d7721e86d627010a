import { sql, type Transaction } from 'kysely';
import { dialectOf, jsonRows } from '../database/dialect.ts';
import type { Schema } from '../database/schema.ts';
import type { DayOfSales, Entry, Sum } from './dayRows.ts';

/** The statements that days of sales are written with; what makes a transaction of them is salesWriter.ts. */

/** A new generation that no day points at yet. Gives its number. */
export async function newGeneration(
  transaction: Transaction<Schema>,
  salesDate: string,
  now: number,
): Promise<number> {
  const made = await transaction
    .insertInto('sales_generation')
    .values({ sales_date: salesDate, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}

/** Puts rows into a generation, in both orders or in one; a row that is there is replaced. */
export async function writeRows(
  transaction: Transaction<Schema>,
  table: 'sales_row' | 'sales_row_by_store',
  generation: number,
  entries: readonly Entry[],
): Promise<void> {
  const fields = entries.map((entry) => [entry.product, entry.store, entry.millilitres, entry.quantity]);
  await sql`
    insert into ${sql.table(table)} (generation, product, store, millilitres, quantity)
    select cast(${generation} as integer), ${numbers(4)} from ${jsonRows(dialectOf<Schema>(transaction), fields)} where true
    on conflict (generation, product, store) do update set
      millilitres = excluded.millilitres, quantity = excluded.quantity`.execute(transaction);
}

/** Adds to the sums of a generation: for a new one that is nothing, for corrections they are differences. */
export async function writeSums(
  transaction: Transaction<Schema>,
  dimension: 'product' | 'store',
  generation: number,
  sums: readonly (readonly [number, Sum])[],
): Promise<void> {
  const table = sql.table(`sales_${dimension}_day`);
  const key = sql.ref(dimension);
  const fields = sums.map(([at, sum]) => [at, ...fieldsOf(sum)]);
  await sql`
    insert into ${table} (generation, ${key}, rows, millilitres, quantity, returned_millilitres, returned_quantity)
    select cast(${generation} as integer), ${numbers(6)} from ${jsonRows(dialectOf<Schema>(transaction), fields)} where true
    on conflict (generation, ${key}) do update set
      rows = ${table}.rows + excluded.rows,
      millilitres = ${table}.millilitres + excluded.millilitres,
      quantity = ${table}.quantity + excluded.quantity,
      returned_millilitres = ${table}.returned_millilitres + excluded.returned_millilitres,
      returned_quantity = ${table}.returned_quantity + excluded.returned_quantity`.execute(transaction);
}

/** Makes a generation the one that counts for its day; null settles the day as empty. */
export async function pointAt(
  transaction: Transaction<Schema>,
  day: DayOfSales,
  generation: number | null,
  sum: Sum,
  readAt: number,
): Promise<void> {
  const values = {
    generation,
    rows: sum.rows,
    millilitres: sum.millilitres,
    quantity: sum.quantity,
    returned_millilitres: sum.returnedMillilitres,
    returned_quantity: sum.returnedQuantity,
    read_at: readAt,
    last_changed: day.lastChanged,
  };
  await transaction
    .insertInto('sales_day')
    .values({ sales_date: day.salesDate, ...values })
    .onConflict((conflict) => conflict.column('sales_date').doUpdateSet(values))
    .execute();
  await raiseRevision(transaction);
}

/** Adds differences to the sums of a day whose generation stays. */
export async function addToDay(
  transaction: Transaction<Schema>,
  { salesDate, lastChanged }: DayOfSales,
  generation: number,
  difference: Sum,
): Promise<void> {
  await transaction
    .updateTable('sales_day')
    .set((set) => ({
      rows: set('rows', '+', difference.rows),
      millilitres: set('millilitres', '+', difference.millilitres),
      quantity: set('quantity', '+', difference.quantity),
      returned_millilitres: set('returned_millilitres', '+', difference.returnedMillilitres),
      returned_quantity: set('returned_quantity', '+', difference.returnedQuantity),
      last_changed: set
        .case()
        .when('last_changed', '<', lastChanged)
        .then(lastChanged)
        .else(set.ref('last_changed'))
        .end(),
    }))
    .where('sales_date', '=', salesDate)
    .where('generation', '=', generation)
    .execute();
  await raiseRevision(transaction);
}

/** Notes products as sold on a day, unless they were sold later too. */
export async function noteSold(
  transaction: Transaction<Schema>,
  salesDate: string,
  productIds: readonly string[],
): Promise<void> {
  const rows = jsonRows(
    dialectOf<Schema>(transaction),
    productIds.map((id) => [id]),
  );
  await sql`
    insert into own_product (product_id, last_sale_date) select value ->> 0, ${salesDate} from ${rows} where true
    on conflict (product_id) do update set last_sale_date = excluded.last_sale_date
      where own_product.last_sale_date < excluded.last_sale_date`.execute(transaction);
}

/** With it, what was kept of the sales before does not count any more. */
export async function raiseRevision(transaction: Transaction<Schema>): Promise<void> {
  await transaction
    .updateTable('sales_intake')
    .set((set) => ({ revision: set('revision', '+', 1) }))
    .execute();
}

function fieldsOf(sum: Sum): number[] {
  return [sum.rows, sum.millilitres, sum.quantity, sum.returnedMillilitres, sum.returnedQuantity];
}

/** The first fields of a JSON row, each an integer. */
function numbers(count: number) {
  return sql.join(Array.from({ length: count }, (_, at) => sql`cast(value ->> ${sql.lit(at)} as bigint)`));
}
