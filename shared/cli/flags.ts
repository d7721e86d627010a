import { parseArgs } from 'node:util';
import type { DailySalesFilter } from '../client/options.ts';
import { checkRange } from '../client/range.ts';
import { CSV_STYLES, type CsvStyleName } from '../csv/csv.ts';
import { FILE_FORMATS, type FileFormat } from '../csv/salesFile.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { calendarDay } from '../operations/fields.ts';

const TEXT = { type: 'string', multiple: true } as const;
const OPTIONS = {
  from: TEXT,
  to: TEXT,
  out: TEXT,
  style: TEXT,
  product: TEXT,
  'from-store': TEXT,
  'to-store': TEXT,
  vendor: TEXT,
  wholesaler: TEXT,
  'changed-since': TEXT,
  'page-size': TEXT,
  overwrite: { type: 'boolean' },
  restart: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const USAGE =
  '--from DAY, --to DAY, --out FILE, --style STYLE, --product N, --from-store N, --to-store N, --vendor N, --wholesaler N, --changed-since DAY, --page-size N, --overwrite and --restart';

export const HELP = `npm run sales -- --from DAY --to DAY --out FILE

Writes the daily sales of a period to a file. Run it again to go on where it stopped. The service and the key are read
from RETAIL_DATA_BASE_URL and RETAIL_DATA_SUBSCRIPTION_KEY.

  --from DAY           first sales date, such as 2026-11-01
  --to DAY             last sales date, included
  --out FILE           a file whose name ends in .csv or .ndjson
  --style STYLE        of a CSV file: ${CSV_STYLES.join(' or ')}; the first when not set
  --product N          only this product
  --from-store N       only stores from this number
  --to-store N         only stores up to this number
  --vendor N           only this vendor
  --wholesaler N       only this wholesaler
  --changed-since DAY  only sales that changed on this day or later
  --page-size N        sales per call; the service decides when not set
  --overwrite          replaces a file that is there already
  --restart            begins anew instead of going on
  --help               prints this
`;

/** A filter whose period has both ends. */
export type PeriodFilter = DailySalesFilter & {
  readonly fromSalesDate: string;
  readonly toSalesDate: string;
};

/** What `npm run sales` is asked to write. */
export interface SalesFlags {
  readonly filter: PeriodFilter;
  /** As given, relative or not. */
  readonly out: string;
  readonly format: FileFormat;
  readonly style: CsvStyleName;
  readonly pageSize: number | undefined;
  readonly overwrite: boolean;
  readonly restart: boolean;
}

/** Reads a value, or records what is wrong with it and goes on without it. */
export type Reading = <T>(read: () => T) => T | undefined;

/** Reads the flags; each mistake goes to `reading`. Gives undefined when a flag that is needed is missing or wrong. */
export function readFlags(args: readonly string[], reading: Reading): SalesFlags | undefined {
  const values = reading(() => parsed(args));
  if (values === undefined) return undefined;
  const one = (name: TextFlag) => reading(() => single(name, values[name]));
  const read = <T>(name: TextFlag, parse: (name: string, text: string) => T): T | undefined => {
    const text = one(name);
    return text === undefined ? undefined : reading(() => parse(`--${name}`, text));
  };
  const needed = <T>(name: TextFlag, parse: (name: string, text: string) => T): T | undefined =>
    values[name] === undefined ? reading(() => parse(`--${name}`, '')) : read(name, parse);

  const from = needed('from', day);
  const to = needed('to', day);
  const out = needed('out', file);
  const style = read('style', (name, text) => styleOf(name, text, out?.format));
  const others = {
    fromStoreId: read('from-store', wholeNumber(0, 143)),
    toStoreId: read('to-store', wholeNumber(0, 143)),
    productId: read('product', wholeNumber(0, 1101)),
    vendorId: read('vendor', wholeNumber(0, 12)),
    wholesalerId: read('wholesaler', wholeNumber(0, 7)),
    changedSince: read('changed-since', day),
  };
  reading(() => checkRange('--from', from, '--to', to));
  reading(() => checkRange('--from-store', others.fromStoreId, '--to-store', others.toStoreId));
  const pageSize = read('page-size', wholeNumber(1, 10_000));
  if (from === undefined || to === undefined || out === undefined) return undefined;
  return {
    filter: { fromSalesDate: from, toSalesDate: to, ...others },
    out: out.path,
    format: out.format,
    style: style ?? 'international',
    pageSize,
    overwrite: values.overwrite ?? false,
    restart: values.restart ?? false,
  };
}

type TextFlag = Exclude<keyof typeof OPTIONS, 'overwrite' | 'restart' | 'help'>;

/** A flag that is not known, or has no value, in one sentence. */
export class FlagError extends Error {}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: joined(args), options: OPTIONS }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const problem = error.message.split(/\n|\. /)[0] ?? '';
    throw new FlagError(`${problem.replace(/\.$/, '')}; the flags are ${USAGE}.`);
  }
}

/** A flag and its value as one: a value such as -5, or none at all, is then told like any other wrong value. */
function joined(args: readonly string[]): string[] {
  const whole: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const next = args[at + 1] ?? '--';
    if (!isTextFlag(arg)) whole.push(arg);
    else if (next.startsWith('--')) whole.push(`${arg}=`);
    else {
      whole.push(`${arg}=${next}`);
      at += 1;
    }
  }
  return whole;
}

function isTextFlag(arg: string): boolean {
  return Object.entries(OPTIONS).some(([name, { type }]) => type === 'string' && arg === `--${name}`);
}

function single(name: string, given: readonly string[] | undefined): string | undefined {
  if (given === undefined || given.length === 1) return given?.[0];
  throw new FlagError(`--${name} is given ${given.length} times, but it must be given once.`);
}

function day(name: string, text: string): string {
  const result = calendarDay.safeParse(text);
  if (result.success) return result.data;
  throw new InvalidInputError({
    field: name,
    value: text,
    expected: 'a day that exists, written yyyy-MM-dd, such as 2026-11-20',
  });
}

function wholeNumber(least: number, example: number): (name: string, text: string) => number {
  return (name, text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= least) return number;
    const expected = `a whole number from ${least} up, such as ${example}`;
    throw new InvalidInputError({ field: name, value: text, expected });
  };
}

function file(name: string, text: string): { path: string; format: FileFormat } {
  const format = FILE_FORMATS.find((known) => text.toLowerCase().endsWith(`.${known}`));
  if (format !== undefined) return { path: text, format };
  throw new InvalidInputError({
    field: name,
    value: text,
    expected: 'a file whose name ends in .csv or .ndjson',
  });
}

function styleOf(name: string, text: string, format: FileFormat | undefined): CsvStyleName {
  const style = CSV_STYLES.find((known) => known === text);
  if (style === undefined) {
    throw new InvalidInputError({ field: name, value: text, expected: CSV_STYLES.join(' or ') });
  }
  if (format === 'ndjson') {
    throw new InvalidInputError({
      field: name,
      value: text,
      expected: 'left out with a file that is not .csv',
    });
  }
  return style;
}
