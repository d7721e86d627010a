import type { DayCoverage, DayState } from '../../../bot/sales/reader.ts';
import { calendar } from './time.ts';

/** Coverage of so many days up to and including `to`; all are held unless `states` says otherwise. */
export function coverageOf(
  to: string,
  count: number,
  states: Readonly<Record<string, DayState>> = {},
): DayCoverage[] {
  return Array.from({ length: count }, (_, at) => {
    const salesDate = calendar.addDays(to, at + 1 - count);
    const state = states[salesDate] ?? 'held';
    return {
      salesDate,
      state,
      readAt: state === 'missing' ? undefined : 1,
    };
  });
}
