import { type Calendar, SALES_REFRESH } from 'retail-data-client/core';
import type { SalesState } from './state.ts';

/** What there is to do about sales at a moment, one step at a time; the most urgent comes first. */
export type SalesStep =
  /** Ask for the last day, which may not be there yet. */
  | { readonly kind: 'newest'; readonly day: string; readonly settlesEmpty: boolean }
  /** Ask what changed on that day or later among the sales from `from` up to `to`. */
  | { readonly kind: 'corrections'; readonly since: string; readonly from: string; readonly to: string }
  /** Read a day of the past. */
  | { readonly kind: 'fill'; readonly day: string }
  /** Read a day that is known once more, whole. */
  | { readonly kind: 'again'; readonly day: string };

export interface SalesPlanning {
  readonly calendar: Calendar;
  readonly now: number;
  readonly historyDays: number;
  readonly state: SalesState;
  /** When each day that is held or empty was read. */
  readonly known: ReadonlyMap<string, number>;
}

/** A day that has no row by then, on the day after it, stays without (stores are closed, or nothing was sold). */
export const SETTLED_AT = '12:00';

/**
 * The next step; undefined when all is done for now. The last day comes first, since it is what people ask for; then
 * corrections of what is held, in the morning and once more at noon for what came late; then the past, its newest day
 * first; then days that are known once more.
 */
export function nextSalesStep(planning: SalesPlanning): SalesStep | undefined {
  const { calendar, now, state, known } = planning;
  const last = calendar.latestSalesDay(now);
  const settlesEmpty = now >= calendar.instantOf(calendar.addDays(last, 1), SETTLED_AT);
  if (!known.has(last) && (state.probedDay !== last || state.nextProbeAt <= now || settlesEmpty)) {
    return { kind: 'newest', day: last, settlesEmpty };
  }
  return correctionsDue(planning, last) ?? fillDue(planning, last) ?? againDue(planning);
}

function correctionsDue(planning: SalesPlanning, last: string): SalesStep | undefined {
  const { calendar, now, state, known } = planning;
  // A day that was read after the refresh has its corrections; what was read before it is as of then.
  const comparedAt = state.correctionsAt ?? Math.min(...known.values());
  const settled = latestPassed(calendar, now, SETTLED_AT);
  const refreshed = latestPassed(calendar, now, SALES_REFRESH);
  const due = [
    ...(comparedAt < settled ? [settled] : []),
    ...(comparedAt < refreshed && known.has(last) ? [refreshed] : []),
  ];
  const older = Math.max(...due);
  const days = [...known].filter(([day, readAt]) => day <= last && readAt < older).map(([day]) => day);
  const [from, to] = [days.sort()[0], days.at(-1)];
  if (from === undefined || to === undefined) return undefined;
  // A day earlier than the last comparison: what was changed that evening may have been shown only the next morning.
  const since = calendar.addDays(calendar.dayOf(comparedAt), -1);
  return { kind: 'corrections', since, from, to };
}

function fillDue({ calendar, historyDays, known }: SalesPlanning, last: string): SalesStep | undefined {
  for (let back = 1; back < historyDays; back += 1) {
    const day = calendar.addDays(last, -back);
    if (!known.has(day)) return { kind: 'fill', day };
  }
  return undefined;
}

/**
 * So many days after it, at noon, a day is read once more whole. A sale that was taken back, or moved to another day or
 * store, is then nowhere among the corrections: those are of rows that are there.
 */
export const READ_AGAIN_AFTER_DAYS = [2, 7, 14, 28, 84];

function againDue({ calendar, now, known }: SalesPlanning): SalesStep | undefined {
  const settled = latestPassed(calendar, now, SETTLED_AT);
  const settledDay = calendar.dayOf(settled);
  for (const [day, readAt] of [...known].toSorted(newestFirst)) {
    if (readAt >= settled) continue;
    const after = READ_AGAIN_AFTER_DAYS.findLast((days) => calendar.addDays(day, days) <= settledDay);
    if (after === undefined) continue;
    if (readAt < calendar.instantOf(calendar.addDays(day, after), SETTLED_AT)) return { kind: 'again', day };
  }
  return undefined;
}

function newestFirst([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return one < other ? 1 : -1;
}

/** The newest instant at or before now that has this time of day. */
function latestPassed(calendar: Calendar, now: number, time: string): number {
  const today = calendar.dayOf(now);
  const instant = calendar.instantOf(today, time);
  return instant <= now ? instant : calendar.instantOf(calendar.addDays(today, -1), time);
}

const MINUTE = 60_000;
/** Pauses between questions whether the last day is there, and after failures; the last one repeats. */
const PAUSES_MINUTES = [1, 2, 3, 5, 8, 10];

/** The pause after so many questions in a row, in milliseconds. */
export function pauseAfter(times: number): number {
  return (PAUSES_MINUTES[Math.min(times, PAUSES_MINUTES.length) - 1] ?? 10) * MINUTE;
}
