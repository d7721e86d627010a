import type { Sandbox, TruthSale } from '../../../../shared/sandbox/index.ts';
import { askFor, type Parameters, SALES } from '../../../support/shared/sandbox/asking.ts';

/** The daily sales response as the interface describes it. */
export type DailySales = readonly {
  salesDate: string;
  storeSales: readonly {
    storeId: string;
    sales: readonly {
      productId: string;
      salesVolume: number;
      salesQuantity: number;
      lastChanged: { date: string; time: string };
    }[];
  }[];
}[];

export type Row = Omit<TruthSale, 'millilitres'>;

export function flat(days: DailySales): readonly Row[] {
  return days.flatMap(({ salesDate, storeSales }) =>
    storeSales.flatMap(({ storeId, sales }) =>
      sales.map(({ productId, salesVolume, salesQuantity, lastChanged: { date, time } }) => {
        return {
          salesDate,
          storeId,
          productId,
          salesVolume,
          salesQuantity,
          lastChangedDate: date,
          lastChangedTime: time,
        };
      }),
    ),
  );
}

export async function salesRows(sandbox: Sandbox, parameters: Parameters = {}): Promise<readonly Row[]> {
  return flat(await askFor<DailySales>(sandbox, SALES, parameters));
}

/** What the service says is true, in the shape of the answer's rows. */
export function trueRows(sandbox: Sandbox, fromSalesDate: string, toSalesDate: string): readonly Row[] {
  return sandbox.truth.sales(fromSalesDate, toSalesDate).map(({ millilitres: _, ...row }) => row);
}
