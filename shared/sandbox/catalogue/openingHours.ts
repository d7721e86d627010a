import {
  type Day,
  dateOf,
  type NamedDay,
  publicHolidays,
  SUNDAY,
  shortDays,
  weekdayOf,
  yearOf,
} from '../calendar.ts';
import { draw } from '../hash.ts';
import type { Store } from './stores.ts';

/** `openingHours.regularHours[]` of the store details. */
export interface RegularHours {
  readonly dayOfTheWeek: string;
  readonly openingTime: string;
  readonly closingTime: string;
  readonly closed: boolean;
}

/** `openingHours.exceptionHours[]` of the store details. */
export interface ExceptionHours {
  readonly date: string;
  readonly openingTime: string;
  readonly closingTime: string;
  readonly message: string;
}

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const SATURDAY = 5;

/** Monday to Sunday; Saturdays are shorter and Sundays closed, with empty times. */
export function regularHours(store: Store): readonly RegularHours[] {
  if (store.hoursInProse) return PROSE;
  return WEEK.map((dayOfTheWeek, weekday) => {
    if (weekday === SUNDAY) return { dayOfTheWeek, openingTime: '', closingTime: '', closed: true };
    const closingTime = weekday === SATURDAY ? store.saturdayClosing : store.weekdayClosing;
    return { dayOfTheWeek, openingTime: '10:00', closingTime, closed: false };
  });
}

// The formats are not stated, so one store has hours only a person can read.
const PROSE: readonly RegularHours[] = [
  { dayOfTheWeek: 'man.-fre.', openingTime: 'ti', closingTime: 'når det mørkner', closed: false },
  { dayOfTheWeek: 'lør.', openingTime: 'etter avtale', closingTime: 'se oppslag på døra', closed: false },
  { dayOfTheWeek: 'søn.', openingTime: '-', closingTime: '-', closed: true },
];

/**
 * The exceptions of the year that follows the store's last change: eves with their shorter hours, holidays and
 * anything unsettled without times.
 */
export function exceptionHours(store: Store, changedOn: Day): readonly ExceptionHours[] {
  const years = [yearOf(changedOn), yearOf(changedOn) + 1];
  const byDay = new Map<Day, ExceptionHours>();
  // Later ones win where two fall on one day, so a date is never given twice.
  for (const { day, name } of localExceptions(store, changedOn)) byDay.set(day, withoutTimes(day, name));
  for (const { day, name } of years.flatMap(shortDays)) {
    const closingTime = name === 'Julaften' ? '13:00' : store.saturdayClosing;
    byDay.set(day, { date: dateOf(day), openingTime: '10:00', closingTime, message: name });
  }
  for (const { day, name } of years.flatMap(publicHolidays)) byDay.set(day, withoutTimes(day, name));
  return [...byDay]
    .filter(([day]) => day >= changedOn && day <= changedOn + 365 && weekdayOf(day) !== SUNDAY)
    .toSorted(([one], [other]) => one - other)
    .map(([, hours]) => hours);
}

function withoutTimes(day: Day, message: string): ExceptionHours {
  return { date: dateOf(day), openingTime: '', closingTime: '', message };
}

function localExceptions(store: Store, changedOn: Day): readonly NamedDay[] {
  if (store.status === 'Temporarily closed')
    return [{ day: changedOn + 1, name: 'Stengt på grunn av ombygging' }];
  if (store.status === 'To be opened') return [{ day: changedOn + 60, name: 'Åpningsdag, tidspunkt kommer' }];
  if (draw(store.number, 71) % 5 !== 0) return [];
  return [{ day: changedOn + 12, name: 'Vareopptelling, åpningstid ikke avklart' }];
}
