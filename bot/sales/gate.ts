import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Gate } from '../standing/answers.ts';
import { resolveSales } from './digestReadiness.ts';
import type { SalesReader } from './reader.ts';
import { salesWords } from './words/words.ts';

/**
 * What questions of `/sales` wait for: the sales of all their open days. A daily one about yesterday is about the open
 * days since it was posted last.
 */
export function salesGate(
  sales: Pick<SalesReader, 'daysOf' | 'newestDay' | 'oldestDay'>,
  calendar: Calendar,
): Gate {
  return {
    command: 'sales',
    async resolve(occasion, [days, ...others]) {
      const { subscription, dueAt } = occasion;
      const yesterday = calendar.addDays(calendar.dayOf(dueAt), -1);
      const isOfYesterday = others.length === 0 && days?.from === yesterday && days.to === yesterday;
      const isDaily = (subscription?.cadence ?? 'daily') === 'daily';
      const periods = days === undefined || (isOfYesterday && isDaily) ? [] : [days, ...others];
      return resolveSales(sales, calendar, periods, occasion, await sales.oldestDay());
    },
    banner(t, { from, to }) {
      const { late, lateDays, old, incomplete } = salesWords(t).digest.banner;
      return {
        lateService: from === to ? late : lateDays,
        unrefreshed: (day, { wanted }) => (wanted > day ? old(day, wanted) : incomplete),
      };
    },
  };
}
