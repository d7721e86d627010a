import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Occasion, Readiness } from '../digest/occasion.ts';
import { deadlineOf } from '../digest/schedule.ts';
import type { DayRange } from '../text/dayRange.ts';
import { openBy } from './digestDays.ts';
import { salesLateness } from './digestReadiness.ts';
import type { SalesReader } from './reader.ts';

/**
 * A digest of periods, of which the first is shown, waits until the sales of all their open days are stored, at most until
 * the deadline. It doesn't wait for a Sunday or holiday, which the data service settles only at noon of the next day, nor
 * for days before those that are stored. A manual one doesn't wait.
 */
export async function resolveDays(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
  [period, ...others]: readonly [DayRange, ...DayRange[]],
  occasion: Occasion,
  oldest = '',
): Promise<Readiness> {
  const { subscription, isManual, dueAt, now } = occasion;
  if (isManual || subscription === undefined) {
    const dataDay = (await sales.newestDay()) === undefined ? undefined : period.to;
    return { kind: 'ready', dataDay, dataFrom: period.from, timeliness: { kind: 'onTime' } };
  }
  const openIn = async ({ from, to }: DayRange) => {
    const { days: known } = await sales.daysOf(from, to);
    const isOpen = openBy(known);
    return known.filter(({ salesDate }) => isOpen(salesDate) && salesDate >= oldest);
  };
  const open = (await Promise.all([...others, period].map(openIn))).flat();
  const lacking = open.filter(({ state }) => state === 'missing');
  if (lacking.length > 0 && now < deadlineOf(subscription, occasion, calendar)) return { kind: 'waiting' };
  const ready = { kind: 'ready', dataDay: period.to, dataFrom: period.from } as const;
  const wanted = lacking.at(-1)?.salesDate;
  if (wanted === undefined) {
    return { ...ready, timeliness: salesLateness(dueAt, open.at(-1)?.readAt, now) };
  }
  const timeliness = { kind: 'unrefreshed', wanted } as const;
  const isAnyStored = lacking.length < open.length;
  return isAnyStored ? { ...ready, timeliness } : { kind: 'ready', dataDay: undefined, timeliness };
}
