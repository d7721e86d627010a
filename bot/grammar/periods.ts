import { type Calendar, isCalendarDay } from 'retail-data-client/core';
import { fold } from '../text/normalize.ts';
import { readDateForm, readSlashedRange } from './dateForms.ts';
import { readDayPhrase } from './dayPhrases.ts';
import { WEEK_UNIT } from './daywords.ts';
import type { EnglishDay, EnglishDays } from './englishDays.ts';
import { Misread } from './misread.ts';
import {
  earlier,
  FIRST_DAY,
  latestDay,
  type Moment,
  monthsOf,
  oneDay,
  type SaidDays,
  stretch,
  written,
} from './moment.ts';
import type { DayRange } from './question.ts';

/** A range of at most a year: one answer in Slack is not the place for more. */
const LONGEST_DAYS = 366;
/** Nobody says a period in more characters; what is longer is not looked at. */
const LONGEST_PHRASE = 80;

/**
 * Reads a day or a range of days, in digits or in words, English or Norwegian; undefined when it is none.
 * @throws Misread for days that do not exist, have no sales yet, run backwards or are more than a year; its fixes are
 * periods
 */
export function readPeriod(phrase: string, moment: Moment, english: EnglishDays): DayRange | undefined {
  if (phrase.length > LONGEST_PHRASE) return undefined;
  const said = readWhole(phrase, moment, english);
  return said === undefined ? undefined : withSales(said, moment);
}

function readWhole(phrase: string, moment: Moment, english: EnglishDays): SaidDays | undefined {
  const said =
    readStretch(phrase, moment, moment.today) ??
    readSlashedRange(withoutFrom(phrase), moment, moment.today) ??
    readSince(phrase, moment, english) ??
    readRange(phrase, moment, english) ??
    readEnglish(phrase, moment, english, moment.today);
  if (said !== undefined) return said;
  const [, rest] = /^(?:on|for|in|during|the|i|p\u00e5|pa|den|av|of|from|fra) (.+)$/i.exec(phrase) ?? [];
  return rest === undefined ? undefined : readWhole(rest, moment, english);
}

function readStretch(phrase: string, moment: Moment, limit: string): SaidDays | undefined {
  return readDateForm(phrase, moment, limit) ?? readDayPhrase(fold(phrase), moment, limit);
}

/** "since 1 November" goes up to the newest day. */
function readSince(phrase: string, moment: Moment, english: EnglishDays): SaidDays | undefined {
  const [, start] = /^(?:since|from|siden|sidan|fra og med|fra|f\.o\.m\.|fom) (.+)$/i.exec(phrase) ?? [];
  if (start === undefined) return undefined;
  const from = readEnd(start, moment, english, moment.today)?.from;
  return from === undefined ? undefined : stretch(from, from > moment.newest ? from : moment.newest);
}

const BETWEEN = / ?\.\.+ ?| ?- ?| (?:to|until|through|til og med|til|t\.o\.m\.|tom|and|og) /gi;

function withoutFrom(phrase: string): string {
  return phrase.replace(/^(?:from|between|fra og med|fra|mellom|f\.o\.m\.|fom) /i, '');
}

/** The first place at which the phrase falls into two ends of a range. */
function readRange(phrase: string, moment: Moment, english: EnglishDays): SaidDays | undefined {
  const plain = withoutFrom(phrase);
  for (const between of plain.matchAll(BETWEEN)) {
    const first = plain.slice(0, between.index).trim();
    const last = plain.slice(between.index + between[0].length).trim();
    const said = first === '' || last === '' ? undefined : readEnds(first, last, moment, english);
    if (said !== undefined) return said;
  }
  return undefined;
}

function readEnds(first: string, last: string, moment: Moment, english: EnglishDays): SaidDays | undefined {
  const to = readEnd(withUnitBefore(first, last), moment, english, moment.today);
  if (to === undefined) return undefined;
  const from = readEnd(withWhatFollows(first, last), moment, english, to.from);
  return from === undefined ? undefined : { from: from.from, to: to.to, isNamed: to.isNamed };
}

const BARE_WEEK = new RegExp(`^((?:${WEEK_UNIT}|w|u)\\.? ?(?:nr\\.? ?)?)\\d{1,2}$`);

/** In "uke 45-46" the last is a week as well. */
export function withUnitBefore(first: string, last: string): string {
  const [, unit] = BARE_WEEK.exec(fold(first)) ?? [];
  return unit !== undefined && /^\d{1,2}(?: \d{4})?$/.test(last) ? `${unit}${last}` : last;
}

