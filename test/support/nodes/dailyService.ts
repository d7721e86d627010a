import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { listenInTest } from '../listening.ts';

const calendar = createCalendar();
const STOCK_DAYS = 8;

/** A service whose every row comes at an instant of its own. Tests say when. */
export interface DailyService {
  /** When the rows of a date come, and so have changed. */
  arrivals: (date: string) => readonly number[];
  /** True while the service answers 503. */
  isDown: () => boolean;
  /** Whether stock has a header with its total. */
  totals: boolean;
  readonly calls: { readonly date: string; readonly at: number; readonly isAnswered: boolean }[];
  /** A key for each history: the call budget of a key would remember the instants of another history. */
  newKey(): { readonly credentials: { readonly baseUrl: string; readonly subscriptionKey: string } };
}

/** It goes by the clock of the test, and is closed with it. */
export async function startDailyService(): Promise<DailyService> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://service');
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
    const cameOf = (day: string) => service.arrivals(day).filter((at) => at <= now);
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
    isDown: () => false,
    totals: false,
    calls: [],
    newKey: () => ({ credentials: { baseUrl, subscriptionKey: randomUUID() } }),
  };
  return service;
}

function changeAt(instant: number): { readonly date: string; readonly time: string } {
  return { date: calendar.dayOf(instant), time: `${calendar.timeOf(instant)}:00` };
}

function stockOf(rows: readonly number[], start: number): unknown {
  return rows.map((at, index) => {
    const { date: updatedDate, time: updatedTime } = changeAt(at);
    const productId = `${start + index + 1}`;
    return { productId, stock: 1, numberOfStoresWithStock: 1, updatedDate, updatedTime };
  });
}

function salesOf(salesDate: string, rows: readonly number[], start: number): unknown {
  if (rows.length === 0) return [];
  const sales = rows.map((at, index) => ({
    productId: `${start + index + 1}`,
    salesVolume: 1,
    salesQuantity: 1,
    lastChanged: changeAt(at),
  }));
  return [{ salesDate, storeSales: [{ storeId: '1', sales }] }];
}
