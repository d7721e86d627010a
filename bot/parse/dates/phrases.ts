import { isCalendarDay, isoWeekOf, weekdayOf } from 'retail-data-client/calendar/calendar';
import { dateOf, easterSunday } from 'retail-data-client/calendar/openDays';
import { type DayRange, lengthOf } from '../../text/dayRange.ts';
import { ParseError } from '../parseError.ts';
import { parseWords } from '../words/words.ts';
import { monthsEarlier, periodBefore, weeksEarlier, yearBefore } from './comparison.ts';
import {
  type DateContext,
  dayOf,
  formatDays,
  latestDay,
  MONTHS_IN,
  type MonthUnit,
  monthsAway,
  monthsOf,
  oneDay,
  type ParsedPeriod,
  stretch,
  unitOf,
} from './period.ts';
import { compiled, FEASTS, type FeastDays, MONTHS, numberOf, SEASONS, WEEKDAYS } from './words.ts';

/**
 * Phrases for days in English, bokmål and nynorsk. Each row is one phrase: a pattern with the words of both languages,
 * and its meaning. Patterns match without case, accents and the dots and rings of Norwegian letters. `{name}` stands
 * for a set of words (see words.ts).
 */

export type Said = Readonly<Record<string, string | undefined>>;

/**
 * The days that a phrase means on `context.today`. A date without a year is the latest one up to `limit`. `base` is the
 * period it is compared with. Undefined if the phrase has no meaning here.
 * @throws ParseError that suggests a day, for a day that doesn't exist
 */
type Meaning = (
  said: Said,
  context: DateContext,
  limit: string,
  base?: ParsedPeriod,
) => ParsedPeriod | undefined;

/** What may follow a phrase: a date after a weekday, a number after a week ("week 45-46"). */
type PhraseKind = 'date' | 'week' | 'weekday' | 'month' | 'feast' | 'lastYear' | 'relative';

export interface Phrase {
  readonly pattern: RegExp;
  readonly meaning: Meaning;
  readonly kind: PhraseKind | undefined;
}

