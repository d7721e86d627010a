import { type Calendar, isCalendarDay } from 'retail-data-client';
import { CommandMistake } from './mistake.ts';

export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** A range of at most a year: one answer in Slack is not the place for more. */
const LONGEST_DAYS = 366;

/**
 * Reads a day (2026-11-20) or a range (2026-11-01..2026-11-07); undefined when the word is neither.
 * @throws CommandMistake for a day that does not exist, lies in the future, or a range that runs backwards.
 */
export function readDays(
  word: string,
  calendar: Calendar,
  now: number,
  command: string,
): DayRange | undefined {
  const [, first, last] = /^(\d{4}-\d{1,2}-\d{1,2})(?:\.\.+(\d{4}-\d{1,2}-\d{1,2}))?$/.exec(word) ?? [];
  if (first === undefined) return undefined;
  const from = readDay(first, calendar, now, command);
  const to = last === undefined ? from : readDay(last, calendar, now, command);
  if (from > to) {
    const turned = withinAYear({ from: to, to: from }, calendar);
    throw new CommandMistake(
      `The range ${from}..${to} runs backwards.`,
      `${command} ${turned.from}..${turned.to}`,
    );
  }
  const shorter = withinAYear({ from, to }, calendar);
  if (shorter.from > from) {
    throw new CommandMistake(
      `The range ${from}..${to} is longer than a year.`,
      `${command} ${shorter.from}..${to}`,
    );
  }
  return { from, to };
}

function withinAYear({ from, to }: DayRange, calendar: Calendar): DayRange {
  if (calendar.addDays(from, LONGEST_DAYS - 1) >= to) return { from, to };
  return { from: calendar.addDays(to, 1 - LONGEST_DAYS), to };
}

function readDay(text: string, calendar: Calendar, now: number, command: string): string {
  const [year = '', month = '', date = ''] = text.split('-');
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const latest = calendar.latestSalesDay(now);
  if (!isCalendarDay(day)) {
    throw new CommandMistake(`${text} is not a day that exists.`, `${command} ${latest}`);
  }
  if (day > calendar.dayOf(now)) {
    throw new CommandMistake(
      `${day} is in the future; the newest sales are of ${latest}.`,
      `${command} ${latest}`,
    );
  }
  if (day > latest) {
    throw new CommandMistake(
      `The sales of ${day} come on ${calendar.addDays(day, 1)} about 07:45; the newest are of ${latest}.`,
      `${command} ${latest}`,
    );
  }
  return day;
}
