import type { Calendar } from 'retail-data-client/core';
import type { SalesReader } from '../sales/reader.ts';
import { isManual } from './digestKey.ts';
import { deadlineOf } from './dueRuns.ts';
import { type FindFigures, LATE_MS, type Timeliness } from './timeliness.ts';

/**
 * The sales of a digest: those of the newest day that the service had at its time, 07:45 (interface: "Data refresh
 * times"). While they are not read it waits until its deadline. A day without any sale is one that was read.
 */
export function createFindSales(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
): FindFigures {
  return async ({ run, subscription, now }) => {
    if (isManual(run.kind) || subscription === undefined) {
      return {
        kind: 'ready',
        dataDay: await newestRead(sales, calendar, now),
        timeliness: { kind: 'onTime' },
      };
    }
    const wanted = calendar.latestSalesDay(run.dueAt);
    const [day] = (await sales.daysOf(wanted, wanted)).days;
    if (day !== undefined && day.state !== 'missing') {
      return { kind: 'ready', dataDay: wanted, timeliness: lateness(run.dueAt, day.readAt, now) };
    }
    if (now < deadlineOf(subscription, run)) return { kind: 'waiting' };
    if (subscription.stalePolicy === 'skip') return { kind: 'skipped', wanted };
    return { kind: 'ready', dataDay: await sales.newestDay(), timeliness: { kind: 'unrefreshed', wanted } };
  };
}

/** The newest day that should be there, when it is; else the newest that has sales. */
async function newestRead(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay'>,
  calendar: Calendar,
  now: number,
): Promise<string | undefined> {
  const latest = calendar.latestSalesDay(now);
  const [day] = (await sales.daysOf(latest, latest)).days;
  const newest = await sales.newestDay();
  return newest !== undefined && day?.state === 'empty' ? latest : newest;
}

function lateness(dueAt: number, readAt: number | undefined, now: number): Timeliness {
  if (now - dueAt < LATE_MS) return { kind: 'onTime' };
  // A day is read again when it is corrected, so a late reading alone does not tell that it came late.
  const because = readAt !== undefined && now - readAt < LATE_MS ? 'service' : 'bot';
  return { kind: 'late', because, dueAt };
}
