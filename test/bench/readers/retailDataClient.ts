import {
  createInProcessRateLimiter,
  createUndiciTransport,
  PortableClient,
  type RetailDataClient,
  systemClock,
} from 'retail-data-client';
import { acceptsSale, acceptsStock } from 'retail-data-client/compiled';
import type { ReaderOptions } from './reader.ts';

/** This client as the bot composes it, with a call budget that never ends. */
export function createClient({ baseUrl }: ReaderOptions): RetailDataClient {
  return new PortableClient({
    transport: createUndiciTransport({ baseUrl, subscriptionKey: 'bench' }),
    clock: systemClock,
    rateLimiter: createInProcessRateLimiter(systemClock, [{ calls: 1_000_000, windowMs: 60_000 }]),
    acceptsSale,
    acceptsStock,
  });
}
