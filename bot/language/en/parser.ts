import type { DayRange, Reading } from '../../text/dayRange.ts';
import { quoted } from '../../text/normalize.ts';
import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

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

/** What is wrong with a command. Words are as they were typed. */
export const parser = (format: Formatter) => ({
  /** `knower`: the command, with its verb where that decides. */
  unknown: (typed: string, knower: string) => `${quoted(typed)} is not something ${knower} knows.`,
  tooLong: (text: string, most: number) =>
    `A command has at most ${most} characters; this one begins with ${quoted(text)}.`,
  tooMuch: 'That names too much for one command. Ask for fewer products, stores or days at a time.',
  /** What the same digits can mean. */
  canBe: (text: string, readings: readonly Reading[]) =>
    `${text} can be ${readings.map((reading) => readingIn(reading, format)).join(' or ')}.`,
  names: names(),
  days: days(format),
  sales: sales(format),
  stock: stock(),
  stores: stores(),
  digest: digest(),
});

function readingIn(reading: Reading, format: Formatter): string {
  if ('time' in reading) return `at ${reading.time}`;
  return 'from' in reading ? format.range(reading) : format.dateOfAnyYear(reading);
}

const listed = (found: readonly Named[]) => found.map(({ id, name }) => `${quoted(name)} (${id})`).join(', ');

const listedWithKind = (found: readonly Near[]) =>
  found
    .map((each) => `the ${each.meaning} ${each.meaning === 'group' ? quoted(each.name) : listed([each])}`)
    .join(', ');

const names = () => ({
  notNamed: (meaning: Meaning, words: string, near: readonly Named[]) =>
    `No ${meaning} is named ${quoted(words)}; did you mean ${listed(near)}?`,
  notNamedEither: (words: string, near: readonly Near[]) =>
    `No product, store or group is called ${quoted(words)}. Did you mean ${listedWithKind(near)}?`,
  notNamedInStock: (words: string, near: readonly Near[]) =>
    `No product or group is called ${quoted(words)}. Did you mean ${listedWithKind(near)}?`,
  numberTooLong: (meaning: Meaning, words: string, digits: number) =>
    `${quoted(words)} is not a ${meaning} number; it has at most ${digits} digits.`,
  notANumber: (meaning: Meaning, words: string) =>
    `${quoted(words)} is not a ${meaning} number, and no ${meaning} has that name.`,
  tooManyNamed: (meaning: Meaning, words: string, most: number) =>
    `More than ${most} ${meaning}s have ${quoted(words)} in their names, and one question takes ${most}; type more of the name.`,
  tooMany: (meaning: Meaning, most: number) => `One question takes at most ${most} ${meaning}s.`,
  ambiguous: (words: string, found: readonly Meant[], isMore: boolean) =>
    `${quoted(words)} can be ${listedWithKind(found)}${isMore ? ' and more' : ''}.`,
  unknownNumber: (number: string, isDay: boolean) =>
    `No product or store in the lists has the number ${number}.${isDay ? ' It can also be a day.' : ''}`,
  groupTooLong: (group: string, products: number, most: number) =>
    `The group ${quoted(group)} has ${products} products, and one question takes ${most}.`,
  noLongerNamed: (meaning: Meaning, words: string) => `No ${meaning} is named ${quoted(words)} any more.`,
  noGroups: (words: string) => `${quoted(words)} cannot be a group: the product list has no groups.`,
  unknownGroup: (words: string) => `No group in the product list is named ${quoted(words)}.`,
});

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const days = (format: Formatter) => ({
  backwards: (from: string, to: string) =>
    `${format.day(from)} is after ${format.day(to)}. Put the earlier date first.`,
  tooEarly: (day: string, newest: string) =>
    `${format.day(day)} is too early to ask for. The latest sales are for ${format.day(newest)}.`,
  inFuture: (day: string, newest: string) =>
    `${format.day(day)} is in the future. The latest sales are for ${format.day(newest)}.`,
  notYet: (day: string, comes: string, time: string, newest: string) =>
    `Sales for ${format.day(day)} arrive on ${format.day(comes)} at about ${time}. The latest are for ${format.day(newest)}.`,
  stock: {
    tooEarly: (day: string, newest: string) =>
      `${format.day(day)} is too early to ask for. The latest stock is for ${format.day(newest)}.`,
    inFuture: (day: string, newest: string) =>
      `${format.day(day)} is in the future. The latest stock is for ${format.day(newest)}.`,
    notYet: (day: string, time: string, newest: string) =>
      `Stock for ${format.day(day)} arrives at about ${time}. The latest is for ${format.day(newest)}.`,
  },
  tooLong: (days: DayRange) => `${format.range(days)} is longer than two years.`,
  noWeek: (week: number, year: number | undefined) =>
    `There is no week ${week}${year === undefined ? '' : ` in ${year}`}.`,
  noMonth: (text: string) => `${text} is not a month that exists.`,
  noDay: (text: string) => `${text} is not a day that exists.`,
  noRange: (text: string) => `${text} is not a range of days.`,
  /** Monday 1. */
  otherWeekday: (day: string, weekday: number) => `${format.day(day)} is a ${WEEKDAYS[weekday - 1]}.`,
  notADay: (words: string, example: string) => `${quoted(words)} is not a day; a day is written ${example}.`,
  pastPause: (day: string, today: string) =>
    `${format.day(day)} is over. Choose a date after ${format.day(today)}.`,
  longPause: (day: string) =>
    `${format.day(day)} is more than a year away. To end the digest, use unsubscribe.`,
});

