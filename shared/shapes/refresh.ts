import * as z from 'zod/mini';

/**
 * A daily refresh that is there, or a day that stayed without a row (`empty`). The missed dates are those before for which there
 * is no event.
 */
export const refreshOfDay = z.strictObject({
  event: z.enum(['stockUpdated', 'salesAvailable']),
  date: z.iso.date(),
  empty: z.boolean(),
  rows: z.int(),
  settled: z.boolean(),
  missedFrom: z.nullable(z.iso.date()),
  missedTo: z.nullable(z.iso.date()),
});
