import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Askable } from '../ask/asking.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import type { DigestKind } from '../digest/kind.ts';
import { readSalesDigest, SALES_DIGEST, type SalesDigest } from './digest.ts';
import { resolveSales } from './digestReadiness.ts';
import { digestFiles } from './digestSheet.ts';
import { salesDigestMessage } from './digestView.ts';
import { lackingIn, querySales } from './query.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesReader } from './reader.ts';
import { salesWords } from './words/words.ts';

/** The daily digest of yesterday's sales, or of the days since the previous digest. */
export function salesDigestKind({
  calendar,
  sales,
  clock,
  products,
  stores,
  ask,
}: {
  readonly calendar: Calendar;
  readonly sales: Pick<SalesReader, 'salesOf' | 'daysOf' | 'newestDay' | 'oldestDay'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly products: Pick<Labels, 'nameOf'>;
  readonly stores: Pick<Labels, 'nameOf'>;
  readonly ask: (question: SalesQuestion) => Askable;
}): DigestKind {
  const stored = { sales, clock, live: undefined };
  return {
    ...SALES_DIGEST,
    needs: () => ['view_sales'],
    derivesFromSales: false,
    dataAt(dueAt) {
      const day = calendar.latestSalesDay(dueAt);
      return {
        day,
        isOwn: day >= calendar.addDays(calendar.dayOf(dueAt), -1),
      };
    },
    resolve: (occasion) => resolveSales(sales, calendar, occasion),
    async read({ dataFrom, dataDay, picked }) {
      const days = { from: dataFrom, to: dataDay };
      const digest = await readSalesDigest(stored, calendar, { days, picked });
      return {
        view: (frame, reader) => salesDigestMessage(digest, frame, reader),
        why: (reader) => whyLines(digest, reader),
      };
    },
    ...digestFiles({
      read: (of) => querySales(of, stored),
      timeZone: calendar.timeZone,
      products,
      stores,
      title: (days, t) => salesWords(t).digest.title(days),
      ask,
    }),
  };
}

/** The lines of "Why these numbers?". */
function whyLines(
  { now: { days, totals, source }, before, change }: SalesDigest,
  { language, timeZone }: Reader,
): readonly string[] {
  const words = salesWords(language.t).digest.why;
  return [
    words.sales(days, totals, totals.returnedQuantity),
    change === undefined
      ? words.notCompared(before.days, lackingIn(before).length === 0)
      : words.compared(before.days, before.totals.millilitres),
    source.asOf === undefined ? words.uncorrected : words.corrected(source.asOf, timeZone),
  ];
}
