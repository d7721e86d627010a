import type { ServedDate } from '../../text/dayRange.ts';
import { quoted } from '../../text/normalize.ts';
import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** Hours of a day as they are told; `message` is the service's own text about an exception, empty without one. */
export type Hours =
  | { readonly kind: 'open'; readonly opens: string; readonly closes: string; readonly message: string }
  | { readonly kind: 'closed' | 'unknown'; readonly message: string };

export type SearchedPlace = { readonly words: string } | { readonly coordinates: string };

/** A search for stores; its words are escaped. */
interface Searched {
  readonly words: string;
  /** The time at which it was asked (HH:mm), for stores that are open now. */
  readonly openNow: string | undefined;
  /** Undefined for the day is today. */
  readonly open: { readonly day: string | undefined; readonly time: string | undefined } | undefined;
  readonly near: SearchedPlace | undefined;
}

/** What `/stores` says. The texts of the service in a card are not escaped: it is no mrkdwn. */
export const stores = (format: Formatter) => {
  const { counted, day, units } = format;
  const aside = (message: string) => (message === '' ? '' : ` (${message})`);
  const times = (hours: Hours) =>
    hours.kind === 'open'
      ? `${hours.opens}–${hours.closes}`
      : { closed: 'closed', unknown: 'hours not given' }[hours.kind];
  const hoursOfDay = (hours: Hours) => `${times(hours)}${aside(hours.message)}`;
  const weekday = (weekdayNumber: number) => format.weekday(weekdayNumber).slice(0, 3);
  return {
    unknown: (storeId: string) => `There is no store ${storeId}.`,
    noneNamed: (words: string) => `No store has ${quoted(words)} in its name or city.`,
    nowhere: (words: string) =>
      `The stores with ${quoted(words)} in their name or city have no coordinates that can be read.`,
    withNumber: (found: number) => `${counted(found, 'store')} with that number.`,
    found: (count: number, { words, openNow, open, near }: Searched) => {
      const parts = [
        openNow === undefined ? '' : ` open now (${openNow})`,
        open === undefined
          ? ''
          : ` open ${open.day === undefined ? 'today' : `on ${day(open.day)}`}${open.time === undefined ? '' : ` at ${open.time}`}`,
        words === '' ? '' : ` with "${words}" in name or city`,
        near === undefined || count === 0
          ? ''
          : `, nearest to ${'words' in near ? `"${near.words}"` : near.coordinates} first`,
      ];
      return `${count === 0 ? 'No store' : counted(count, 'store')}${parts.join('')}.`;
    },
    /** `date` is undefined for today. */
    hoursUnknown: (count: number, date: string | undefined) =>
      `Hours for ${date === undefined ? 'today' : day(date)} aren't given for ${counted(count, 'more store')}.`,
    temporarilyClosed: (count: number) =>
      `${counted(count, 'store')} ${count === 1 ? 'is' : 'are'} temporarily closed.`,
    publicHoliday: (date: string) =>
      `${day(date)} is a public holiday: stores are closed unless they have special hours.`,
    placeUnknown: (count: number) =>
      `${counted(count, 'more store')} ${count === 1 ? 'has' : 'have'} no coordinates and ${count === 1 ? 'is' : 'are'} left out.`,
    hoursOf: (date: string) => `hours of ${day(date)}`,
    notShown: (count: number) => `${counted(count, 'more store')} not shown`,
    oneInFull: (storeId: string) => `one store in full: \`/stores ${storeId}\``,
    directoryAsOf: (readAt: number, timeZone: string) =>
      `directory as of ${format.instant(readAt, timeZone)}`,
    regularOnHoliday: (count: number, of: number, date: string) =>
      `${day(date)} is the eve of a public holiday, but the data service has only the regular hours of ${of === 1 ? 'this store' : count === of ? 'these stores' : `${units(count)} of these stores`}`,
    /** `newest`: the last day with special hours; undefined when there is none. */
    beyondSpecialHours: (date: string, newest: string | undefined) =>
      newest === undefined
        ? `the service has no special hours of any store; those of ${day(date)} are the regular ones of the week`
        : `the service has special hours until ${day(newest)} only; those of ${day(date)} are the regular ones of the week`,
    dayGone: (date: string) => `${day(date)} was more than a month ago, so its hours aren't known.`,
    dayTooFar: (date: string) =>
      `${day(date)} is more than a year away; the service has the hours of a week as they are now, and of special days to come.`,
    table: {
      caption: 'Stores with their hours of the day',
      columns: { store: 'Store', kilometres: 'Km', hours: 'Hours' },
    },
    hoursOfDay,
    /** What stands for the hours of a store that has none. */
    statuses: {
      Closed: 'Closed',
      'Temporarily closed': 'Temporarily closed',
      'To be opened': 'To be opened',
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
            return `${isToday ? `Today, ${day(date)}` : day(date)}: hours not given${aside(hours.message)}`;
        }
      },
      /** Weekdays in a row that have the same hours; Monday 1. */
      week: (runs: readonly { readonly from: number; readonly to: number; readonly hours: Hours }[]) =>
        runs
          .map(
            ({ from, to, hours }) =>
              `${from === to ? weekday(from) : `${weekday(from)}–${weekday(to)}`} ${hoursOfDay(hours)}`,
          )
          .join(', '),
      /** As the service writes them, where they cannot be read. */
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
      noWeek: 'The service has no opening hours for this store.',
      holidays: 'Holidays and other special days:',
      exception: (date: ServedDate, hours: Hours) => `${format.served(date)}: ${hoursOfDay(hours)}`,
      moreExceptions: (count: number) => `and ${units(count)} more`,
      noHolidays: 'The service has no holiday hours for this store.',
      away: (kilometres: number) => `${format.tenths(kilometres)} km away`,
      category: (category: string, changed: ServedDate) =>
        `category ${category} · last changed ${format.served(changed)}`,
    },
  };
};
