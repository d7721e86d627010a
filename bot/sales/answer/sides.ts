import type { IdsNamed, Side } from '../../parse/narrowing.ts';
import { idKey } from '../../text/numbers.ts';
import type { Sales } from '../question.ts';
import { isCut, type Sides } from '../question.ts';
import type { SalesFigures, SalesGroupSum } from '../reader.ts';
import { addUp, returnsOf } from '../sums.ts';
import type { SalesParts } from './period.ts';
import { type ReadPeriod, readSalesPeriod } from './period.ts';

/** One of several products or stores, or sets of them, beside each other. One that is in two counts in both. */
export interface SideSum {
  readonly side: Side;
  /** How many products or stores it stands for, sold or not, without those that are left out. */
  readonly count: number;
  readonly sum: SalesFigures;
  /**
   * All products or stores of it that were sold, or brought back where returns are asked for, by volume. Of a few sides
   * in columns, the rows of these.
   */
  readonly groups: readonly SalesGroupSum[];
}

/** So many sides are shown beside each other, each in a column of its own. */
export const MOST_COURSES = 4;

/** What each side of "oslo vs bergen" sold, however the rows are grouped. */
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
    const listed =
      question.returns === true ? ofSide.filter((group) => returnsOf(group) !== undefined) : ofSide;
    return { side, count: numbers.size, sum: addUp(ofSide), groups: listed };
  });
}

function numbersOf({ ids, names }: Side, idsNamed: IdsNamed): Set<number | string> {
  return new Set([...ids, ...names.flatMap((name) => idsNamed(name))].map(idKey));
}

/** Whether each side has a column of its own beside days, or beside what the sides are not of. */
export function isInColumns({ by, and, share, sides, ...question }: Sales): boolean {
  return (
    by !== sides?.of &&
    !(by === 'group' && sides?.of === 'product') &&
    and === undefined &&
    share === undefined &&
    !isCut(question) &&
    sides !== undefined &&
    sides.each.length <= MOST_COURSES
  );
}
