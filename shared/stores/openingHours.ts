import { DateTime } from 'luxon';
import { isCalendarDay } from '../calendar/calendar.ts';
import { parseDate, publicHolidayOn } from '../calendar/openDays.ts';
import type { ExceptionHours, Store } from '../operations/stores.ts';

/** A store's hours on one day. Times are HH:mm; "unknown" is what cannot be read, which is not "closed". */
export type HoursOfDay =
  | { readonly kind: 'open'; readonly opens: string; readonly closes: string; readonly message: string }
  | { readonly kind: 'closed'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string };

const WEEKDAYS: readonly (readonly string[])[] = [
  ['monday', 'mandag', 'måndag', 'mon', 'man'],
  ['tuesday', 'tirsdag', 'tysdag', 'tue', 'tir'],
  ['wednesday', 'onsdag', 'wed', 'ons'],
  ['thursday', 'torsdag', 'thu', 'tor'],
  ['friday', 'fredag', 'fri', 'fre'],
  ['saturday', 'lørdag', 'laurdag', 'sat', 'lør', 'lau'],
  ['sunday', 'søndag', 'sundag', 'sun', 'søn'],
];

/**
 * The hours of a store on a day (yyyy-MM-dd): an exception for the day wins over the regular hours. On a Norwegian public
 * holiday a store without hours of its own is closed.
 */
export function hoursOn(store: Store, day: string): HoursOfDay {
  if (store.status === 'Closed' || store.status === 'Temporarily closed' || store.status === 'To be opened') {
    return { kind: 'closed', message: store.status };
  }
  const { exceptionHours, regularHours } = store.openingHours;
  const [exception, ...more] = exceptionHours.filter((entry) => readDay(entry.date) === day);
  if (exception !== undefined && more.length === 0) return hoursOfException(exception);
  if (exception !== undefined) return { kind: 'unknown', message: exception.message ?? '' };
  const holiday = holidayOn(day);
  if (holiday !== undefined) return { kind: 'closed', message: holiday };
  // An exception whose date cannot be read might be for this very day.
  if (exceptionHours.some((entry) => readDay(entry.date) === null)) return { kind: 'unknown', message: '' };

  return regularHoursOn(regularHours, DateTime.fromISO(day, { zone: 'utc' }).weekday);
}

/** The regular hours of a store from Monday to Sunday, whatever its status and exceptions. */
export function weekHours({ openingHours }: Store): readonly HoursOfDay[] {
  return WEEKDAYS.map((_, at) => regularHoursOn(openingHours.regularHours, at + 1));
}

/** An exception to the regular hours, for a holiday or something else that its message may tell. */
export interface ExceptionOfDay {
  /** As the service gives it. */
  readonly date: string;
  /** yyyy-MM-dd; undefined when the date cannot be read. */
  readonly day: string | undefined;
  readonly hours: HoursOfDay;
}

/** Behind every day. */
const UNREADABLE = '9999-99-99';

/** The exceptions of a store from a day (yyyy-MM-dd) on, by day; those whose date cannot be read come last. */
export function exceptionsFrom({ openingHours }: Store, from: string): readonly ExceptionOfDay[] {
  return openingHours.exceptionHours
    .map((entry) => ({
      date: entry.date,
      day: readDay(entry.date) ?? undefined,
      hours: hoursOfException(entry),
    }))
    .filter(({ day }) => day === undefined || day >= from)
    .toSorted((one, other) => (one.day ?? UNREADABLE).localeCompare(other.day ?? UNREADABLE));
}

function regularHoursOn(regularHours: Store['openingHours']['regularHours'], weekday: number): HoursOfDay {
  const matching = regularHours.filter((entry) => weekdayOf(entry.dayOfTheWeek) === weekday);
  const [regular] = matching;
  if (regular === undefined || matching.length > 1) return { kind: 'unknown', message: '' };
  if (regular.closed) return { kind: 'closed', message: '' };
  return between(regular.openingTime, regular.closingTime, '');
}

function hoursOfException(exception: ExceptionHours): HoursOfDay {
  const { date, openingTime, closingTime } = exception;
  const message = exception.message ?? '';
  const hasTimes = /\d/.test(`${openingTime ?? ''}${closingTime ?? ''}`);
  if (!hasTimes && holidayOn(readDay(date) ?? '') !== undefined) return { kind: 'closed', message };
  return between(openingTime, closingTime, message);
}

function holidayOn(date: string): string | undefined {
  const day = parseDate(date);
  return day === undefined ? undefined : publicHolidayOn(day);
}

function between(openingTime: string | null, closingTime: string | null, message: string): HoursOfDay {
  const opens = readTime(openingTime ?? '');
  const closes = readTime(closingTime ?? '');
  if (opens === null || closes === null || opens >= closes) return { kind: 'unknown', message };
  return { kind: 'open', opens, closes, message };
}

/** 1 for Monday to 7 for Sunday; null for a name that is not known. Bare numbers are not guessed at. */
function weekdayOf(name: string): number | null {
  const wanted = name.trim().toLowerCase().replace(/\.$/, '');
  const index = WEEKDAYS.findIndex((names) => names.includes(wanted));
  return index === -1 ? null : index + 1;
}

/** HH:mm of a time written 9:00, 09.00, 0900 or 09:00:00. */
function readTime(text: string): string | null {
  const [, hours, minutes] =
    /^(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?$/.exec(text.trim()) ?? /^(\d{2})(\d{2})$/.exec(text.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  if (Number(minutes) > 59) return null;
  const time = `${hours.padStart(2, '0')}:${minutes}`;
  return time <= '24:00' ? time : null;
}

/**
 * yyyy-MM-dd of a date written that way, with midnight behind it, or as dd.MM.yyyy. Another time behind it may be an
 * instant of the neighbouring day in another zone.
 */
function readDay(text: string): string | null {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text.trim())?.[1];
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim()) ?? [];
  const candidate =
    iso ?? (day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : '');
  return isCalendarDay(candidate) ? candidate : null;
}
