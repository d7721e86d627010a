import type { CallOptions } from '../http/request.ts';
import type { RetailDataOperations } from './client.ts';

/**
 * Whether any product's stock was updated on that day or later. One call, the cheapest that tells: the data decides,
 * not the clock (interface: "GET accumulated-stock", changedSince).
 */
export async function hasStockOf(
  client: RetailDataOperations,
  day: string,
  options: CallOptions = {},
): Promise<boolean> {
  const rows = await client.accumulatedStock({ changedSince: day }, options).toArray({ limit: 1 });
  return rows.length > 0;
}
