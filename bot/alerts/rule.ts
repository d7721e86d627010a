import { formatNames } from '../parse/names.ts';
import type { Side } from '../parse/narrowing.ts';
import type { Capability } from '../settings/accessPolicy.ts';

/** The kinds of alerts on stock. A stored alert has its kind, so they never change. */
export const STOCK_ALERTS = ['units', 'cover', 'out'] as const;

export type AlertKind = (typeof STOCK_ALERTS)[number];

/** What an alert is about. Plain JSON. */
export interface AlertRule {
  /** `units` and `cover`: below `line` units or days of cover. `out`: out of stock, and back in stock. */
  readonly kind: AlertKind;
  /** 0 for `out`. */
  readonly line: number;
  /** The products; undefined for all of the supplier's own. */
  readonly of?: Side;
}

/** What can be typed after the word for alerts. */
export type AlertQuestion =
  /** `isForMe`: to the person who types it, wherever that is. */
  | { readonly kind: 'set'; readonly rule: AlertRule; readonly isForMe: boolean }
  | { readonly kind: 'list' }
  | { readonly kind: 'help' };

export const MAX_UNITS = 1_000_000;
export const MAX_DAYS = 365;

/** The words after `/stock` that `parseAlert` reads as the same rule. */
export function writeAlert({ kind, line, of }: AlertRule, isForMe = false): string {
  const products = of === undefined ? [] : [...of.ids, ...formatNames('product', of.names)];
  const condition = { units: `below ${line}`, cover: `below ${line} days`, out: 'out' }[kind];
  return ['alert', ...(isForMe ? ['me'] : []), ...products, condition].join(' ');
}

/** What its owner needs. Days of cover are derived from sales. */
export function needsOfAlert({ kind }: Pick<AlertRule, 'kind'>): readonly Capability[] {
  return kind === 'cover' ? ['view_stock', 'view_sales'] : ['view_stock'];
}
