import type { PlainTextOption } from '@slack/types';
import type { Formatter } from '../language/formatter.ts';
import { dateContextOf } from '../parser/dates/period.ts';
import { readPeriod } from '../parser/dates/scan.ts';
import { ParseError } from '../parser/parseError.ts';
import type { DayRange } from '../text/dayRange.ts';
import { option } from './fields.ts';
import type { FormMoment } from './form.ts';

/** The newest day that has sales. */
export const NEWEST_DAY = 'newest';

/** Periods to choose from, as they would be typed. */
const PHRASES = [
  'last 7 days',
  'this week',
  'last week',
  'last 30 days',
  'this month',
  'last month',
] as const;

/** Reads days in digits or one of the phrases above. @throws ParseError */
export function readDays(phrase: string, { calendar, now }: FormMoment): DayRange | undefined {
  const context = dateContextOf(calendar, now);
  if (phrase === NEWEST_DAY) return { from: context.newest, to: context.newest };
  return readPeriod(phrase, context);
}

/** The periods that have sales now, each with its days. */
export function presetOptions(moment: FormMoment, figures: Formatter): PlainTextOption[] {
  return [NEWEST_DAY, ...PHRASES].flatMap((phrase) => {
    const days = daysOrNone(phrase, moment);
    return days === undefined ? [] : [option(phrase, `${titleOf(phrase)}: ${inWords(days, figures)}`)];
  });
}

function titleOf(phrase: string): string {
  if (phrase === NEWEST_DAY) return 'Newest day';
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}

/** On a Monday this week has no sales yet. */
function daysOrNone(phrase: string, moment: FormMoment): DayRange | undefined {
  try {
    return readDays(phrase, moment);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

function inWords({ from, to }: DayRange, figures: Formatter): string {
  return from === to ? figures.day(from) : `${figures.shortDay(from)} – ${figures.shortDay(to)}`;
}
