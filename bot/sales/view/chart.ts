import type { Reader } from '../../ask/reader.ts';
import {
  type Group,
  isInCycle,
  isInTime,
  keyIn,
  NO_ROW,
  placesAlong,
  ROWS,
  type TimeGroup,
} from '../../figures/rows.ts';
import type { Chart } from '../../slack/chart.ts';
import type { SalesAnswer } from '../answer.ts';
import { isCut } from '../filters.ts';
import { lackingIn, measured, type SalesPeriod, type SalesResult, type SalesRowOf } from '../query.ts';
import type { SalesFigures } from '../reader.ts';
import { isInColumns } from '../sides.ts';
import { salesWords } from '../words/words.ts';
import { shortLabel } from './rows.ts';
import { bareName } from './sides.ts';

/** Products or stores that a person can tell apart in one chart. */
const CHART_GROUPS = 8;

/** The course of the sales over time, or two periods side by side; undefined for one period's rows that aren't in time. */
export function chartOf(answer: SalesAnswer, reader: Reader): Chart | undefined {
  const { question, before, now, rows, sides = [] } = answer;
  if (before !== undefined) return chartOfBoth(answer, before, reader);
  const { by, selection, returns } = question;
  // The largest few days are a list, not a course.
  if (!isInTime(by) || isCut(question)) return undefined;
  const { of } = selection.sides ?? {};
  const ofSides =
    of === undefined || !isInColumns(question)
      ? undefined
      : sides.map((side) => ({ name: bareName(side, of, reader), rows: side.rows }));
  const isOfReturns = returns === true;
  return courseChart({ by, now, rows }, { isOfReturns, ofSides, isLine: ROWS[by].isLine }, reader);
}

/** The rows of a period over time: one series, or one for each side. */
export function courseChart(
  { by, now, rows }: Pick<SalesResult, 'now' | 'rows'> & { readonly by: TimeGroup },
  {
    isOfReturns = false,
    ofSides,
    isLine = false,
  }: {
    readonly isOfReturns?: boolean;
    readonly ofSides?: readonly { readonly name: string; readonly rows: readonly SalesRowOf[] }[] | undefined;
    readonly isLine?: boolean | undefined;
  },
  reader: Reader,
): Chart {
  const words = salesWords(reader.language.t);
  // What lacks a day is a gap, at the ends no place at all. Each weekday has several days.
  const gaps = new Set(isInCycle(by) ? [] : lackingIn(now).map((day) => keyIn(by, day)));
  const keys = rows.map(({ key }) => key).filter((key) => !gaps.has(key));
  const along = placesAlong(by, keys, now.days).map(({ key }) => key);
  const litresIn = (sum: SalesFigures) => measured(sum, isOfReturns).millilitres / 1000;
  const series = (ofSides ?? [{ name: words.series(isOfReturns), rows }]).map(({ name, rows: of }) => {
    const sold = new Map(of.map((row) => [row.key, row.now && litresIn(row.now)]));
    return {
      name,
      values: along.map((key) => (gaps.has(key) ? undefined : (sold.get(key) ?? 0))),
    };
  });
  return {
    title: words.chart(isOfReturns, words.groupings[by].name),
    labels: along.map((key) => shortLabel(by, key, now.days, reader)),
    series,
    ...inLitres(by, isLine, reader),
  };
}

/** Two periods; the earlier one first, as people read time. */
function chartOfBoth({ question, now, rows }: SalesAnswer, before: SalesPeriod, reader: Reader): Chart {
  const { by } = question;
  const words = salesWords(reader.language.t);
  const [name, nameBefore] = words.comparison.spans(now.days, before.days);
  const shown = isInTime(by) ? rows : rows.slice(0, CHART_GROUPS);
  return {
    title: words.comparison.chart(words.groupings[by].name),
    labels: shown.map(({ key, keyBefore }) =>
      key === NO_ROW
        ? shortLabel(by, keyBefore ?? key, before.days, reader)
        : shortLabel(by, key, now.days, reader),
    ),
    series: [
      {
        name: nameBefore,
        values: shown.map((row) => litresOf(row.before, row.keyBefore ?? row.key, before)),
      },
      { name, values: shown.map((row) => litresOf(row.now, row.key, now)) },
    ],
    ...inLitres(by, ROWS[by].isLine === true, reader),
  };
}

/** What all charts of litres have. */
function inLitres(by: Group, isLine: boolean, { language }: Reader) {
  const words = salesWords(language.t);
  return {
    kind: isLine ? 'line' : 'bar',
    along: words.groupings[by].title,
    isInTime: isInTime(by),
    unit: words.unit,
    written: (litres: number) => language.format.litres(Math.round(litres * 1000)),
  } as const;
}

/** Undefined where the period has no such day or week, or its day isn't fetched. */
function litresOf(sum: SalesFigures | undefined, key: string, { source }: SalesPeriod): number | undefined {
  if (sum !== undefined) return sum.millilitres / 1000;
  return key === NO_ROW || source.missing.includes(key) ? undefined : 0;
}
