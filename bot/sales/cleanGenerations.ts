import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';

/** A transaction of so many rows takes some milliseconds, which is how long somebody else may have to wait. */
export const ROWS_PER_TRANSACTION = 500;

/** Runs a transaction under the lease, and lets others write after it. */
export type Transact = <T>(work: (transaction: Transaction<Schema>) => Promise<T>) => Promise<T>;

/** Deletes, in small pieces, the rows of generations that no day points at. */
export async function cleanGenerations(database: Database, transact: Transact): Promise<void> {
  const left = await database
    .selectFrom('sales_generation')
    .select('id')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('sales_day')
            .select('sales_date')
            .whereRef('sales_day.generation', '=', 'sales_generation.id'),
        ),
      ),
    )
    .execute();
  for (const { id } of left) {
    for (const [table, keys] of [
      ['sales_row', 'product, store'],
      ['sales_row_by_store', 'store, product'],
      ['sales_product_day', 'product'],
      ['sales_store_day', 'store'],
    ] as const) {
      const from = sql.table(table);
      const columns = sql.raw(keys);
      for (let deleted = ROWS_PER_TRANSACTION; deleted === ROWS_PER_TRANSACTION; ) {
        deleted = await transact(async (transaction) => {
          const result = await sql`
                delete from ${from} where generation = ${id} and (${columns}) in
                (select ${columns} from ${from} where generation = ${id} limit ${ROWS_PER_TRANSACTION})`.execute(
            transaction,
          );
          return Number(result.numAffectedRows ?? 0n);
        });
      }
    }
    await transact((transaction) =>
      transaction.deleteFrom('sales_generation').where('id', '=', id).execute(),
    );
  }
}
