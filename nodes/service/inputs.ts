import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { createCalendar, isCalendarDay } from 'retail-data-client/calendar/calendar';
import { InvalidInputError } from 'retail-data-client/portable';

/**
 * Parameters as they come from the editor, an expression or an agent. Empty ones are undefined, which means that nothing
 * is sent. All throw an InvalidInputError that names the parameter.
 */
export type Value = IDataObject[string];

/** An identifier as the filters want it: 143, "143", "0143", or what a resource locator holds. */
export function identifier(name: string, value: Value): number | undefined {
  const given = locatorValue(value);
  if (isEmpty(given)) return undefined;
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= 0) return given;
  if (typeof given === 'string' && /^\s*\d{1,15}\s*$/.test(given)) return Number(given);
  throw new InvalidInputError({ field: name, value: given, expected: 'a whole number such as 143' });
}

/**
 * Identifiers, each once, in the order given: one, several in a text with commas, semicolons or line breaks between
 * them, or an array. A list
 * without any is refused, since nothing would be sent for it, and everything would come.
 */
export function identifiers(name: string, value: Value): number[] {
  const given = locatorValue(value);
  if (isEmpty(given)) return [];
  const parts = typeof given === 'string' ? given.split(/[,;\n]/) : Array.isArray(given) ? given : [given];
  const found = parts.map((part) => identifier(name, part)).filter((part) => part !== undefined);
  if (found.length > 0) return [...new Set(found)];
  throw new InvalidInputError({
    field: name,
    value: given,
    expected: 'whole numbers such as 1101, 1102, or not set for all',
  });
}

/**
 * A calendar day, yyyy-MM-dd: of a date-time the date as it is written there, without moving it to another zone; of a
 * JavaScript Date, which is written in none, the date in the service's zone.
 */
export function calendarDay(name: string, value: Value): string | undefined {
  if (isEmpty(value)) return undefined;
  const text = DateTime.isDateTime(value) ? value.toISODate() : isDate(value) ? dayInZone(value) : value;
  const day = typeof text === 'string' ? /^\s*(\d{4}-\d{2}-\d{2})(?=$|[T\s])/.exec(text)?.[1] : undefined;
  if (day !== undefined && isCalendarDay(day)) return day;
  throw new InvalidInputError({
    field: name,
    value,
    expected: 'a day that exists, written yyyy-MM-dd, such as 2026-11-20',
  });
}

/** An expression makes its dates in a realm of its own. */
function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function dayInZone(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : createCalendar().dayOf(date.getTime());
}

/** A text; a number, as an agent may give for an id, becomes its text. */
export function text(value: Value): string {
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
}

/** A switch. Texts other than "true" and "false" are not guessed at. */
export function flag(name: string, value: Value): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw new InvalidInputError({ field: name, value, expected: 'true or false' });
}

/** A whole number from 1 up, such as a limit or a page size. */
export function count(name: string, value: Value): number | undefined {
  if (isEmpty(value)) return undefined;
  const number = asNumber(value);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new InvalidInputError({ field: name, value, expected: 'a whole number from 1 up' });
}

/** Seconds, fractions included, as milliseconds; from `least` seconds up. */
export function seconds(name: string, value: Value, least: number): number | undefined {
  if (isEmpty(value)) return undefined;
  const number = asNumber(value);
  if (number >= least && number <= 86_400) return Math.ceil(number * 1000);
  throw new InvalidInputError({
    field: name,
    value,
    expected: `a number of seconds from ${least} to 86400 (one day)`,
  });
}

/** Minutes from 0 to 30, as they come. */
export function minutes(name: string, value: Value): number {
  const given = asNumber(value);
  if (given >= 0 && given <= 30) return given;
  throw new InvalidInputError({ field: name, value, expected: 'a number of minutes from 0 to 30' });
}

/** One of the choices that the editor offers. */
export function oneOf<Choice extends string>(name: string, value: Value, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  throw new InvalidInputError({ field: name, value, expected: `one of ${choices.join(', ')}` });
}

function locatorValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}

/** True for what stands for nothing: an empty text, or a locator with one. */
export function isEmpty(value: unknown): boolean {
  const given = locatorValue(value);
  return given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
}

function asNumber(value: Value): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN;
}