const ROWS: readonly (readonly [pattern: string, meaning: Meaning, kind?: PhraseKind])[] = [
  // Days relative to today.
  ['today|now|i ?dag|nå', daysFromToday(0)],
  ['yesterdays?|yday|last night|(?:i ?)?går', daysFromToday(-1)],
  ['(?:the )?day before yesterday|(?:i ?)?for[ei]?gårs?', daysFromToday(-2)],
  ['tomorrow|i ?mor(?:g|r)[eo]n|i ?m[oå]rra', daysFromToday(1)],
  ['(?:the )?(?:newest|latest) day|nyeste dag', (_, { newest }) => oneDay(newest)],
  ['(?:for )?{n} {count} {ago}', someAgo],
  ['(?:(?:(?<that>{last}|siste)|on|på) )?{weekday}', nearestWeekday, 'weekday'],
  ['{next} {weekday}', comingWeekday],
  ['{this} {weekday}', weekdayOfThisWeek],
  ['(?:(?:{last}|{this}|siste|i) )?(?:weekend|weekenden|helg|helga|helgen|helgi)', nearestWeekend],

  // Weeks, months, quarters and years relative to today.
  ['(?:i ?)?fjor|{last}{gap}(?:year|år|året)|(?:the )?year before|året før', lastYear, 'lastYear'],
  ['(?:i )?{last}{gap}{unit}', unitsFromToday(-1)],
  ['(?:{so_far} )?{this}{gap}{unit}(?: so far)?|{unit}[ -]to[ -]date|{so_far} {unit}', unitsFromToday(0)],
  ['(?:{so_far} )?i ?år|ytd', (_, context) => unitOf('year', context.today, 0, context)],
  ['qtd', (_, context) => unitOf('quarter', context.today, 0, context)],
  ['mtd', (_, context) => unitOf('month', context.today, 0, context)],
  ['wtd', (_, context) => weeksFromToday(0, context)],
  ['{next}{gap}{unit}', unitsFromToday(1)],
  ['(?:the )?{unit} before last|forforrige {unit}', unitsFromToday(-2)],
  ['(?:de |dei |den |the )?{recent} {n} {count}', upToNewest],
  ['(?:de |dei |den |the )?{past}{gap}{count}', upToNewest],
  // "1101 uke 46" is a product and a week.
  ['(?:(?<n>\\d{1,4})[ -]?{count}|{n} {count})(?!(?<= {one_week}) \\d{1,2}(?!\\d))', many],

  ['(?:(?:the |a |de |dei )?(?:{recent}|{past}) )?fortnight', fortnight],
  ['(?:the )?week before {feast}{year}?|(?:uken|uka|uke|veka|veke) før {feast}{year}?', weekBeforeFeast],

  // Before months, because "jul" is both.
  ['(?:hele |whole )?{feast}{year}?|{year_first}{feast}', feast, 'feast'],
  [
    '(?:on |på )?(?:the )?(?:{weekday}|day|dagen|eve) (?:(?<before>before|før)|after|etter) {anchor}{year}?',
    dayBesideAnchor,
  ],
  [
    '(?:the |that )?week (?:of|with|around) {anchor}{year}?|(?:uken|uka|uke|veka|veke) (?:med|rundt|for) {anchor}{year}?',
    weekOfAnchor,
  ],
  ['{anchor}[ -]?(?:uken|uka|uke|veka|veke|week)(?! \\d{1,2}(?!\\d)){year}?', weekOfAnchor],

  ['(?:(?:{this}|(?<that>{last})) )?{season}{year}?|{year_first}{season}', season],
  ['(?:{this}|(?<that>{last})) (?<season>fall)|(?<season>fall) {yyyy}', season],

  // Numbered weeks, quarters and half-years, months and years.
  ['{week_word} ?{week}{year}?|{year_first}{week_word} ?{week}|{yyyy}-?w{week}', isoWeek, 'week'],
  ['q{quarter}{year}?|{year_first}q{quarter}|{quarter}{ordinal} (?:kvartal|quarter){year}?', quarterOfYear],
  [
    '(?:h{half}|{half}{ordinal} (?:halvår|half-?year)|{half_word} (?:half(?:-?year)?|halvår)){year}?|{year_first}h{half}',
    halfOfYear,
  ],
  [
    '(?:the )?{half_word} {half_part} (?:(?:of|in|av|i) )?(?:{month}{year}?|(?:(?<that>{last})|{this}) {one_month})',
    halfOfMonth,
  ],
  ['(?:(?:hele|whole|{so_far}|(?<that>{last})) )?{month}{year}?|{year_first}{month}', monthOfYear, 'month'],
  ['{yyyy}-{m}|{m}[/.-]{yyyy}', monthInDigits],
  ['(?:year |året |hele |whole )?(?<year>(?:19|20)\\d\\d)', wholeYear],

  // Ranges that name the month once, or write both ends alike.
  ['(?:den )?{d}{ordinal}{to}(?:den )?{d2}{ordinal} ?(?:of )?{month}{year}?', daysOfMonth],
  ['{month} {d}{ordinal}{to}{d2}{ordinal}(?:,? {yyyy})?', daysOfMonth],
  [
    '(?:between|mellom) (?:the |den )?{d}{ordinal} (?:and|og) (?:the |den )?{d2}{ordinal} ?(?:of )?{month}{year}?',
    daysOfMonth,
  ],
  ['{d}\\.?{to}{d2}\\. ?{m}(?:\\. ?{yyyy}|\\.)?', daysOfMonth],
  ['{d}/{m}(?:/{yyyy})?{to}{d2}/{m2}(?:/{yyyy2})?', rangeEitherWay],

  // Dates.
  [
    '{yyyy}-{m}-{d}|{yyyy}/{m}/{d}|{d}\\. ?{m}(?:\\. ?(?<year>\\d{4}|\\d{2})|\\.(?!\\.))?',
    dateInDigits,
    'date',
  ],
  ['{d}/{m}(?:[-/ ](?<year>\\d{4}|\\d{2}))?|{d}-{m}-(?<year>\\d{4}|\\d{2})', dateEitherWay, 'date'],
  ['(?:den |the )?{d}{ordinal} ?(?:of )?{month}(?:{year}|,? (?<year>\\d{2}))?', dateWithMonthName, 'date'],
  ['{month} {d}{ordinal}(?:,? {yyyy})?', dateWithMonthName, 'date'],
  ['(?:den|the) {d}{ordinal}|{d}(?:st|nd|rd|th)', latestDate, 'date'],

  // Periods relative to the one they are compared with.
  ['(?:the )?same (?:{count}|time|period) (?:last year|i ?fjor|the year before)', sameLastYear],
  ['samme (?:{count}|tid|periode) (?:i ?fjor|last year|året før)', sameLastYear],
  [
    '(?:the )?(?:day before|previous day)(?: that)?|dagen (?:før|i forveien)|(?:den )?{last} dag(?:en)?',
    dayBefore,
    'relative',
  ],
  ['(?:the )?same day last week|samme dag(?:en)? {last} {week_name}', sameDayLastWeek],
  ['(?:{n} )?{count} {earlier}', earlier, 'relative'],
  ['(?:the )?{weekday} before(?: that)?|{weekday} (?:før|i forveien)', weekdayBefore, 'relative'],
  ['(?:the )?(?:{count}|weekend) before(?: that)?|(?:{count}|helg(?:a|en|i)?) før', before, 'relative'],
  [
    '(?:the |de |dei )?(?:same|samme) (?:days?|dag(?:er|ene|ar)?) (?:(?:in|of|i) )?{month}{year}?',
    sameDays,
    'relative',
  ],
  [
    '(?:the )?(?:previous|one|period) (?:one|period|before)|previous|before|perioden før|forrige periode',
    before,
    'relative',
  ],
];

