import { inspect } from 'node:util';
import { parseDate } from '../calendar/openDays.ts';

/** One switch of the stand-in: an option of startSandbox, a flag of `npm run sandbox` and a line of its help. */
interface Switch<Value> {
  readonly help: string;
  readonly initial: Value;
  /** The initial value as the help shows it. */
  readonly shown: string;
  /** What a value has to be, to follow "Give". */
  readonly expected: string;
  accepts(value: unknown): value is Value;
  /** The value a flag's text stands for; what is not accepted then is refused like any wrong value. */
  parse(text: string): unknown;
}

const EDGE = ['inclusive', 'exclusive'] as const;
const CHANGED_SINCE = [...EDGE, 'ignored'] as const;
const SALES_UNIT = ['occurrences', 'stores'] as const;
const ID_ORDER = ['number', 'character', 'scattered'] as const;
const DATE_FORMAT = ['yyyy-MM-dd', 'dd.MM.yyyy', 'yyyy-MM-ddTHH:mm:ss'] as const;
const KEY_STATUS = [401, 403, 400] as const;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/**
 * First the stand-in itself; then the behaviours that the interface leaves open, or that a service may have against it,
 * of all operations, daily sales, stores and accumulated stock. The first choice is the default, and what the client
 * assumes; `npm run check-service` tells which one a service has.
 */
const SWITCHES = {
  subscriptionKey: text('the only key that is accepted', 'sandbox-key-for-local-use-only'),
  port: wholeNumber('the port on 127.0.0.1; 0 takes any free one', 0, { least: 0, most: 65_535 }),
  seed: wholeNumber('the seed of all data', 1, { least: 0, most: 0xffff_ffff }),
  stores: wholeNumber('how many stores the chain has', 36, { most: 10_000 }),
  products: wholeNumber("the supplier's own products; others have as many again", 48, { most: 50_000 }),
  emptyDays: dates('sales dates on which this supplier sold nothing'),
  throttle: callLimits('calls on accumulated stock in any 60 s and any 24 h', { perMinute: 20, perDay: 400 }),

  redirect: choice('whether every call is redirected to another address', 'never', 'always'),
  missingKeyStatus: choice('the status of a call without a key', ...KEY_STATUS),
  wrongKeyStatus: choice('the status of a call with another key', ...KEY_STATUS),
  throttleStatus: choice('the status once the calls of a minute are spent', 429, 403, 503),
  refusalBody: choice('the body of every answer that is not 200', 'json', 'text', 'html', 'empty'),
  unknownParameter: choice('how an unknown query parameter is treated', 'refused', 'ignored'),
  contentType: text('the Content-Type of every 200', 'application/json; charset=utf-8'),
  gzip: choice('whether answers are compressed for clients that accept gzip', true, false),
  extraFields: choice('whether records have a field the interface does not describe', false, true),
  idFilter: choice('how storeId and productId find an id with leading zeros', 'byNumber', 'byText'),
  idOrder: choice('how ids sort; scattered is a fixed order that is neither', ...ID_ORDER),
  storeIdOrder: choice('the same for store ids alone', ...ID_ORDER),
  productIdOrder: choice('the same for product ids alone', ...ID_ORDER),
  maxResultsCap: wholeNumber('rows of sales or stock in one answer, whatever is asked', NO_LIMIT),
  salesMaxResultsCap: wholeNumber('the same for sales alone', NO_LIMIT),
  stockMaxResultsCap: wholeNumber('the same for stock alone', NO_LIMIT),
  largestMaxResults: wholeNumber('the largest maxResults that is not refused', NO_LIMIT),
  changeDateFormat: choice('lastChanged.date and updatedDate', ...DATE_FORMAT, 'yyyyMMdd'),
  changeTimeFormat: choice('lastChanged.time and updatedTime', 'HH:mm:ss', 'HH:mm', 'HH:mm:ss.SSS', 'HHmmss'),

  rangeStart: choice('whether fromSalesDate is part of the period', ...EDGE),
  rangeEnd: choice('whether toSalesDate is part of the period', ...EDGE),
  salesDateFormat: choice('how fromSalesDate and toSalesDate are written', 'yyyy-MM-dd', 'dd.MM.yyyy'),
  storeRangeStart: choice('whether fromStoreId is part of the range', ...EDGE),
  storeRangeEnd: choice('whether toStoreId is part of the range', ...EDGE),
  salesChangedSince: choice('whether changedSince includes sales changed on that day', ...CHANGED_SINCE),
  salesStart: choice('what start skips on daily sales', ...SALES_UNIT),
  salesMaxResults: choice('what maxResults counts on daily sales', ...SALES_UNIT),
  salesTotalHeader: choice('whether daily sales have a header with the total', false, true),
  salesQuantity: choice('whether salesQuantity is a whole number', 'whole', 'fractional'),
  volumeDecimals: choice('decimals of salesVolume', 3, 4),

  storesChangedSince: choice('whether changedSince includes stores changed on that day', ...CHANGED_SINCE),
  nameSearch: choice('whether case matters in storeNameContains', 'ignoresCase', 'exactCase'),
  openingTimeFormat: choice('openingTime and closingTime', 'HH:mm', 'HH:mm:ss', 'HH.mm', 'HHmm', 'h:mm a'),
  exceptionDateFormat: choice('exceptionHours[].date', ...DATE_FORMAT),
  absentValues: choice('how an opening time that does not exist is written', 'emptyText', 'null', 'leftOut'),
  weekdayNames: choice('dayOfTheWeek', 'english', 'norwegian', 'numbers'),
  categoryForm: choice('category', 'words', 'number'),
  gpsCoordForm: choice('gpsCoord', '(lat, lon)', 'lat;lon', 'lat lon', 'decimalCommas', 'degrees'),

  stockChangedSince: choice('whether changedSince includes stock updated on that day', ...CHANGED_SINCE),
  zeroStock: choice('when accumulated stock gives products with stock 0', 'onRequest', 'always', 'never'),
  stockStart: choice('what start skips on accumulated stock', 'products', 'pages'),
  stockDefaultResults: wholeNumber('products in an answer when maxResults is not given', NO_LIMIT),
  totalHeader: choice('whether accumulated stock has a header with the total', true, false),
  totalHeaderName: text('the name of the header with the total', 'x-total-count'),
  totalCounts: choice('what the total of accumulated stock counts', 'matches', 'page'),
  linkHeader: choice('whether accumulated stock has a header with links to other pages', true, false),
  linkHeaderName: text('the name of the header with the links', 'link'),
};

