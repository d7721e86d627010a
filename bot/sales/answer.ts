import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { isStoreStatus, type Store, type StoreStatus } from 'retail-data-client/operations/stores';
import { ALL_ROWS } from '../ask/asking.ts';
import { type CountedName, countedNames } from '../ask/selectionLabel.ts';
import type { Query } from '../figures/query.ts';
import { type Group, isInTime, NO_GROUP } from '../figures/rows.ts';
import { relationOf } from '../parse/dates/comparison.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import { nearestNumber } from '../parse/didYouMean.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  EVERYTHING,
  type IdsNamed,
  isNone,
  MEANINGS,
  type Meaning,
  pickedNow,
  requireNamed,
  type Selection,
} from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import { idKey } from '../text/numbers.ts';
import { type Compared, type OverviewParts, readOverview, type SalesOverview } from './overview/read.ts';
import { type FigureParts, measured, queryOf, querySales, type SalesResult } from './query.ts';
import {
  type OverviewQuestion,
  type Sales,
  type SalesAsked,
  type SalesQuestion,
  withoutSecond,
} from './question.ts';
import type { SalesFigures, SalesReader } from './reader.ts';
import { type SideSum, sumsOfSides } from './sides.ts';
import { writeSales } from './slots.ts';
import { salesWords } from './words/words.ts';

/** A store that the question has by number and that isn't open. */
export interface StoreNotOpen {
  readonly storeId: string;
  readonly status: Exclude<StoreStatus, 'Open'>;
}

/** A period or two, and what they are of. `relation` is undefined for days that a person chose freely. */
export interface OfPeriods extends Compared {
  readonly question: {
    readonly days: DayRange;
    readonly selection: Selection;
    readonly returns?: true | undefined;
  };
  readonly named: readonly CountedName[];
  readonly notOpen: readonly StoreNotOpen[];
}

/** The rows of one period or two. */
export interface SalesAnswer extends SalesResult, OfPeriods {
  readonly about: 'sales';
  /** With a second grouping only where its rows are read. */
  readonly question: SalesQuestion;
  /** The grouping that only a file adds to the rows; undefined for none. */
  readonly second: Group | undefined;
  /** What the question is a share of: all sales of these days, or all stores'. Undefined unless it is one. */
  readonly allSales: SalesFigures | undefined;
  /** The sides of `a vs b`, in the order of the question; undefined for a question without sides. */
  readonly sides: readonly SideSum[] | undefined;
}

/** The answer to `/sales` without rows. */
export interface OverviewAnswer extends SalesOverview, Omit<OfPeriods, keyof Compared> {
  readonly about: 'overview';
  readonly question: OverviewQuestion;
}

export interface SalesParts extends FigureParts {
  readonly sales: Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay' | 'ownProducts'>;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  readonly idsNamed: IdsNamed;
  /** All stores; undefined until they have been fetched. */
  readonly stores: () => readonly Pick<Store, 'storeId' | 'status'>[] | undefined;
}

/** What a period sold, and how that changed; `newest`: as while that day's sales were the latest. @throws ParseError, RetailDataError, LiveSalesBusy */
export async function answerOverview(
  question: OverviewQuestion,
  parts: SalesParts & Pick<OverviewParts, 'liveEarlier'>,
  newest?: string,
): Promise<OverviewAnswer> {
  const { selection } = question;
  const { idsNamed, calendar, clock } = parts;
  requireNamed(selection, idsNamed, 'sales');
  const picked = pickedNow(selection, idsNamed);
  const now = dateContextOf(calendar, clock.now());
  const context = newest === undefined ? now : { ...now, newest };
  const overview = await readOverview({ days: question.days, picked }, { ...parts, context });
  if (overview.now.totals.rows === 0 && (overview.before?.totals.rows ?? 0) === 0) {
    const period = question.days;
    const query: Query = { measure: 'sold', rows: ['day'], period, selection: picked, keep: {} };
    await requireSomeLeft(query, parts);
    await requireKnownSold(question, parts);
  }
  return {
    about: 'overview',
    question,
    ...overview,
    named: countedNames(selection, idsNamed),
    notOpen: notOpenOf(question, parts.stores),
  };
}

