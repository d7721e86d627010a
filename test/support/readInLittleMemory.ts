/** Reads an operation in a process of its own, and prints what it came to and the most memory it had. */
import { createInProcessBudget, createRetailDataClient, RetailDataError } from 'retail-data-client';
import { systemClock } from 'retail-data-client/system-clock';
import { createUndiciTransport } from 'retail-data-client/undici';

const [baseUrl = '', name = ''] = process.argv.slice(2);
const transport = createUndiciTransport({ baseUrl, subscriptionKey: 'key' });
const stockBudget = createInProcessBudget(systemClock);
const client = createRetailDataClient({ transport, clock: systemClock, stockBudget });
let rows = 0;
let kind = 'none';
try {
  const stream = name === 'dailySales' ? client.dailySales() : client.accumulatedStock();
  for await (const batch of stream) rows += batch.length;
} catch (error) {
  if (!(error instanceof RetailDataError)) throw error;
  kind = error.kind;
}
await transport.close();
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ kind, rows, peakMegabytes }));
