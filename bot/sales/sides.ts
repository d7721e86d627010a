import { type Chosen, type IdsNamed, idsOf, type Sides } from '../parse/selection.ts';
import { idKey } from '../text/numbers.ts';
import { isCut } from './filters.ts';
import { type FigureParts, queryOf, querySales, type SalesResult, type SalesRowOf } from './query.ts';
import type { Sales, SalesQuestion } from './question.ts';
import type { SalesFigures } from './reader.ts';
import { addUp, NO_SALES, returnsOf } from './sums.ts';

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
  readonly rows: readonly SalesRowOf[];
}

/** Up to this many sides each get a column of their own. */
const MAX_COURSES = 4;

/** What each side sold, whatever the rows are grouped by. `read` is what the whole question read. */
export async function sumsOfSides(
  question: Sales,
  { of, each }: Sides,
  read: SalesResult,
  parts: FigureParts & { readonly idsNamed: IdsNamed },
): Promise<SideSum[]> {
  const { selection } = question;
  const numbersOf = (chosen: Chosen) => new Set(idsOf(of, chosen, parts.idsNamed).map(idKey));
  const leftOut = numbersOf(selection.without[of]);
  const numbersIn = (side: Chosen) => new Set([...numbersOf(side)].filter((number) => !leftOut.has(number)));
  const ask = (of: Sales) => querySales({ ...queryOf(of, parts.idsNamed), measure: 'sold' }, parts);
  // "Gin vs cider by:week": what each side sold, row by row.
  if (isInColumns(question)) {
    return Promise.all(
      each.map(async (side) => {
        const { rows, now } = await ask({ ...question, selection: { ...selection, [of]: side } });
        return { side, count: numbersIn(side).size, sum: now.totals, rows };
      }),
    );
  }
  const { and, top: _, ...asked } = question;
  const isRead = question.by === of && and === undefined && !isCut(question) && question.returns !== true;
  const { rows } = isRead ? read : await ask({ ...asked, by: of });
  return each.map((side) => {
    const numbers = numbersIn(side);
    const ofSide = rows.filter(({ key }) => numbers.has(idKey(key)));
    const isListed = ({ now = NO_SALES }: SalesRowOf) =>
      question.returns !== true || returnsOf(now) !== undefined;
    const sum = addUp(ofSide.map(({ now = NO_SALES }) => now));
    return { side, count: numbers.size, sum, rows: ofSide.filter(isListed) };
  });
}

/** Whether each side has a column of its own: rows are days, or products where the sides are stores. */
export function isInColumns(question: SalesQuestion): boolean {
  if (question.kind === 'compare') return false;
  const { by, and, share, average, selection } = question;
  const { sides } = selection;
  return (
    by !== sides?.of &&
    !(by === 'group' && sides?.of === 'product') &&
    and === undefined &&
    share === undefined &&
    average === undefined &&
    !isCut(question) &&
    sides !== undefined &&
    sides.each.length <= MAX_COURSES
  );
}
