import type { About } from '../ask/asking.ts';
import { formatDays } from '../parse/dates/period.ts';
import { type Meaning, writeNames, writeSelection } from '../parse/selection.ts';
import { writeFilters } from './filters.ts';
import type { SalesQuestion } from './question.ts';

/**
 * Writes the command that `parseSales` reads as the same question. `period` replaces its days: `last week`,
 * `compare this month`.
 */
export function writeSales(question: SalesQuestion, period = periodsOf(question)): string {
  const { by, selection } = question;
  const and = question.kind === 'sales' ? question.and : undefined;
  return [
    '/sales',
    ...(period === '' ? [] : [period]),
    ...writeSelection(selection),
    ...writeFilters(question),
    `by:${by}`,
    ...(and === undefined ? [] : [`by:${and}`]),
  ].join(' ');
}

/** The products and stores of a question; what it leaves out is not among them. */
export function aboutSales({ selection }: SalesQuestion): About {
  const wordsOf = (meaning: Meaning) => {
    const { ids, names } = selection[meaning];
    return [...ids.map((id) => `${meaning}:${id}`), ...writeNames(meaning, names)].join(' ');
  };
  return { products: wordsOf('product'), stores: wordsOf('store') };
}

function periodsOf(question: SalesQuestion): string {
  const days = formatDays(question.days);
  return question.kind === 'compare' ? `compare ${days} with ${formatDays(question.against)}` : days;
}
