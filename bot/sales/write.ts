import type { About } from '../ask/asking.ts';
import { formatDays } from '../parse/dates/period.ts';
import { formatNames, MEANINGS, type Meaning } from '../parse/names.ts';
import type { Side } from '../parse/narrowing.ts';
import { writeFilters } from './filters.ts';
import type { Narrowing, SalesQuestion, Selection, Sides } from './question.ts';

/**
 * Writes the command that `parseSales` reads as the same question. `period` replaces its days: `last week`,
 * `compare this month`.
 */
export function writeSales(question: SalesQuestion, period = periodsOf(question)): string {
  const { by } = question;
  const { sides, and } = question.kind === 'sales' ? question : {};
  return [
    '/sales',
    ...(period === '' ? [] : [period]),
    ...writeSelection(question, sides),
    ...writeFilters(question),
    `by:${by}`,
    ...(and === undefined ? [] : [`by:${and}`]),
  ].join(' ');
}

/** The products and stores of a question, and those it leaves out. */
export function writeSelection(chosen: Selection, sides?: Sides): string[] {
  const { without } = chosen;
  const leftOut = without === undefined ? [] : narrowed(without);
  return [...narrowed(chosen, sides), ...leftOut.flatMap((each) => ['without', each])];
}

/** The products and stores of a question; what it leaves out is not among them. */
export function aboutSales({ productIds, storeIds, names = [] }: SalesQuestion): About {
  const chosen = { product: productIds, store: storeIds };
  const wordsOf = (meaning: Meaning) =>
    [
      ...chosen[meaning].map((id) => `${meaning}:${id}`),
      ...formatNames(
        meaning,
        names.filter((name) => name.meaning === meaning),
      ),
    ].join(' ');
  return { products: wordsOf('product'), stores: wordsOf('store') };
}

function periodsOf(question: SalesQuestion): string {
  const days = formatDays(question.days);
  return question.kind === 'compare' ? `compare ${days} with ${formatDays(question.against)}` : days;
}

function narrowed({ productIds, storeIds, names = [] }: Narrowing, sides?: Sides): string[] {
  const chosen = { product: productIds, store: storeIds };
  return MEANINGS.flatMap((meaning) =>
    sides?.of === meaning
      ? [sides.each.map((side) => sideOf(meaning, side).join(' ')).join(' vs ')]
      : sideOf(meaning, {
          ids: chosen[meaning],
          names: names.filter((name) => name.meaning === meaning),
        }),
  );
}

function sideOf(meaning: Meaning, { ids, names }: Side): string[] {
  return [...(ids.length === 0 ? [] : [`${meaning}:${ids.join(',')}`]), ...formatNames(meaning, names)];
}
