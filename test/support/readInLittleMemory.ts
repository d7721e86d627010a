/** Reads an operation in a process of its own, and prints what it came to and the most memory it had. */
import { RetailDataClient, RetailDataError } from 'retail-data-client';

const [baseUrl = '', name = ''] = process.argv.slice(2);
const client = new RetailDataClient({ baseUrl, subscriptionKey: 'key' });
let rows = 0;
let kind = 'none';
try {
  const stream = name === 'dailySales' ? client.dailySales() : client.accumulatedStock();
  for await (const batch of stream.batches()) rows += batch.length;
} catch (error) {
  if (!(error instanceof RetailDataError)) throw error;
  kind = error.kind;
}
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ kind, rows, peakMegabytes }));
