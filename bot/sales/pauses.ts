import type { Database } from '../database/connection.ts';
import { writeSalesState } from './state.ts';

/**
 * Forgets how long the service is to be left alone, and that of nobody who is asking at this moment. For a start on a
 * database that no service and key ever filled: those who asked in vain may have had a mistyped key.
 */
export async function forgetPauses(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('stock_day')
    .where('state', '=', 'waiting')
    .where('lease_until', '<=', now)
    .execute();
  await writeSalesState(database, { failures: 0, nextTryAt: 0, nextProbeAt: 0 });
}
