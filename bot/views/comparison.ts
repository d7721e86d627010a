import { type Formatter, formatterFor } from '../language/formatter.ts';
import { isInTime } from '../parser/question.ts';
import type { ComparedGroup } from '../questions/comparedGroups.ts';
import { percentOf } from '../questions/percent.ts';
import type { ComparisonAnswer } from '../questions/salesAnswer.ts';
import { context, type Message, section } from '../slack/message.ts';
import { type Chart, chartBlocks } from './chart.ts';
import { rangeInWords, withoutMarks } from './phrases.ts';
import type { Reader } from './reader.ts';
import {
  columnTitle,
  groupLabel,
  incomplete,
  leftOut,
  narrowedInWords,
  noSales,
  shortLabel,
  sourceInWords,
} from './sales.ts';
import { type Cell, type Table, topRows } from './table.ts';

/** Products or stores side by side that one chart can hold and a person can tell apart. */
const CHART_GROUPS = 8;

/** The answer to `/sales compare`: a period beside an earlier one. */
export function comparisonMessage(answer: ComparisonAnswer, reader: Reader): Message {
  const figures = formatterFor(reader.locale);
  const { question, now, before } = answer;
  const narrowed = narrowedInWords(question, reader);
  const [period, earlier] = [rangeInWords(now.days, figures), rangeInWords(before.days, figures)];
  if (now.totals.rows === 0 && before.totals.rows === 0) {
    return noSales(`No sales${narrowed}, neither ${period} nor ${earlier}`, now.source, reader);
  }
  const sentence = [
    `Sales${narrowed}, ${period}: *${figures.litres(now.totals.millilitres)} litres*, *${figures.counted(now.totals.quantity, 'item')}*`,
    `${earlier}: ${figures.litres(before.totals.millilitres)} litres, ${figures.counted(before.totals.quantity, 'item')}`,
    `Change: *${figures.litresChange(now.totals.millilitres - before.totals.millilitres)} litres*${percent(now.totals.millilitres, before.totals.millilitres, figures)}, *${figures.change(now.totals.quantity - before.totals.quantity)} items*${percent(now.totals.quantity, before.totals.quantity, figures)}`,
  ].join('\n');
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  const unread = [...new Set([incomplete(now.source, figures), incomplete(before.source, figures)])];
  return {
    text: withoutMarks(`${sentence.replaceAll('\n', '; ')}. ${unread.join(' ')}`.trim()),
    blocks: [
      section(sentence),
      ...(reader.rendering === 'dataTable' ? chartBlocks(chartOf(answer, reader)) : []),
      ...blocks,
      context(
        [
          ...leftOut(answer.groupCount - shown, question.by, figures),
          ...unevenLengths(answer, figures),
          ...sourceInWords(now.source, reader),
          ...sourceInWords(before.source, reader)
            .filter((words) => words !== sourceInWords(now.source, reader)[0])
            .map((words) => `earlier period ${words}`),
        ].join(' · '),
      ),
    ],
  };
}

/** " (+12.5 %)"; empty where there is nothing to hold it against. */
function percent(now: number, before: number, figures: Formatter): string {
  const share = percentOf(now - before, before);
  return share === undefined ? '' : ` (${figures.percentChange(share)})`;
}

/** A longer period sells more for no other reason; so the means per day are told then, or at least the days. */
function unevenLengths({ volume, question }: ComparisonAnswer, figures: Formatter): string[] {
  const [days, daysBefore] = [daysIn(question.days), daysIn(question.against)];
  if (volume === undefined && days !== daysBefore) {
    return [`not as many days in both: ${days} against ${daysBefore}`];
  }
  if (volume === undefined || volume.isLikeWithLike || volume.perDay === undefined) return [];
  const { value, before, percent: share } = volume.perDay;
  const litres = (millilitres: number) => figures.litres(Math.round(millilitres));
  return [
    `not as many days in both: ${litres(value)} litres a day against ${litres(before)}${share === undefined ? '' : ` (${figures.percentChange(share)})`}`,
  ];
}

const DAY_MS = 86_400_000;

function daysIn({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** Five columns are what a phone shows; the items of each row are in the file. */
function tableOf({ question, groups }: ComparisonAnswer, reader: Reader): Table {
  const figures = formatterFor(reader.locale);
  const volumes = groups.flatMap(({ now, before }) => [now?.millilitres ?? 0, before?.millilitres ?? 0]);
  const largest = Math.max(...volumes.map(Math.abs), 0);
  const litres = (millilitres: number): Cell => ({
    value: millilitres / 1000,
    text: figures.litresBeside(millilitres, largest),
  });
  return {
    caption: `Sales by ${question.by} in litres, beside the earlier period`,
    columns: [
      { title: columnTitle(question.by), align: 'left' },
      { title: 'Litres', align: 'right' },
      { title: 'Litres before', align: 'right' },
      { title: 'Litres ±', align: 'right' },
      { title: 'Litres ± %', align: 'right' },
    ],
    newestLast: isInTime(question.by),
    rows: groups.map((group) => {
      const [now, before] = [group.now?.millilitres ?? 0, group.before?.millilitres ?? 0];
      return [
        labelOf(group, question, reader),
        litres(now),
        litres(before),
        { value: (now - before) / 1000, text: signedLitres(now - before, largest, figures) },
        percentCell(now, before, figures),
      ];
    }),
  };
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
  const label = key === '–' ? key : groupLabel(by, key, days, reader);
  if (keyBefore === undefined || !isInTime(by)) return label;
  const figures = formatterFor(reader.locale);
  const earlier = keyBefore === '–' ? keyBefore : shortLabel(by, keyBefore, against, figures);
  return label === earlier ? label : `${label} / ${earlier}`;
}

function chartOf({ question, now, before, groups }: ComparisonAnswer, reader: Reader): Chart {
  const figures = formatterFor(reader.locale);
  const { by } = question;
  const shown = isInTime(by) ? groups : groups.slice(0, CHART_GROUPS);
  const label = ({ key }: ComparedGroup): string => {
    if (key === '–') return key;
    return isInTime(by) ? shortLabel(by, key, now.days, figures) : groupLabel(by, key, now.days, reader);
  };
  const range = ({ from, to }: { from: string; to: string }) =>
    from === to ? figures.shortDay(from) : `${figures.shortDay(from)} – ${figures.shortDay(to)}`;
  return {
    title: `Litres by ${by}, beside the earlier period`,
    kind: by === 'day' ? 'line' : 'bar',
    labels: shown.map(label),
    along: columnTitle(by),
    unit: 'Litres',
    series: [
      { name: range(now.days), values: shown.map((group) => (group.now?.millilitres ?? 0) / 1000) },
      { name: range(before.days), values: shown.map((group) => (group.before?.millilitres ?? 0) / 1000) },
    ],
  };
}
