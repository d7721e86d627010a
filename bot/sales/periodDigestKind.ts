import type { Askable } from '../ask/asking.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import type { DigestKind, NamedKind } from '../digest/kind.ts';
import { formatterFor } from '../language/formatter.ts';
import { withoutMarks } from '../slack/message.ts';
import { digestFiles } from './digestSheet.ts';
import {
  MONTHLY_SALES_DIGEST,
  type PartDigest,
  type PeriodDigest,
  type PeriodParts,
  readPeriodDigest,
  readWhole,
  WEEKLY_SALES_DIGEST,
} from './periodDigest.ts';
import { periodDigestMessage, periodName } from './periodDigestView.ts';
import { resolvePeriod } from './periodReadiness.ts';
import { type PeriodUnit, periodBefore } from './periods.ts';
import { querySales } from './query.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesReader } from './reader.ts';
import { salesWords } from './words/words.ts';

const NAMED: Readonly<Record<PeriodUnit, NamedKind>> = {
  week: WEEKLY_SALES_DIGEST,
  month: MONTHLY_SALES_DIGEST,
};

/** The digest of the sales of the last week or month. */
export function periodDigestKind(
  unit: PeriodUnit,
  {
    products,
    stores,
    ask,
    ...parts
  }: PeriodParts & {
    readonly sales: Pick<SalesReader, 'daysOf'>;
    readonly products: Pick<Labels, 'nameOf'>;
    readonly stores: Pick<Labels, 'nameOf'>;
    readonly ask: (question: SalesQuestion) => Askable;
  },
): DigestKind {
  const { calendar, sales } = parts;
  return {
    ...NAMED[unit],
    needs: () => ['view_sales'],
    derivesFromSales: false,
    // A digest before the sales of the last day arrive waits for them instead of showing an earlier period.
    dataAt: (dueAt) => ({ day: periodBefore(unit, calendar.dayOf(dueAt), calendar).to, isOwn: true }),
    resolve: (occasion) => resolvePeriod(sales, calendar, unit, occasion),
    async read({ dataFrom, dataDay, picked }) {
      const days = { from: dataFrom, to: dataDay };
      const digest = await readPeriodDigest(parts, { unit, days, picked });
      return {
        view: (frame, reader) => periodDigestMessage(digest, frame, reader),
        why: (reader) => whyLines(digest, reader),
      };
    },
    ...digestFiles({
      read: (of) => readWhole(parts, (whole) => querySales(of, whole)),
      timeZone: calendar.timeZone,
      products,
      stores,
      title: (days, t) =>
        salesWords(t).periodDigest[unit].title(periodName(unit, days, formatterFor(t.code))),
      ask,
    }),
  };
}

/** The lines of "Why these numbers?". */
function whyLines(digest: PeriodDigest | PartDigest, { language, timeZone }: Reader): readonly string[] {
  const { days, totals, source } = digest.now;
  const words = salesWords(language.t);
  const { sales, corrected, uncorrected } = words.digest.why;
  const { compared, notCompared, lacking } = words.periodDigest;
  const others = digest.lacking === undefined ? [digest, digest.yearBefore] : [];
  return [
    digest.lacking === undefined
      ? sales(days, totals, totals.returnedQuantity)
      : withoutMarks(lacking(digest.lacking)),
    ...others.map(({ before, change }) =>
      change === undefined ? notCompared(before.days) : compared(before.days, before.totals.millilitres),
    ),
    source.asOf === undefined ? uncorrected : corrected(source.asOf, timeZone),
  ];
}
