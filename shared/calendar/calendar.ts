import { DateTime, IANAZone } from 'luxon';
import { InvalidInputError } from '../errors/errors.ts';
import { DEFAULT_TIME_ZONE, isCalendarDay } from './days.ts';

export { DEFAULT_TIME_ZONE, isCalendarDay };

/** When the service refreshes, local time (interface: "Data refresh times"). */
export const SALES_REFRESH = '07:45';
export const STOCK_REFRESH = '08:30';

const DAY_MS = 86_400_000;
const YEAR_10000 = Date.UTC(10_000);

/** Days and refresh times of the service in its zone. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface Calendar {
  readonly timeZone: string;
  /** The local day of an instant. */
  dayOf(instant: number): string;
  /** The local time of an instant, HH:mm. */
  timeOf(instant: number): string;
  /** The instant of a local time (HH:mm) on a day; a time that a clock change skips moves forward with the clock. */
  instantOf(day: string, time: string): number;
  addDays(day: string, days: number): string;
  /** Monday to Sunday of the week `day` is in. */
  weekOf(day: string): { readonly from: string; readonly to: string };
  /** The newest day whose sales should be there: yesterday from 07:45 on, else the day before. */
  latestSalesDay(now: number): string;
  /** The day of the newest stock refresh that should have happened: today from 08:30 on, else yesterday. */
  latestStockDay(now: number): string;
}

export function createCalendar(timeZone: string = DEFAULT_TIME_ZONE): Calendar {
  const zone = zoneOf(timeZone, 'timeZone');
  const local = (instant: number) => DateTime.fromMillis(instant, { zone });
  const hasPassed = (time: string, now: number) => local(now).toFormat('HH:mm') >= time;

  const calendar: Calendar = {
    timeZone: zone.name,
    dayOf: (instant) => isoDay(local(instant)),
    timeOf: (instant) => local(instant).toFormat('HH:mm'),
    instantOf: (day, time) => DateTime.fromISO(`${day}T${time}`, { zone }).toMillis(),
    addDays,
    weekOf(day) {
      const from = calendar.addDays(day, 1 - weekdayOf(day));
      return { from, to: calendar.addDays(from, 6) };
    },
    latestSalesDay: (now) => calendar.addDays(calendar.dayOf(now), hasPassed(SALES_REFRESH, now) ? -1 : -2),
    latestStockDay: (now) => calendar.addDays(calendar.dayOf(now), hasPassed(STOCK_REFRESH, now) ? 0 : -1),
  };
  return calendar;
}

const KEPT_OFFSETS = 10_000;

/** A zone that formats a date once for each minute: that takes longer than all else that is done with a time. */
class KeptZone extends IANAZone {
  readonly #offsets = new Map<number, number>();

  override offset(instant: number): number {
    const minute = Math.floor(instant / 60_000);
    const offset = this.#offsets.get(minute) ?? super.offset(instant);
    if (this.#offsets.size >= KEPT_OFFSETS) this.#offsets.clear();
    this.#offsets.set(minute, offset);
    return offset;
  }
}

/**
 * Zones that were found to exist. To find that out makes a formatter of dates, some 30 KB outside of the heap, which go
 * only when the garbage collector happens to run: a program that asks thousands of times a minute would grow.
 */
const KNOWN_ZONES = new Map<string, KeptZone>();

/**
 * Checks a zone name. Abbreviations such as CET are refused: what they stand for, and whether they follow summer
 * time, differs from machine to machine.
 */
export function parseTimeZone(value: string, name = 'timeZone'): string {
  return zoneOf(value, name).name;
}

function zoneOf(value: string, field: string): KeptZone {
  const name = value.trim();
  const known = KNOWN_ZONES.get(name);
  if (known !== undefined) return known;
  if ((name.includes('/') || name === 'UTC') && IANAZone.isValidZone(name)) {
    const zone = new KeptZone(name);
    KNOWN_ZONES.set(name, zone);
    return zone;
  }
  throw new InvalidInputError({
    field,
    value: name,
    expected: 'a zone of the IANA time zone database, such as Europe/Oslo',
  });
}

/** The day so many days later, or earlier for a negative number. */
export function addDays(day: string, days: number): string {
  // Ranges are walked day by day: plain sums are a hundred times faster than dates.
  const instant = Date.parse(`${day}T00:00:00Z`) + days * DAY_MS;
  if (instant >= 0 && instant < YEAR_10000) return new Date(instant).toISOString().slice(0, 10);
  return isoDay(DateTime.fromISO(day, { zone: 'utc' }).plus({ days }));
}

function isoDay(date: DateTime): string {
  return date.toFormat('yyyy-MM-dd');
}

/** The ISO week of a day: 2026-11-20 is in 2026-W47. */
export function isoWeekOf(day: string): string {
  // A week belongs to the year that its Thursday is in.
  const thursday = Date.parse(`${day}T00:00:00Z`) + (4 - weekdayOf(day)) * DAY_MS;
  const year = new Date(thursday).toISOString().slice(0, 4);
  const week = 1 + Math.floor((thursday - Date.parse(`${year}-01-01T00:00:00Z`)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
