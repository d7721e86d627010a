import { createHash } from 'node:crypto';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import { PageDriftError } from 'retail-data-client/errors/errors';
import type { ProductStock } from 'retail-data-client/operations/accumulatedStock';

/**
 * Identifies the service's state of a day's stock. Equal as long as no product is added or removed. Made of the total of
 * changed products or, where the service gives none, of the last of them.
 */
export type StockFingerprint = string;

interface StockProbe {
  readonly client: RetailDataOperations;
  readonly calendar: Calendar;
  readonly day: string;
  /** The fingerprint of the last probe; null before the first. */
  readonly seen: StockFingerprint | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Probes a day's stock, mostly by one call; undefined while the service has none. If every change of the day was to
 * zero, only includeZeroStock shows rows, so it is tried next. The interface doesn't say whether changedSince also
 * filters those rows; a query for a future day, which must be empty, shows whether it does (interface:
 * "GET accumulated-stock").
 */
export async function probeStock(probe: StockProbe): Promise<StockFingerprint | undefined> {
  const { client, calendar, day, signal } = probe;
  const firstOf = async (changedSince: string, zero: boolean) => {
    const query = { changedSince, maxResults: 1, ...(zero && { includeZeroStock: true }) };
    const { data, total } = await client.get('accumulatedStock', query, { signal });
    return data.length === 0 ? undefined : { total };
  };
  const stocked = await firstOf(day, false);
  if (stocked !== undefined) return fingerprintOf(probe, false, stocked.total);
  const sold = await firstOf(day, true);
  if (sold === undefined || (await firstOf(calendar.addDays(day, 2), true)) !== undefined) return undefined;
  return fingerprintOf(probe, true, sold.total);
}

async function fingerprintOf(
  probe: StockProbe,
  zero: boolean,
  total: number | undefined,
): Promise<StockFingerprint> {
  // The query asked for one row, so a total of 1 may just count the answer; then the rows tell.
  if (total !== undefined && total > 1) return JSON.stringify({ zero, total });
  try {
    return JSON.stringify({ zero, ...(await lastRows(probe, zero)) });
  } catch (error) {
    if (!(error instanceof PageDriftError)) throw error;
    // Products changed between two pages, so give a fingerprint that differs from the last one.
    return JSON.stringify({ zero, movedSince: hashOf(probe.seen) });
  }
}

/** The last rows represent the whole list: a product added before them shifts them. */
const LAST_ROWS = 100;

interface LastRows {
  /** Rows before these. */
  readonly start: number;
  readonly rows: string;
}

async function lastRows(probe: StockProbe, zero: boolean): Promise<LastRows> {
  const known = knownStart(probe.seen, zero);
  // Begin where the last probe ended, so that a long list is paged through only once.
  return (known > 0 ? await readLast(probe, zero, known) : undefined) ?? (await readAll(probe, zero));
}

async function readAll(probe: StockProbe, zero: boolean): Promise<LastRows> {
  return (await readLast(probe, zero, 0)) ?? { start: 0, rows: hashOf([]) };
}

/** Undefined when the list no longer has rows from `startAt` on. */
async function readLast(
  { client, day, signal }: StockProbe,
  zero: boolean,
  startAt: number,
): Promise<LastRows | undefined> {
  const filter = { changedSince: day, ...(zero && { includeZeroStock: true }) };
  let last: ProductStock[] = [];
  let received = 0;
  const read = client.accumulatedStock(filter, { signal, startAt });
  for await (const batch of read.batches()) {
    received += batch.length;
    last = [...last, ...batch].slice(-LAST_ROWS);
  }
  if (received === 0) return undefined;
  return { start: startAt + received - last.length, rows: hashOf(last) };
}

function knownStart(seen: StockFingerprint | null, zero: boolean): number {
  const known: Partial<LastRows> & { readonly zero?: boolean } = seen === null ? {} : JSON.parse(seen);
  return known.zero === zero ? (known.start ?? 0) : 0;
}

export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
