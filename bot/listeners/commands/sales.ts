import { parseSales } from '../../parser/sales.ts';
import type { Door } from '../door.ts';
import { type AskingParts, registerQuestions } from './asking.ts';

export function registerSales(door: Door, parts: AskingParts): void {
  registerQuestions(door, parts, {
    name: '/sales',
    needs: 'view_sales',
    help: (t) => t.help.sales,
    parse: parseSales,
    unasked({ calendar, now }) {
      const newest = calendar.latestSalesDay(now);
      return {
        command: 'sales',
        kind: 'sales',
        days: { from: newest, to: newest },
        productIds: [],
        storeIds: [],
        by: 'product',
      };
    },
  });
}
