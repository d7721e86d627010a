import type { Formatter } from '../language/formatter.ts';
import type { Catalog, Language } from '../language/language.ts';
import { CHART_POINTS, type Chart, chartBlocks } from './chart.ts';
import { type MessageBlock, type Rendering, section } from './message.ts';

/** Values over days, oldest first. */
export interface DayLine {
  readonly title: string;
  readonly unit: string;
  /** The name of the values, for the legend. */
  readonly series: string;
  readonly points: readonly { readonly day: string; readonly value: number }[];
  /** Formats a value. */
  readonly written: (value: number) => string;
}

const STEPS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Slack's native chart, or one line of text where charts can't be shown. */
export function dayLineBlocks(line: DayLine, rendering: Rendering, { t, format }: Language): MessageBlock[] {
  if (line.points.length < 2) return [];
  if (rendering === 'dataTable') return chartBlocks(chartOf(line, format, t));
  const { title, points, written } = line;
  const values = points.map(({ value }) => value);
  return [section(sparkline({ title, values, written, span: spanOf(points, format) }, t))];
}

/** Values in order, as one line of text. */
export interface Sparkline {
  readonly title: string;
  readonly values: readonly number[];
  /** The first and the last day, formatted. */
  readonly span: string;
  /** Formats a value. */
  readonly written: (value: number) => string;
}

function chartOf({ title, unit, series, points }: DayLine, format: Formatter, t: Catalog): Chart {
  const shown = points.slice(-CHART_POINTS);
  return {
    // In the first weeks there are fewer days than the title would suggest.
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
