/** Reads an operation in a process of its own, and prints what it came to and the most memory it was seen to have. */
import { RetailDataClient, RetailDataError } from 'retail-data-client';

const [baseUrl = '', name = ''] = process.argv.slice(2);
const client = new RetailDataClient({ baseUrl, subscriptionKey: 'key' });
let peak = 0;
// The highest that the system knows of is that of the process which started this one.
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 5);
let rows = 0;
let kind = 'none';
try {
  const stream = name === 'dailySales' ? client.dailySales() : client.accumulatedStock();
  for await (const batch of stream.batches()) rows += batch.length;
} catch (error) {
  if (!(error instanceof RetailDataError)) throw error;
  kind = error.kind;
}
clearInterval(look);
process.stdout.write(JSON.stringify({ kind, rows, peakMegabytes: peak / 1024 / 1024 }));
