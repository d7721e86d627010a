import { type ChartBlock, shorten } from './message.ts';

export interface Chart {
  readonly title: string;
  readonly kind: 'line' | 'bar';
  /** Labels along the axis; no chart is drawn unless they are unique. */
  readonly labels: readonly string[];
  readonly along: string;
  /** The unit of the values. */
  readonly unit: string;
  readonly series: readonly { readonly name: string; readonly values: readonly number[] }[];
}

/** Slack's limit for the points of a chart. */
export const CHART_POINTS = 20;
/** With two points, the table already says as much. */
const MIN_POINTS = 3;
const MAX_SERIES = 6;
const TITLE_CHARACTERS = 50;
const LABEL_CHARACTERS = 20;

/**
 * One chart block, or none if Slack would refuse it or it would show nothing. With more than CHART_POINTS points, shows
 * the latest and names their range in the title.
 */
export function chartBlocks(chart: Chart): ChartBlock[] {
  const labels = chart.labels
    .slice(-CHART_POINTS)
    .map((label) => shorten(label.trim() === '' ? '–' : label, LABEL_CHARACTERS));
  const points = labels.length;
  const leftOut = chart.labels.length - points;
  if (points < MIN_POINTS || new Set(labels).size < points) return [];
  if (chart.series.length === 0 || chart.series.length > MAX_SERIES) return [];
  const span = leftOut === 0 ? '' : `, ${labels[0]} – ${labels.at(-1)}`;
  return [
    {
      type: 'data_visualization',
      title: `${shorten(chart.title, TITLE_CHARACTERS - span.length)}${span}`,
      chart: {
        type: chart.kind,
        series: chart.series.map(({ name, values }) => ({
          name: shorten(name, LABEL_CHARACTERS),
          data: labels.map((label, at) => ({ label, value: values[leftOut + at] ?? 0 })),
        })),
        axis_config: { categories: labels, x_label: chart.along, y_label: chart.unit },
      },
    },
  ];
}
