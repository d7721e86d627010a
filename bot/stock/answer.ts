import { nearestNumber } from '../parse/didYouMean.ts';
import { ParseError } from '../parse/parseError.ts';
import { type IdsNamed, inNumbers, requireNamed, type Selection } from '../parse/selection.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import type { StockHistoryAnswer, StoredStockAnswer } from './query.ts';
import type { StockFigures, StockHistory } from './question.ts';
import type { StockReader } from './reader.ts';
import { writeStock } from './slots.ts';
import { stockWords } from './words/words.ts';

/** The answer to `/stock`, from a snapshot. */
export interface StockAnswer extends StoredStockAnswer {
  /** Counts the chain's stores by status; undefined until the directory has been fetched. */
  readonly stores: { readonly open: number; readonly others: number } | undefined;
}

interface StockAnswersOptions {
  readonly stock: StockReader;
  readonly directory: StoreDirectory;
  readonly idsNamed: IdsNamed;
}

/** From the latest snapshot, or that of `asOf`; undefined while it isn't stored. @throws ParseError for unknown products */
export async function answerStock(
  { stock, directory, idsNamed }: StockAnswersOptions,
  question: StockFigures,
  seesSales: boolean,
  most: number,
  asOf?: string,
): Promise<StockAnswer | undefined> {
  requireNamed(question.selection, idsNamed, 'stock');
  const asked = { ...question, selection: inNumbers(question.selection, idsNamed) };
  const figures = await stock.stockFigures(asked, seesSales, most, { day: asOf, orAll: true });
  if (figures === undefined) return undefined;
  const day = figures.snapshot.businessDate;
  const { unknown } = figures;
  if (unknown.length > 0 && figures.totals.products === 0) {
    throw new ParseError((t) => stockWords(t).unknown(unknown, day), await suggested(stock, unknown));
  }
  return withSelection(figures, question.selection, directory);
}

/**
 * Products in a period; undefined while no stock is stored.
 * @throws ParseError for days that aren't stored, and for products that they don't have
 */
export async function answerStockHistory(
  stock: StockReader,
  question: StockHistory,
  most: number,
): Promise<StockHistoryAnswer | undefined> {
  const answer = await stock.stockHistory(question, most);
  if (answer === undefined || answer.days.length > 0) return answer;
  const { held, empty, unknown } = answer;
  const { selection, days } = question;
  if (empty.length === 0) {
    const latest = { from: held.to, to: held.to };
    throw new ParseError(
      (t) => stockWords(t).history.notStored(days, held),
      writeStock({ ...question, days: latest }) ?? '/stock help',
    );
  }
  const instead = await suggested(stock, selection.product.ids);
  throw new ParseError((t) => stockWords(t).history.unknown(unknown, days), instead);
}

/** The command with the known product nearest to the only one that isn't known; the help for several. */
async function suggested(stock: StockReader, [asked = '', second]: readonly string[]): Promise<string> {
  const near = second === undefined ? nearestNumber(asked, await stock.stockProducts()) : undefined;
  return `/stock ${near ?? 'help'}`;
}

/** The figures with what was chosen in its own words. Unknown products of a name or group aren't reported. */
function withSelection(
  figures: StoredStockAnswer,
  selection: Selection,
  directory: Pick<StoreDirectory, 'stored'>,
): StockAnswer {
  const { ids, names } = selection.product;
  const unknown = figures.unknown.filter((id) => names.length === 0 || ids.includes(id));
  return {
    ...figures,
    question: { ...figures.question, selection },
    unknown,
    stores: storesByStatus(directory),
  };
}

function storesByStatus(directory: Pick<StoreDirectory, 'stored'>): StockAnswer['stores'] {
  const stores = directory.stored()?.stores;
  if (stores === undefined) return undefined;
  const open = stores.filter(({ status }) => status === 'Open').length;
  return { open, others: stores.length - open };
}
