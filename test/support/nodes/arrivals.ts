import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { DailyEvent } from '../../../nodes/Trigger/days.ts';
import { changeAt, type ServedRow } from './dailyService.ts';

const calendar = createCalendar();
const MINUTE = 60_000;
const REFRESH = { stockUpdated: '08:30', salesAvailable: '07:45' };
const ROWS = { stockUpdated: 12, salesAvailable: 5 };

/** How the rows of a day come: at which minute after the refresh how many parts of four there are, and how often corrected. */
type Shape = readonly (readonly [minute: number, quarters: number, corrections?: number])[];

const correctedUntil = (last: number): Shape =>
  Array.from({ length: last / 3 + 1 }, (_, index) => [index * 3, 4, index] as const);

const SHAPES: readonly Shape[] = [
  [[0, 4]],
  [
    [0, 2],
    [1, 4],
  ],
  [
    [0, 2],
    [2.5, 4],
  ],
  [
    [1, 2],
    [10, 4],
  ],
  [
    [0, 1],
    [4, 2],
    [11, 3],
    [20, 4],
  ],
  [
    [6, 1],
    [7, 2],
    [12, 4],
  ],
  [
    [105, 2],
    [109, 4],
  ],
  [
    [0, 4],
    [3, 2],
  ],
  correctedUntil(15),
  correctedUntil(90),
];

/** What the service writes as the time of a change that happened at an instant. */
const STAMPS: Readonly<Record<string, (at: number, refresh: number) => ServedRow['changed']>> = {
  true: changeAt,
  'of the batch': (_, refresh) => changeAt(refresh - 180 * MINUTE),
  'in UTC': (at) => {
    const [date = '', time = ''] = new Date(at).toISOString().split('T');
    return { date, time: time.slice(0, 8) };
  },
  'in the future': (at) => changeAt(at + 180 * MINUTE),
};

export interface Arrival {
  readonly name: string;
  /** True when the service's times of change are those of its zone. */
  readonly tellsTime: boolean;
  readonly first: number;
  /** When the last change of the day comes. */
  readonly last: number;
  rowsAt(now: number): readonly ServedRow[];
}

/** 40 ways in which a day can come: ten shapes, each with four kinds of stamps. */
export const PLANS = SHAPES.length * Object.keys(STAMPS).length;

/** The way of the plan `index` for the data of a date. */
export function arrivalOf(event: DailyEvent, date: string, index: number): Arrival {
  const shape = SHAPES[index % SHAPES.length] ?? [];
  const [name = '', stamp = changeAt] = Object.entries(STAMPS)[Math.floor(index / SHAPES.length)] ?? [];
  const day = event === 'stockUpdated' ? date : calendar.addDays(date, 1);
  const refresh = calendar.instantOf(day, REFRESH[event]);
  const states = shape.map(([minute, quarters, corrections = 0]) => ({
    at: refresh + minute * MINUTE,
    rows: Math.ceil((ROWS[event] * quarters) / 4),
    corrections,
  }));
  return {
    name: `${JSON.stringify(shape.slice(0, 5))}, stamps ${name}`,
    tellsTime: name === 'true',
    first: states[0]?.at ?? 0,
    last: states.at(-1)?.at ?? 0,
    rowsAt(now) {
      const came = states.filter(({ at }) => at <= now);
      const state = came.at(-1);
      if (state === undefined) return [];
      return Array.from({ length: state.rows }, (_, row) => {
        // A row changed when it came, and with each correction.
        const since =
          came.find(({ rows, corrections }) => rows > row && corrections === state.corrections) ?? state;
        return { amount: 1 + state.corrections, changed: stamp(since.at, refresh) };
      });
    },
  };
}
