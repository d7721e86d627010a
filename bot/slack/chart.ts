import type { Catalog } from '../language/language.ts';
import { escapeMrkdwn } from './message.ts';

export interface Chart {
  readonly title: string;
  /** Two series are always bars: bars of a pair can be told apart by their place, lines only by their colour. */
  readonly kind: 'line' | 'bar';
  /** Labels along the axis; Slack's chart isn't drawn unless they are unique. */
  readonly labels: readonly string[];
  /** The title of the axis below. */
  readonly along: string;
  /** False for products and stores, which text has no room to label. */
  readonly isInTime: boolean;
  /** The unit of the values. */
  readonly unit: string;
  /** A value is undefined where there is no data, which isn't 0. */
  readonly series: readonly { readonly name: string; readonly values: readonly (number | undefined)[] }[];
  /** Formats a value next to the largest one. */
  readonly written: (value: number, largest: number) => string;
  /** Adds what is counted to formatted amounts: "412–980 litres per day". `isOne` is true for exactly one unit. */
  readonly amount: (amounts: string, isOne: boolean) => string;
}

/** A table says as much as fewer points. */
export const MIN_POINTS = 7;

/** The first and the last label. */
export function spanOf({ labels }: Chart, places: readonly number[]): string {
  const [first = '', last = ''] = [labels[places[0] ?? 0], labels[places.at(-1) ?? 0]];
  return `${escapeMrkdwn(first)} – ${escapeMrkdwn(last)}`;
}

/** The lowest and the highest value: "412–980 litres per day". */
export function rangeOf(chart: Chart, values: readonly number[], t: Catalog): string {
  const words = t.common.chart;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  const written = (value: number) => chart.written(value, largest);
  const first = written(lowest);
  if (lowest < highest)
    return chart.amount(words.amounts(first, written(highest), /^[-−+]/.test(first)), false);
  const amount = chart.amount(first, Math.abs(lowest) === 1);
  return chart.isInTime ? words.always(amount) : amount;
}