export const PHRASES: readonly Phrase[] = ROWS.map(([pattern, meaning, kind]) => ({
  pattern: compiled(pattern),
  meaning,
  kind,
}));

function daysFromToday(days: number): Meaning {
  return (_, { calendar, today }) => oneDay(calendar.addDays(today, days));
}

function unitsFromToday(offset: number): Meaning {
  return (said, context) => {
    const unit = monthUnitIn(said);
    return unit === undefined
      ? weeksFromToday(offset, context)
      : unitOf(unit, context.today, offset, context);
  };
}

function weeksFromToday(weeks: number, { calendar, today }: DateContext): ParsedPeriod {
  const { from, to } = calendar.weekOf(calendar.addDays(today, 7 * weeks));
  return stretch(from, to);
}

/** The unit, if it consists of months. */
function monthUnitIn(said: Said): MonthUnit | undefined {
  if (said.months !== undefined) return 'month';
  if (said.quarters !== undefined) return 'quarter';
  if (said.halves !== undefined) return 'half-year';
  return said.years === undefined ? undefined : 'year';
}

/** Limits mistyped numbers, which would lead to years that no calendar has. Sales don't go back this far. */
const MAX_UNITS = 100;

/** The number of days up to the latest one, or of whole weeks, months, quarters and years that are over. */
function upToNewest(said: Said, context: DateContext): ParsedPeriod | undefined {
  const many = numberOf(said.n ?? '1') ?? 0;
  if (many === 0) return undefined;
  const unit = monthUnitIn(said);
  if (unit !== undefined) {
    const first = unitOf(unit, context.today, -Math.min(many, MAX_UNITS), context);
    return stretch(first.from, unitOf(unit, context.today, -1, context).to);
  }
  if (said.weeks !== undefined) {
    const { from } = weeksFromToday(-Math.min(many, MAX_UNITS), context);
    return stretch(from, weeksFromToday(-1, context).to);
  }
  const days = stretch(context.calendar.addDays(context.newest, 1 - many), context.newest);
  return { ...days, isRolling: true };
}

/** So many days, weeks or months: those that are over, or the day so long from today. */
function many(said: Said, context: DateContext): ParsedPeriod | undefined {
  const { calendar, today, comingFrom } = context;
  const ahead = numberOf(said.n ?? '') ?? 0;
  if (comingFrom === undefined || ahead === 0) return upToNewest(said, context);
  const unit = monthUnitIn(said);
  if (unit !== undefined)
    return oneDay(monthsAway(today, Math.min(ahead, MAX_UNITS) * MONTHS_IN[unit], context));
  return oneDay(calendar.addDays(today, said.weeks === undefined ? ahead : 7 * ahead));
}

