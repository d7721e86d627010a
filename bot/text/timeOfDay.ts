import type { Calendar } from 'retail-data-client/calendar/calendar';

/** The stored form of a time of day: HH:mm from 00:00 to 23:59. */
export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Reads 8, 08:30, 8.30, 0830, kl.8, 8am or 8:30 pm as HH:mm; undefined if `typed` is no time of day. */
export function readTimeOfDay(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:[:.]?(\d{2}))? ?(am|pm)?$/i.exec(typed.trim().replace(/^kl\.?/i, ''));
  if (found === null) return undefined;
  const [, hours = '', minutes = '00', half] = found;
  const said = Number(hours);
  if (half !== undefined && (said < 1 || said > 12)) return undefined;
  const hour = half === undefined ? said : (said % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  const time = `${String(hour).padStart(2, '0')}:${minutes}`;
  return TIME_OF_DAY.test(time) ? time : undefined;
}

/** Minutes from midnight to a time of day. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The time `minutes` later on the same day, at most 23:59. */
export function timeAfter(time: string, minutes: number): string {
  const later = Math.min(minutesOf(time) + minutes, minutesOf('23:59'));
  return [Math.floor(later / 60), later % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The next instant after `now` at which the clock shows `time`. */
export function nextAt(time: string, calendar: Calendar, now: number): number {
  const today = calendar.dayOf(now);
  const at = calendar.instantOf(today, time);
  return at > now ? at : calendar.instantOf(calendar.addDays(today, 1), time);
}
