import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { DailySalesFilter } from '../../client/options.ts';
import { CSV_STYLES, type CsvStyleName } from '../../csv/csv.ts';
import { FILE_FORMATS, type FileFormat } from '../../csv/salesFile.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkRange } from '../../http/validation.ts';
import { calendarDay } from '../../operations/fields.ts';
import { safeParse } from '../../operations/schema.ts';
import { type Mistakes, UsageError } from '../mistakes.ts';

/** Each flag with its kind of value, empty for a switch, and its line in the help. */
const FLAGS = {
  from: ['DAY', 'first sales date, such as 2026-11-01'],
  to: ['DAY', 'last sales date, included'],
  out: ['FOLDER', 'the folder that gets a file for each day'],
  format: ['FORMAT', `${FILE_FORMATS.join(' or ')}; the first when not set`],
  style: ['STYLE', `of CSV: ${CSV_STYLES.join(' or ')}; the first when not set`],
  product: ['N', 'only this product'],
  'from-store': ['N', 'only stores from this number'],
  'to-store': ['N', 'only stores up to this number'],
  vendor: ['N', 'only this vendor'],
  wholesaler: ['N', 'only this wholesaler'],
  'changed-since': ['DAY', 'only sales that changed on this day or later'],
  'page-size': ['N', 'sales per call; the service decides when not set'],
  again: ['', 'reads days again that have a file: the service may have corrected them'],
  help: ['', 'prints this'],
} as const satisfies Record<string, readonly [value: string, meaning: string]>;

type Flag = Exclude<keyof typeof FLAGS, 'again' | 'help'>;

const SIGNATURES = Object.entries(FLAGS).map(([name, [value]]) => `--${name} ${value}`.trim());

export function helpOf(usage: string): string {
  return `${usage} --from DAY --to DAY --out FOLDER

Writes the daily sales of a period, a file for each day. Days that have a file are not read again, so the same command
goes on where it stopped, and may run every morning with a later --to. A day without sales yet gets no file. Filters and
style are part of a file's name: days of different exports are never mixed up. Give each subscription key its own folder.
The service and the key are read from RETAIL_DATA_BASE_URL and RETAIL_DATA_SUBSCRIPTION_KEY.

${Object.values(FLAGS)
  .map(([, meaning], index) => `  ${SIGNATURES[index]?.padEnd(19)}  ${meaning}\n`)
  .join('')}
Ends with 0 when all is written, 1 when it is not, 2 when it was interrupted.
`;
}

export interface SalesFlags {
  readonly from: string;
  readonly to: string;
  readonly filter: Omit<DailySalesFilter, 'fromSalesDate' | 'toSalesDate'>;
  /** The filter as it was typed, by its flags. */
  readonly named: Readonly<Record<string, string | number>>;
  /** As given, relative or not. */
  readonly out: string;
  readonly format: FileFormat;
  readonly style: CsvStyleName;
  readonly pageSize: number | undefined;
  readonly again: boolean;
}

/**
 * @param latestDay the latest day whose sales should be available
 * @returns undefined when a flag that is needed is missing or wrong
 */
export function readFlags(
  args: readonly string[],
  latestDay: string,
  mistakes: Mistakes,
): SalesFlags | undefined {
  const given = mistakes.collect(() => parse(args));
  if (given === undefined) return undefined;
  const need = <T>(flag: Flag, parseValue: (name: string, text: string) => T) =>
    mistakes.collect(() => parseValue(`--${flag}`, String(given[flag] ?? '')));
  const read = <T>(flag: Flag, parseValue: (name: string, text: string) => T) =>
    given[flag] === undefined ? undefined : need(flag, parseValue);

  const from = need('from', day);
  const to = need('to', (name, text) => pastDay(name, text, latestDay));
  const out = need('out', folder);
  const format = read('format', oneOf(FILE_FORMATS)) ?? 'csv';
  const style = read('style', oneOf(CSV_STYLES));
  const pageSize = read('page-size', wholeNumber(1, 10_000));
  const typed = {
    product: read('product', wholeNumber(0, 1101)),
    'from-store': read('from-store', wholeNumber(0, 143)),
    'to-store': read('to-store', wholeNumber(0, 143)),
    vendor: read('vendor', wholeNumber(0, 12)),
    wholesaler: read('wholesaler', wholeNumber(0, 7)),
    'changed-since': read('changed-since', day),
  };
  mistakes.collect(() => checkRange('--from', from, '--to', to));
  mistakes.collect(() => checkRange('--from-store', typed['from-store'], '--to-store', typed['to-store']));
  if (format === 'ndjson' && style !== undefined)
    mistakes.collect(() => invalid('--style', style, 'left out with NDJSON'));
  if (from === undefined || to === undefined || out === undefined) return undefined;
  const filter = {
    productId: typed.product,
    fromStoreId: typed['from-store'],
    toStoreId: typed['to-store'],
    vendorId: typed.vendor,
    wholesalerId: typed.wholesaler,
    changedSince: typed['changed-since'],
  };
  const named: Record<string, string | number> = {};
  for (const [flag, value] of Object.entries(typed)) if (value !== undefined) named[flag] = value;
  const again = given.again === true;
  return { from, to, filter, named, out, format, style: style ?? 'international', pageSize, again };
}

function parse(args: readonly string[]): Readonly<Record<string, string | boolean | undefined>> {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map(([name, [value]]) => [
      name,
      { type: value === '' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const problem = error.message.split(/\n|\. /)[0] ?? '';
    throw new UsageError(`${problem.replace(/\.$/, '')}; the flags are ${SIGNATURES.join(', ')}.`);
  }
}

function invalid(field: string, value: string, expected: string): never {
  throw new InvalidInputError({ field, value, expected });
}

function day(name: string, text: string): string {
  const result = safeParse(calendarDay, text);
  return result.success
    ? result.data
    : invalid(name, text, 'a day that exists, written yyyy-MM-dd, such as 2026-11-20');
}

/** A later day would be read without sales. */
function pastDay(name: string, text: string, latestDay: string): string {
  if (day(name, text) <= latestDay) return text;
  return invalid(name, text, `${latestDay} or earlier: sales come the morning after, from about 07:45`);
}

function wholeNumber(least: number, example: number): (name: string, text: string) => number {
  return (name, text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(number) && number >= least) return number;
    return invalid(name, text, `a whole number from ${least} up, such as ${example}`);
  };
}

function oneOf<T extends string>(known: readonly T[]): (name: string, text: string) => T {
  return (name, text) => known.find((each) => each === text) ?? invalid(name, text, known.join(' or '));
}

function folder(name: string, text: string): string {
  const isFile = FILE_FORMATS.some((format) => extname(text).toLowerCase() === `.${format}`);
  return text === '' || isFile
    ? invalid(name, text, 'a folder, such as sales: each day is a file in it')
    : text;
}
