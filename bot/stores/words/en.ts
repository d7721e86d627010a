import type { TypedWords } from '../../language/en/common.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { ServedDate } from '../../text/dayRange.ts';
import { quoted } from '../../text/normalize.ts';

/** Opening hours of a day; `message` is the service's own text about an exception, empty for none. */
export type Hours =
  | { readonly kind: 'open'; readonly opens: string; readonly closes: string; readonly message: string }
  | { readonly kind: 'closed' | 'unknown'; readonly message: string };

/** A search for stores; its words are escaped. */
interface Searched {
  /** Words and numbers, of which any is found. */
  readonly words: readonly string[];
  readonly without: readonly string[];
  readonly state: 'open' | 'closed' | undefined;
  /** Now: the time of the question (HH:mm), which is undefined for a question about another time. */
  readonly now: string | undefined;
  /** `day` is undefined for today. */
  readonly when: { readonly day: string | undefined; readonly time: string | undefined };
  /** Whose distance is shown. */
  readonly near: readonly string[];
}

/** The sentences of `/stores`. The service's texts in a card aren't escaped, since a card is plain text. */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

export const english = (format: Formatter) => {
  const { counted, day, units } = format;
  const aside = (message: string) => (message === '' ? '' : ` (${message})`);
  const times = (hours: Hours) =>
    hours.kind === 'open'
      ? `${hours.opens}–${hours.closes}`
      : { closed: 'closed', unknown: 'opening hours missing' }[hours.kind];
  const hoursOfDay = (hours: Hours) => `${times(hours)}${aside(hours.message)}`;
  const weekday = (weekdayNumber: number) => format.weekday(weekdayNumber).slice(0, 3);
  return {
    unknown: (storeId: string) => `There is no store ${storeId}.`,
    noneNamed: (words: string) => `No store has ${quoted(words)} in its name or city.`,
    withNumber: (found: number) => `${counted(found, 'store')} with that number.`,
    found: (count: number, { words, without, state, now, when, near }: Searched) => {
      const on = when.day === undefined ? 'today' : `on ${day(when.day)}`;
      const at =
        now === undefined ? `${on}${when.time === undefined ? '' : ` at ${when.time}`}` : `now (${now})`;
      const any = (named: readonly string[]) => ALTERNATIVES.format(named.map((name) => `"${name}"`));
      const parts = [
        state === undefined ? '' : ` ${state} ${at}`,
        words.length === 0 ? '' : ` with ${any(words)} in name or city`,
        without.length === 0 ? '' : ` without ${any(without)}`,
        near.length === 0 || count === 0 ? '' : `, sorted by distance from ${any(near)}`,
      ];
      return `${count === 0 ? 'No store' : counted(count, 'store')}${parts.join('')}.`;
    },
    /** When the first of them open; `date` is undefined for today. */
    opensNext: (count: number, date: string | undefined, time: string) =>
      `The next to open ${count === 1 ? 'is' : 'are'} ${counted(count, 'store')}, ${date === undefined ? 'today' : `on ${day(date)}`} at ${time}.`,
    /** `date` is undefined for today. `isMore`: besides stores that are open. */
    hoursUnknown: (count: number, date: string | undefined, isMore: boolean) =>
      `${counted(count, isMore ? 'more store' : 'store')} could be open, but ${count === 1 ? 'has' : 'have'} no opening hours for ${date === undefined ? 'today' : day(date)}.`,
    temporarilyClosed: (count: number) =>
      `${counted(count, 'store')} ${count === 1 ? 'is' : 'are'} temporarily closed.`,
    publicHoliday: (date: string) =>
      `${day(date)} is a public holiday: stores are closed unless they have special hours.`,
    placeUnknown: (count: number) =>
      `${counted(count, 'more store')} ${count === 1 ? 'has' : 'have'} no coordinates and ${count === 1 ? 'is' : 'are'} left out.`,
    hoursOf: (date: string) => `opening hours for ${day(date)}`,
    notShown: (count: number) => `${counted(count, 'more store')} not shown`,
    oneInFull: (storeId: string) => `more about one store: \`/stores ${storeId}\``,
    directoryAsOf: (readAt: number, timeZone: string) =>
      `store list fetched ${format.instant(readAt, timeZone)}`,
    regularOnHoliday: (count: number, of: number, date: string) =>
      `${day(date)} is the day before a public holiday, but the data service only has the regular hours of ${of === 1 ? 'this store' : count === of ? 'these stores' : `${units(count)} of these stores`}`,
    /** `newest` is the last day with special hours; undefined when there is none. */
    beyondSpecialHours: (date: string, newest: string | undefined) =>
      newest === undefined
        ? `the data service has no special hours for any store; the hours for ${day(date)} are the regular ones for that weekday`
        : `the data service only has special hours until ${day(newest)}; the hours for ${day(date)} are the regular ones for that weekday`,
    dayGone: (date: string) =>
      `${day(date)} was more than a month ago, so its opening hours aren't available.`,
    dayTooFar: (date: string) =>
      `${day(date)} is more than a year away. The data service only has regular opening hours and upcoming special hours.`,
    table: {
      caption: 'Stores with their opening hours that day',
      columns: { store: 'Store', kilometres: 'Km', hours: 'Opening hours' },
    },
    hoursOfDay,
    /** Instead of opening hours. */
    statuses: {
      Closed: 'Closed down',
      'Temporarily closed': 'Temporarily closed',
      'To be opened': 'Not opened yet',
    },
    card: {
      name: (name: string, storeId: string) => `${name} (store ${storeId})`,
      /** "Open today, Fri 20 Nov 2026: 10:00–18:00" */
      hours: (hours: Hours, date: string, isToday: boolean) => {
        const on = isToday ? `today, ${day(date)}` : `on ${day(date)}`;
        switch (hours.kind) {
          case 'open':
            return `Open ${on}: ${hoursOfDay(hours)}`;
          case 'closed':
            return `Closed ${on}${aside(hours.message)}`;
          case 'unknown':
            return `${isToday ? `Today, ${day(date)}` : day(date)}: opening hours missing${aside(hours.message)}`;
        }
      },
      /** Runs of weekdays with the same hours; Monday is 1. */
      week: (runs: readonly { readonly from: number; readonly to: number; readonly hours: Hours }[]) =>
        runs
          .map(
            ({ from, to, hours }) =>
              `${from === to ? weekday(from) : `${weekday(from)}–${weekday(to)}`} ${hoursOfDay(hours)}`,
          )
          .join(', '),
      /** Hours as the service writes them, where they can't be parsed. */
      weekAsServed: (
        entries: readonly {
          readonly days: string;
          readonly opens: string;
          readonly closes: string;
          readonly closed: boolean;
        }[],
      ) =>
        entries
          .map(({ days, opens, closes, closed }) => `${days} ${closed ? 'closed' : `${opens} – ${closes}`}`)
          .join(', '),
      noWeek: 'The data service has no opening hours for this store.',
      holidays: 'Special hours:',
      exception: (date: ServedDate, hours: Hours) => `${format.served(date)}: ${hoursOfDay(hours)}`,
      moreExceptions: (count: number) => `and ${units(count)} more`,
      noHolidays: 'The data service has no special hours for this store.',
      away: (kilometres: number) => `${format.tenths(kilometres)} km away`,
      category: (category: string, changed: ServedDate) =>
        `${category === '' ? '' : `category ${category} · `}last changed ${format.served(changed)}`,
    },
    /** What the examples of help ask. */
    help: {
      town: 'Stores with Oslo in their name or city',
      open: 'Stores that are open now',
      sunday: 'Stores that are open on Sunday',
      near: 'Stores by their distance from Oslo',
      number: 'One store, with its address and opening hours',
      openTown: 'Open now, in Oslo only',
      at: 'Open at a time today',
      date: 'Open on a date',
      closed: 'Stores that are closed then',
      ofStore: 'One store on one day',
      both: 'Stores in either of two cities',
      note: 'Add "every friday at 09:00" to get an answer regularly.',
    },
    /** The words of the command by the English ones. */
    typed: {} as TypedWords,
    formTitle: 'Stores',
    example: 'which stores are open on Sunday',
    subject: 'Stores',
    /** What is wrong with a command; words are as typed. */
    mistakes: {
      longSearch: (most: number) => `A search can have at most ${most} characters.`,
      everyStore: 'That is every store in the chain. Add a name or a city.',
      twoTimes: 'Choose one day and one time.',
      manyDays: (text: string) => `${quoted(text)} is several days. Choose one of them.`,
      product: (words: string) => `${quoted(words)} is a product, and this command finds stores.`,
      nearMe: "Slack doesn't tell the app where you are. Add a city or a store, for example near oslo.",
      noPlace: (near: string) => `Add a city or a store after "${near}", for example near oslo.`,
    },
    /** Titles of the columns of files. */
    sheet: {
      status: 'Status',
      street: 'Street',
      postalCode: 'Postal code',
      city: 'City',
      kilometres: 'Kilometres',
      telephone: 'Phone',
      email: 'E-mail',
    },
    /** Parts of the names of files: letters a to z, digits and hyphens. */
    fileName: {
      stores: 'stores',
      open: 'open',
      closed: 'closed',
      near: 'near',
    },
  };
};

export type StoresWords = ReturnType<typeof english>;
