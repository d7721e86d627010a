import { RetailDataClient } from 'retail-data-client';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import type { ReaderOptions } from './reader.ts';

/** This client as anybody makes it, but for a limit of stock calls that never ends. */
export function createClient({ baseUrl }: ReaderOptions): RetailDataClient {
  const rateLimiter = createInProcessRateLimiter(systemClock, [{ calls: 1_000_000, windowMs: 60_000 }]);
  return new RetailDataClient({ baseUrl, subscriptionKey: 'bench', rateLimiter });
}
