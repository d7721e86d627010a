/** Syncs sales as the bot does, thread and all, and says so when nothing is left to do. Killed at any moment. */

import { systemClock } from 'retail-data-client/clock/systemClock';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { startSalesImport } from '../../../../bot/imports.ts';
import { createLog } from '../../../../bot/process/log.ts';
import { syncSales } from '../../../../bot/sales/import/sync.ts';
import { startProcess } from '../../../../bot/workers/process.ts';
import { calendar } from '../../../support/bot/time.ts';

export interface KillOrder {
  readonly databasePlace: string;
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  readonly now: number;
  readonly historyDays: number;
}

const order: KillOrder = JSON.parse(process.argv[2] ?? '');
const database = await openDatabase(order.databasePlace);
// Of those that were killed, nobody comes back: the test does not wait for the end of their lease.
await database.deleteFrom('lease').execute();
await syncSales({
  database,
  calendar,
  clock: { now: () => order.now, sleep: systemClock.sleep },
  log: createLog('silent'),
  signal: new AbortController().signal,
  owner: `process ${process.pid}`,
  historyDays: order.historyDays,
  retentionDays: 400,
  oldDays: { deletableBefore: async (_what, _oldest, before) => before },
  mayWork: async () => true,
  async openImport(lease) {
    return new Proxy(startSalesImport(startProcess, order, lease), {
      get(sales, method) {
        if (method === 'importDay') process.stdout.write('day\n');
        return Reflect.get(sales, method);
      },
    });
  },
});
await database.destroy();
process.stdout.write('done\n');
