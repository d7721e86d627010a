import type { FollowUp } from '../ask/asking.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import { isOfProducts, LOW_DAYS, type StockQuestion } from './question.ts';
import { needsOfStock, writeStock } from './slots.ts';
import { stockWords } from './words/words.ts';

export const STOCK_FOLLOW_UPS = [
  'stock_of_it',
  'thirty_days',
  'sales_of_it',
  'stock_out',
  'stock_low',
  'stock_changes',
] as const;
type Name = (typeof STOCK_FOLLOW_UPS)[number];

const CHART_DAYS = 30;
const WEEK_DAYS = 7;
/** A question of more products gets no follow-ups: their answers would be lists. */
const FEW_PRODUCTS = 5;

/** What people ask next, likeliest first. Days of sales count from the click. */
export function stockFollowUps(question: StockQuestion): FollowUp[] {
  if (isOfProducts(question)) {
    const { command, selection } = question;
    const { ids } = selection.product;
    if (ids.length > FEW_PRODUCTS) return [];
    const sales = (days: number, by: string) => `/sales last ${days} days product:${ids.join(',')} by:${by}`;
    return [
      ...(question.kind === 'history'
        ? [ofStock('stock_of_it', { command, kind: 'products', selection })]
        : []),
      followUp('thirty_days', sales(CHART_DAYS, 'day'), ['view_sales']),
      followUp('sales_of_it', sales(WEEK_DAYS, 'store'), ['view_sales']),
    ];
  }
  const { command, scope, selection } = question;
  const list = { command, scope, selection };
  return [
    ofStock('stock_out', { ...list, kind: 'out' }),
    ofStock('stock_low', { ...list, kind: 'low', days: LOW_DAYS }),
    ofStock('stock_changes', { ...list, kind: 'changes' }),
  ].filter(({ name }) => name !== `stock_${question.kind}`);
}

function ofStock(name: Name, question: StockQuestion): FollowUp {
  return followUp(name, writeStock(question), needsOfStock(question));
}

function followUp(name: Name, command: string | undefined, needs: readonly Capability[]): FollowUp {
  return { name, title: (t) => stockWords(t).followUps[name], command, needs };
}