type Values = { -readonly [Name in keyof typeof SWITCHES]: (typeof SWITCHES)[Name]['initial'] };

/** How the stand-in behaves, and how large its chain is; `npm run sandbox -- --help` describes each and its default. */
export type SandboxOptions = Partial<Values> & {
  /** The clock in epoch milliseconds, default Date.now. Refresh times, corrections and throttle windows follow it. */
  now?: () => number;
};

/** The options with every default filled in. */
export type Settings = Required<SandboxOptions>;

/** Fills in the defaults; throws a RangeError that names the first option that makes no sense. */
export function settingsFrom(options: SandboxOptions): Settings {
  const { idOrder = 'number', maxResultsCap = NO_LIMIT, now = Date.now } = options;
  const values: Record<string, unknown> = {
    ...Object.fromEntries(Object.entries(SWITCHES).map(([name, { initial }]) => [name, initial])),
    storeIdOrder: idOrder,
    productIdOrder: idOrder,
    salesMaxResultsCap: maxResultsCap,
    stockMaxResultsCap: maxResultsCap,
    ...options,
    now,
  };
  refuseNonsense(values);
  return values;
}

function refuseNonsense(values: Readonly<Record<string, unknown>>): asserts values is Settings {
  for (const [name, option] of Object.entries(SWITCHES)) check(name, option, values[name]);
}

function check(name: string, { accepts, expected }: Switch<unknown>, value: unknown): void {
  if (accepts(value)) return;
  const shown = typeof value === 'string' ? `"${value}"` : inspect(value);
  throw new RangeError(`${name} is ${shown}. Give ${expected}.`);
}

/** One for each switch, without dashes. */
export const FLAGS: readonly string[] = Object.keys(SWITCHES).map(flagOf);

/** The options that the texts of flags stand for; throws a RangeError that names the first wrong one. */
export function optionsFrom(flags: Readonly<Record<string, unknown>>): SandboxOptions {
  let options: SandboxOptions = {};
  for (const [name, option] of Object.entries(SWITCHES)) {
    const text = flags[flagOf(name)];
    if (typeof text !== 'string') continue;
    const value = option.parse(text);
    check(`--${flagOf(name)}`, option, value);
    options = { ...options, [name]: value };
  }
  return options;
}

/** A line of help for each flag; `initial` holds, by option, what the command sets when the flag is absent. */
export function describeFlags(initial: Readonly<Record<string, unknown>>): string {
  return Object.entries(SWITCHES)
    .map(([name, { help, expected, shown }]) => {
      return `  --${flagOf(name).padEnd(22)} ${help} (${expected}; default ${initial[name] ?? shown})\n`;
    })
    .join('');
}

function flagOf(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function choice<const Value extends string | number | boolean>(
  help: string,
  ...values: readonly [Value, ...Value[]]
): Switch<Value> {
  return {
    help,
    initial: values[0],
    shown: String(values[0]),
    expected: `one of ${values.join(', ')}`,
    accepts: (value): value is Value => values.some((known) => known === value),
    parse: (text) => values.find((known) => String(known) === text) ?? text,
  };
}

function wholeNumber(
  help: string,
  initial: number,
  { least = 1, most = Number.MAX_SAFE_INTEGER } = {},
): Switch<number> {
  return {
    help,
    initial,
    shown: initial === NO_LIMIT ? 'none' : String(initial),
    expected: `a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
    accepts: (value): value is number => value === initial || isWholeNumber(value, least, most),
    parse: (text) => (/^\d+$/.test(text) ? Number(text) : text),
  };
}

function text(help: string, initial: string): Switch<string> {
  return {
    help,
    initial,
    shown: initial,
    expected: 'any text',
    accepts: (value): value is string => typeof value === 'string' && value !== '',
    parse: (value) => value,
  };
}

function dates(help: string): Switch<readonly string[]> {
  const isDate = (value: unknown) => typeof value === 'string' && parseDate(value) !== undefined;
  return {
    help,
    initial: [],
    shown: 'none',
    expected: 'real days as yyyy-MM-dd, with commas between them',
    accepts: (value): value is readonly string[] => Array.isArray(value) && value.every(isDate),
    parse: (value) => value.split(','),
  };
}

interface CallLimits {
  readonly perMinute: number;
  readonly perDay: number;
}

function callLimits(help: string, initial: CallLimits): Switch<CallLimits> {
  return {
    help,
    initial,
    shown: `${initial.perMinute}/${initial.perDay}`,
    expected: 'two whole numbers from 1, such as 20/400',
    accepts: (value): value is CallLimits =>
      typeof value === 'object' &&
      value !== null &&
      'perMinute' in value &&
      'perDay' in value &&
      isWholeNumber(value.perMinute, 1) &&
      isWholeNumber(value.perDay, 1),
    parse: (value) => {
      const [, perMinute, perDay] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
      return perMinute === undefined ? value : { perMinute: Number(perMinute), perDay: Number(perDay) };
    },
  };
}

function isWholeNumber(value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}
