import { parseSales } from '../../parser/sales.ts';
import { type AskingParts, typedQuestion } from './typedQuestion.ts';

export const sales = (parts: AskingParts) =>
  typedQuestion(parts, {
    name: '/sales',
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
