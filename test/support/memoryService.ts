import type { Clock, RateLimiter, RetailDataOperations, SalesRow } from 'retail-data-client';
import { PortableClient } from 'retail-data-client/client/client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import type { Transport, TransportRequest } from 'retail-data-client/transport/transport';
import { createJumpingClock } from './fakeClock.ts';

/** No honest read in these tests takes that many calls. */
const ENDLESS = 2_000;

export interface MemoryAnswer {
  readonly data: unknown;
  /** The body in place of `data` as JSON. */
  readonly text?: string;
  /** 200 when not set. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client whose service is a function in memory, for tests that ask it thousands of times. */
export function createMemoryClient(
  answer: (request: TransportRequest, number: number) => MemoryAnswer,
  parts: { readonly clock?: Clock; readonly rateLimiter?: RateLimiter } = {},
): RetailDataOperations {
  const clock = parts.clock ?? createJumpingClock();
  let number = 0;
  const transport: Transport = {
    redact: (text) => text,
    async send(request) {
      if (number === ENDLESS) throw new Error('The client asks without end.');
      const { data, text = JSON.stringify(data), status = 200, headers } = answer(request, number);
      number += 1;
      return { status, headers: { ...headers }, body: inOneChunk(text) };
    },
  };
  const rateLimiter =
    parts.rateLimiter ?? createInProcessRateLimiter(clock, [{ calls: 1_000_000, windowMs: 1 }]);
  return new PortableClient({ transport, clock, rateLimiter, random: () => 0 });
}

async function* inOneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The part of a list that a request asks for. */
export function pageOf<Row>(rows: readonly Row[], { query }: Pick<TransportRequest, 'query'>): Row[] {
  const start = Number(query.start ?? 0);
  return rows.slice(start, start + Number(query.maxResults ?? 1_048_575));
}

/** Rows as the service nests them. */
export function nested(rows: readonly SalesRow[]): unknown {
  const days: { salesDate: string; storeSales: { storeId: string; sales: unknown[] }[] }[] = [];
  for (const row of rows) {
    let day = days.at(-1);
    if (day?.salesDate !== row.salesDate) {
      day = { salesDate: row.salesDate, storeSales: [] };
      days.push(day);
    }
    let store = day.storeSales.at(-1);
    if (store?.storeId !== row.storeId) {
      store = { storeId: row.storeId, sales: [] };
      day.storeSales.push(store);
    }
    store.sales.push({
      productId: row.productId,
      salesVolume: row.salesVolume,
      salesQuantity: row.salesQuantity,
      lastChanged: { date: row.lastChangedDate, time: row.lastChangedTime },
    });
  }
  return days;
}

/** A sales row whose three ids are all that matters. */
export function saleOf(day: number, store: number, product: number): SalesRow {
  return {
    salesDate: `2026-11-${String(day).padStart(2, '0')}`,
    storeId: String(store),
    productId: String(product),
    salesVolume: 0.75,
    salesQuantity: 1,
    lastChangedDate: '2026-11-20',
    lastChangedTime: '06:00:00',
  };
}
