import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Occasion, Readiness } from '../digest/kind.ts';
import { deadlineOf } from '../digest/schedule.ts';
import { openBy } from './digestDays.ts';
import { salesLateness } from './digestReadiness.ts';
import { type PeriodUnit, periodBefore } from './periods.ts';
import type { SalesReader } from './reader.ts';

/**
 * The weekly and the monthly digest show the whole period before the date on which they are due. They wait until the
 * sales of all its open days are stored, at most until the deadline. They don't wait for a Sunday or holiday, which the
 * data service settles only at noon of the next day. A manual one doesn't wait.
 */
export async function resolvePeriod(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
  unit: PeriodUnit,
  occasion: Occasion,
): Promise<Readiness> {
  const { subscription, isManual, businessDate, dueAt, now } = occasion;
  const period = periodBefore(unit, businessDate, calendar);
  if (isManual || subscription === undefined) {
    const dataDay = (await sales.newestDay()) === undefined ? undefined : period.to;
    return { kind: 'ready', dataDay, dataFrom: period.from, timeliness: { kind: 'onTime' } };
  }
  const { days: known } = await sales.daysOf(period.from, period.to);
  const isOpen = openBy(known);
  const open = known.filter(({ salesDate }) => isOpen(salesDate));
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
