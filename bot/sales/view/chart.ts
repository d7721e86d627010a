import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { Reader } from '../../ask/reader.ts';
import type { Chart } from '../../slack/chart.ts';
import { chartBlocks } from '../../slack/chartBlocks.ts';
import type { MessageBlock } from '../../slack/message.ts';
import { daysIn } from '../../text/dayRange.ts';
import { isInColumns } from '../answer/sides.ts';
import { type SalesAnswer, volumeOf } from '../answer.ts';
import { isCut } from '../filters.ts';
import { isInTime, TIME_GROUPINGS, type TimeGroup } from '../groupings.ts';
import type { SalesGroupSum } from '../reader.ts';
import { salesWords } from '../words/words.ts';
import { isLine, shortLabel } from './rows.ts';
import { bareName } from './sides.ts';

/** The course of the sales over time; no blocks for rows that aren't in time. */
export function courseBlocks(answer: SalesAnswer, reader: Reader): MessageBlock[] {
  const by = courseOf(answer.question);
  return by === undefined ? [] : chartBlocks(chartOf(answer, by, reader), reader.rendering, reader.language);
}

/** One series, or one for each side. */
function seriesOf(answer: SalesAnswer, along: readonly Place[], reader: Reader): Chart['series'] {
  const { question, groups, sides = [] } = answer;
  const litres = (all: readonly SalesGroupSum[]) => {
    const values = new Map(all.map((group) => [group.key, volumeOf(group, question) / 1000]));
    return along.map(({ key, isMissing }) => values.get(key) ?? (isMissing ? undefined : 0));
  };
  const { of } = question.selection.sides ?? {};
  if (of === undefined || !isInColumns(question)) {
    return [
      { name: salesWords(reader.language.t).series(question.returns === true), values: litres(groups) },
    ];
  }
  return sides.map((side) => ({ name: bareName(side, of, reader), values: litres(side.groups) }));
}

/** The grouping of the chart's axis; undefined where rows aren't in time. */
function courseOf({ by, ...question }: SalesAnswer['question']): TimeGroup | undefined {
  // The largest few days are a list, not a course.
  return isInTime(by) && !isCut(question) ? by : undefined;
}

/** A place on the axis. `isMissing` is true where no day of it is fetched. */
interface Place {
  readonly key: string;
  readonly isMissing: boolean;
}

/**
 * The keys along the axis, in order: those with sales and, between them, those of days on which stores were open. A day
 * without a row is one on which nothing was sold, or one that isn't fetched.
 */
function placesAlong({ days, groups, source }: SalesAnswer, by: TimeGroup): readonly Place[] {
  const sold = new Set(groups.map(({ key }) => key));
  const { keyOf, all } = TIME_GROUPINGS[by];
  const [first = '', last = ''] = [[...sold].sort()[0], [...sold].sort().at(-1)];
  const missing = new Set(source.missing);
  const open = all !== undefined ? [] : daysIn(days).filter((day) => isOpenDay(dayOf(day)));
  const between = Map.groupBy(open, keyOf);
  const inside = [...between.keys()].filter((key) => first < key && key < last);
  return [...new Set([...sold, ...inside])].sort().map((key) => ({
    key,
    isMissing: !sold.has(key) && (between.get(key) ?? []).every((day) => missing.has(day)),
  }));
}

function chartOf(answer: SalesAnswer, by: TimeGroup, reader: Reader): Chart {
  const { question, days } = answer;
  const { t, format } = reader.language;
  const words = salesWords(t);
  const isOfReturns = question.returns === true;
  const along = placesAlong(answer, by);
  return {
    title: words.chart(isOfReturns, words.groupings[by].name),
    kind: isLine(by) ? 'line' : 'bar',
    labels: along.map(({ key }) => shortLabel(by, key, days, reader)),
    along: words.groupings[by].title,
    isInTime: true,
    unit: words.unit,
    series: seriesOf(answer, along, reader),
    written: format.litresOf,
    amount: (amounts) => words.litresPer(amounts, isOfReturns, words.groupings[by].name),
  };
}
