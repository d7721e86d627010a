import { weekdayOf } from 'retail-data-client/calendar/calendar';
import type { DayRange } from '../../text/dayRange.ts';
import { fold } from '../../text/normalize.ts';
import { ParseError } from '../parseError.ts';
import { parseWords } from '../words/words.ts';
import {
  type DateContext,
  daysWithSales,
  lastMeant,
  type MonthUnit,
  oneDay,
  type ParsedPeriod,
  stretch,
} from './period.ts';
import { PHRASES, type Phrase, type Said } from './phrases.ts';
import { compiled, WEEKDAYS } from './words.ts';

/** A period found in a text, before it is resolved to days. */
export interface FoundPeriod {
  /** The index in the scanned text where the period ends. */
  readonly end: number;
  /** True for a period relative to the one it is compared with, such as "the week before". It has no meaning alone. */
  readonly isRelative: boolean;
  /** True for "last year", which in a comparison means the other period's days one year earlier. */
  readonly isLastYear: boolean;
  /** Set for two periods with a word between them: one range ("monday to friday"), or two periods to compare. */
  readonly ends?: Ends;
  /** Resolves the period to days. `base` is the period it is compared with. @throws ParseError that suggests days */
  read(context: DateContext, base?: ParsedPeriod): ParsedPeriod | undefined;
}

interface Ends {
  readonly first: FoundPeriod;
  readonly last: FoundPeriod;
  areCompared(context: DateContext): boolean;
}

/** Options of a scan. In a comparison, two periods may be joined, and one may be relative to the other. */
export interface ScanOptions {
  readonly context: DateContext;
  readonly isComparison: boolean;
}

interface Atom {
  readonly end: number;
  readonly phrase: Phrase;
  readonly said: Said;
  read(context: DateContext, limit: string, base?: ParsedPeriod): ParsedPeriod | undefined;
}

/** Little words before a period. */
const LEAD = /(?:(?:as of|on|for|in|during|the|i|pa|den|av|of) ){1,2}/y;
const BETWEEN = /(?:between|mellom) /y;
const SINCE = /(?:since|siden|sidan|fra og med|from|fra|f\.o\.m\.|fom) /y;
const TO = /(?: ?\.\.+ ?| ?- ?| (?:to|until|through|til og med|til|t\.o\.m\.|tom|and|og) )/y;
/** Words between two compared weeks: "week 46 vs 45". */
const COMPARED = / (?:vs|versus|against|mot|with|med|and|og|&|\+) /y;
const BARE_WEEK = compiled('{week}{year}?');
/** The text before and after the days of a week, as the bot writes them. */
const BEGIN_OF_DAYS = / \((?:bare )?/y;
const END_OF_DAYS = /(?: only)?\)/y;
const AFTER_WEEK = /,? (?:(?:on|pa) )?/y;
const AFTER_WEEKDAY = /,? (?:(?:i|in|of|den) )?/y;

/** The longest period that begins at `start` in a folded text; undefined if none does. */
export function periodAt(text: string, start: number, options: ScanOptions): FoundPeriod | undefined {
  const [lead, between, since] = [LEAD, BETWEEN, SINCE].map((words) => endOf(words, text, start));
  const found = [
    ...rangesAt(text, start, options.isComparison),
    ...(lead === undefined ? [] : rangesAt(text, lead, options.isComparison)),
    ...(between === undefined ? [] : rangesAt(text, between, false, true)),
    ...(since === undefined ? [] : sinceAt(text, since)),
  ];
  return longest(found.filter((period) => isWordEnd(text, period.end) && isPeriod(period, options)));
}

/** The period that spans the whole text; undefined if there is none. @throws ParseError that suggests days */
export function readPeriod(text: string, context: DateContext): PeriodWithSales | undefined {
  const folded = fold(text);
  const found = periodAt(folded, 0, { context, isComparison: false });
  const period = found?.end === folded.length ? found.read(context) : undefined;
  return period === undefined ? undefined : { ...daysWithSales(period, context), unit: period.unit };
}

/** Days with sales, and the unit if they are a month, quarter or year to date. */
export interface PeriodWithSales extends DayRange {
  readonly unit: MonthUnit | undefined;
}

/** A full stop may follow the last word. */
function isWordEnd(text: string, end: number): boolean {
  return /^\.?(?: |$)/.test(text.slice(end, end + 2));
}

