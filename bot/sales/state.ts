import type { Database } from '../database/connection.ts';

/** How far the intake of sales has come; one record for all processes on the database. */
export interface SalesState {
  /** When the days held were last compared with the service's corrections. */
  readonly correctionsAt: number | undefined;
  readonly probedDay: string | undefined;
  readonly probes: number;
  readonly nextProbeAt: number;
  readonly failures: number;
  readonly nextTryAt: number;
}

export async function readSalesState(database: Database): Promise<SalesState> {
  const row = await database.selectFrom('sales_intake').selectAll().executeTakeFirstOrThrow();
  return {
    correctionsAt: row.corrections_at ?? undefined,
    probedDay: row.probed_day ?? undefined,
    probes: row.probes,
    nextProbeAt: row.next_probe_at,
    failures: row.failures,
    nextTryAt: row.next_try_at,
  };
}

export async function writeSalesState(database: Database, changes: Partial<SalesState>): Promise<void> {
  const { correctionsAt, probedDay, probes, nextProbeAt, failures, nextTryAt } = changes;
  await database
    .updateTable('sales_intake')
    .set({
      ...(correctionsAt === undefined ? {} : { corrections_at: correctionsAt }),
      ...(probedDay === undefined ? {} : { probed_day: probedDay }),
      ...(probes === undefined ? {} : { probes }),
      ...(nextProbeAt === undefined ? {} : { next_probe_at: nextProbeAt }),
      ...(failures === undefined ? {} : { failures }),
      ...(nextTryAt === undefined ? {} : { next_try_at: nextTryAt }),
    })
    .execute();
}

/** When each day that is held or empty was read whole. */
export async function readDaysKnown(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.selectFrom('sales_day').select(['sales_date', 'read_at']).execute();
  return new Map(rows.map((row) => [row.sales_date, row.read_at]));
}

/** Rows of a day that is held; 0 for one that is empty or not read. */
export async function rowsHeld(database: Database, day: string): Promise<number> {
  const row = await database
    .selectFrom('sales_day')
    .select('rows')
    .where('sales_date', '=', day)
    .executeTakeFirst();
  return row?.rows ?? 0;
}
