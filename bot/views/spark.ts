import type { Formatter } from '../language/formatter.ts';
import { type MessageBlock, type Rendering, section } from '../slack/message.ts';
import { type Chart, chartBlocks } from './chart.ts';

/** Values over days, the oldest first. */
export interface DayLine {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly { readonly day: string; readonly value: number }[];
  /** A value as it is written. */
  readonly written: (value: number) => string;
}

/** One chart takes so many points; a second one beside it could not be compared with a glance. */
const CHART_POINTS = 20;
const STEPS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Values over days as Slack's own chart, or as one line of text where there are no charts. */
export function dayLineBlocks(line: DayLine, rendering: Rendering, figures: Formatter): MessageBlock[] {
  if (line.points.length < 2) return [];
  if (rendering === 'dataTable') return chartBlocks(chartOf(line, figures));
  const { title, points, written } = line;
  const values = points.map(({ value }) => value);
  return [section(sparkOf({ title, values, written, span: spanOf(points, figures) }))];
}

/** Values in their order, as one line of text. */
export interface Spark {
  readonly title: string;
  readonly values: readonly number[];
  /** From when to when. */
  readonly span: string;
  /** A value as it is written. */
  readonly written: (value: number) => string;
}

function chartOf({ title, unit, points }: DayLine, figures: Formatter): Chart {
  const shown = thinned(points, CHART_POINTS);
  return {
    // The first weeks hold fewer days than the chart has room for.
    title: `${title}, ${spanOf(points, figures)}`,
    kind: 'line',
    labels: shown.map(({ day }) => figures.shortDay(day)),
    along: 'Day',
    unit,
    series: [{ name: unit, values: shown.map(({ value }) => value) }],
  };
}

/** At most so many points, in even steps back from the newest. */
export function thinned<Point>(points: readonly Point[], most: number): Point[] {
  const step = Math.ceil(points.length / most);
  return points.filter((_, at) => (points.length - 1 - at) % step === 0);
}

export function sparkOf({ title, values, span: period, written }: Spark): string {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const span = highest - lowest;
  const steps = values.map((value) => STEPS[span === 0 ? 3 : Math.round(((value - lowest) / span) * 7)]);
  const range =
    span === 0 ? `always ${written(lowest)}` : `between ${written(lowest)} and ${written(highest)}`;
  return `${title}: \`${steps.join('')}\`\n${period}, ${range}`;
}

function spanOf(points: DayLine['points'], figures: Formatter): string {
  return `${figures.shortDay(points[0]?.day ?? '')} – ${figures.shortDay(points.at(-1)?.day ?? '')}`;
}
