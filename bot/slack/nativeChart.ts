import type { Language } from '../language/language.ts';
import { type Chart, MIN_POINTS } from './chart.ts';
import { type ChartBlock, context, escapeMrkdwn, type MessageBlock, shorten } from './message.ts';

/** Slack's limit for the points of a chart. */
const CHART_POINTS = 20;
const MAX_SERIES = 6;
const TITLE_CHARACTERS = 50;
const LABEL_CHARACTERS = 20;
const NAME_CHARACTERS = 80;
/** Labels of points without data that a caption lists. */
const LEFT_OUT = 4;

/**
 * Slack's native chart, with a caption where it doesn't show all; or no blocks for fewer than MIN_POINTS points or for a chart that Slack would
 * refuse. Shows the latest CHART_POINTS points. Points without data are left out: Slack takes only numbers.
 */
export function nativeChart(chart: Chart, language: Language): MessageBlock[] {
  const { labels, series } = chart;
  const places = labels.map((_, at) => at);
  const known = places.filter((at) => series.every(({ values }) => values[at] !== undefined));
  const shown = known.slice(-CHART_POINTS);
  const categories = shown.map((at) => shortLabel(labels[at] ?? ''));
  const names = series.map(({ name }) => shorten(name, LABEL_CHARACTERS));
  if (shown.length < MIN_POINTS || new Set(categories).size < shown.length) return [];
  if (series.length === 0 || series.length > MAX_SERIES || new Set(names).size < names.length) return [];
  const block: ChartBlock = {
    type: 'data_visualization',
    title: shorten(chart.title, TITLE_CHARACTERS),
    chart: {
      type: series.length === 2 ? 'bar' : chart.kind,
      series: series.map(({ values }, nth) => ({
        name: names[nth] ?? '',
        data: shown.map((at, place) => ({ label: categories[place] ?? '', value: values[at] ?? 0 })),
      })),
      axis_config: { categories, x_label: chart.along, y_label: chart.unit },
    },
  };
  const first = shown[0] ?? 0;
  const missing = places.filter((at) => at > first && !known.includes(at)).map((at) => labels[at] ?? '');
  const caption = captionOf(chart, { shown: shown.length, of: known.length, missing }, language);
  return [block, ...(caption.length === 0 ? [] : [context(caption.join(' · '))])];
}

function shortLabel(label: string): string {
  return shorten(label.trim() === '' ? '–' : label, LABEL_CHARACTERS);
}

interface Shown {
  /** How many points are drawn. */
  readonly shown: number;
  /** How many points have data. */
  readonly of: number;
  /** Labels of points without data. */
  readonly missing: readonly string[];
}

function captionOf(chart: Chart, { shown, of, missing }: Shown, { t, format }: Language): string[] {
  const words = t.common.chart;
  const [left, right, third] = chart.series.map(({ name }) => escapeMrkdwn(name, NAME_CHARACTERS));
  const isPair = left !== undefined && right !== undefined && third === undefined;
  const named = missing.slice(0, LEFT_OUT).map((label) => escapeMrkdwn(label, NAME_CHARACTERS));
  return [
    ...(isPair ? [words.pair(left, right)] : []),
    ...(shown < of ? [words.latest(shown, of)] : []),
    ...(missing.length === 0 ? [] : [words.leftOut(format.list(named, missing.length - named.length))]),
  ];
}
