import type { Language } from '../language/language.ts';
import { daysIn } from '../text/dayRange.ts';
import type { Chart } from './chart.ts';

/** Values over days, oldest first. */
export interface DayLine extends Pick<Chart, 'title' | 'unit' | 'written'> {
  /** The name of the values, for the legend. */
  readonly series: string;
  readonly points: readonly { readonly day: string; readonly value: number }[];
  /** Whether a day between the points should have one; all days by default. */
  readonly isExpected?: (day: string) => boolean;
}

/** A chart of days. Expected days between the points that have none are gaps. */
export function dayChart(line: DayLine, { t, format }: Language): Chart {
  const { title, unit, series, points, written, isExpected = () => true } = line;
  const values = new Map(points.map(({ day, value }) => [day, value]));
  const [first, last] = [points[0]?.day, points.at(-1)?.day];
  const between = first === undefined || last === undefined ? [] : daysIn({ from: first, to: last });
  const days = between.filter((day) => values.has(day) || isExpected(day));
  return {
    title,
    kind: 'line',
    labels: days.map(format.shortDay),
    along: t.common.day,
    isInTime: true,
    unit,
    series: [{ name: series, values: days.map((day) => values.get(day)) }],
    written,
  };
}
