import type { TruthSale } from 'retail-data-client/sandbox';

/** Figures as the bot should write them, reckoned here in whole numbers only. */
export function thousands(whole: number): string {
  const sign = whole < 0 ? '-' : '';
  return sign + String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** 1,234.6 l */
export function inLitres(millilitres: number): string {
  const tenths = Math.round(Math.abs(millilitres) / 100);
  return `${millilitres < 0 ? '−' : ''}${thousands(Math.trunc(tenths / 10))}.${tenths % 10} l`;
}

export interface Sum {
  readonly key: string;
  readonly millilitres: number;
  readonly quantity: number;
}

export function sumBy(sales: readonly TruthSale[], keyOf: (sale: TruthSale) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const sale of sales) {
    const key = keyOf(sale);
    const { millilitres, quantity } = sums.get(key) ?? { millilitres: 0, quantity: 0 };
    sums.set(key, {
      key,
      millilitres: millilitres + sale.millilitres,
      quantity: quantity + sale.salesQuantity,
    });
  }
  return [...sums.values()];
}

export function largestFirst(sums: readonly Sum[]): Sum[] {
  return sums.toSorted((a, b) => b.millilitres - a.millilitres || a.key.localeCompare(b.key));
}

/** As the cells of a table hold them: the exact number, whatever is shown. */
export function asCells(sums: readonly Sum[], labelOf: (key: string) => string): (string | number)[][] {
  return sums.map(({ key, millilitres, quantity }) => [labelOf(key), millilitres / 1000, quantity]);
}
