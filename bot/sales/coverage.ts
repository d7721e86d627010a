import type { Kysely } from 'kysely';
import type { Calendar } from 'retail-data-client/core';
import type { Schema } from '../database/schema.ts';
import type { Coverage, DayCoverage } from './reader.ts';

/** Which days of a range are held, and as of when. */
export async function readCoverage(
  database: Kysely<Schema>,
  calendar: Calendar,
  from: string,
  to: string,
): Promise<Coverage> {
  const rows = await database
    .selectFrom('sales_day')
    .select(['sales_date', 'rows', 'read_at', 'last_changed'])
    .where('sales_date', '>=', from)
    .where('sales_date', '<=', to)
    .execute();
  const { corrections_at } = await database
    .selectFrom('sales_intake')
    .select('corrections_at')
    .executeTakeFirstOrThrow();
  const known = new Map(rows.map((row) => [row.sales_date, row]));
  const days: DayCoverage[] = [];
  for (let salesDate = from; salesDate <= to; salesDate = calendar.addDays(salesDate, 1)) {
    const row = known.get(salesDate);
    days.push(
      row === undefined
        ? { salesDate, state: 'missing', rows: 0, readAt: undefined, lastChanged: undefined }
        : {
            salesDate,
            state: row.rows > 0 ? 'held' : 'empty',
            rows: row.rows,
            readAt: row.read_at,
            lastChanged: row.last_changed === '' ? undefined : row.last_changed,
          },
    );
  }
  const comparedAt = rows.map((row) => Math.max(row.read_at, corrections_at ?? row.read_at));
  return {
    days,
    missing: days.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate),
    asOf: rows.length === 0 ? undefined : Math.min(...comparedAt),
  };
}
