import { type IdsNamed, idsOf, type Side } from '../../parse/narrowing.ts';
import { idKey } from '../../text/numbers.ts';
import { isCut, keptRows } from '../filters.ts';
import type { Sales, Sides } from '../question.ts';
import type { SalesFigures, SalesGroupSum } from '../reader.ts';
import { addUp } from '../sums.ts';
import { type ReadPeriod, readSalesPeriod, type SalesParts } from './period.ts';

/** The sum of one side of "oslo vs bergen". A product or store that is in two sides counts in both. */
export interface SideSum {
  readonly side: Side;
  /** Products or stores of this side, sold or not, without those the question leaves out. */
  readonly count: number;
  readonly sum: SalesFigures;
  /**
   * The side's products or stores with sales (or returns, for a question of returns), by volume. For sides in columns:
   * their rows.
   */
  readonly groups: readonly SalesGroupSum[];
}

/** Up to this many sides each get a column of their own. */
export const MAX_COURSES = 4;

/** What each side sold, whatever the rows are grouped by. `read` is what the whole question read. */
export async function sumsOfSides(
  question: Sales,
  sides: Sides,
  read: ReadPeriod,
  parts: SalesParts,
): Promise<SideSum[]> {
  const { idsNamed } = parts;
  const { of, each } = sides;
  const { productIds = [], storeIds = [], names = [] } = question.without ?? {};
  const leftOut = numbersOf(
    {
      ids: of === 'product' ? productIds : storeIds,
      names: names.filter(({ meaning }) => meaning === of),
    },
    idsNamed,
  );
  const numbersIn = (side: Side) =>
    new Set([...numbersOf(side, idsNamed)].filter((number) => !leftOut.has(number)));
  // "Gin vs cider by:week": what each side sold, row by row.
  if (isInColumns(question)) {
    const others = question.names?.filter(({ meaning }) => meaning !== of) ?? [];
    return Promise.all(
      each.map(async (side) => {
        const ids = of === 'product' ? { productIds: side.ids } : { storeIds: side.ids };
        const ofSide = { ...question, ...ids, names: [...others, ...side.names] };
        const { groups, period } = await readSalesPeriod(ofSide, question.days, parts);
        return { side, count: numbersIn(side).size, sum: period.totals, groups };
      }),
    );
  }
  const { and, ...asked } = question;
  const isRead = question.by === of && and === undefined;
  const { groups } = isRead ? read : await readSalesPeriod({ ...asked, by: of }, question.days, parts);
  return each.map((side) => {
    const numbers = numbersIn(side);
    const ofSide = groups.filter(({ key }) => numbers.has(idKey(key)));
    const listed = keptRows(ofSide, question, (group) => group);
    return { side, count: numbers.size, sum: addUp(ofSide), groups: listed };
  });
}

function numbersOf(side: Side, idsNamed: IdsNamed): Set<number | string> {
  return new Set(idsOf(side, idsNamed).map(idKey));
}

/** Whether each side has a column of its own: rows are days, or products where the sides are stores. */
export function isInColumns({ by, and, share, sides, ...question }: Sales): boolean {
  return (
    by !== sides?.of &&
    !(by === 'group' && sides?.of === 'product') &&
    and === undefined &&
    share === undefined &&
    !isCut(question) &&
    sides !== undefined &&
    sides.each.length <= MAX_COURSES
  );
}
