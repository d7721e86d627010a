import { isStoreStatus, type StoreStatus } from 'retail-data-client/operations/stores';
import { ALL_ROWS } from '../ask/asking.ts';
import { type CountedName, countedNames } from '../ask/selectionLabel.ts';
import { nearestNumber } from '../parse/didYouMean.ts';
import { ParseError } from '../parse/parseError.ts';
import { EVERYTHING, isNone, MEANINGS, type Meaning, type Selection } from '../parse/selection.ts';
import { idKey } from '../text/numbers.ts';
import { readSalesPeriod, type SalesParts, type SalesPeriod } from './answer/period.ts';
import { type SideSum, sumsOfSides } from './answer/sides.ts';
import { choosesRows, chosenRows, isCut, keptRows } from './filters.ts';
import { type Group, isInTime } from './groupings.ts';
import { type Sales, type SalesQuestion, withoutSecond } from './question.ts';
import type { SalesFigures, SalesGroupSum, SalesReader } from './reader.ts';
import { writeSales } from './slots.ts';
import { salesWords } from './words/words.ts';

/** A store that the question has by number and that isn't open. */
export interface StoreNotOpen {
  readonly storeId: string;
  readonly status: Exclude<StoreStatus, 'Open'>;
}

/** The answer to `/sales` of one period. */
export interface SalesAnswer extends SalesPeriod {
  readonly about: 'sales';
  /** With a second grouping only where its rows are read. */
  readonly question: Sales;
  /** The grouping that only a file adds to the rows; undefined for none. */
  readonly second: Group | undefined;
  readonly named: readonly CountedName[];
  /** All sales of these days; undefined unless the question is for the share of one product, store or name. */
  readonly allSales: SalesFigures | undefined;
  /** By volume, largest first; days and weeks in order. At most as many as were asked for. */
  readonly groups: readonly SalesGroupSum[];
  readonly groupCount: number;
  /** The sides of `a vs b`, in the order of the question; undefined for a question without sides. */
  readonly sides: readonly SideSum[] | undefined;
  readonly notOpen: readonly StoreNotOpen[];
}

/** The sums of a period, with at most `most` groups of products or stores. @throws ParseError, RetailDataError */
export async function answerSales(asked: Sales, most: number, parts: SalesParts): Promise<SalesAnswer> {
  const isOfFile = most === ALL_ROWS;
  const question = isOfFile ? asked : withoutSecond(asked);
  const { selection } = question;
  const isRanked = choosesRows(question) || selection.sides !== undefined;
  const read = await readSalesPeriod(question, question.days, parts, isRanked ? undefined : most);
  if (read.period.totals.rows === 0) await requireKnownSold(question, parts);
  const { groups, groupCount } = isRanked ? ranked(read.groups, question, most) : read;
  const sides =
    selection.sides === undefined ? undefined : await sumsOfSides(question, selection.sides, read, parts);
  return {
    about: 'sales',
    question,
    second: isOfFile ? undefined : asked.and,
    ...read.period,
    allSales: isShareOfAll(question) ? await allSales(question, parts) : undefined,
    named: countedNames(selection, parts.idsNamed),
    groups,
    groupCount,
    sides,
    notOpen: notOpenOf(question, parts.stores),
  };
}

/** The figures that the question is for: sold, or returned. */
export function figuresOf(sum: SalesFigures, { returns }: SalesQuestion) {
  return returns === true
    ? { millilitres: sum.returnedMillilitres, items: sum.returnedQuantity }
    : { millilitres: sum.millilitres, items: sum.quantity };
}

export function volumeOf(sum: SalesFigures, question: SalesQuestion): number {
  return figuresOf(sum, question).millilitres;
}

async function allSales(question: Sales, parts: SalesParts) {
  const all = { ...question, selection: EVERYTHING, by: 'day' } as const;
  return (await readSalesPeriod(all, question.days, parts)).period.totals;
}

export function notOpenOf(
  { selection }: Pick<SalesQuestion, 'selection'>,
  stores: SalesParts['stores'],
): readonly StoreNotOpen[] {
  const wanted = new Set(selection.store.ids.map(idKey));
  return (stores() ?? []).flatMap(({ storeId, status }) =>
    isStoreStatus(status) && status !== 'Open' && wanted.has(idKey(storeId)) ? [{ storeId, status }] : [],
  );
}

/** "The share of gin" is gin's part of all sales, not the parts of gin. */
function isShareOfAll(question: Sales): boolean {
  const { without } = question.selection;
  const isAnyLeftOut = MEANINGS.some((meaning) => !isNone(without[meaning]));
  return question.share === true && namedIn(question.selection) === 1 && !isAnyLeftOut;
}

/** How many products, stores and names narrow a question. */
export function namedIn(selection: Selection): number {
  return MEANINGS.reduce((sum, each) => sum + selection[each].ids.length + selection[each].names.length, 0);
}

/** The largest or smallest groups; days and weeks stay in their order unless the question cuts them. */
function ranked(read: readonly SalesGroupSum[], question: Sales, most: number) {
  const { by, and } = question;
  const groups = keptRows(read, question, (group) => group);
  const isInOrder = !isCut(question) && (isInTime(by) || and !== undefined);
  const largest = isInOrder
    ? groups
    : groups.toSorted((one, other) => volumeOf(other, question) - volumeOf(one, question));
  return chosenRows(largest, question, isInOrder && isInTime(by) ? groups.length : most);
}

/**
 * For a question without sales: says so if the product or store doesn't exist.
 * @throws ParseError
 */
export async function requireKnownSold(
  question: SalesQuestion,
  { sales, stores }: Pick<SalesParts, 'stores'> & { readonly sales: Pick<SalesReader, 'ownProducts'> },
): Promise<void> {
  const { product, store } = question.selection;
  const own = await sales.ownProducts();
  const strange = notIn(product.ids, own);
  const [first] = strange;
  // A group may include products that are never sold, so only a question of nothing but unknown products is refused.
  if (first !== undefined && own.length > 0 && strange.length === product.ids.length) {
    const near = strange.length === 1 ? nearestNumber(first, own) : undefined;
    throw new ParseError(
      (t) => salesWords(t).unknownProducts(first, strange.length),
      suggested(question, 'product', first, near),
    );
  }
  const known = (stores() ?? []).map(({ storeId }) => storeId);
  const [nowhere] = notIn(store.ids, known);
  if (nowhere !== undefined && known.length > 0) {
    throw new ParseError(
      (t) => salesWords(t).unknownStore(nowhere),
      suggested(question, 'store', nowhere, nearestNumber(nowhere, known)),
    );
  }
}

/** The question with `near` in place of `number`; the help where that can't be written. */
function suggested(question: SalesQuestion, of: Meaning, number: string, near: string | undefined): string {
  const { selection } = question;
  if (near === undefined || selection.sides !== undefined) return '/sales help';
  const { ids, names } = selection[of];
  const corrected = { ids: ids.map((id) => (id === number ? near : id)), names };
  return writeSales({ ...question, selection: { ...selection, [of]: corrected } });
}

function notIn(asked: readonly string[], known: readonly string[]): string[] {
  const numbers = new Set(known.map(idKey));
  return asked.filter((id) => !numbers.has(idKey(id)));
}