function longest(found: readonly FoundPeriod[]): FoundPeriod | undefined {
  return found.reduce<FoundPeriod | undefined>(
    (best, period) => (best === undefined || period.end > best.end ? period : best),
    undefined,
  );
}

/** Whether the period can be resolved. One with a mistake counts too, so that the mistake is reported later. */
function isPeriod(period: FoundPeriod, { context, isComparison }: ScanOptions): boolean {
  if (period.isRelative) return isComparison;
  try {
    return period.read(context) !== undefined;
  } catch (error) {
    if (error instanceof ParseError) return true;
    throw error;
  }
}

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Single periods that begin at `start`, and pairs that begin with one. */
function rangesAt(text: string, start: number, isComparison: boolean, isBetween = false): FoundPeriod[] {
  return atomsAt(text, start).flatMap((first) => [
    alone(first),
    ...joinedAfter(text, first, TO)
      .filter((last) => !isMistakenForChristmas(first, last) && !isMistakenForChristmas(last, first))
      .map((last) => range(text, first, last, { isComparison, isBetween })),
    ...(isComparison ? weeksCompared(text, first) : []),
  ]);
}

/** "Jun - jul" ends with July. */
function isMistakenForChristmas({ said }: Atom, other: Atom): boolean {
  return said.feast === 'jul' && (other.phrase.kind === 'month' || other.said.feast === 'jul');
}

function weeksCompared(text: string, first: Atom): FoundPeriod[] {
  const start = endOf(COMPARED, text, first.end);
  return start === undefined ? [] : weekWithoutWord(text, start, first).map((last) => compared(first, last));
}

function joinedAfter(text: string, first: Atom, joint: RegExp): Atom[] {
  const start = endOf(joint, text, first.end);
  return start === undefined ? [] : [...atomsAt(text, start), ...weekWithoutWord(text, start, first)];
}

/** In "uke 45-46", 46 is a week too. */
function weekWithoutWord(text: string, start: number, first: Atom): Atom[] {
  if (first.phrase.kind !== 'week') return [];
  return atomOf({ ...first.phrase, pattern: BARE_WEEK }, text, start);
}

/** "From monday": up to the latest day; "from 1 to 7 november" has its own end. */
function sinceAt(text: string, start: number): FoundPeriod[] {
  const atoms = atomsAt(text, start);
  const hasEnd = ({ said }: Atom) => said.d2 !== undefined;
  return [
    ...rangesAt(text, start, false).filter(({ ends }) => ends !== undefined),
    ...atoms.filter(hasEnd).map(alone),
    ...atoms
      .filter((atom) => !hasEnd(atom))
      .map((first) => ({
        ...alone(first),
        read(context: DateContext) {
          const from = first.read(context, lastMeant(context))?.from;
          return from === undefined
            ? undefined
            : stretch(from, from > context.newest ? from : context.newest);
        },
      })),
  ];
}

function alone(atom: Atom): FoundPeriod {
  return {
    end: atom.end,
    isRelative: atom.phrase.kind === 'relative',
    isLastYear: atom.phrase.kind === 'lastYear',
    read: (context, base) => atom.read(context, lastMeant(context), base),
  };
}

/**
 * The range from `first` to `last`. In a comparison these are two periods, unless they are two days in order: "compare
 * 1 nov to 7 nov" is one range, "october to november" are two periods.
 */
function range(
  text: string,
  first: Atom,
  last: Atom,
  { isComparison, isBetween }: { readonly isComparison: boolean; readonly isBetween: boolean },
): FoundPeriod {
  const joint = text.slice(first.end, text.length).trimStart();
  const isSign = /^[-.]/.test(joint);
  const isAnd = /^(?:and|og) /.test(joint);
  return {
    ...compared(first, last),
    ends: {
      first: alone(first),
      last: alone(last),
      areCompared(context) {
        if (!isComparison || isSign) return false;
        if (last.phrase.kind === 'relative' || isAnd) return true;
        const [from, to] = [first.read(context, lastMeant(context)), last.read(context, lastMeant(context))];
        return from?.from !== from?.to || to?.from !== to?.to || (from?.from ?? '') > (to?.from ?? '');
      },
    },
    read(context) {
      const to = last.read(context, lastMeant(context));
      if (to === undefined) return undefined;
      if (!isAnd || isBetween) {
        const from = first.read(context, to.from);
        return from && { from: from.from, to: to.to, isNamed: to.isNamed };
      }
      // "October and september" are two months. What lies between two periods isn't asked about.
      const isNext = (one: DayRange, other: DayRange) => context.calendar.addDays(one.to, 1) >= other.from;
      const said = first.read(context, lastMeant(context));
      const [from, until] =
        said !== undefined && said.from > to.to ? [to, said] : [first.read(context, to.from), to];
      return from && isNext(from, until) ? { from: from.from, to: until.to, isNamed: to.isNamed } : undefined;
    },
  };
}

