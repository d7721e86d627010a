import { formatNames } from '../../parse/names.ts';
import { isNameOfMany, MAX_CHOSEN, type Side } from '../../parse/narrowing.ts';

/** The kinds of alerts on stock. A stored alert has its kind, so they never change. */
export const STOCK_ALERTS = ['units', 'cover', 'out'] as const;

export type StockAlertKind = (typeof STOCK_ALERTS)[number];

/** What an alert on stock is about. Plain JSON. */
export interface StockAlert {
  /** `units` and `cover`: below `line` units or days of cover. `out`: out of stock, and back in stock. */
  readonly kind: StockAlertKind;
  /** 0 for `out`. */
  readonly line: number;
  /** The products; undefined for all of the supplier's own. */
  readonly of?: Side;
}

export const MAX_ALERT_UNITS = 1_000_000;
export const MAX_ALERT_DAYS = 365;

/** The words that `parseStockAlert` reads as the same rule. */
export function writeStockAlert({ kind, line, of }: StockAlert): string {
  const condition = { units: `below ${line}`, cover: `below ${line} days`, out: 'out' }[kind];
  return [...productsOf(of), condition].join(' ');
}

function productsOf(of: Side | undefined): readonly string[] {
  return of === undefined ? [] : [...of.ids, ...formatNames('product', of.names)];
}

/** The command that shows the figures. */
export function whyStockAlert({ kind, line, of }: StockAlert, items: readonly string[]): string {
  if (items.length > 0) return ['/stock', ...items].join(' ');
  const list = { units: 'out', cover: `low ${line}`, out: 'out' }[kind];
  const isListed = of !== undefined && of.names.length === 0 && kind === 'units';
  return ['/stock', ...(isListed ? [] : [list]), ...productsOf(of)].join(' ');
}

export function readStockAlert(stored: unknown): StockAlert | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { kind, line, of }: { kind?: unknown; line?: unknown; of?: unknown } = stored;
  const known = STOCK_ALERTS.find((each) => each === kind);
  if (known === undefined || typeof line !== 'number') return undefined;
  if (of === undefined) return { kind: known, line };
  const side = readSide(of);
  return side && { kind: known, line, of: side };
}

function readSide(of: unknown): Side | undefined {
  if (typeof of !== 'object' || of === null) return undefined;
  const { ids, names }: { ids?: unknown; names?: unknown } = of;
  if (!Array.isArray(ids) || !Array.isArray(names) || ids.length > MAX_CHOSEN) return undefined;
  const isWhole = ids.every((id) => typeof id === 'string') && names.every(isNameOfMany);
  return isWhole ? { ids, names } : undefined;
}

/** Fewer units or days than the line, or nothing in stock. */
export function isBeyondStock(figure: number, { kind, line }: StockAlert): boolean {
  return kind === 'out' ? figure <= 0 : figure < line;
}

/** The least figure that is back. */
export function backAtStock({ kind, line }: StockAlert): number {
  return { units: Math.ceil((line * 11) / 10), cover: line + 1, out: 1 }[kind];
}

/** Back by the margin: 10 % of the units, or one day of cover. So a figure that swings about the line fires once. */
export function isBackInStock(figure: number, { kind, line }: StockAlert): boolean {
  if (kind === 'out') return figure > 0;
  // Whole numbers, because 1.1 times a line isn't exact.
  return kind === 'units' ? figure * 10 >= line * 11 : figure >= line + 1;
}
