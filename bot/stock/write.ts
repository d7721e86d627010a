import type { About } from '../ask/asking.ts';
import { formatDays } from '../parse/dates/period.ts';
import { type Chosen, MAX_CHOSEN, type Selection, writeNames } from '../parse/selection.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { StockQuestion } from './question.ts';

/** Writes the command that `parseStock` reads as the same question; undefined for more products than a command takes. */
export function writeStock(question: StockQuestion): string | undefined {
  if (question.selection.product.ids.length > MAX_CHOSEN) return undefined;
  return `/stock ${wordsOf(question)}`;
}

function wordsOf(question: StockQuestion): string {
  const products = writeProducts(question.selection);
  if (question.kind === 'history') return [...products, formatDays(question.days)].join(' ');
  if (question.kind === 'products') return products.join(' ');
  if (question.kind === 'overview') return [question.scope, ...products].join(' ');
  return [
    question.kind,
    ...('days' in question ? [question.days] : []),
    ...(question.scope === 'all' ? ['all'] : []),
    ...products,
  ].join(' ');
}

/** Products as `/stock` takes them: numbers alone, names with their key. */
export function writeProducts({ product, without }: Selection): string[] {
  const wordsOf = ({ ids, names }: Chosen) => [...ids, ...writeNames('product', names)];
  return [...wordsOf(product), ...wordsOf(without.product).flatMap((each) => ['without', each])];
}

/** The products of a question; stock is of the whole chain. */
export function aboutStock({ selection }: StockQuestion): About {
  const { ids, names } = selection.product;
  const numbers = ids.map((id) => `product:${id}`);
  return { products: [...numbers, ...writeNames('product', names)].join(' '), stores: '' };
}

/** Lists by days of cover need sales, from which those are calculated; other answers just leave them out. */
export function needsOfStock({ kind }: StockQuestion): readonly Capability[] {
  return kind === 'low' || kind === 'over' ? ['view_stock', 'view_sales'] : ['view_stock'];
}
