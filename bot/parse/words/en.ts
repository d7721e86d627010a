import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange, Reading } from '../../text/dayRange.ts';
import { quoted } from '../../text/normalize.ts';

export type Meaning = 'product' | 'store';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Meant extends Named {
  readonly meaning: Meaning;
}

/** What may be meant by words that are spelled wrong. */
export type Near = Meant | { readonly meaning: 'group'; readonly name: string };

/** What is wrong with a command of any kind. Words are as they were typed. */
export const english = (format: Formatter) => ({
  /** `knower`: the command, with its verb where that decides. */
  unknown: (typed: string, knower: string) => `${knower} doesn't understand ${quoted(typed)}.`,
  noSides: (versus: string) =>
    `Only a question to /sales can have two sides. Leave out ${quoted(versus)} here.`,
  tooLong: (text: string, most: number) =>
    `A command can have at most ${most} characters. This one starts with ${quoted(text)}.`,
  tooMuch: 'That is too much for one command. Ask for fewer products, stores or days at a time.',
  /** What the same digits can mean. */
  canBe: (text: string, readings: readonly Reading[]) =>
    `${text} can mean ${readings.map((reading) => readingIn(reading, format)).join(' or ')}.`,
  names: names(),
  days: days(format),
});

function readingIn(reading: Reading, format: Formatter): string {
  if ('time' in reading) return `at ${reading.time}`;
  return format.range(reading);
}

const listed = (found: readonly Named[]) => found.map(({ id, name }) => `${quoted(name)} (${id})`).join(', ');

const listedWithKind = (found: readonly Near[]) =>
  found
    .map((each) => `the ${each.meaning} ${each.meaning === 'group' ? quoted(each.name) : listed([each])}`)
    .join(', ');

const names = () => ({
  notNamed: (meaning: Meaning, words: string, near: readonly Named[]) =>
    `No ${meaning} is called ${quoted(words)}. Did you mean ${listed(near)}?`,
  notNamedEither: (words: string, near: readonly Near[]) =>
    `No product, store or group is called ${quoted(words)}. Did you mean ${listedWithKind(near)}?`,
  notNamedInStock: (words: string, near: readonly Near[]) =>
    `No product or group is called ${quoted(words)}. Did you mean ${listedWithKind(near)}?`,
  numberTooLong: (meaning: Meaning, words: string, digits: number) =>
    `${quoted(words)} is too long. A ${meaning} number has at most ${digits} digits.`,
  notANumber: (meaning: Meaning, words: string) =>
    `No ${meaning} has the number or the name ${quoted(words)}.`,
  tooManyNamed: (meaning: Meaning, words: string, most: number) =>
    `More than ${most} ${meaning}s have ${quoted(words)} in their names. Type more of the name.`,
  tooMany: (meaning: Meaning, most: number) => `A question can have at most ${most} ${meaning}s.`,
  ambiguous: (words: string, found: readonly Meant[], isMore: boolean) =>
    `${quoted(words)} can mean ${listedWithKind(found)}${isMore ? ' and more' : ''}.`,
  unknownNumber: (number: string, isDay: boolean) =>
    `No product or store in the lists has the number ${number}.${isDay ? ' It can also be a date.' : ''}`,
  groupTooLong: (group: string, products: number, most: number) =>
    `The group ${quoted(group)} has ${products} products. A question can have at most ${most}.`,
  noLongerNamed: (meaning: Meaning, words: string) =>
    `There is no longer a ${meaning} called ${quoted(words)}.`,
  noList:
    "The app has no product names yet. Upload your product list on the app's Home tab, or use product numbers.",
  noGroups: (words: string) => `The product list has no groups, so ${quoted(words)} can't be one.`,
  unknownGroup: (words: string) => `The product list has no group called ${quoted(words)}.`,
});

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const days = (format: Formatter) => ({
  backwards: (from: string, to: string) =>
    `${format.day(from)} is after ${format.day(to)}. Put the earlier date first.`,
  tooEarly: (day: string, newest: string) =>
    `${format.day(day)} is too long ago. The latest sales are for ${format.day(newest)}.`,
  inFuture: (day: string, newest: string) =>
    `${format.day(day)} is in the future. The latest sales are for ${format.day(newest)}.`,
  notYet: (day: string, comes: string, time: string, newest: string) =>
    `Sales for ${format.day(day)} arrive on ${format.day(comes)} at about ${time}. The latest are for ${format.day(newest)}.`,
  stock: {
    tooEarly: (day: string, newest: string) =>
      `${format.day(day)} is too long ago. The latest stock is for ${format.day(newest)}.`,
    inFuture: (day: string, newest: string) =>
      `${format.day(day)} is in the future. The latest stock is for ${format.day(newest)}.`,
    notYet: (day: string, time: string, newest: string) =>
      `Stock for ${format.day(day)} arrives at about ${time}. The latest is for ${format.day(newest)}.`,
  },
  tooLong: (days: DayRange) => `${format.range(days)} is longer than two years. Choose a shorter period.`,
  noWeek: (week: number, year: number | undefined) =>
    `There is no week ${week}${year === undefined ? '' : ` in ${year}`}.`,
  noMonth: (text: string) => `The month ${text} doesn't exist.`,
  noDay: (text: string) => `The date ${text} doesn't exist.`,
  noRange: (text: string) => `${text} isn't a valid period.`,
  /** Monday 1. */
  otherWeekday: (day: string, weekday: number) => `${format.day(day)} is a ${WEEKDAYS[weekday - 1]}.`,
  notADay: (words: string, example: string) => `${quoted(words)} isn't a date. Type it like ${example}.`,
  pastPause: (today: string) => `Choose a date after ${format.day(today)}.`,
  longPause: (day: string) =>
    `${format.day(day)} is more than a year away. Choose an earlier date, or type unsubscribe to end the digest.`,
});

export type ParseWords = ReturnType<typeof english>;
