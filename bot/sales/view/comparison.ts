import type { AnswerReader, Reader } from '../../ask/reader.ts';
import { selectionLabel } from '../../ask/selectionLabel.ts';
import type { Formatter } from '../../language/formatter.ts';
import type { Catalog } from '../../language/language.ts';
import type { Chart } from '../../slack/chart.ts';
import { chartBlocks } from '../../slack/chartBlocks.ts';
import { context, type Message, section, withoutMarks } from '../../slack/message.ts';
import { type Cell, type Table, topRows } from '../../slack/table.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { NO_ROW } from '../answer/comparedGroups.ts';
import type { ComparedGroup, ComparisonAnswer } from '../answer/comparison.ts';
import { isClosed, type SalesPeriod } from '../answer/period.ts';
import { isInTime } from '../groupings.ts';
import type { SalesGroupSum } from '../reader.ts';
import { type Change, differenceOf } from '../sums.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';
import { groupLabel, isLine, leftOut, shortLabel } from './rows.ts';
import { firstSalesText, incomplete, noSales, notOpenText, sourceText } from './source.ts';

/** Products or stores that a person can tell apart in one chart. */
const CHART_GROUPS = 8;

/** The answer to `/sales compare`: a period compared with an earlier one. */
export function comparisonMessage(answer: ComparisonAnswer, reader: AnswerReader): Message {
  const { t, format } = reader.language;
  const sales = salesWords(t);
  const { comparison } = sales;
  const { question, now, before, change } = answer;
  const labeled = (of: (products: string) => string) =>
    selectionLabel(question.selection, of, reader, { counted: answer.named });
  const period = (days: DayRange) => format.rangeInHeading(days, reader.today);
  if (now.totals.rows === 0 && before.totals.rows === 0) {
    const beginning = comparison.none(
      labeled((named) => sales.noneOf(false, named)),
      period(now.days),
      period(before.days),
    );
    return noSales(beginning, { ...answer, source: now.source }, reader);
  }
  const sentence = [
    comparison.heading(
      labeled((named) => sales.about(false, named)),
      period(now.days),
      now.totals.millilitres,
      change,
    ),
    sales.exactly(now.totals.millilitres, now.totals.quantity),
    ...firstSalesText(now, sales),
    comparison.before(period(before.days), before.totals, reasonText(answer, comparison.why)),
    ...(change === undefined
      ? [whyNotCompared(answer, reader)]
      : [
          ...firstSalesText(before, sales),
          comparison.change(change),
          ...(change.perOpenDay === undefined
            ? []
            : [comparison.perOpenDay(change.perOpenDay, change.percent)]),
        ]),
  ].join('\n');
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  const unread = [...new Set([incomplete(now.source, sales), incomplete(before.source, sales)])];
  const [source, earlierSource] = [sourceText(now.source, reader), sourceText(before.source, reader)];
  return {
    text: withoutMarks(`${sentence.replaceAll('\n', '; ')}. ${unread.join(' ')}`.trim()),
    blocks: [
      section(sentence),
      ...chartBlocks(chartOf(answer, reader), reader.rendering, reader.language),
      ...blocks,
      context(
        [
          ...leftOut(answer.groupCount - shown, question.by, reader.language.t),
          ...notOpenText(answer, reader),
          ...source,
          ...earlierSource.filter((words) => !source.includes(words)).map(comparison.earlier),
        ].join(' · '),
      ),
    ],
  };
}

function whyNotCompared({ now, before }: ComparisonAnswer, { language: { t } }: Reader): string {
  const { closed, notComparable } = salesWords(t).comparison;
  const [quiet] = [before, now].filter(({ days, totals }) => totals.rows === 0 && isClosed(days));
  return quiet === undefined ? notComparable(before.firstSales) : closed(quiet.days);
}