/** "Five days ago" is a day, "two weeks ago" a week from Monday to Sunday. */
function someAgo(said: Said, context: DateContext, limit: string, base?: ParsedPeriod) {
  // "Compared with a year ago" is the same time of that year.
  if (base !== undefined) return earlier(said, context, limit, base);
  const many = numberOf(said.n ?? '') ?? 0;
  const unit = monthUnitIn(said);
  if (unit !== undefined) return unitOf(unit, context.today, -Math.min(many, MAX_UNITS), context);
  if (said.weeks !== undefined) return weeksFromToday(-Math.min(many, MAX_UNITS), context);
  return oneDay(context.calendar.addDays(context.today, -many));
}

/** The latest weekday before today; the next where days to come are meant. */
function nearestWeekday(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const { weekday = '', that } = said;
  const coming = that === undefined ? comingWeekday(said, context) : undefined;
  if (coming !== undefined) return coming;
  const { calendar, today } = context;
  const yesterday = calendar.addDays(today, -1);
  const day = limit < yesterday ? limit : yesterday;
  const back = (weekdayOf(day) - (WEEKDAYS.get(weekday) ?? 1) + 7) % 7;
  return oneDay(calendar.addDays(day, -back));
}

function comingWeekday({ weekday = '' }: Said, { calendar, comingFrom }: DateContext) {
  if (comingFrom === undefined) return undefined;
  const ahead = ((WEEKDAYS.get(weekday) ?? 1) - weekdayOf(comingFrom) + 7) % 7;
  return oneDay(calendar.addDays(comingFrom, ahead));
}

function weekdayOfThisWeek(said: Said, context: DateContext): ParsedPeriod {
  const { weekday = '' } = said;
  const { calendar, today } = context;
  return (
    comingWeekday(said, context) ??
    oneDay(calendar.addDays(calendar.weekOf(today).from, (WEEKDAYS.get(weekday) ?? 1) - 1))
  );
}

/** The last Saturday before today, and its Sunday; those of this week where days to come are meant. */
function nearestWeekend(_: Said, { calendar, today, comingFrom }: DateContext): ParsedPeriod {
  const back = (weekdayOf(today) + 1) % 7 || 7;
  const saturday =
    comingFrom === undefined
      ? calendar.addDays(today, -back)
      : calendar.addDays(calendar.weekOf(comingFrom).to, -1);
  return stretch(saturday, calendar.addDays(saturday, 1));
}

/** The year, in digits or in words such as "i fjor". */
function yearIn(said: Said, { today }: DateContext): number | undefined {
  const { year, said_year: words } = said;
  if (year !== undefined) return year.length === 2 ? 2000 + Number(year) : Number(year);
  if (words === undefined) return undefined;
  return Number(today.slice(0, 4)) - (/^(?:i ?ar|this year)$/.test(words) ? 0 : 1);
}

/** Monday to Sunday of an ISO week. Without a year, the latest that begins by `limit`, of this year or the last. */
function isoWeek(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const week = Number(said.week);
  const year = yearIn(said, context);
  const latest = Number(isoWeekOf(limit).slice(0, 4));
  for (let back = 0; back <= (year === undefined ? 1 : 0); back += 1) {
    const monday = mondayOf(year ?? latest - back, week, context);
    if (monday !== undefined && (year !== undefined || monday <= limit)) {
      return stretch(monday, context.calendar.addDays(monday, 6));
    }
  }
  const newest = Number(isoWeekOf(context.newest).slice(-2));
  // The last week 53 can be years ago, and nobody means that one.
  const missing = year ?? (week === 53 ? latest - 1 : undefined);
  const instead = year === undefined ? `week ${newest}` : `week 52 ${year}`;
  throw new ParseError((t) => parseWords(t).days.noWeek(week, missing), instead);
}

