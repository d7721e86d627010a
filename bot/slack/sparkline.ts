import type { Formatter } from '../language/formatter.ts';
import type { Catalog, Language } from '../language/language.ts';
import { CHART_POINTS, type Chart, chartBlocks } from './chart.ts';
import { type MessageBlock, type Rendering, section } from './message.ts';

/** Values over days, the oldest first. */
export interface DayLine {
  readonly title: string;
  readonly unit: string;
  /** What the values are, for the legend. */
  readonly series: string;
  readonly points: readonly { readonly day: string; readonly value: number }[];
  /** A value as it is written. */
  readonly written: (value: number) => string;
}

const STEPS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Values over days as Slack's own chart, or as one line of text where there are no charts. */
export function dayLineBlocks(line: DayLine, rendering: Rendering, { t, format }: Language): MessageBlock[] {
  if (line.points.length < 2) return [];
  if (rendering === 'dataTable') return chartBlocks(chartOf(line, format, t));
  const { title, points, written } = line;
  const values = points.map(({ value }) => value);
  return [section(sparkline({ title, values, written, span: spanOf(points, format) }, t))];
}

/** Values in their order, as one line of text. */
export interface Sparkline {
  readonly title: string;
  readonly values: readonly number[];
  /** From when to when. */
  readonly span: string;
  /** A value as it is written. */
  readonly written: (value: number) => string;
}

function chartOf({ title, unit, series, points }: DayLine, format: Formatter, t: Catalog): Chart {
  const shown = points.slice(-CHART_POINTS);
  return {
    // The first weeks hold fewer days than the chart has room for.
    title: `${title}, ${spanOf(shown, format)}`,
    kind: 'line',
    labels: shown.map(({ day }) => format.shortDay(day)),
    along: t.common.day,
    unit,
    series: [{ name: series, values: shown.map(({ value }) => value) }],
  };
}

export function sparkline({ title, values, span, written }: Sparkline, { common: words }: Catalog): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const range = highest - lowest;
  const steps = values
    .map((value) => STEPS[range === 0 ? 3 : Math.round(((value - lowest) / range) * 7)])
    .join('');
  return range === 0
    ? words.sparkline.always(title, steps, span, written(lowest))
    : words.sparkline.between(title, steps, span, written(lowest), written(highest));
}

function spanOf(points: DayLine['points'], format: Formatter): string {
  return `${format.shortDay(points[0]?.day ?? '')} – ${format.shortDay(points.at(-1)?.day ?? '')}`;
}
