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
}

/** A table says as much as fewer points. */
export const MIN_POINTS = 7;

/** The first and the last label. */
export function spanOf({ labels }: Chart, places: readonly number[]): string {
  const [first = '', last = ''] = [labels[places[0] ?? 0], labels[places.at(-1) ?? 0]];
  return `${escapeMrkdwn(first)} – ${escapeMrkdwn(last)}`;
}
