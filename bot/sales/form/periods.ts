import type { PlainTextOption } from '@slack/types';
import { option, type ReadingContext } from '../../ask/fields.ts';
import { dateContextOf } from '../../parse/dates/period.ts';
import { type PeriodWithSales, readPeriod } from '../../parse/dates/scan.ts';
import { ParseError } from '../../parse/parseError.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';

/** The latest day with sales. */
export const NEWEST_DAY = 'newest';

/** Periods to choose from, as typed. */
const PERIODS = [
  NEWEST_DAY,
  'last 7 days',
  'this week',
  'last week',
  'last 30 days',
  'this month',
  'last month',
] as const satisfies readonly (keyof SalesWords['form']['periods'])[];

/** Whether `phrase` is a period that counts from today, not fixed days. */
export function isRelative(phrase: string): boolean {
  return PERIODS.some((period) => period === phrase);
}

/** Reads fixed days or one of PERIODS. @throws ParseError */
function readDays(
  phrase: string,
  { calendar, now }: Pick<ReadingContext, 'calendar' | 'now'>,
): PeriodWithSales | undefined {
  const context = dateContextOf(calendar, now);
  if (phrase === NEWEST_DAY) return { from: context.newest, to: context.newest, unit: undefined };
  return readPeriod(phrase, context);
}

/** The periods that have sales now, each with its days. */
export function periodOptions(context: ReadingContext): PlainTextOption[] {
  const titles = salesWords(context.language.t).form.periods;
  return PERIODS.flatMap((phrase) => {
    const days = daysOrNone(phrase, context);
    return days === undefined ? [] : [option(phrase, titles[phrase](days))];
  });
}

/** Undefined for a period without sales, such as this week on a Monday. */
export function daysOrNone(phrase: string, context: ReadingContext): PeriodWithSales | undefined {
  try {
    return readDays(phrase, context);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Reads a period; undefined where it can't, with the reason added to `mistakes`. */
export function readPhrase(
  phrase: string,
  context: ReadingContext,
  block: string,
  mistakes: Record<string, string>,
): PeriodWithSales | undefined {
  const { t } = context.language;
  try {
    const days = readDays(phrase, context);
    if (days === undefined) mistakes[block] = salesWords(t).form.choosePeriod;
    return days;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    mistakes[block] = error.sentence(t);
    return undefined;
  }
}
