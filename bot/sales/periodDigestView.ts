import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Labels, Reader } from '../ask/reader.ts';
import type { DigestFrame } from '../digest/kind.ts';
import type { Formatter } from '../language/formatter.ts';
import type { Chart } from '../slack/chart.ts';
import type { Message } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type Content, inFrame, namedVolumes, returnedLine, volumesTable } from './digestView.ts';
import { LISTED, type PartDigest, type PeriodDigest, type Ranking } from './periodDigest.ts';
import { keyOf, type PeriodUnit } from './periods.ts';
import type { SalesPeriod, SalesRowOf } from './query.ts';
import { NO_SALES } from './sums.ts';
import { salesWords } from './words/words.ts';

/** "Week 47 (16–22 Nov 2026)" or "Nov 2026" */
export function periodName(
  unit: PeriodUnit,
  days: DayRange,
  format: Pick<Formatter, 'week' | 'month'>,
): string {
  return format[unit](keyOf(unit, days), days);
}

/** The weekly or monthly sales digest: compared with the period before and the year before. */
export function periodDigestMessage(
  digest: PeriodDigest | PartDigest,
  frame: DigestFrame,
  reader: Reader,
): Message {
  const { t, format } = reader.language;
  const { periodDigest: words, source } = salesWords(t);
  const { unit, now } = digest;
  const { title, late, incomplete } = words[unit];
  const isPart = digest.lacking !== undefined;
  const content = isPart ? partOf(digest, reader) : wholeOf(digest, reader);
  const empty = now.source.empty?.filter((day) => isOpenDay(dayOf(day))) ?? [];
  // Days that came too late for the app's own reading may have been read for this digest.
  const isRead = frame.timeliness.kind === 'unrefreshed' && !isPart;
  return inFrame(
    title(periodName(unit, now.days, format)),
    now,
    // The days that lack stand in a line of their own.
    { lateService: late, unrefreshed: () => incomplete },
    content,
    empty.length === 0 ? [] : [source.empty(empty)],
    isRead ? { ...frame, timeliness: { kind: 'onTime' } } : frame,
    reader,
  );
}

function wholeOf(digest: PeriodDigest, reader: Reader): Content {
  const { products, stores, ...periods } = digest;
  const sums = sumLines(digest, reader);
  const lists = listLines(digest, reader);
  const table = volumesTable({ ...periods, products: products.best, stores: stores.best }, reader);
  return [
    [...sums, ...lists],
    [{ lines: sums }, table, ...lists.map((line) => ({ lines: [line] })), { chart: chartOf(digest, reader) }],
  ];
}

/** The days that are known, without a sum: that of a part would be taken for the whole. */
function partOf({ lacking, known }: PartDigest, { language: { t, format } }: Reader): Content {
  const words = salesWords(t).periodDigest;
  const named = known.map(({ key, now: { millilitres } = NO_SALES }) => {
    return { name: format.shortDay(key), millilitres, change: undefined };
  });
  const days = known.length === 0 ? [] : [words.days({ count: named.length, named })];
  const lines = [words.lacking(lacking), ...days];
  return [lines, [{ lines }]];
}

function sumLines(
  { unit, now, before, change, yearBefore: year }: PeriodDigest,
  { language: { t, format } }: Reader,
): string[] {
  const { digest: daily, periodDigest: words } = salesWords(t);
  const { totals, days } = now;
  const isPartly = ({ source, totals: { rows } }: SalesPeriod) => rows > 0 || source.missing.length > 0;
  return [
    totals.rows === 0 ? words.none(days) : words.sold(totals),
    ...returnedLine(totals, daily),
    change === undefined
      ? words[unit].noneBefore(isPartly(before))
      : words[unit].before(before.totals, change),
    year.change === undefined
      ? words.noYear(periodName(unit, year.before.days, format), isPartly(year.before))
      : words.yearBefore(periodName(unit, year.before.days, format), year.before.totals, year.change),
  ];
}

function listLines(digest: PeriodDigest, reader: Reader): string[] {
  const { products, stores, fresh, stopped, unit } = digest;
  const { periodDigest: words } = salesWords(reader.language.t);
  const ofUnit = words[unit];
  const line = (found: readonly SalesRowOf[], labels: Labels, write: typeof words.bestStores) =>
    found.length === 0 ? [] : [write(namedVolumes(found, labels, LISTED))];
  const some = (found: readonly SalesRowOf[]) => namedVolumes(found, reader.products, LISTED);
  // Other renderings show the best in the table.
  const best = ({ best: found }: Ranking, labels: Labels, write: typeof words.bestStores) =>
    reader.rendering === 'plain' ? line(found, labels, write) : [];
  return [
    ...best(products, reader.products, words.bestProducts),
    ...best(stores, reader.stores, words.bestStores),
    ...line(products.worst, reader.products, words.worstProducts),
    ...line(stores.worst, reader.stores, words.worstStores),
    ...(fresh === undefined || fresh.found.length === 0
      ? []
      : [ofUnit.fresh(some(fresh.found), fresh.periods)]),
    ...(stopped === undefined || stopped.found.length === 0
      ? []
      : [ofUnit.stopped(some(stopped.found), stopped.periods)]),
    ...(fresh === undefined ? [ofUnit.tooShort] : []),
  ];
}

function chartOf({ history, unit, now: { days } }: PeriodDigest, { language }: Reader): Chart {
  const words = salesWords(language.t);
  const { format } = language;
  const first = history.findIndex(({ millilitres }) => millilitres !== undefined);
  const points = first === -1 ? [] : history.slice(first);
  const labels = { week: format.shortWeek, month: format.month };
  const within = { from: '0001-01-01', to: days.to };
  return {
    title: words.periodDigest[unit].chart,
    kind: 'line',
    labels: points.map(({ key }) => labels[unit](key, within)),
    along: words.groupings[unit].title,
    isInTime: true,
    unit: words.digest.chart.unit,
    series: [
      {
        name: words.digest.chart.series,
        values: points.map(({ millilitres }) => (millilitres === undefined ? undefined : millilitres / 1000)),
      },
    ],
    written: (litres) => format.litres(Math.round(litres * 1000)),
    amount: (amounts) => words.litresPer(amounts, false, words.groupings[unit].name),
  };
}