/** In "1.-7. november" and "1. til 7.11.2026" the month and year of the first day stand behind the last. */
function withWhatFollows(first: string, last: string): string {
  const [, date] = /^(?:den )?(\d{1,2})\.?$/.exec(first) ?? [];
  const [, rest = ''] = /^(?:den )?\d{1,2}(?:st|nd|rd|th)?(\.\d.*|\.? ?[\p{L}].*)$/iu.exec(last) ?? [];
  if (date !== undefined) return `${date}${rest}`;
  const [, year] = /^\D*\d{1,2}\D*[ .](\d{4})$/.exec(last) ?? [];
  const lacksYear = /^(?:den )?\d{1,2}\.? ?(?:\p{L}+|\d{1,2}\.?)$/u.test(first);
  return year !== undefined && lacksYear
    ? `${first.replace(/\.$/, '')}${/\d\.?$/.test(first) ? '.' : ' '}${year}`
    : first;
}

function readEnd(phrase: string, moment: Moment, english: EnglishDays, limit: string): SaidDays | undefined {
  return readStretch(phrase, moment, limit) ?? readEnglish(phrase, moment, english, limit);
}

function readEnglish(
  phrase: string,
  moment: Moment,
  english: EnglishDays,
  limit: string,
): SaidDays | undefined {
  const found = english(phrase.replace(/^the /i, ''), moment.today);
  if (found === undefined) return undefined;
  if (found.to === undefined) return daysOf(found.from, moment, limit);
  const to = daysOf(found.to, moment, limit);
  const from = to === undefined ? undefined : daysOf(found.from, moment, to.from);
  return from === undefined || to === undefined ? undefined : { ...to, from: from.from };
}

function daysOf({ year, month, day }: EnglishDay, { calendar }: Moment, limit: string): SaidDays | undefined {
  const found = year === undefined ? latestDay(month, day ?? 1, limit) : written(year, month, day ?? 1);
  if (found === undefined || !isCalendarDay(found)) return undefined;
  return day === undefined ? monthsOf(found, {}, calendar) : oneDay(found);
}

/** The days when their sales are there; never a day that is still to come. */
function withSales({ from, to, isNamed }: SaidDays, moment: Moment): DayRange {
  const { calendar, newest, today } = moment;
  if (from > to) {
    throw new Misread(`The range ${from}..${to} runs backwards.`, [typed(withinAYear(to, from, moment))]);
  }
  if (from < FIRST_DAY) {
    throw new Misread(`${from} is before any sales that can be asked for; the newest are of ${newest}.`, [
      newest,
    ]);
  }
  if (isNamed && from <= newest) return short({ from, to: earlier(to, newest) }, moment);
  if (to <= newest) return short({ from, to }, moment);
  const instead = typed(withinAYear(earlier(from, newest), newest, moment));
  const missing = from > newest ? from : to;
  if (missing > today) {
    throw new Misread(`${missing} is in the future; the newest sales are of ${newest}.`, [instead]);
  }
  throw new Misread(
    `The sales of ${missing} come on ${calendar.addDays(missing, 1)} about 07:45; the newest are of ${newest}.`,
    [instead],
  );
}

function short({ from, to }: DayRange, moment: Moment): DayRange {
  const shorter = withinAYear(from, to, moment);
  if (shorter.from === from) return { from, to };
  throw new Misread(`The range ${from}..${to} is longer than a year.`, [typed(shorter)]);
}

function withinAYear(from: string, to: string, { calendar }: Moment): DayRange {
  const first = calendar.addDays(to, 1 - LONGEST_DAYS);
  return { from: from < first ? first : from, to };
}

/** A range as it could be typed. */
export function typed({ from, to }: DayRange): string {
  return from === to ? from : `${from}..${to}`;
}

/**
 * The range that a range is compared with when none is named: the same days of the week before, or as many weeks before
 * as keep the two apart; of a whole month the month before.
 */
export function rangeBefore({ from, to }: DayRange, calendar: Calendar): DayRange {
  const month = monthsOf(from, {}, calendar);
  if (month.from === from && month.to === to) {
    const before = monthsOf(from, { offset: -1 }, calendar);
    return { from: before.from, to: before.to };
  }
  let weeks = 1;
  while (calendar.addDays(to, -7 * weeks) >= from) weeks += 1;
  return weeksBefore({ from, to }, weeks, calendar);
}

export function weeksBefore({ from, to }: DayRange, weeks: number, calendar: Calendar): DayRange {
  return { from: calendar.addDays(from, -7 * weeks), to: calendar.addDays(to, -7 * weeks) };
}
