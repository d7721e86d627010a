import type { Language } from '../language/language.ts';
import { type Chart, MIN_POINTS, spanOf } from './chart.ts';
import { escapeMrkdwn } from './message.ts';

/** A phone shows about this many characters of code in a line. */
const LINE_CHARACTERS = 36;
/** Lines of bars for one series, and for each of several. */
const ROWS = 4;
const ROWS_OF_SEVERAL = 3;

/** Parts of a line that a bar fills, from below, and from above for negative values. */
const FILLED = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;
const HANGING = [' ', '▀', '█'] as const;
const GAP = '×';

/**
 * Bars of text over an axis that is labelled at both ends; one such panel for each series, all with the same axis. Shows
 * the latest points that fit a line. Undefined for fewer than MIN_POINTS points.
 */
export function textChart(chart: Chart, { t }: Language): string | undefined {
  const { labels, series } = chart;
  const words = t.common.chart;
  const rows = series.length > 1 ? ROWS_OF_SEVERAL : ROWS;
  const all = labels.map((_, at) => at);
  const places = all.slice(widthOf(labelsOf(chart, axisOf(valuesIn(chart, all), rows))) - LINE_CHARACTERS);
  const values = valuesIn(chart, places);
  const isKnown = (at: number) => series.some((each) => each.values[at] !== undefined);
  if (places.filter(isKnown).length < MIN_POINTS) return undefined;
  const axis = axisOf(values, rows);
  const ends = labelsOf(chart, axis);
  const panels = series.map(({ name, values: own }) => ({
    name,
    own: places.map((at) => own[at]),
  }));
  const below = daysBelow(chart, places, widthOf(ends));
  const caption = [
    ...(below === undefined ? [spanOf(chart, places)] : []),
    ...(places.length < all.length ? [words.latest(places.length, all.length)] : []),
    ...(axis.from > 0 ? [words.axisFrom(ends.from)] : []),
    ...(panels.some(({ own }) => own.includes(undefined)) ? [words.gap(GAP)] : []),
  ];
  return [
    `*${escapeMrkdwn(chart.title)}*`,
    '```',
    ...panels.flatMap(({ name, own }) => [
      ...(panels.length > 1 ? [escapeMrkdwn(name, LINE_CHARACTERS)] : []),
      ...linesOf(own, axis, ends),
    ]),
    ...(below === undefined ? [] : [escapeMrkdwn(below)]),
    '```',
    ...(caption.length === 0 ? [] : [caption.join(' · ')]),
  ].join('\n');
}

function valuesIn({ series }: Chart, places: readonly number[]): number[] {
  return series.flatMap(({ values }) => places.flatMap((at) => values[at] ?? []));
}

/** Where bars begin and end, and how many lines they have above and below the value they begin at. */
interface Axis {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/**
 * Begins at 0 unless all values are far above it, where they would all look alike: then at a round number. Negative
 * values hang below 0, on the same scale.
 */
function axisOf(values: readonly number[], rows: number): Axis {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  if (lowest < 0) {
    const below = highest <= 0 ? rows : atLeastOne((rows * -lowest) / (highest - lowest), rows - 1);
    const above = rows - below;
    const perRow = Math.max(-lowest / below, above === 0 ? 0 : highest / above);
    return { from: -perRow * below, to: perRow * above, above, below };
  }
  if (highest <= 0) return { from: 0, to: 0, above: 0, below: 0 };
  const isFar = lowest < highest && lowest > FAR * highest;
  const step = isFar ? 10 ** Math.floor(Math.log10(highest - lowest)) : 1;
  return { from: isFar ? Math.floor(lowest / step) * step : 0, to: highest, above: rows, below: 0 };
}

/** Above this part of the highest value, differences are hard to see on an axis from 0. */
const FAR = 0.75;

function atLeastOne(rows: number, most: number): number {
  return Math.min(most, Math.max(1, Math.round(rows)));
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

function labelsOf(chart: Chart, { from, to }: Axis): Ends {
  const largest = Math.max(Math.abs(from), Math.abs(to));
  const written = (value: number) => (value === 0 ? '0' : chart.written(value, largest));
  return { from: written(from), to: written(to) };
}

/** What the labels and the line of the axis take. */
function widthOf({ from, to }: Ends): number {
  return Math.max(from.length, to.length) + 2;
}

function linesOf(values: readonly (number | undefined)[], axis: Axis, ends: Ends): string[] {
  const { from, to, above, below } = axis;
  const base = Math.max(0, from);
  const labelled = (label: string, mark: string) => `${label.padStart(widthOf(ends) - 2)} ${mark}`;
  const up = values.map((value) => filled(value, { base, end: to, parts: above * 8, isLifted: base > 0 }));
  const down = values.map((value) => filled(value, { base, end: from, parts: below * 2, isLifted: false }));
  const line = (parts: readonly number[], row: number, glyphs: readonly string[]) =>
    parts.map((part) => glyphs[within(part - row * (glyphs.length - 1), glyphs.length - 1)]).join('');
  return [
    ...countdown(above).map(
      (row, nth) => labelled(nth === 0 ? ends.to : '', nth === 0 ? '┤' : '│') + line(up, row, FILLED),
    ),
    labelled(below > 0 ? '0' : ends.from, below === 0 ? '└' : above === 0 ? '┌' : '┼') +
      values.map((value) => (value === undefined ? GAP : '─')).join(''),
    ...countdown(below)
      .reverse()
      .map(
        (row) =>
          labelled(row === below - 1 ? ends.from : '', row === below - 1 ? '┤' : '│') +
          line(down, row, HANGING),
      ),
  ].map((text) => text.trimEnd());
}

interface Side {
  readonly base: number;
  readonly end: number;
  /** How many parts of lines lie between `base` and `end`. */
  readonly parts: number;
  /** Whether a value at `base` gets a bar too, because `base` isn't 0. */
  readonly isLifted: boolean;
}

/** How many parts a bar fills; at least one, so that a small value doesn't look like 0. */
function filled(value: number | undefined, { base, end, parts, isLifted }: Side): number {
  if (value === undefined || parts === 0) return 0;
  const share = (value - base) / (end - base);
  if (share < 0 || (share === 0 && !isLifted)) return 0;
  return Math.max(1, Math.round(share * parts));
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}

function countdown(count: number): number[] {
  return Array.from({ length: count }, (_, at) => count - 1 - at);
}

/** The first and the last label below the last series; undefined where they don't fit. */
function daysBelow({ labels, series }: Chart, places: readonly number[], indent: number): string | undefined {
  const own = series.at(-1)?.values ?? [];
  const known = places.filter((at) => own[at] !== undefined);
  const [start = 0, end = 0] = [known[0], known.at(-1)].map((at) => places.indexOf(at ?? 0));
  const [first = '', last = ''] = [labels[known[0] ?? 0], labels[known.at(-1) ?? 0]];
  const between = end - start + 1 - first.length - last.length;
  return between < 1 ? undefined : `${' '.repeat(indent + start)}${first}${' '.repeat(between)}${last}`;
}
