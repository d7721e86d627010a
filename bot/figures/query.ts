import * as z from 'zod/mini';
import { ROW_NAMES } from './rows.ts';

const days = z.readonly(
  z.strictObject({
    from: z.iso.date(),
    to: z.iso.date(),
    weekdays: z.optional(z.readonly(z.array(z.int().check(z.minimum(1), z.maximum(7))))),
  }),
);
const picked = z.optional(
  z.readonly(z.strictObject({ ids: z.readonly(z.array(z.string())), isLeftOut: z.boolean() })),
);
const few = z.optional(z.int().check(z.positive()));

/** A question about figures, by numbers and days. Answers, files, digests and alerts all compute by it. */
export const QUERY = z
  .strictObject({
    /** `sold`: sums and, between two periods, their change. `returned` ranks and keeps rows by what was returned. */
    measure: z.enum(['sold', 'returned']),
    /** One grouping, or two: a row for each store and week. */
    rows: z.readonly(z.array(z.enum(ROW_NAMES)).check(z.minLength(1), z.maxLength(2))),
    /** Days are yyyy-MM-dd, both ends included, of which only these weekdays are asked about. */
    period: days,
    /** The period to compare with. */
    against: z.optional(days),
    /** Undefined for all products or stores. */
    selection: z.readonly(z.strictObject({ product: picked, store: picked })),
    /** The largest rows, and the maximum of rows that aren't days or weeks. */
    keep: z.readonly(z.strictObject({ top: few, most: few })),
  })
  .check(
    z.refine(({ against, rows }) => against === undefined || rows.length === 1, {
      error: 'two periods are compared by one grouping',
    }),
    z.refine(({ against, measure }) => against === undefined || measure === 'sold', {
      error: 'returns are those of one period',
    }),
  );

export type Query = Readonly<z.infer<typeof QUERY>>;
