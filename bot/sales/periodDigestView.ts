import type { Labels, Reader } from '../ask/reader.ts';
import { bannerBlocks, statusBanner } from '../digest/banner.ts';
import { digestButtons } from '../digest/buttons.ts';
import type { DigestFrame } from '../digest/kind.ts';
import type { Formatter } from '../language/formatter.ts';
import type { Chart } from '../slack/chart.ts';
import { chartBlocks } from '../slack/chartBlocks.ts';
import {
  context,
  escapeMrkdwn,
  header,
  type Message,
  type MessageBlock,
  section,
  withoutMarks,
} from '../slack/message.ts';
import { type Cell, type Column, type Table, topRows } from '../slack/table.ts';
import type { DayRange } from '../text/dayRange.ts';
import { percentOf } from '../text/numbers.ts';
import type { ComparedSales } from './digest.ts';
import { scopeText } from './digestView.ts';
import type { ListedSales, OtherPeriod, PeriodDigest, Ranking } from './periodDigest.ts';
import { keyOf, type PeriodUnit, yearOf } from './periods.ts';
import { changeCell } from './view/comparison.ts';
import type { ComparedTotals } from './words/enPeriodDigest.ts';
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
export function periodDigestMessage(digest: PeriodDigest, frame: DigestFrame, reader: Reader): Message {
  const { t, format } = reader.language;
  const { digest: daily, periodDigest: words, source } = salesWords(t);
  const title = words[digest.unit].title(periodName(digest.unit, digest.days, format));
  const banner = statusBanner(
    {
      lateService: words[digest.unit].late,
      // The days that lack stand in a line of their own.
      unrefreshed: () => words[digest.unit].incomplete,
    },
    digest.days.to,
    frame.timeliness,
    reader.timeZone,
    t,
  );
  const sums = sumLines(digest, reader);
  const lists = listLines(digest, reader);
  const start = banner === undefined ? '' : `${banner} `;
  return {
    text: `${start}${title}: ${[...sums, ...lists].map(withoutMarks).join('; ')}`,
    blocks: [
      header(title),
      ...bannerBlocks(banner, frame.timeliness),
      section(sums.join('\n')),
      ...topRows(tableOf(digest, reader), reader.rendering).blocks,
      ...lists.map((line): MessageBlock => section(line)),
      ...chartBlocks(chartOf(digest, reader), reader.rendering, reader.language),
      ...digestButtons(frame, t),
      context(
        [
          daily.source(digest.days, digest.asOf, reader.timeZone),
          ...(digest.empty.length === 0 ? [] : [source.empty(digest.empty)]),
          scopeText(frame, daily.scope),
          daily.net,
        ].join(' · '),
      ),
    ],
  };
}

function sumLines(digest: PeriodDigest, { language: { t, format } }: Reader): string[] {
  const { digest: daily, periodDigest: words } = salesWords(t);
  const { unit, days, totals, lacking, before, yearBefore } = digest;
  const ofUnit = words[unit];
  const compared = ({ totals: then }: OtherPeriod): ComparedTotals | undefined =>
    then && {
      millilitres: then.millilitres,
      quantity: then.quantity,
      litresPercent: percentOf(totals.millilitres - then.millilitres, then.millilitres),
      unitsPercent: percentOf(totals.quantity - then.quantity, then.quantity),
    };
  const [than, thanYear] = [compared(before), compared(yearBefore)];
  return [
    totals.rows === 0 ? words.none(days) : words.sold(totals),
    ...(totals.returnedQuantity > 0
      ? [daily.returned(totals.returnedQuantity, totals.returnedMillilitres)]
      : []),
    than === undefined ? ofUnit.noneBefore(before.isPartly) : ofUnit.before(than),
    thanYear === undefined
      ? words.noYear(yearOf(unit, yearBefore.days), yearBefore.isPartly)
      : words.yearBefore(periodName(unit, yearBefore.days, format), thanYear),
    ...(lacking.length === 0 ? [] : [words.lacking(lacking)]),
  ];
}

const NAME_CHARACTERS = 40;

function listLines(digest: PeriodDigest, reader: Reader): string[] {
  const { products, stores, fresh, stopped, unit } = digest;
  const { periodDigest: words } = salesWords(reader.language.t);
  const ofUnit = words[unit];
  const named = (top: readonly ComparedSales[], labels: Labels) =>
    top.map(({ key, millilitres, before }) => ({
      name: escapeMrkdwn(labels.label(key, NAME_CHARACTERS), NAME_CHARACTERS),
      millilitres,
      before,
    }));
  const line = (found: readonly ComparedSales[], labels: Labels, write: typeof words.bestStores) =>
    found.length === 0 ? [] : [write({ count: found.length, named: named(found, labels) })];
  const some = ({ count, top }: ListedSales) => ({ count, named: named(top, reader.products) });
  // Other renderings show the best in the table.
  const best = ({ best: found }: Ranking, labels: Labels, write: typeof words.bestStores) =>
    reader.rendering === 'plain' ? line(found, labels, write) : [];
  return [
    ...best(products, reader.products, words.bestProducts),
    ...best(stores, reader.stores, words.bestStores),
    ...line(products.worst, reader.products, words.worstProducts),
    ...line(stores.worst, reader.stores, words.worstStores),
    ...(fresh === undefined || fresh.count === 0 ? [] : [ofUnit.fresh(some(fresh), fresh.periods)]),
    ...(stopped === undefined || stopped.count === 0 ? [] : [ofUnit.stopped(some(stopped), stopped.periods)]),
    ...(fresh === undefined ? [ofUnit.tooShort] : []),
  ];
}

/** The best products, then the best stores, in one table: Slack allows one per message. */
function tableOf({ days, products, stores, before }: PeriodDigest, reader: Reader): Table {
  const { t, format } = reader.language;
  const { caption, columns, store } = salesWords(t).digest.table;
  const largest = Math.max(0, ...[products, stores].map(({ best }) => best[0]?.millilitres ?? 0));
  const isCompared = before.totals !== undefined;
  const right = (title: string): Column => ({ title, align: 'right' });
  const row =
    (what: string, labels: Labels) =>
    (each: ComparedSales): Cell[] => [
      `${what}${labels.label(each.key)}`,
      { value: each.millilitres / 1000, text: format.litresBeside(each.millilitres, largest) },
      isCompared
        ? changeCell(each.millilitres, each.before ?? 0, reader.language)
        : { value: each.quantity, text: format.quantity(each.quantity) },
    ];
  return {
    caption: caption(days, isCompared ? before.days : undefined),
    columns: [
      { title: columns.name, align: 'left' },
      right(columns.litres),
      right(isCompared ? columns.change : columns.items),
    ],
    rows: [
      ...products.best.map(row('', reader.products)),
      ...stores.best.map(row(`${store} `, reader.stores)),
    ],
  };
}

function chartOf({ history, unit, days }: PeriodDigest, { language }: Reader): Chart {
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
    written: format.litresOf,
    amount: (amounts) => words.litresPer(amounts, false, words.groupings[unit].name),
  };
}
