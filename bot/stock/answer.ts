import { nearestNumber } from '../parse/didYouMean.ts';
import { type IdsNamed, namedNow } from '../parse/narrowing.ts';
import { ParseError } from '../parse/parseError.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import type { StockFigures } from './question.ts';
import type { HeldStockAnswer } from './reader/figures.ts';
import type { StockReader } from './reader.ts';
import { stockWords } from './words/words.ts';

/** The answer to `/stock`: figures of the newest snapshot. */
export interface StockAnswer extends HeldStockAnswer {
  /** Stores of the chain by their status; undefined while the directory of stores is not known. */
  readonly stores: { readonly open: number; readonly others: number } | undefined;
}

interface StockAnswersOptions {
  readonly stock: StockReader;
  readonly directory: StoreDirectory;
  readonly idsNamed: IdsNamed;
}

/** Answers from the newest snapshot; undefined while there is none. @throws ParseError for unknown products. */
export async function answerStock(
  { stock, directory, idsNamed }: StockAnswersOptions,
  question: StockFigures,
  seesSales: boolean,
  most: number,
): Promise<StockAnswer | undefined> {
  const held = await stock.stockFigures(withNumbers(question, idsNamed), seesSales, most);
  if (held === undefined) return undefined;
  const day = held.snapshot.businessDate;
  const { unknown } = held;
  if (unknown.length > 0 && held.totals.products === 0) {
    const [asked = '', second] = unknown;
    const near = second === undefined ? nearestNumber(asked, await stock.stockProducts()) : undefined;
    throw new ParseError((t) => stockWords(t).unknown(unknown, day), `/stock ${near ?? 'help'}`);
  }
  return {
    ...held,
    question,
    unknown: unknown.filter(isNumbered(question)),
    stores: storesByStatus(directory),
  };
}

/** With the numbers of its names in their place. @throws ParseError for a name that nothing has any longer */
function withNumbers(question: StockFigures, idsNamed: IdsNamed): StockFigures {
  if (!('of' in question) || question.of === undefined) return question;
  const { ids, names } = question.of;
  const all = [...ids, ...namedNow(names, idsNamed, 'stock').flatMap((name) => name.ids)];
  return { ...question, of: { ids: [...new Set(all)], names: [] } };
}

/** Of a group only what is in the stock counts. */
function isNumbered(question: StockFigures): (id: string) => boolean {
  const named = 'of' in question ? question.of?.ids : undefined;
  return (id) => named === undefined || named.includes(id);
}

function storesByStatus(directory: StoreDirectory): StockAnswer['stores'] {
  const stores = directory.held()?.stores;
  if (stores === undefined) return undefined;
  const open = stores.filter(({ status }) => status === 'Open').length;
  return { open, others: stores.length - open };
}
