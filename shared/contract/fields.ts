import * as z from 'zod';

/**
 * Fields that several operations share. In a request an identifier is an integer, in a response a string that keeps
 * its leading zeros (interface: "Resources and their fields"). Each `error` completes the sentence "it must be ...".
 */
export const identifierFilter = (example: number) =>
  z.int({ error: `a whole number such as ${example}` }).nonnegative({
    error: `a whole number such as ${example}`,
  });

/** A calendar day that exists, as yyyy-MM-dd. */
export const calendarDay = z.iso.date({ error: 'a day that exists, written yyyy-MM-dd, such as 2026-11-20' });

export const maxResults = z
  .int({ error: 'a whole number from 1 up' })
  .min(1, { error: 'a whole number from 1 up' });

export const start = z
  .int({ error: 'a whole number from 0 up' })
  .min(0, { error: 'a whole number from 0 up' });

/** Nothing: the query of an operation without parameters, or the body of a GET. */
export const nothing = z.strictObject({});

/** When a record last changed; the formats of both are not stated, so both stay plain strings. */
export const lastChanged = z.looseObject({ date: z.string(), time: z.string() });
