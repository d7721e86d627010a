import { isCalendarDay } from '../calendar/days.ts';
import * as z from './schema.ts';

/**
 * Fields that several operations share. In a request an identifier is an integer, in a response a string that keeps
 * its leading zeros (interface: "Resources and their fields"). Each `error` completes the sentence "it must be ...".
 */
export const identifierFilter = (example: number) => wholeNumberFrom(0, `a whole number such as ${example}`);

/** A calendar day of a request, as yyyy-MM-dd. */
export const calendarDay = z.string({
  error: 'a day that exists, written yyyy-MM-dd, such as 2026-11-20',
  is: isCalendarDay,
});

/** A calendar day of an answer, as yyyy-MM-dd. */
export const answeredDay = z.string({
  error: 'expected a day that exists, as yyyy-MM-dd',
  is: isCalendarDay,
});

/** The id of a store or product in an answer. */
export const identifier = z.string();

export const maxResults = wholeNumberFrom(1);

export const start = wholeNumberFrom(0);

function wholeNumberFrom(least: number, error = `a whole number from ${least} up`) {
  return z.int({ error, is: (number) => number >= least });
}

/** A text of a request that is more than white space at its ends, which is left out. */
export const trimmedText = (error: string, is = (text: string) => text !== '') =>
  z.prepared((value) => (typeof value === 'string' ? value.trim() : value), z.string({ error, is }));

/** What is null or missing is read as `nothing`. */
export const orElse = <Read extends z.Schema>(nothing: unknown, read: Read) =>
  z.prepared((value) => value ?? nothing, read);

/** A text that may be null or missing, and is null then: one unusual field fails no list of others. */
export const textIfAny = orElse(null, z.nullable(z.string()));

/**
 * What a loose schema gives, by the fields that it names: an answer keeps fields that the interface does not describe, but
 * a name with a typo is an error of the compiler.
 */
export type Known<Given> = Given extends readonly (infer Entry)[]
  ? Known<Entry>[]
  : Given extends object
    ? { [Field in keyof Given as string extends Field ? never : Field]: Known<Given[Field]> }
    : Given;

/** Nothing: the query of an operation without parameters, or the body of a GET. */
export const nothing = z.strictObject({});

/** When a record last changed, for the guards of rows; the formats of both are not stated, so both stay plain strings. */
export function isLastChanged(value: unknown): value is { readonly date: string; readonly time: string } {
  return isRecord(value) && typeof value.date === 'string' && typeof value.time === 'string';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
