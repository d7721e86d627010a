/** A process that makes calls by the rate limiter in a file, all at once, and prints how many it got. */

import { openDatabase } from '../../../../bot/database/connection.ts';
import { createRateLimiter } from '../../../../bot/database/rateLimiter.ts';

const [file = '', subscriptionKey = '', now = '', callers = ''] = process.argv.slice(2);
const database = await openDatabase(file);
process.stdout.write('ready\n');
await new Promise((resolve) => {
  process.stdin.once('data', resolve);
});
const rateLimiter = createRateLimiter(database, { subscriptionKey, clock: { now: () => Number(now) } });
const outcomes = await Promise.all(Array.from({ length: Number(callers) }, () => rateLimiter.tryAcquire()));
await database.destroy();
process.stdin.destroy();
process.stdout.write(`${outcomes.filter(({ acquired }) => acquired).length}\n`);
