import type { Reader } from '../../ask/reader.ts';
import { type Group, isInTime, NO_ROW, placesAlong, ROWS, type TimeGroup } from '../../figures/rows.ts';
import type { Chart } from '../../slack/chart.ts';
import { type SalesAnswer, volumeOf } from '../answer.ts';
import { isCut } from '../filters.ts';
import type { SalesPeriod, SalesRowOf } from '../query.ts';
import type { SalesFigures } from '../reader.ts';
import { isInColumns } from '../sides.ts';
import { salesWords } from '../words/words.ts';
import { shortLabel } from './rows.ts';
import { bareName } from './sides.ts';

/** Products or stores that a person can tell apart in one chart. */
const CHART_GROUPS = 8;

/** What a chart shows, without the words around it. */
type Drawing = Pick<Chart, 'title' | 'labels' | 'series'> & { readonly by: Group };

/** A chart of litres. */
export function litresChart({ by, ...drawn }: Drawing, kind: Chart['kind'], { language }: Reader): Chart {
  const words = salesWords(language.t);
  return {
    ...drawn,
    kind,
    along: words.groupings[by].title,
    isInTime: isInTime(by),
    unit: words.unit,
    written: (litres) => language.format.litres(Math.round(litres * 1000)),
  };
}

/** The course of the sales over time, or two periods side by side; undefined for one period's rows that aren't in time. */
export function chartOf(answer: SalesAnswer, reader: Reader): Chart | undefined {
  const { before } = answer;
  const drawing = before === undefined ? courseOf(answer, reader) : bothOf(answer, before, reader);
  if (drawing === undefined) return undefined;
  return litresChart(drawing, ROWS[drawing.by].isLine === true ? 'line' : 'bar', reader);
}

/** One series, or one for each side. */
function courseOf(answer: SalesAnswer, reader: Reader): Drawing | undefined {
  const by = axisOf(answer.question);
  if (by === undefined) return undefined;
  const { question, now } = answer;
  const words = salesWords(reader.language.t);
  const isOfReturns = question.returns === true;
  const along = placesOf(answer, by);
  return {
    by,
    title: words.chart(isOfReturns, words.groupings[by].name),
    labels: along.map(({ key }) => shortLabel(by, key, now.days, reader)),
    series: seriesOf(answer, along, reader),
  };
}

function seriesOf(answer: SalesAnswer, along: readonly Place[], reader: Reader): Chart['series'] {
  const { question, rows, sides = [] } = answer;
  const litres = (all: readonly SalesRowOf[]) => {
    const values = new Map(
      all.map((row) => [row.key, row.now && volumeOf(row.now, question) / 1000] as const),
    );
    return along.map(({ key, isMissing }) => values.get(key) ?? (isMissing ? undefined : 0));
  };
  const { of } = question.selection.sides ?? {};
  if (of === undefined || !isInColumns(question)) {
    const name = salesWords(reader.language.t).series(question.returns === true);
    return [{ name, values: litres(rows) }];
  }
  return sides.map((side) => ({ name: bareName(side, of, reader), values: litres(side.rows) }));
}

/** The grouping of the chart's axis; undefined where rows aren't in time. */
function axisOf({ by, ...question }: SalesAnswer['question']): TimeGroup | undefined {
  // The largest few days are a list, not a course.
  return isInTime(by) && !isCut(question) ? by : undefined;
}

/** A place on the axis. `isMissing` is true where no day of it is fetched. */
interface Place {
  readonly key: string;
  readonly isMissing: boolean;
}

/** A day without a row is one on which nothing was sold, or one that isn't fetched. */
function placesOf({ now, rows }: SalesAnswer, by: TimeGroup): readonly Place[] {
  const sold = new Set(rows.map(({ key }) => key));
  const missing = new Set(now.source.missing);
  return placesAlong(by, [...sold], now.days).map(({ key, openDays }) => ({
    key,
    isMissing: !sold.has(key) && openDays.every((day) => missing.has(day)),
  }));
}

/** Two periods; the earlier one first, as people read time. */
function bothOf({ question, now, rows }: SalesAnswer, before: SalesPeriod, reader: Reader): Drawing {
  const { by } = question;
  const words = salesWords(reader.language.t);
  const [name, nameBefore] = words.comparison.spans(now.days, before.days);
  const shown = isInTime(by) ? rows : rows.slice(0, CHART_GROUPS);
  return {
    by,
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
  };
}

/** Undefined where the period has no such day or week, or its day isn't fetched. */
function litresOf(sum: SalesFigures | undefined, key: string, { source }: SalesPeriod): number | undefined {
  if (sum !== undefined) return sum.millilitres / 1000;
  return key === NO_ROW || source.missing.includes(key) ? undefined : 0;
}
