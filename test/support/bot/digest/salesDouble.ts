import type {
  DayCoverage,
  MeanSales,
  SalesGroupSum,
  SalesReader,
  SalesSumsQuestion,
} from '../../../../bot/sales/reader.ts';
import { calendar } from '../time.ts';

export interface SalesHeld {
  /** Millilitres by day, then by product; a day without any is empty, one that is not here is missing. */
  readonly days?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly means?: MeanSales['products'];
  readonly readAt?: number;
}

/** Sales as a test wants them; every store is store 100. */
export function readerOfSales({ days = {}, means, readAt = 0 }: SalesHeld): SalesReader {
  const coverageOf = (from: string, to: string) => {
    const found: DayCoverage[] = [];
    for (let day = from; day <= to; day = calendar.addDays(day, 1)) {
      const sold = days[day];
      const state = sold === undefined ? 'missing' : Object.keys(sold).length === 0 ? 'empty' : 'held';
      found.push({ salesDate: day, state, rows: 1, readAt });
    }
    const missing = found.filter(({ state }) => state === 'missing').map(({ salesDate }) => salesDate);
    return { days: found, missing, asOf: readAt };
  };
  const newest = Object.entries(days)
    .filter(([, sold]) => Object.keys(sold).length > 0)
    .map(([day]) => day)
    .sort()
    .at(-1);
  return {
    async salesOf({ from, to, by, productIds }: SalesSumsQuestion) {
      const coverage = coverageOf(from, to);
      const rows = coverage.days.flatMap(({ salesDate }) =>
        Object.entries(days[salesDate] ?? {})
          .filter(([id]) => productIds === undefined || productIds.includes(id))
          .map(([id, millilitres]) => ({
            key: by === 'product' ? id : by === 'day' ? salesDate : '100',
            millilitres,
          })),
      );
      const sums = new Map<string, number>();
      for (const { key, millilitres } of rows) sums.set(key, (sums.get(key) ?? 0) + millilitres);
      const groups = [...sums].map(
        ([key, millilitres]): SalesGroupSum => ({
          key,
          rows: 1,
          millilitres,
          quantity: millilitres / 500,
          returnedMillilitres: 0,
          returnedQuantity: 0,
        }),
      );
      const millilitres = groups.reduce((sum, each) => sum + each.millilitres, 0);
      const totals = {
        rows: rows.length,
        millilitres,
        quantity: millilitres / 500,
        returnedMillilitres: 0,
        returnedQuantity: 0,
        products: groups.length,
        stores: groups.length > 0 ? 1 : 0,
        days: 1,
      };
      return { totals, groups, groupCount: groups.length, coverage };
    },
    daysOf: async (from, to) => coverageOf(from, to),
    async meanSales({ to, days: length = 28 }) {
      const from = calendar.addDays(to, 1 - length);
      const coverage = coverageOf(from, to);
      return {
        from,
        to,
        daysKnown: length,
        products: means ?? [],
        coverage: {
          ...coverage,
          missing: [],
          days: coverage.days.map((day) => ({ ...day, state: 'held' as const })),
        },
      };
    },
    ownProducts: async () => (means ?? []).map(({ productId }) => productId),
    oldestDay: async () => undefined,
    newestDay: async () => newest ?? (means === undefined ? undefined : '2026-11-19'),
  };
}
