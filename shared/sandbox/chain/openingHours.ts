import {
  type Day,
  dateOf,
  type NamedDay,
  publicHolidays,
  SUNDAY,
  shortDays,
  weekdayOf,
  yearOf,
} from '../../calendar/openDays.ts';
import { random } from './random.ts';
import type { Store } from './storeCatalogue.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const SATURDAY = 5;

/** `regularHours` of the store details, Monday to Sunday; Saturdays are shorter and Sundays closed, with empty times. */
export function regularHours(store: Store) {
  if (store.hoursInProse) return PROSE;
  return WEEKDAYS.map((dayOfTheWeek, weekday) => {
    if (weekday === SUNDAY) return { dayOfTheWeek, openingTime: '', closingTime: '', closed: true };
    const closingTime = weekday === SATURDAY ? saturdayClosing(store) : weekdayClosing(store);
    return { dayOfTheWeek, openingTime: '10:00', closingTime, closed: false };
  });
}

// The formats are not stated, so one store has hours only a person can read.
const PROSE = [
  { dayOfTheWeek: 'man.-fre.', openingTime: 'ti', closingTime: 'når det mørkner', closed: false },
  { dayOfTheWeek: 'lør.', openingTime: 'etter avtale', closingTime: 'se oppslag på døra', closed: false },
  { dayOfTheWeek: 'søn.', openingTime: '-', closingTime: '-', closed: true },
];

function weekdayClosing({ category }: Store): string {
  return category >= 5 ? '20:00' : '18:00';
}

function saturdayClosing({ category }: Store): string {
  return category >= 5 ? '16:00' : '15:00';
}

/**
 * `exceptionHours` of the store details, for the year that follows the store's last change: eves with their shorter
 * hours, holidays and anything unsettled without times.
 */
export function exceptionHours(store: Store, changedOn: Day) {
  const years = [yearOf(changedOn), yearOf(changedOn) + 1];
  // Later ones win where two fall on one day, so a date is never given twice.
  const byDay = new Map([
    ...localExceptions(store, changedOn).map((special) => exception(special)),
    ...years.flatMap(shortDays).map((eve) => {
      return exception(eve, '10:00', eve.name === 'Julaften' ? '13:00' : saturdayClosing(store));
    }),
    ...years.flatMap(publicHolidays).map((holiday) => exception(holiday)),
  ]);
  return [...byDay]
    .filter(([day]) => day >= changedOn && day <= changedOn + 365 && weekdayOf(day) !== SUNDAY)
    .toSorted(([one], [other]) => one - other)
    .map(([, hours]) => hours);
}

function exception({ day, name }: NamedDay, openingTime = '', closingTime = '') {
  return [day, { date: dateOf(day), openingTime, closingTime, message: name }] as const;
}

function localExceptions(store: Store, changedOn: Day): readonly NamedDay[] {
  if (store.status === 'Temporarily closed') {
    return [{ day: changedOn + 1, name: 'Stengt på grunn av ombygging' }];
  }
  if (store.status === 'To be opened') return [{ day: changedOn + 60, name: 'Åpningsdag, tidspunkt kommer' }];
  if (random(store.number, 71) % 5 !== 0) return [];
  return [{ day: changedOn + 12, name: 'Vareopptelling, åpningstid ikke avklart' }];
}