const sales = (format: Formatter) => ({
  withItself: (days: DayRange) => `Both periods are ${format.range(days)}.`,
  twoPeriods: 'Those are two periods; type "compare" to see them beside each other.',
  manyPeriods: 'Those are more than two periods; only two can be compared.',
  stockQuestion: (word: string) => `${quoted(word)} is a question to /stock.`,
  noFigures: {
    money: 'The data service has litres and units, but no prices or amounts of money.',
    forecast: 'The data service has the sales of days that are over, but no forecasts.',
  },
  unknownGrouping: (typed: string, known: readonly string[]) =>
    `${quoted(typed)} is not a grouping; it can be by ${known.join(', ')}.`,
  manyGroupings: 'Name at most two groupings, for example by:store by:week.',
  sharesNotCompared: 'Shares are shown for one period. Leave out the share, or ask for one period.',
  pairsNotCompared: 'Two periods are compared by one grouping. Name only one, for example by:store.',
  wrongTop: (typed: string, end: 'top' | 'bottom', most: number) =>
    `${quoted(typed)} is not a number of rows; "${end}" takes 1 to ${most}.`,
  bothEnds: 'Ask for the largest or the smallest, not both.',
  nothingLeftOut: (word: string) => `Name a product or store after ${quoted(word)}.`,
});

/** What is asked of /stock, in the word that English commands have for it. */
export type StockVerb = 'out' | 'low' | 'over' | 'changes' | 'all' | 'mine' | 'overview';

const stock = () => ({
  twoQuestions: (one: StockVerb, other: StockVerb) =>
    `"${one}" and "${other}" are two questions; ask one at a time.`,
  wrongDays: (typed: string, word: 'low' | 'over', most: number) =>
    `${quoted(typed)} is not a number of days; "${word}" takes 1 to ${most}.`,
  noProduct: (words: string) => `${quoted(words)} names no product.`,
  tooMany: (products: number, most: number) => `That is ${products} products; ${most} fit in one answer.`,
  noPeriods: (period: string) =>
    `Add a product to see its stock for ${quoted(period)}. Without a product, /stock shows the latest stock.`,
  latestOnly: (word: StockVerb, period: string) =>
    `Leave out ${quoted(period)}. "${word}" is only about the latest stock.`,
  onePeriod: (period: string) => `Leave out ${quoted(period)}. A question takes one period.`,
  noStores: {
    each: 'The service has no stock per store, only the stock of all stores together; what each store sells is in /sales.',
    one: (storeId: string) =>
      `The service has no stock per store, only the stock of all stores together; what store ${storeId} sells is in /sales.`,
    some: 'The service has no stock per store, only the stock of all stores together; what a store sells is in /sales.',
  },
});

const stores = () => ({
  nothingToSearch: (text: string) => `${quoted(text)} has nothing to search for.`,
  longSearch: (most: number) => `A search has at most ${most} characters.`,
  everyStore: 'That would be every store of the chain; add a name, a city or a place.',
  oneAtATime: 'Only one store can be shown at a time.',
  nearMe: "Slack doesn't tell the app where you are. Add a city or a store, for example near oslo.",
  noPlace: (near: string) => `"${near}" takes a place in degrees, such as 59.91,10.75, or a city or name.`,
  decimalComma: (text: string) =>
    `${quoted(text)} can be one number with a decimal comma or two; a place is written 59.91,10.75.`,
  outOfRange: (text: string) =>
    `${quoted(text)} is no place: latitude is at most 90 degrees, longitude at most 180.`,
});

/** What /digest is to do, in the word that English commands have for it. */
export type DigestVerb =
  | 'subscribe'
  | 'list'
  | 'pause'
  | 'stop'
  | 'unsubscribe'
  | 'resume'
  | 'preview'
  | 'now'
  | 'status'
  | 'history';

const digest = () => ({
  listTakesNothing: '/digest list stands alone; it shows all digests that you may change.',
  takesPlace: (typed: string, verb: DigestVerb) =>
    `${quoted(typed)} is not something /digest ${verb} knows; it takes a channel, and stock or sales.`,
  oneDigest: 'A command is about one digest: one channel, and either stock or sales.',
  notAChannel: (typed: string) =>
    `${quoted(typed)} is not a channel that Slack knows; type # and choose it from the list.`,
  pauseEnds: 'Say on which day the digest comes again.',
  daily: (typed: string) =>
    `Digests are posted every day. Leave out ${quoted(typed)}, or choose days, for example monday.`,
  twice: {
    digestTime: 'The time is there twice.',
    products: 'The products are there twice.',
    language: 'The language is there twice.',
  },
  nothingBehind: {
    at: (typed: string) => `${quoted(typed)} has nothing behind it; a time is written 08:30.`,
    language: (typed: string) => `${quoted(typed)} has nothing behind it; it is norwegian or english.`,
    group: (typed: string) =>
      `${quoted(typed)} has nothing behind it; a group of the product list belongs there.`,
    products: (typed: string) =>
      `${quoted(typed)} has nothing behind it; numbers or names of products belong there.`,
  },
  notATime: (typed: string) =>
    `${quoted(typed)} is not a time of day; a time is written 08:30, from 00:00 to 23:59.`,
  oneOf: (typed: string, accepted: readonly string[]) =>
    `${quoted(typed)} is not known here; it is ${accepted.join(' or ')}.`,
  tooManyProducts: (products: number, most: number) =>
    `A command takes at most ${most} products, not ${products}; give them a group in the product list.`,
});
