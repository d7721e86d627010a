import * as z from 'zod/mini';
import { isNone, type Selection, selectionSchema } from '../../parse/selection.ts';
import { writeProducts } from '../slots.ts';

/** The kinds of alerts on stock. A stored alert has its kind, so they never change. */
export const STOCK_ALERTS = ['units', 'cover', 'out'] as const;

export type StockAlertKind = (typeof STOCK_ALERTS)[number];

/** What an alert on stock is about. Plain JSON. */
export interface StockAlert {
  /** `units` and `cover`: below `line` units or days of cover. `out`: out of stock, and back in stock. */
  readonly kind: StockAlertKind;
  /** 0 for `out`. */
  readonly line: number;
  /** Of all products of the supplier's own where none is chosen. */
  readonly selection: Selection;
}

export const MAX_ALERT_UNITS = 1_000_000;
export const MAX_ALERT_DAYS = 365;

/** The words that `parseStockAlert` reads as the same rule. */
export function writeStockAlert({ kind, line, selection }: StockAlert): string {
  const condition = { units: `below ${line}`, cover: `below ${line} days`, out: 'out' }[kind];
  return [...writeProducts(selection), condition].join(' ');
}

/** The command that shows the figures. */
export function whyStockAlert({ kind, line, selection }: StockAlert, items: readonly string[]): string {
  if (items.length > 0) return ['/stock', ...items].join(' ');
  const list = { units: 'out', cover: `low ${line}`, out: 'out' }[kind];
  const { product } = selection;
  const isListed = !isNone(product) && product.names.length === 0 && kind === 'units';
  return ['/stock', ...(isListed ? [] : [list]), ...writeProducts(selection)].join(' ');
}

const ruleSchema = z.object({ kind: z.enum(STOCK_ALERTS), line: z.number(), selection: selectionSchema });

export function readStockAlert(stored: unknown): StockAlert | undefined {
  return ruleSchema.safeParse(stored).data;
}

type Line = Pick<StockAlert, 'kind' | 'line'>;

/** Fewer units or days than the line, or nothing in stock. */
export function isBeyondStock(figure: number, { kind, line }: Line): boolean {
  return kind === 'out' ? figure <= 0 : figure < line;
}

/** The least figure that is back. */
export function backAtStock({ kind, line }: Line): number {
  return { units: Math.ceil((line * 11) / 10), cover: line + 1, out: 1 }[kind];
}

/** Back by the margin: 10 % of the units, or one day of cover. So a figure that swings about the line fires once. */
export function isBackInStock(figure: number, { kind, line }: Line): boolean {
  if (kind === 'out') return figure > 0;
  // Whole numbers, because 1.1 times a line isn't exact.
  return kind === 'units' ? figure * 10 >= line * 11 : figure >= line + 1;
}
