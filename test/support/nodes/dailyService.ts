import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { vi } from 'vitest';
import { listenInTest } from '../listening.ts';

const calendar = createCalendar();
const STOCK_DAYS = 8;

/** A row as the service has it: units, and the time of its change as the service writes it. */
export interface ServedRow {
  readonly amount: number;
  readonly changed: { readonly date: string; readonly time: string };
}

/** A service whose every row comes at an instant of its own. Tests say when. */
export interface DailyService {
  /** The rows of a date at an instant; those of `arrivals` unless a test says otherwise. */
  rowsAt: (date: string, now: number) => readonly ServedRow[];
  /** When the rows of a date come, and so have changed. */
  arrivals: (date: string) => readonly number[];
  /** True while the service answers 503. */
  isDown: () => boolean;
  /**
   * Undefined answers at once. Else a call takes so long by the test's clock, and breaks off at `givesUpAt`, when its caller
   * would wait no longer.
   */
  slow: { readonly callMs: number; readonly givesUpAt: number } | undefined;
  /** Awaited before the answer to a call. */
  hold: () => Promise<void>;
  /** The stores at an instant. */
  stores: (now: number) => readonly unknown[];
  /** Whether stock has a header with its total. */
  totals: boolean;
  readonly calls: { readonly date: string; readonly at: number; readonly isAnswered: boolean }[];
  /** A key for each history: the call budget of a key would remember the instants of another history. */
  newKey(): { readonly credentials: { readonly baseUrl: string; readonly subscriptionKey: string } };
}

/** It goes by the clock of the test, and is closed with it. */
export async function startDailyService(): Promise<DailyService> {
  const server = createServer(async (request, response) => {
    await service.hold();
    const { callMs = 0, givesUpAt = Number.POSITIVE_INFINITY } = service.slow ?? {};
    const begunAt = Date.now();
    if (callMs > 0) vi.setSystemTime(Math.min(begunAt + callMs, Math.max(begunAt, givesUpAt)));
    if (begunAt + callMs > givesUpAt) {
      response.destroy();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const since = searchParams.get('changedSince');
    const date = since ?? searchParams.get('fromSalesDate') ?? '';
    const now = Date.now();
    const isAnswered = !service.isDown();
    service.calls.push({ date, at: now, isAnswered });
    response.setHeader('content-type', 'application/json');
    if (!isAnswered) {
      response.statusCode = 503;
      response.end('{}');
      return;
    }
    if (pathname.startsWith('/stores/')) {
      response.end(JSON.stringify(service.stores(now)));
      return;
    }
    const cameOf = (day: string) => service.rowsAt(day, now);
    // Stock is a state: the newest day that has any.
    let day = date;
    for (let ahead = STOCK_DAYS; since !== null && ahead > 0 && day === date; ahead -= 1) {
      const later = calendar.addDays(date, ahead);
      if (cameOf(later).length > 0) day = later;
    }
    const came = cameOf(day);
    if (since !== null && service.totals) response.setHeader('x-total-count', came.length);
    const start = Number(searchParams.get('start') ?? 0);
    const rows = came.slice(start, start + Number(searchParams.get('maxResults') ?? came.length));
    response.end(JSON.stringify(since === null ? salesOf(day, rows, start) : stockOf(rows, start)));
  });
  const port = await listenInTest(server);
  const baseUrl = `http://127.0.0.1:${port}`;
  const service: DailyService = {
    arrivals: () => [],
    rowsAt: (date, now) =>
      service
        .arrivals(date)
        .filter((at) => at <= now)
        .map((at) => ({ amount: 1, changed: changeAt(at) })),
    isDown: () => false,
    slow: undefined,
    hold: async () => {},
    stores: () => [],
    totals: false,
    calls: [],
    newKey: () => ({ credentials: { baseUrl, subscriptionKey: randomUUID() } }),
  };
  return service;
}

/** An instant as the service writes it. */
export function changeAt(instant: number): ServedRow['changed'] {
  return { date: calendar.dayOf(instant), time: `${calendar.timeOf(instant)}:00` };
}

function stockOf(rows: readonly ServedRow[], start: number): unknown {
  return rows.map(({ amount: stock, changed }, index) => {
    const productId = `${start + index + 1}`;
    const [updatedDate, updatedTime] = [changed.date, changed.time];
    return { productId, stock, numberOfStoresWithStock: 1, updatedDate, updatedTime };
  });
}

function salesOf(salesDate: string, rows: readonly ServedRow[], start: number): unknown {
  if (rows.length === 0) return [];
  const sales = rows.map(({ amount, changed }, index) => ({
    productId: `${start + index + 1}`,
    salesVolume: amount,
    salesQuantity: amount,
    lastChanged: changed,
  }));
  return [{ salesDate, storeSales: [{ storeId: '1', sales }] }];
}
