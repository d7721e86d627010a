import { type ChartBlock, shorten } from '../slack/message.ts';

export interface Chart {
  readonly title: string;
  readonly kind: 'line' | 'bar';
  /** Labels along the axis, all different. */
  readonly labels: readonly string[];
  readonly along: string;
  /** The unit of the values. */
  readonly unit: string;
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Slack takes so many points in a chart, and two charts in a message. */
export const CHART_POINTS = 20;
const MOST_CHARTS = 2;
const MOST_SERIES = 6;
const TITLE_CHARACTERS = 50;
const LABEL_CHARACTERS = 20;

/**
 * A chart as blocks: one, or two one after the other when it has more points than one takes, and of more points than
 * two take the last, which are the newest. A chart that Slack would not take, with fewer than two points or two labels
 * alike, gives none: the table has it all.
 */
export function chartBlocks(chart: Chart): ChartBlock[] {
  const labels = chart.labels
    .slice(-CHART_POINTS * MOST_CHARTS)
    .map((label) => shorten(label.trim() === '' ? '–' : label, LABEL_CHARACTERS));
  const points = labels.length;
  const leftOut = chart.labels.length - points;
  if (points < 2 || new Set(labels).size < points) return [];
  if (chart.series.length === 0 || chart.series.length > MOST_SERIES) return [];
  const parts = Math.ceil(points / CHART_POINTS);
  const length = Math.ceil(points / parts);
  return Array.from({ length: parts }, (_, part) => {
    const [from, to] = [part * length, Math.min(points, (part + 1) * length)];
    const shown = labels.slice(from, to);
    const span = parts === 1 ? '' : `, ${shown[0]} – ${shown.at(-1)}`;
    return {
      type: 'data_visualization',
      title: `${shorten(chart.title, TITLE_CHARACTERS - span.length)}${span}`,
      chart: {
        type: chart.kind,
        series: chart.series.map(({ name, values }) => ({
          name: shorten(name, LABEL_CHARACTERS),
          data: shown.map((label, at) => ({ label, value: values[leftOut + from + at] ?? 0 })),
        })),
        axis_config: { categories: shown, x_label: chart.along, y_label: chart.unit },
      },
    };
  });
}