/** How the earlier period relates to the later one: "the month before". */
function reasonText(
  { relation, question: { days } }: ComparisonAnswer,
  why: SalesWords['comparison']['why'],
): string | undefined {
  switch (relation?.kind) {
    case undefined:
      return undefined;
    case 'before':
      return why.before(relation.of);
    case 'monthsBefore':
      return why.monthsBefore(relation.months);
    case 'sameMonths':
      return why.sameMonths(relation.months);
    case 'sameDates':
      return why.sameDates(relation.of);
    case 'sameWeekdays':
      return days.from === days.to ? why.sameWeekday(relation.weeks) : why.sameWeekdays(relation.weeks);
  }
}

/** A phone shows three columns; previous litres and items are only in the file. */
function tableOf({ question, groups }: ComparisonAnswer, reader: Reader): Table {
  const { t, format: figures } = reader.language;
  const comparison = salesWords(t).comparison;
  const largest = Math.max(...groups.map(({ now }) => Math.abs(now?.millilitres ?? 0)), 0);
  return {
    caption: comparison.caption(salesWords(t).groupings[question.by].name),
    columns: [
      { title: salesWords(t).groupings[question.by].title, align: 'left' },
      { title: comparison.columns.litres, align: 'right' },
      { title: changeTitle(groups, t), align: 'right' },
    ],
    newestLast: isInTime(question.by),
    rows: groups.map((group) => {
      const now = group.now?.millilitres ?? 0;
      return [
        labelOf(group, question, reader),
        { value: now / 1000, text: figures.litresBeside(now, largest) },
        changeCell(group.change, figures),
      ];
    }),
  };
}

/** The title of the column of `changeCell`. */
export function changeTitle(groups: readonly ComparedGroup[], t: Catalog): string {
  const { change, changePerOpenDay } = salesWords(t).comparison.columns;
  return groups.some((group) => group.change?.perOpenDay !== undefined) ? changePerOpenDay : change;
}

/** The change in per cent; in litres where too little was sold before. */
export function changeCell(change: Change | undefined, format: Formatter): Cell {
  if (change === undefined) return '–';
  const { percent } = change;
  if (percent !== undefined)
    return { value: Math.round(percent * 10) / 10, text: format.percentChange(percent) };
  const difference = differenceOf(change);
  return difference === 0 ? '–' : `${format.litresChangeBeside(difference, difference)} l`;
}

/** Both days where days are compared by place: "Fri 20 Nov 2026 / Fri 13 Nov 2026". */
function labelOf(
  { key, keyBefore }: ComparedGroup,
  { by, days, against }: ComparisonAnswer['question'],
  reader: Reader,
): string {
  const label = groupLabel(by, key, days, reader);
  if (keyBefore === undefined) return label;
  const earlier = shortLabel(by, keyBefore, against, reader);
  return label === earlier ? label : `${label} / ${earlier}`;
}

/** The earlier period first, as people read time. */
function chartOf({ question, now, before, groups }: ComparisonAnswer, reader: Reader): Chart {
  const { t, format } = reader.language;
  const words = salesWords(t);
  const { by } = question;
  const [name, nameBefore] = words.comparison.spans(now.days, before.days);
  const shown = isInTime(by) ? groups : groups.slice(0, CHART_GROUPS);
  return {
    title: words.comparison.chart(words.groupings[by].name),
    kind: isLine(by) ? 'line' : 'bar',
    labels: shown.map(({ key, keyBefore }) => {
      const [days, of] = key === NO_ROW ? [before.days, keyBefore ?? key] : [now.days, key];
      return shortLabel(by, of, days, reader);
    }),
    along: words.groupings[by].title,
    isInTime: isInTime(by),
    unit: words.unit,
    series: [
      {
        name: nameBefore,
        values: shown.map((group) => litresOf(group.before, group.keyBefore ?? group.key, before)),
      },
      { name, values: shown.map((group) => litresOf(group.now, group.key, now)) },
    ],
    written: format.litresOf,
    amount: (amounts) => words.litresPer(amounts, false, words.groupings[by].name),
  };
}

/** Undefined where the period has no such day or week, or its day isn't fetched. */
function litresOf(sum: SalesGroupSum | undefined, key: string, { source }: SalesPeriod): number | undefined {
  if (sum !== undefined) return sum.millilitres / 1000;
  return key === NO_ROW || source.missing.includes(key) ? undefined : 0;
}
