import type { CallOptions } from '../client/call.ts';
import type { RetailDataClient } from '../client/client.ts';

/**
 * Whether any product's stock was updated on that day or later. One call, the cheapest that tells: the data decides,
 * not the clock (interface: "GET accumulated-stock", changedSince).
 */
export async function hasStockOf(
  client: RetailDataClient,
  day: string,
  options: CallOptions = {},
): Promise<boolean> {
  for await (const batch of client.accumulatedStock({ changedSince: day }, { ...options, limit: 1 })) {
    if (batch.length > 0) return true;
  }
  return false;
}
