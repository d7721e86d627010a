import { createHash } from 'node:crypto';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import { PageDriftError } from 'retail-data-client/errors/errors';
import type { ProductStock } from 'retail-data-client/operations/accumulatedStock';

/**
 * What the service has of a day's stock, as a text that is the same as long as no product comes or goes: the total of
 * changed products, or where the service gives none, the last of them with nothing behind.
 */
export type StockFingerprint = string;

interface StockProbe {
  readonly client: RetailDataOperations;
  readonly calendar: Calendar;
  readonly day: string;
  /** What the last probe saw of it. */
  readonly seen: StockFingerprint | null;
  readonly signal: AbortSignal | undefined;
}

/**
 * Probes the stock of a day, mostly by one call; undefined while there is none. A day on which every change was to
 * zero has no row without includeZeroStock, so that is asked too. The interface does not say that changedSince holds for
 * those rows as well: asking about a day that has not begun shows whether it does (interface: "GET accumulated-stock").
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
  // One row was asked for: a total of one is told apart from a count of the answer by the rows themselves.
  if (total !== undefined && total > 1) return JSON.stringify({ zero, total });
  try {
    return JSON.stringify({ zero, ...(await lastRows(probe, zero)) });
  } catch (error) {
    if (!(error instanceof PageDriftError)) throw error;
    // Products came in between two pages, so this differs from what was seen last.
    return JSON.stringify({ zero, movedSince: hashOf(probe.seen) });
  }
}

/** So many rows at the end of the list stand for all: a product that comes in before them moves them on. */
const LAST_ROWS = 100;

interface LastRows {
  /** How many rows come before them. */
  readonly start: number;
  readonly rows: string;
}

async function lastRows(probe: StockProbe, zero: boolean): Promise<LastRows> {
  const known = knownStart(probe.seen, zero);
  // This probe begins where the last one ended, so that a long list is paged through once.
  return (known > 0 ? await readLast(probe, zero, known) : undefined) ?? (await readAll(probe, zero));
}

async function readAll(probe: StockProbe, zero: boolean): Promise<LastRows> {
  return (await readLast(probe, zero, 0)) ?? { start: 0, rows: hashOf([]) };
}

/** Undefined when nothing is there any more from that row on. */
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

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
