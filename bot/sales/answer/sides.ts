import { type Chosen, idsOf, type Sides } from '../../parse/selection.ts';
import { idKey } from '../../text/numbers.ts';
import { isCut, keptRows } from '../filters.ts';
import { type Sales, withoutSecond } from '../question.ts';
import type { SalesFigures, SalesGroupSum } from '../reader.ts';
import { addUp } from '../sums.ts';
import { type ReadPeriod, readSalesPeriod, type SalesParts } from './period.ts';

/** The sum of one side of "oslo vs bergen". A product or store that is in two sides counts in both. */
export interface SideSum {
  readonly side: Chosen;
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
  const { of, each } = sides;
  const { selection } = question;
  const numbersOf = (chosen: Chosen) => new Set(idsOf(of, chosen, parts.idsNamed).map(idKey));
  const leftOut = numbersOf(selection.without[of]);
  const numbersIn = (side: Chosen) => new Set([...numbersOf(side)].filter((number) => !leftOut.has(number)));
  // "Gin vs cider by:week": what each side sold, row by row.
  if (isInColumns(question)) {
    return Promise.all(
      each.map(async (side) => {
        const ofSide = { ...question, selection: { ...selection, [of]: side } };
        const { groups, period } = await readSalesPeriod(ofSide, question.days, parts);
        return { side, count: numbersIn(side).size, sum: period.totals, groups };
      }),
    );
  }
  const isRead = question.by === of && question.and === undefined;
  const asked = { ...withoutSecond(question), by: of };
  const { groups } = isRead ? read : await readSalesPeriod(asked, question.days, parts);
  return each.map((side) => {
    const numbers = numbersIn(side);
    const ofSide = groups.filter(({ key }) => numbers.has(idKey(key)));
    const listed = keptRows(ofSide, question, (group) => group);
    return { side, count: numbers.size, sum: addUp(ofSide), groups: listed };
  });
}

/** Whether each side has a column of its own: rows are days, or products where the sides are stores. */
export function isInColumns({ by, and, share, selection: { sides }, ...question }: Sales): boolean {
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
