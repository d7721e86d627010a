import { createInProcessBudget, createRetailDataClient, type RetailDataClient } from 'retail-data-client';
import { acceptsSale, acceptsStock } from 'retail-data-client/compiled';
import { systemClock } from 'retail-data-client/system-clock';
import { createUndiciTransport } from 'retail-data-client/undici';
import type { ReaderOptions } from './reader.ts';

/** This client as the bot composes it, with a call budget that never ends. */
export function createClient({ baseUrl }: ReaderOptions): RetailDataClient {
  return createRetailDataClient({
    transport: createUndiciTransport({ baseUrl, subscriptionKey: 'bench' }),
    clock: systemClock,
    stockBudget: createInProcessBudget(systemClock, [{ calls: 1_000_000, windowMs: 60_000 }]),
    acceptsSale,
    acceptsStock,
  });
}