function mondayOf(year: number, week: number, { calendar }: DateContext): string | undefined {
  const inFirst = dayOf(year, 1, 4);
  if (!isCalendarDay(inFirst)) return undefined;
  const monday = calendar.addDays(calendar.weekOf(inFirst).from, (week - 1) * 7);
  return isoWeekOf(monday) === `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
    ? monday
    : undefined;
}

/** The first day of a month. Without a year, the latest that isn't after `limit`. */
function firstOfMonth(month: number, year: number | undefined, limit: string): string | undefined {
  if (year === undefined) return latestDay(month, 1, limit);
  const first = dayOf(year, month, 1);
  return isCalendarDay(first) ? first : undefined;
}

function quarterOfYear(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const first = firstOfMonth(Number(said.quarter) * 3 - 2, yearIn(said, context), limit);
  return first === undefined ? undefined : unitOf('quarter', first, 0, context);
}

function halfOfYear(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const { half = '' } = said;
  const first = firstOfMonth(isSecondHalf(half) ? 7 : 1, yearIn(said, context), limit);
  return first === undefined ? undefined : unitOf('half-year', first, 0, context);
}

function isSecondHalf(said: string): boolean {
  return ['2', 'second', 'last', 'andre', 'siste'].includes(said);
}

/** In October, 1 to 15 and 16 to 31. In a month of 28 days, 14 and 14. */
function halfOfMonth(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const { that, half = '' } = said;
  const month =
    said.month === undefined
      ? unitOf('month', context.today, that === undefined ? 0 : -1, context)
      : monthOfYear(said, context, limit);
  if (month === undefined) return undefined;
  const days = Number(month.to.slice(8));
  const middle = context.calendar.addDays(month.from, Math.floor(days / 2) - 1);
  return isSecondHalf(half)
    ? stretch(context.calendar.addDays(middle, 1), month.to)
    : stretch(month.from, middle);
}

/** A feast in the given year, otherwise the latest that began by `limit`. */
function feast(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const days = FEASTS.get(said.feast ?? '');
  const year = yearIn(said, context);
  if (days === undefined) return undefined;
  const last = Number(limit.slice(0, 4));
  const inYear = (of: number) => feastIn(of, days);
  const found = [year ?? last, last - 1].map((of) => ({ ...inYear(of), yearEarlier: inYear(of - 1) }));
  const meant = year === undefined ? found.find(({ from }) => from <= limit) : found[0];
  if (meant === undefined || said.feast !== 'jul' || said.year === undefined) return meant;
  // In English, "jul 2026" is July.
  const july = unitOf('month', `${said.year}-07-01`, 0, context);
  const readings = [meant, july];
  const [one = '', ...others] = readings.map(formatDays);
  throw new ParseError((t) => parseWords(t).canBe(said.text ?? '', readings), one, others);
}

export function feastIn(year: number, days: FeastDays): ParsedPeriod {
  if (days === 'black friday') return blackFriday(year);
  if ('easter' in days) {
    const [from, to] = days.easter;
    return stretch(dateOf(easterSunday(year) + from), dateOf(easterSunday(year) + to));
  }
  const { from, to = from } = days;
  return stretch(dayOf(year, ...from), dayOf(year, ...to));
}

function blackFriday(year: number): ParsedPeriod {
  // The first of November to the fourth Thursday and a day: Thursday is 4.
  const first = weekdayOf(dayOf(year, 11, 1));
  return oneDay(dayOf(year, 11, 23 + ((4 - first + 7) % 7)));
}

/** The seven days before a feast begins. */
function weekBeforeFeast(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const { calendar } = context;
  // A feast of the coming days is the one that is meant.
  const meant = feast(said, context, calendar.addDays(limit, 7));
  const before = ({ from }: DayRange) => stretch(calendar.addDays(from, -7), calendar.addDays(from, -1));
  if (meant?.yearEarlier === undefined) return undefined;
  return { ...before(meant), yearEarlier: before(meant.yearEarlier) };
}

/** The feast or date that others are counted from, with that of the year before. */
function anchorIn(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  if (said.feast !== undefined) return feast(said, context, limit);
  const { from } = dateWithMonthName(said, context, limit);
  const earlier = existingDay(Number(from.slice(0, 4)) - 1, Number(from.slice(5, 7)), Number(said.d), from);
  return { ...oneDay(from), ...(earlier === undefined ? {} : { yearEarlier: oneDay(earlier) }) };
}

/** What `of` makes of a feast or date, and of that of the year before. */
function ofAnchor(
  said: Said,
  context: DateContext,
  limit: string,
  of: (days: DayRange) => DayRange,
): ParsedPeriod | undefined {
  // One of the coming days is the one that is meant.
  const meant = anchorIn(said, context, context.calendar.addDays(limit, 7));
  if (meant === undefined) return undefined;
  const { from, to } = of(meant);
  return { ...stretch(from, to), ...(meant.yearEarlier && { yearEarlier: of(meant.yearEarlier) }) };
}

/** "The day before Christmas Eve", "onsdag før skjærtorsdag": a weekday is the nearest one. */
function dayBesideAnchor(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const { calendar } = context;
  const step = said.before === undefined ? 1 : -1;
  const wanted = said.weekday === undefined ? undefined : WEEKDAYS.get(said.weekday);
  return ofAnchor(said, context, limit, ({ from, to }) => {
    let day = calendar.addDays(step === 1 ? to : from, step);
    while (wanted !== undefined && weekdayOf(day) !== wanted) day = calendar.addDays(day, step);
    return oneDay(day);
  });
}

/** Monday to Sunday of the week in which a feast or date begins. */
function weekOfAnchor(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  return ofAnchor(said, context, limit, ({ from }) => context.calendar.weekOf(from));
}

/** The dates of `base`, which is within a month, in another month; up to its end. */
function sameDays(said: Said, context: DateContext, limit: string, base?: ParsedPeriod) {
  const month = monthOfYear(said, context, limit);
  if (base === undefined || month === undefined || base.from.slice(0, 7) !== base.to.slice(0, 7))
    return month;
  const isWhole = base.to === monthsOf(base.from, {}, context).to;
  const dayIn = (day: string) => `${month.from.slice(0, 8)}${day.slice(8)}`;
  const to = isWhole || dayIn(base.to) > month.to ? month.to : dayIn(base.to);
  return dayIn(base.from) > month.to ? undefined : stretch(dayIn(base.from), to);
}

/** The feast, week or whole months that `days` are, in another year; undefined for other days. */
export function inYear(days: DayRange, year: number, context: DateContext): DayRange | undefined {
  const own = Number(days.from.slice(0, 4));
  if (own === year) return undefined;
  const isSame = ({ from, to }: DayRange) => from === days.from && to === days.to;
  const feasts = new Set([...FEASTS.values()]);
  for (const each of feasts) if (isSame(feastIn(own, each))) return feastIn(year, each);
  const [, week = ''] = isoWeekOf(days.from).split('-');
  const weeks = [0, -7, 7].map((beside) =>
    context.calendar.weekOf(context.calendar.addDays(days.from, (year - own) * 364 + beside)),
  );
  const isWeek = isoWeekOf(days.to) === isoWeekOf(days.from) && lengthOf(days) === 7;
  if (isWeek) return weeks.find(({ from }) => isoWeekOf(from) === `${year}-${week}`);
  const isWhole = days.from.endsWith('-01') && monthsOf(days.to, {}, context).to === days.to;
  if (!isWhole || days.to.slice(0, 4) !== String(own) || days.from.slice(5) === days.to.slice(5, 7))
    return undefined;
  const first = `${year}${days.from.slice(4)}`;
  const months = Number(days.to.slice(5, 7)) - Number(days.from.slice(5, 7)) + 1;
  return months === 12 ? undefined : { from: first, to: monthsOf(first, { offset: months - 1 }, context).to };
}

/** Two weeks up to the latest day. */
function fortnight(_: Said, { calendar, newest }: DateContext): ParsedPeriod {
  return stretch(calendar.addDays(newest, -13), newest);
}

/** Three months. A winter belongs to the year in which it ends. With "last", the latest season that is over. */
function season(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  const firstMonth = SEASONS.get(said.season ?? '') ?? 12;
  const year = yearIn(said, context);
  const first = firstOfMonth(firstMonth, year && year - (firstMonth === 12 ? 1 : 0), limit);
  if (first === undefined) return undefined;
  const threeFrom = (day: string): ParsedPeriod => ({
    ...monthsOf(day, { offset: 2, months: 3 }, context),
    unit: 'quarter',
  });
  const latest = threeFrom(first);
  const isRunning = said.that !== undefined && latest.to >= context.today;
  const meant = isRunning ? monthsAway(first, -12, context) : first;
  return { ...threeFrom(meant), yearEarlier: threeFrom(monthsAway(meant, -12, context)) };
}

function monthOfYear(said: Said, context: DateContext, limit: string): ParsedPeriod | undefined {
  // "Last november" is over.
  const latest =
    said.that === undefined ? limit : context.calendar.addDays(monthsOf(context.today, {}, context).from, -1);
  const first = firstOfMonth(MONTHS.get(said.month ?? '') ?? 0, yearIn(said, context), latest);
  return first === undefined ? undefined : unitOf('month', first, 0, context);
}

function monthInDigits(said: Said, context: DateContext): ParsedPeriod {
  const first = dayOf(Number(said.year), Number(said.m), 1);
  if (isCalendarDay(first)) return unitOf('month', first, 0, context);
  throw new ParseError((t) => parseWords(t).days.noMonth(said.text ?? ''), context.newest);
}

function wholeYear({ year = '' }: Said, context: DateContext): ParsedPeriod {
  return unitOf('year', `${year}-01-01`, 0, context);
}

/** The day if it exists. Without a year, the latest one up to `limit`. */
function existingDay(
  year: number | undefined,
  month: number,
  date: number,
  limit: string,
): string | undefined {
  if (year === undefined) return latestDay(month, date, limit);
  const day = dayOf(year, month, date);
  return isCalendarDay(day) ? day : undefined;
}

/** Suggests the last day of the month, which is probably what was meant. */
function notADay(text: string, month: number, year: number | undefined, context: DateContext): ParseError {
  const { newest } = context;
  const first = month < 1 || month > 12 ? undefined : existingDay(year, month, 1, newest);
  const last = first === undefined ? newest : monthsOf(first, {}, context).to;
  return new ParseError((t) => parseWords(t).days.noDay(text), last < newest ? last : newest);
}

function dateInDigits(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const year = yearIn(said, context);
  const day = existingDay(year, Number(said.m), Number(said.d), limit);
  if (day !== undefined) return oneDay(day);
  throw notADay(said.text ?? '', Number(said.m), year, context);
}

function dateWithMonthName(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const [year, month] = [yearIn(said, context), MONTHS.get(said.month ?? '') ?? 0];
  const day = existingDay(year, month, Number(said.d), limit);
  if (day !== undefined) return oneDay(day);
  const text = `${said.d} ${said.month}${year === undefined ? '' : ` ${year}`}`;
  throw notADay(text, month, year, context);
}

/** 3/11 is November in Norway and March in America: accepted only if it has one reading. */
function dateEitherWay(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const { text = '', d = '', m, year: last } = said;
  const year = yearIn(said, context);
  const isYearFirst = last?.length === 2 && d.length === 2 && text.includes('-');
  const readings = [
    ...(isYearFirst ? [existingDay(2000 + Number(d), Number(m), Number(last), limit)] : []),
    existingDay(year, Number(m), Number(d), limit),
    existingDay(year, Number(d), Number(m), limit),
  ].filter((day) => day !== undefined);
  const [one, ...others] = new Set(readings);
  if (one === undefined) throw notADay(text, Number(m), year, context);
  if (others.length === 0) return oneDay(one);
  throw new ParseError((t) => parseWords(t).canBe(text, [one, ...others].map(oneDay)), one, others);
}

/** The latest day with that date in any month; undefined if no month has it. */
function latestDate({ d }: Said, _: DateContext, limit: string): ParsedPeriod | undefined {
  const days = [...MONTHS.values()].flatMap((month) => latestDay(month, Number(d), limit) ?? []);
  const latest = days.toSorted().at(-1);
  return latest === undefined ? undefined : oneDay(latest);
}

function daysOfMonth(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const year = yearIn(said, context);
  const month = MONTHS.get(said.month ?? '') ?? Number(said.m);
  const to = existingDay(year, month, Number(said.d2), limit);
  const from = to === undefined ? undefined : existingDay(year, month, Number(said.d), to);
  if (to !== undefined && from !== undefined) return { from, to, isNamed: false };
  const wrong = to === undefined ? said.d2 : said.d;
  throw notADay(`${wrong} ${said.month ?? `of month ${said.m}`}`, month, year, context);
}

/** A range such as 1/11-15/11, with day and month in the same order at both ends. */
function rangeEitherWay(said: Said, context: DateContext, limit: string): ParsedPeriod {
  const { text = '', d, m, d2, m2, year, year2 } = said;
  const yearOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  const readings = [
    [d, m, d2, m2],
    [m, d, m2, d2],
  ].flatMap(([date, month, lastDate, lastMonth]) => {
    const to = existingDay(yearOf(year2 ?? year), Number(lastMonth), Number(lastDate), limit);
    const from = to && existingDay(yearOf(year ?? year2), Number(month), Number(date), to);
    return from === undefined || to === undefined || from === '' || from > to ? [] : [{ from, to }];
  });
  const [found, second] = readings;
  if (found === undefined) throw new ParseError((t) => parseWords(t).days.noRange(text), context.newest);
  if (second === undefined) return { ...found, isNamed: false };
  const [one = '', ...others] = readings.map(formatDays);
  throw new ParseError((t) => parseWords(t).canBe(text, readings), one, others);
}

function lastYear(_: Said, context: DateContext, __: string, base?: ParsedPeriod): ParsedPeriod {
  if (base === undefined) return unitOf('year', context.today, -1, context);
  return { ...base, ...(base.yearEarlier ?? yearBefore(base, context, base.unit)) };
}

/** "Same month last year" is the whole month, unless `base` is only part of one: then its days one year earlier. */
function sameLastYear(said: Said, context: DateContext, _: string, base?: ParsedPeriod): ParsedPeriod {
  const unit = monthUnitIn(said);
  const isPart = base !== undefined && base.from !== base.to;
  if (unit !== undefined && !isPart) {
    return unitOf(unit, monthsAway(base?.from ?? context.newest, -12, context), 0, context);
  }
  const days = base ?? (said.weeks === undefined ? oneDay(context.newest) : weeksFromToday(0, context));
  return { ...days, ...(days.yearEarlier ?? yearBefore(days, context, days.unit)) };
}

/** "Yesterday vs the day before". If `base` is more than a day, the period before it. */
function dayBefore(said: Said, context: DateContext, limit: string, base?: ParsedPeriod) {
  return base?.from === base?.to && base !== undefined
    ? oneDay(context.calendar.addDays(base.from, -1))
    : before(said, context, limit, base);
}

function sameDayLastWeek(_: Said, { calendar, newest }: DateContext, __: string, base?: ParsedPeriod) {
  return oneDay(calendar.addDays(base?.to ?? newest, -7));
}

function before(_: Said, context: DateContext, __: string, base?: ParsedPeriod): ParsedPeriod | undefined {
  return base === undefined ? undefined : { ...base, ...periodBefore(base, context, base) };
}

/** So many days, weeks, months or years before the base. */
function earlier(said: Said, context: DateContext, _: string, base?: ParsedPeriod): ParsedPeriod | undefined {
  if (base === undefined) return undefined;
  const many = Math.min(numberOf(said.n ?? '') ?? 1, MAX_UNITS);
  const unit = monthUnitIn(said);
  if (unit === 'year' && many === 1) return { ...base, ...yearBefore(base, context, base.unit) };
  if (unit !== undefined) return { ...base, ...monthsEarlier(base, many * MONTHS_IN[unit], context) };
  if (said.weeks !== undefined) return { ...base, ...weeksEarlier(base, many, context) };
  const { calendar } = context;
  return { ...base, from: calendar.addDays(base.from, -many), to: calendar.addDays(base.to, -many) };
}

/** The last such weekday before the base. */
function weekdayBefore(said: Said, context: DateContext, _: string, base?: ParsedPeriod) {
  if (base === undefined) return undefined;
  return nearestWeekday(said, { ...context, today: base.from }, base.to);
}
