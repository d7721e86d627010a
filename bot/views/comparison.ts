import type { Formatter } from '../language/formatter.ts';
import type { Catalog } from '../language/language.ts';
import { isInTime } from '../parser/groupings.ts';
import { type ComparedGroup, NO_ROW } from '../questions/comparedGroups.ts';
import { percentOf } from '../questions/percent.ts';
import type { ComparisonAnswer, SalesPeriod } from '../questions/salesAnswer.ts';
import { context, type Message, section } from '../slack/message.ts';
import { type Chart, chartBlocks } from './chart.ts';
import { groupLabel, isLine, shortLabel } from './groupings.ts';
import { withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import { incomplete, leftOut, narrowedOf, noSales, notOpenInWords, sourceInWords } from './sales.ts';
import { type Cell, type Table, topRows } from './table.ts';

/** Products or stores side by side that one chart can hold and a person can tell apart. */
const CHART_GROUPS = 8;

/** The answer to `/sales compare`: a period beside an earlier one. */
export function comparisonMessage(answer: ComparisonAnswer, reader: Reader): Message {
  const { sales, comparison } = reader.language.t;
  const { question, now, before } = answer;
  const narrowed = narrowedOf(question, reader);
  if (now.totals.rows === 0 && before.totals.rows === 0) {
    return noSales(
      comparison.none(narrowed, now.days, before.days),
      { ...answer, source: now.source },
      reader,
    );
  }
  const { volume } = answer;
  const quantity = now.totals.quantity - before.totals.quantity;
  const sentence = [
    comparison.now(narrowed, soldIn(now)),
    comparison.before(soldIn(before), whyInWords(answer, comparison.why)),
    comparison.change(
      { millilitres: volume.difference, percent: volume.percent },
      { items: quantity, percent: percentOf(quantity, before.totals.quantity) },
    ),
    ...(volume.perOpenDay === undefined ? [] : [comparison.perOpenDay(volume.perOpenDay)]),
  ].join('\n');
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  const unread = [...new Set([incomplete(now.source, sales), incomplete(before.source, sales)])];
  const [source, earlierSource] = [sourceInWords(now.source, reader), sourceInWords(before.source, reader)];
  return {
    text: withoutMarks(`${sentence.replaceAll('\n', '; ')}. ${unread.join(' ')}`.trim()),
    blocks: [
      section(sentence),
      ...(reader.rendering === 'dataTable' ? chartBlocks(chartOf(answer, reader)) : []),
      ...blocks,
      context(
        [
          ...leftOut(answer.groupCount - shown, question.by, reader.language.t),
          ...notOpenInWords(answer, reader),
          ...source,
          ...earlierSource.filter((words) => !source.includes(words)).map(comparison.earlier),
        ].join(' · '),
      ),
    ],
  };
}

function soldIn({ days, totals }: SalesPeriod) {
  return { days, millilitres: totals.millilitres, items: totals.quantity };
}

/** Which period it is that the other is held against: "the month before". */
function whyInWords(
  { relation, question: { days } }: ComparisonAnswer,
  why: Catalog['comparison']['why'],
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

/** Five columns are what a phone shows; the items of each row are in the file. */
function tableOf({ question, groups }: ComparisonAnswer, reader: Reader): Table {
  const { t, format: figures } = reader.language;
  const { comparison } = t;
  const volumes = groups.flatMap(({ now, before }) => [now?.millilitres ?? 0, before?.millilitres ?? 0]);
  const largest = Math.max(...volumes.map(Math.abs), 0);
  const litres = (millilitres: number): Cell => ({
    value: millilitres / 1000,
    text: figures.litresBeside(millilitres, largest),
  });
  return {
    caption: comparison.caption(t.groupings[question.by].name),
    columns: [
      { title: t.groupings[question.by].title, align: 'left' },
      { title: comparison.columns.litres, align: 'right' },
      { title: comparison.columns.before, align: 'right' },
      { title: comparison.columns.change, align: 'right' },
      { title: comparison.columns.percent, align: 'right' },
    ],
    newestLast: isInTime(question.by),
    rows: groups.map((group) => {
      const [now, before] = [group.now?.millilitres ?? 0, group.before?.millilitres ?? 0];
      return [
        labelOf(group, question, reader),
        litres(now),
        litres(before),
        { value: (now - before) / 1000, text: signedLitres(now - before, largest, figures) },
        isPaired(group) ? percentCell(now, before, figures) : '–',
      ];
    }),
  };
}

/** A day that the other period has no counterpart of has no share. */
function isPaired({ key, keyBefore }: ComparedGroup): boolean {
  return key !== NO_ROW && keyBefore !== NO_ROW;
}

function percentCell(now: number, before: number, figures: Formatter): Cell {
  const share = percentOf(now - before, before);
  return share === undefined
    ? '–'
    : { value: Math.round(share * 10) / 10, text: figures.percentChange(share) };
}

function signedLitres(millilitres: number, largest: number, figures: Formatter): string {
  if (millilitres === 0) return '±0';
  return `${millilitres > 0 ? '+' : '−'}${figures.litresBeside(Math.abs(millilitres), largest)}`;
}

/** "Fri 20 Nov 2026 / Fri 13 Nov 2026" where days are compared by their place. */
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

function chartOf({ question, now, before, groups }: ComparisonAnswer, reader: Reader): Chart {
  const { t } = reader.language;
  const { by } = question;
  const [name, nameBefore] = t.comparison.spans(now.days, before.days);
  const shown = isInTime(by) ? groups : groups.slice(0, CHART_GROUPS);
  return {
    title: t.comparison.chart(t.groupings[by].name),
    kind: isLine(by) ? 'line' : 'bar',
    labels: shown.map(({ key }) => shortLabel(by, key, now.days, reader)),
    along: t.groupings[by].title,
    unit: t.sales.unit,
    series: [
      {
        name,
        values: shown.map((group) => (group.now?.millilitres ?? 0) / 1000),
      },
      {
        name: nameBefore,
        values: shown.map((group) => (group.before?.millilitres ?? 0) / 1000),
      },
    ],
  };
}
