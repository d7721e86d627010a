import { isCalendarDay } from 'retail-data-client/core';

/** A day or a year that a bare number may be, and how it is typed; numbers of products and stores look the same. */
export function dayOrYearIn(
  number: string,
): { readonly meaning: string; readonly typed: string } | undefined {
  const day = number.replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
  if (day !== number && isCalendarDay(day)) return { meaning: 'a day', typed: day };
  return /^20\d\d$/.test(number) ? { meaning: 'a year', typed: `year ${number}` } : undefined;
}
