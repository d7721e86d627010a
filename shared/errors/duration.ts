import { InvalidInputError } from './errors.ts';

/** A duration as a person says it: "27 seconds", "4 minutes", "5 h 10 min", "5 days 3 h". */
export function inDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** A limit that a caller set, which may be less than a second. */
export function inLimit(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} milliseconds` : inDuration(milliseconds);
}

/** Timers hold 31 bits of milliseconds; more would fire at once. */
export function checkDuration(field: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds <= 2_147_483_647)
    return milliseconds;
  throw new InvalidInputError({ field, value: milliseconds, expected: 'a duration of 0 to 24 days' });
}
