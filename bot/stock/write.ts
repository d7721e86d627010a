import type { About } from '../ask/asking.ts';
import { formatDays } from '../parse/dates/period.ts';
import { formatNames } from '../parse/names.ts';
import { MAX_CHOSEN } from '../parse/narrowing.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { StockQuestion } from './question.ts';

/** Writes the command that `parseStock` reads as the same question; undefined for more products than a command takes. */
export function writeStock(question: StockQuestion): string | undefined {
  if ('productIds' in question && question.productIds.length > MAX_CHOSEN) return undefined;
  return `/stock ${wordsOf(question)}`;
}

function wordsOf(question: StockQuestion): string {
  if (question.kind === 'history') return [...question.productIds, formatDays(question.days)].join(' ');
  if (question.kind === 'products') return question.productIds.join(' ');
  if (question.kind === 'overview') return question.scope;
  return [
    question.kind,
    ...('days' in question ? [question.days] : []),
    ...(question.scope === 'all' ? ['all'] : []),
    ...(question.of === undefined ? [] : [...question.of.ids, ...formatNames('product', question.of.names)]),
  ].join(' ');
}

/** The products of a question; stock is of the whole chain. */
export function aboutStock(question: StockQuestion): About {
  const { ids = [], names = [] } =
    'productIds' in question ? { ids: question.productIds } : 'of' in question ? (question.of ?? {}) : {};
  const numbers = ids.map((id) => `product:${id}`);
  return { products: [...numbers, ...formatNames('product', names)].join(' '), stores: '' };
}

/** Lists by days of cover need sales, from which those are calculated; other answers just leave them out. */
export function needsOfStock({ kind }: StockQuestion): readonly Capability[] {
  return kind === 'low' || kind === 'over' ? ['view_stock', 'view_sales'] : ['view_stock'];
}
