import { inspect } from 'node:util';
import { z } from 'zod';

/** Also takes the text of a flag. */
function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  const error = `a whole number from ${least} to ${most}`;
  return z.coerce
    .number<number | string>({ error })
    .int({ error })
    .min(least, { error })
    .max(most, { error });
}

/** A message completes "Give …". */
const OPTIONS = z.strictObject({
  /** The only key that is accepted. */
  subscriptionKey: z.string().min(1, { error: 'any text' }).default('sandbox-key-for-local-use-only'),
  /** On 127.0.0.1; 0 takes any free one. */
  port: wholeNumber(0, 65_535).default(0),
  /** All data follows from it. */
  seed: wholeNumber(0, 0xffff_ffff).default(1),
  stores: wholeNumber(1, 10_000).default(36),
  /** The supplier's own products; others have as many again. */
  products: wholeNumber(1, 50_000).default(48),
  /** Sales dates on which this supplier sold nothing. */
  emptyDays: z
    .array(z.iso.date({ error: 'real days as yyyy-MM-dd' }))
    .readonly()
    .default([]),
  /** Calls on accumulated stock in any 60 s and any 24 h (interface: "Limits"). */
  throttle: z
    .object({ perMinute: wholeNumber(1), perDay: wholeNumber(1) })
    .default({ perMinute: 20, perDay: 400 }),
  /** Rows of sales or stock in one answer, whatever is asked for; no cap when not set. */
  maxResultsCap: wholeNumber(1).optional(),
  /** Whether accumulated stock has a header with the total. */
  totalHeader: z.boolean().default(true),
  /** Whether daily sales have one. */
  salesTotalHeader: z.boolean().default(false),
  /** Whether answers are compressed for callers that accept it. */
  compresses: z.boolean().default(true),
});

/** How the stand-in behaves, and how large its chain is. */
export type SandboxOptions = z.input<typeof OPTIONS> & {
  /** The clock in epoch milliseconds, default Date.now. Refresh times, corrections and the throttle follow it. */
  now?: () => number;
};

/** The options with every default filled in. */
export type Settings = z.output<typeof OPTIONS> & { now(): number };

/** Fills in the defaults; throws a RangeError that names the first option that makes no sense. */
export function settingsFrom({ now = Date.now, ...options }: SandboxOptions): Settings {
  return { ...parseOptions(options), now };
}

/** The same for options of any kind. */
export function parseOptions(options: Readonly<Record<string, unknown>>): z.output<typeof OPTIONS> {
  const parsed = OPTIONS.safeParse(options);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? Object.keys(options));
  throw new RangeError(`${name} is ${inspect(options[name])}. Give ${issue?.message}.`);
}
