import type { Reader } from '../../ask/reader.ts';
import { type Chart, chartBlocks } from '../../slack/chart.ts';
import { escapeMrkdwn, type MessageBlock, section } from '../../slack/message.ts';
import { sparkline } from '../../slack/sparkline.ts';
import { isInColumns, MAX_COURSES } from '../answer/sides.ts';
import { type SalesAnswer, volumeOf } from '../answer.ts';
import { isCut } from '../filters.ts';
import { isInTime, type TimeGroup } from '../groupings.ts';
import type { SalesGroupSum } from '../reader.ts';
import { salesWords } from '../words/words.ts';
import { NAME_CHARACTERS } from './narrowed.ts';
import { groupLabel, isLine, rowWords, shortLabel } from './rows.ts';
import { bareName } from './sides.ts';

/** More steps need several lines on a phone; the latest are shown. */
const MAX_STEPS = 62;

/** Slack's chart, or a sparkline where charts aren't shown, such as in a modal. */
export function courseBlocks(answer: SalesAnswer, reader: Reader): MessageBlock[] {
  const { t, format } = reader.language;
  const chart = chartOf(answer, reader);
  if (reader.rendering === 'dataTable') return chartBlocks(chart);
  const { labels, title } = chart;
  if (labels.length < 2) return [];
  const steps = labels.slice(-MAX_STEPS);
  const lines = chart.series.map(({ name, values }) =>
    sparkline(
      {
        title: chart.series.length > 1 ? escapeMrkdwn(name, NAME_CHARACTERS) : title,
        values: values.slice(-MAX_STEPS).map((litres) => Math.round(litres * 1000)),
        span: salesWords(t).span(steps[0] ?? '', steps.at(-1) ?? ''),
        written: format.litres,
      },
      t,
    ),
  );
  return [section(lines.join('\n'))];
}

/** One series, or one for each side or row of the first grouping. */
function seriesOf(answer: SalesAnswer, along: readonly string[], reader: Reader): Chart['series'] {
  const { question, days, groups, sides = [] } = answer;
  const litres = (all: readonly SalesGroupSum[], keyOf = ({ key }: SalesGroupSum) => key) => {
    const values = new Map(all.map((group) => [keyOf(group), volumeOf(group, question) / 1000]));
    return along.map((key) => values.get(key) ?? 0);
  };
  if (question.and !== undefined) {
    const firsts = [...Map.groupBy(groups, ({ key }) => key)];
    // The last group is incomplete where rows were cut off.
    const whole = groups.length < answer.groupCount ? firsts.slice(0, -1) : firsts;
    return whole.slice(0, MAX_COURSES).map(([key, ofFirst]) => ({
      name: groupLabel(question.by, key, days, reader),
      values: litres(ofFirst, ({ second = '' }) => second),
    }));
  }
  const { of } = question.sides ?? {};
  if (of === undefined || !isInColumns(question)) {
    return [
      { name: salesWords(reader.language.t).series(question.returns === true), values: litres(groups) },
    ];
  }
  return sides.map((side) => ({ name: bareName(side, of, reader), values: litres(side.groups) }));
}

/** The grouping of the chart's axis; undefined where rows aren't in time. */
function courseOf({ by, and, ...question }: SalesAnswer['question']): TimeGroup | undefined {
  // The largest few days are a list, not a course.
  if (isCut(question)) return undefined;
  if (and === undefined) return isInTime(by) ? by : undefined;
  return isInTime(and) && !isInTime(by) ? and : undefined;
}

/** The keys along the axis, in order. */
function keysAlong({ question, groups }: SalesAnswer): readonly string[] {
  if (question.and === undefined) return groups.map(({ key }) => key);
  return [...new Set(groups.map(({ second = '' }) => second))].sort();
}

/** A chart over time; it has no labels for rows that aren't in time. */
function chartOf(answer: SalesAnswer, reader: Reader): Chart {
  const { question, days } = answer;
  const { t } = reader.language;
  const by = courseOf(question);
  const along = by === undefined ? [] : keysAlong(answer);
  const series = seriesOf(answer, along, reader);
  return {
    title: salesWords(t).chart(question.returns === true, rowWords(question, t).name),
    kind: by !== undefined && isLine(by) ? 'line' : 'bar',
    labels:
      by === undefined || series.length === 0 ? [] : along.map((key) => shortLabel(by, key, days, reader)),
    along: salesWords(t).groupings[by ?? question.by].title,
    unit: salesWords(t).unit,
    series,
  };
}
