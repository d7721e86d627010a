import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import { type MetricDefinitions, SHARED } from '../health/metrics.ts';
import type { ServiceImport } from '../health/serviceFacts.ts';
import { listBefore } from './import/snapshots.ts';
import { newestStockDays, stockDayOf } from './import/state.ts';

/** Describes the import of stock to health checks and metrics. */
export function stockImport(database: Database, calendar: Pick<Calendar, 'latestStockDay'>): ServiceImport {
  return {
    kind: 'stock',
    operation: 'accumulatedStock',
    title: 'accumulated stock',
    days: {
      refreshed: (now) => calendar.latestStockDay(now),
      newest: () => newestStockDays(database),
    },
  };
}

export interface MeasuredStock {
  readonly database: Database;
  readonly calendar: Pick<Calendar, 'latestStockDay'>;
  /** By the database's clock. */
  readonly now: () => Promise<number>;
  /** Calls to accumulated stock that the service takes now; `callsLeftToday`: in the last 24 hours' limit. */
  readonly callsLeft: () => Promise<number>;
  readonly callsLeftToday: () => Promise<number>;
}

const GATE_STATES = ['unasked', 'waiting', 'fresh', 'empty'] as const;

export const STOCK_METRICS = {
  retail_bot_stock_calls_left: {
    type: 'gauge',
    help: `Calls to accumulated stock that the service takes now. ${SHARED}`,
    labels: [],
    isStored: true,
    collect: async ({ callsLeft }) => [[await callsLeft()]],
  },
  retail_bot_stock_calls_left_today: {
    type: 'gauge',
    help: `Calls to accumulated stock that are left of the last 24 hours. ${SHARED}`,
    labels: [],
    isStored: true,
    collect: async ({ callsLeftToday }) => [[await callsLeftToday()]],
  },
  retail_bot_stock_gate: {
    type: 'gauge',
    help: `1 for the state of the stock of the day: unasked, waiting, fresh or empty. ${SHARED}`,
    labels: ['state'],
    isStored: true,
    collect: async ({ database, calendar, now }) => {
      const gate = await stockDayOf(database, calendar.latestStockDay(await now()));
      const current = gate?.state ?? 'unasked';
      return GATE_STATES.map((state) => [Number(state === current), { state }]);
    },
  },
  retail_bot_stock_short_list: {
    type: 'gauge',
    help: `1 while a list of today's stock that is empty or far shorter than the one before is refused, or was taken after two readings agreed. ${SHARED}`,
    labels: ['state'],
    isStored: true,
    collect: async ({ database, calendar, now }) => {
      const day = calendar.latestStockDay(await now());
      const gate = await stockDayOf(database, day);
      const list = await listBefore(database, day);
      const isTaken = list?.businessDate === day && list.fellFrom !== undefined;
      return [
        [Number((gate?.refused_products ?? null) !== null), { state: 'refused' }],
        [Number(isTaken), { state: 'taken' }],
      ];
    },
  },
} as const satisfies MetricDefinitions<MeasuredStock>;