/** The sums of a period or two, with at most `most` products or stores. @throws ParseError, RetailDataError */
export async function answerSales(
  asked: SalesQuestion,
  most: number,
  parts: SalesParts,
): Promise<SalesAnswer> {
  const isOfOne = asked.kind === 'sales' && most !== ALL_ROWS;
  const question = isOfOne ? withoutSecond(asked) : asked;
  if (question.kind === 'compare' && question.returns === true) {
    const { against: _, ...asked } = question;
    const instead = writeSales({ ...asked, kind: 'sales' });
    throw new ParseError((t) => salesWords(t).filters.returns.notCompared, instead);
  }
  const { sides: each } = question.selection;
  // The sides' own rows are among all.
  const query = queryOf(question, parts.idsNamed, each === undefined ? most : undefined);
  const result = await querySales(query, parts);
  const { now, before } = result;
  requireGroups(result, question);
  const sold = [now, ...(before === undefined ? [] : [before])].map(({ totals }) => totals.rows);
  if (sold.every((rows) => rows === 0)) {
    await requireSomeLeft(query, parts);
    await requireKnownSold(question, parts);
  }
  return {
    about: 'sales',
    question,
    second: isOfOne ? asked.and : undefined,
    ...result,
    ...(each === undefined || isInTime(question.by) ? {} : { rows: result.rows.slice(0, most) }),
    named: countedNames(question.selection, parts.idsNamed),
    relation: question.kind === 'compare' ? relationOf(question.days, question.against, parts) : undefined,
    allSales: await allSales(question, parts),
    sides:
      question.kind === 'compare' || each === undefined
        ? undefined
        : await sumsOfSides(question, each, result, parts),
    notOpen: notOpenOf(question, parts.stores),
  };
}

export function volumeOf(sum: SalesFigures, { returns }: Pick<SalesQuestion, 'returns'>): number {
  return measured(sum, returns === true).millilitres;
}

async function allSales(question: SalesQuestion, parts: SalesParts) {
  const selection = question.kind === 'sales' ? wholeOf(question) : undefined;
  if (selection === undefined) return undefined;
  const all = queryOf({ ...question, selection, by: 'day' }, parts.idsNamed);
  return (await querySales({ ...all, rows: ['day'] }, parts)).now.totals;
}

function notOpenOf(
  { selection }: Pick<SalesQuestion, 'selection'>,
  stores: SalesParts['stores'],
): readonly StoreNotOpen[] {
  const wanted = new Set(selection.store.ids.map(idKey));
  return (stores() ?? []).flatMap(({ storeId, status }) =>
    isStoreStatus(status) && status !== 'Open' && wanted.has(idKey(storeId)) ? [{ storeId, status }] : [],
  );
}

/** What the whole question is a share of; undefined where only its rows are: "the share of gin" is gin's part of all sales. */
function wholeOf({ selection, by, share }: Sales): Selection | undefined {
  const isAnyLeftOut = MEANINGS.some((meaning) => !isNone(selection.without[meaning]));
  if (share !== true || isAnyLeftOut || selection.sides !== undefined) return undefined;
  if (isShareOfStores(selection, by)) return { ...selection, store: EVERYTHING.store };
  return namedIn(selection) === 1 ? EVERYTHING : undefined;
}

/** Whether a share is of what all stores sold of the same: "gin in Oslo" by store. */
export function isShareOfStores(selection: Selection, by: Group): boolean {
  return by === 'store' && !isNone(selection.product) && !isNone(selection.store);
}

/** How many products, stores and names narrow a question. */
function namedIn(selection: Selection): number {
  return MEANINGS.reduce((sum, each) => sum + selection[each].ids.length + selection[each].names.length, 0);
}

/** @throws ParseError when the rows are groups and no product has one */
function requireGroups({ rows }: SalesResult, question: SalesQuestion): void {
  const { by } = question;
  const isByGroup = by === 'group' || (question.kind === 'sales' && question.and === 'group');
  const isGrouped = rows.some(({ key, second }) => (by === 'group' ? key : second) !== NO_GROUP);
  if (!isByGroup || rows.length === 0 || isGrouped) return;
  throw new ParseError((t) => salesWords(t).ungrouped, writeSales({ ...question, by: 'product' }));
}

/** @throws ParseError where all that was chosen, or all that sold, is left out */
async function requireSomeLeft(query: Query, parts: FigureParts): Promise<void> {
  const soldOf = async (selection: Query['selection']) => {
    const { now, before } = await querySales({ ...query, rows: ['day'], keep: {}, selection }, parts);
    return now.totals.rows + (before?.totals.rows ?? 0);
  };
  for (const meaning of MEANINGS) {
    const { [meaning]: of } = query.selection;
    if (of === undefined) continue;
    const isNoneLeft = of.isLeftOut
      ? (await soldOf({ [meaning]: of })) === 0 && (await soldOf({})) > 0
      : of.ids.length === 0;
    if (isNoneLeft) throw new ParseError((t) => salesWords(t).nothingLeft[meaning], '/sales help');
  }
}

/**
 * For a question without sales: says so if the product or store doesn't exist.
 * @throws ParseError
 */
export async function requireKnownSold(
  question: SalesAsked,
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
function suggested(question: SalesAsked, of: Meaning, number: string, near: string | undefined): string {
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
