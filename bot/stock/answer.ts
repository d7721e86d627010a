import { nearestNumber } from '../parse/didYouMean.ts';
import { type IdsNamed, namedNow } from '../parse/narrowing.ts';
import { ParseError } from '../parse/parseError.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import type { DaysOfCover } from './daysOfCover.ts';
import type { ComparedLevel, Snapshot, StockSummary } from './levels.ts';
import type { Scope, StockFigures } from './question.ts';
import type { StockReader } from './reader.ts';
import type { WeekdayTrend } from './weekdayTrend.ts';
import { stockWords } from './words/words.ts';

/** A product's stock in an answer or a digest: what it was, and how long it lasts. */
export interface StockRow extends ComparedLevel {
  /** Undefined for a product that is not one's own, or while no sales are held: only one's own sales are known. */
  readonly cover: DaysOfCover | undefined;
  /** Items sold in the window that cover rests on, returns subtracted; undefined when there were none. */
  readonly sold: number | undefined;
}

/** The sales that days of cover rest on. */
export interface CoverWindow {
  readonly from: string;
  readonly to: string;
  /** Days of the window whose sales are known. */
  readonly daysKnown: number;
  readonly missing: readonly string[];
}

/** What one product has beyond its row. */
export interface ProductDetail {
  /** Units per snapshot, the oldest first. */
  readonly history: readonly { readonly businessDate: string; readonly stock: number }[];
  /** Items sold in the seven days up to `to` beside the same weekdays before; undefined while no sales are held. */
  readonly trend: { readonly to: string; readonly items: WeekdayTrend } | undefined;
}

/** How many products there are of a kind, and the numbers of the first of them. */
export interface NamedProducts {
  readonly count: number;
  readonly first: readonly string[];
}

/** The answer to `/stock`: figures of the newest snapshot. */
export interface StockAnswer {
  readonly about: 'stock';
  readonly question: StockFigures;
  readonly scope: Scope;
  readonly snapshot: Snapshot;
  /** Days of the earlier snapshots that rows are held against. */
  readonly against: { readonly dayBefore: string | undefined; readonly weekAgo: string | undefined };
  /** The reader may not see sales: nothing that is derived from them is in the answer. */
  readonly withoutSales: boolean;
  readonly window: CoverWindow | undefined;
  /** Over all products of the scope, or over those asked for. */
  readonly totals: StockSummary;
  /** Those that answer the question, the most urgent first; cut off when only the top was asked for. */
  readonly rows: readonly StockRow[];
  /** How many rows there are, those that were cut off included. */
  readonly rowCount: number;
  /** How many of them are out of stock. */
  readonly rowsOut: number;
  /** How many of them are in stock and did not sell in the days that cover rests on. */
  readonly rowsUnsold: number;
  /** Numbers that were asked for and are not in the stock. */
  readonly unknown: readonly string[];
  /** Products that are new in the stock, and that are no longer in it (`changes` only). */
  readonly appeared: NamedProducts;
  readonly gone: NamedProducts;
  /** When a single product was asked for. */
  readonly detail: ProductDetail | undefined;
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