function compared(first: Atom, last: Atom): FoundPeriod {
  return {
    ...alone(first),
    end: last.end,
    ends: { first: alone(first), last: alone(last), areCompared: () => true },
  };
}

/** The phrases that begin at `start`, and weekdays and weeks combined with the date, week or weekday after them. */
function atomsAt(text: string, start: number): Atom[] {
  return PHRASES.flatMap((phrase) => atomOf(phrase, text, start)).flatMap((atom) => {
    if (atom.phrase.kind === 'weekday') return [atom, ...withDate(text, atom)];
    const days = atom.phrase.kind === 'week' ? withItsDays(text, atom) : [];
    return [atom, ...days, ...withWeekday(text, atom)];
  });
}

function atomOf(phrase: Phrase, text: string, start: number): Atom[] {
  const { pattern, meaning } = phrase;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return [];
  const said: Said = { ...match.groups, text: match[0] };
  const read: Atom['read'] = (context, limit, base) => meaning(said, context, limit, base);
  return [{ end: start + match[0].length, phrase, said, read }];
}

/** "Friday 13.11" must be that day. "Friday last week" and "fredag uke 46" are in that week. */
function withDate(text: string, weekday: Atom): Atom[] {
  const start = endOf(AFTER_WEEKDAY, text, weekday.end);
  if (start === undefined) return [];
  const wanted = WEEKDAYS.get(weekday.said.weekday ?? '') ?? 1;
  return PHRASES.flatMap((phrase) => atomOf(phrase, text, start)).map((atom) => ({
    ...atom,
    phrase: { ...atom.phrase, kind: 'date' },
    read(context, limit) {
      const days = atom.read(context, limit);
      if (days === undefined) return undefined;
      const day = weekdayIn(days, wanted, context);
      if (day !== undefined) return day;
      if (atom.phrase.kind !== 'date') return undefined;
      if (weekdayOf(days.from) === wanted) return days;
      throw new ParseError(
        (t) => parseWords(t).days.otherWeekday(days.from, weekdayOf(days.from)),
        days.from,
      );
    },
  }));
}

/** "Uke 46 mandag" and "last week monday" are a day of that week. */
function withWeekday(text: string, week: Atom): Atom[] {
  const start = endOf(AFTER_WEEK, text, week.end);
  if (start === undefined) return [];
  return PHRASES.filter(({ kind }) => kind === 'weekday')
    .flatMap((phrase) => atomOf(phrase, text, start))
    .map((weekday) => ({
      ...weekday,
      phrase: week.phrase,
      read(context, limit) {
        const days = week.read(context, limit);
        return days && weekdayIn(days, WEEKDAYS.get(weekday.said.weekday ?? '') ?? 1, context);
      },
    }));
}

/** A weekday of the range; undefined unless the range is a week from Monday to Sunday. */
function weekdayIn({ from, to }: DayRange, weekday: number, { calendar }: DateContext) {
  const isWeek = to === calendar.addDays(from, 6) && weekdayOf(from) === 1;
  return isWeek ? oneDay(calendar.addDays(from, weekday - 1)) : undefined;
}

/**
 * A week as the bot writes it, with the days that were in the period: "Week 47 (16 Nov - 19 Nov 2026 only)" or "uke 47
 * (bare 16.-19. nov. 2026)".
 */
function withItsDays(text: string, week: Atom): Atom[] {
  const begin = endOf(BEGIN_OF_DAYS, text, week.end);
  return (begin === undefined ? [] : rangesAt(text, begin, false)).flatMap((days) => {
    const end = endOf(END_OF_DAYS, text, days.end);
    return end === undefined ? [] : [{ ...week, end, read: (context) => days.read(context) }];
  });
}
