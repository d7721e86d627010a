import { basename, extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { DailySalesFilter } from '../../client/options.ts';
import { CSV_STYLES, type CsvStyleName } from '../../csv/csv.ts';
import { FILE_FORMATS, type FileFormat } from '../../csv/salesFile.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkRange } from '../../http/validation.ts';
import { calendarDay } from '../../operations/fields.ts';
import { type Mistakes, UsageError } from '../mistakes.ts';

/** Each flag with its kind of value, empty for a switch, and its line in the help. */
const FLAGS = {
  from: ['DAY', 'first sales date, such as 2026-11-01'],
  to: ['DAY', 'last sales date, included'],
  out: ['OUT', 'a file whose name ends in .csv or .ndjson, or a folder that gets a file for each day'],
  format: ['FORMAT', `of the files in a folder: ${FILE_FORMATS.join(' or ')}; the first when not set`],
  style: ['STYLE', `of CSV: ${CSV_STYLES.join(' or ')}; the first when not set`],
  product: ['N', 'only this product'],
  'from-store': ['N', 'only stores from this number'],
  'to-store': ['N', 'only stores up to this number'],
  vendor: ['N', 'only this vendor'],
  wholesaler: ['N', 'only this wholesaler'],
  'changed-since': ['DAY', 'only sales that changed on this day or later'],
  'page-size': ['N', 'sales per call; the service decides when not set'],
  again: ['', 'reads days anew that were read before: the service may have corrected them'],
  overwrite: ['', 'replaces a file that is there already'],
  help: ['', 'prints this'],
} as const satisfies Record<string, readonly [value: string, meaning: string]>;

type Flag = keyof typeof FLAGS;
type Switch = 'again' | 'overwrite' | 'help';

const SIGNATURES = Object.entries(FLAGS).map(([name, [value]]) => `--${name} ${value}`.trim());

export const HELP = `npm run sales -- --from DAY --to DAY --out OUT

Writes the daily sales of a period. Days are read one by one; run the same command again to go on where it stopped. The
service and the key are read from RETAIL_DATA_BASE_URL and RETAIL_DATA_SUBSCRIPTION_KEY.

${Object.values(FLAGS)
  .map(([, meaning], index) => `  ${SIGNATURES[index]?.padEnd(19)}  ${meaning}\n`)
  .join('')}
While it reads, --out sales.csv keeps its days in the folder sales.csv.days. In a folder of days, only days that are
missing or have no sales yet are read, so the same command may run every morning with a later --to.

Ends with 0 when all is written, 1 when it is not, 2 when it was interrupted.
`;

/** What `npm run sales` is asked to write. */
export interface SalesFlags {
  readonly from: string;
  readonly to: string;
  readonly filter: Omit<DailySalesFilter, 'fromSalesDate' | 'toSalesDate'>;
  /** As given, relative or not. */
  readonly out: string;
  /** One file of all days, or a folder with one file for each. */
  readonly kind: 'file' | 'folder';
  readonly format: FileFormat;
  readonly style: CsvStyleName;
  readonly pageSize: number | undefined;
  readonly again: boolean;
  readonly overwrite: boolean;
}

/**
 * @param latestDay the newest day whose sales should be there; an export that reached beyond it would take days that
 * are not over for days without sales
 * @returns undefined when a flag that is needed is missing or wrong
 */
export function readFlags(
  args: readonly string[],
  latestDay: string,
  mistakes: Mistakes,
): SalesFlags | undefined {
  const given = mistakes.collect(() => parse(args));
  if (given === undefined) return undefined;
  const read = <T>(flag: Exclude<Flag, Switch>, parseValue: (name: string, text: string) => T) =>
    mistakes.collect(() => {
      const values = given.get(flag) ?? [];
      if (values.length > 1) {
        throw new UsageError(`--${flag} is given ${values.length} times, but it must be given once.`);
      }
      const isNeeded = flag === 'from' || flag === 'to' || flag === 'out';
      const [text] = values;
      return text === undefined && !isNeeded ? undefined : parseValue(`--${flag}`, text ?? '');
    });
  const store = wholeNumber(0, 143);

  const from = read('from', day);
  const to = read('to', (name, text) => pastDay(name, text, latestDay));
  const out = read('out', outOf);
  const format = read('format', (name, text) => formatOf(name, text, out?.format));
  const style = read('style', (name, text) => styleOf(name, text, out?.format ?? format));
  const fromStoreId = read('from-store', store);
  const toStoreId = read('to-store', store);
  const filter = {
    fromStoreId,
    toStoreId,
    productId: read('product', wholeNumber(0, 1101)),
    vendorId: read('vendor', wholeNumber(0, 12)),
    wholesalerId: read('wholesaler', wholeNumber(0, 7)),
    changedSince: read('changed-since', day),
  };
  const pageSize = read('page-size', wholeNumber(1, 10_000));
  mistakes.collect(() => checkRange('--from', from, '--to', to));
  mistakes.collect(() => checkRange('--from-store', fromStoreId, '--to-store', toStoreId));
  const [again, overwrite] = [given.has('again'), given.has('overwrite')];
  if (overwrite && out?.kind === 'folder') {
    mistakes.collect(() =>
      invalid('--overwrite', 'given', 'left out with a folder; --again replaces its days'),
    );
  }
  if (from === undefined || to === undefined || out === undefined) return undefined;
  return {
    from,
    to,
    filter,
    out: out.path,
    kind: out.kind,
    format: out.format ?? format ?? 'csv',
    style: style ?? 'international',
    pageSize,
    again,
    overwrite,
  };
}

function parse(args: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map(([name, [value]]) => [
      name,
      { type: value === '' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  );
  try {
    const { values } = parseArgs({ args: joined(args), options });
    return new Map(
      Object.entries(values).map(([name, value]) => [name, [value ?? []].flat().map((one) => String(one))]),
    );
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const problem = error.message.split(/\n|\. /)[0] ?? '';
    throw new UsageError(`${problem.replace(/\.$/, '')}; the flags are ${SIGNATURES.join(', ')}.`);
  }
}

/** Joins a flag and its value by "=", so that a value such as -5, or none at all, is told like any other wrong one. */
function joined(args: readonly string[]): string[] {
  const whole: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const next = args[at + 1] ?? '--';
    const takesValue = Object.entries(FLAGS).some(([name, [value]]) => value !== '' && arg === `--${name}`);
    if (!takesValue) whole.push(arg);
    else if (next.startsWith('--')) whole.push(`${arg}=`);
    else {
      whole.push(`${arg}=${next}`);
      at += 1;
    }
  }
  return whole;
}

function invalid(field: string, value: string, expected: string): never {
  throw new InvalidInputError({ field, value, expected });
}

function day(name: string, text: string): string {
  const result = calendarDay.safeParse(text);
  return result.success
    ? result.data
    : invalid(name, text, 'a day that exists, written yyyy-MM-dd, such as 2026-11-20');
}

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

interface Out {
  readonly path: string;
  readonly kind: SalesFlags['kind'];
  /** Told by the name of a file. */
  readonly format: FileFormat | undefined;
}

function outOf(name: string, text: string): Out {
  const format = FILE_FORMATS.find((known) => text.toLowerCase().endsWith(`.${known}`));
  if (format !== undefined) return { path: text, kind: 'file', format };
  const isFolder = text !== '' && (/[/\\]$/.test(text) || extname(basename(text)) === '');
  if (isFolder) return { path: text, kind: 'folder', format: undefined };
  return invalid(name, text, 'a file whose name ends in .csv or .ndjson, or a folder such as sales/');
}

function formatOf(name: string, text: string, ofFile: FileFormat | undefined): FileFormat {
  if (ofFile !== undefined) return invalid(name, text, 'left out with a file, whose name tells it');
  return FILE_FORMATS.find((known) => known === text) ?? invalid(name, text, FILE_FORMATS.join(' or '));
}

function styleOf(name: string, text: string, format: FileFormat | undefined): CsvStyleName {
  const style = CSV_STYLES.find((known) => known === text) ?? invalid(name, text, CSV_STYLES.join(' or '));
  return format === 'ndjson' ? invalid(name, text, 'left out with NDJSON') : style;
}
