import { ID_ORDERS, type IdOrder } from './catalogue/idOrder.ts';

/**
 * What the interface leaves unsaid, or says and a service may still do otherwise: one option per assumption that
 * `npm run check-service` asks about. The first value is the default, and what the client takes to be so.
 */
const WAYS = {
  /** fromSalesDate. */
  rangeStart: ['inclusive', 'exclusive'],
  /** toSalesDate. */
  rangeEnd: ['inclusive', 'exclusive'],
  /** How fromSalesDate and toSalesDate have to be written. */
  salesDateFormat: ['yyyy-MM-dd', 'dd.MM.yyyy'],
  storeRangeStart: ['inclusive', 'exclusive'],
  storeRangeEnd: ['inclusive', 'exclusive'],
  salesChangedSince: ['inclusive', 'exclusive'],
  stockChangedSince: ['inclusive', 'exclusive'],
  storesChangedSince: ['inclusive', 'exclusive'],
  /** What `start` skips on daily sales. */
  salesStart: ['occurrences', 'stores'],
  /** What `maxResults` counts on daily sales. */
  salesMaxResults: ['occurrences', 'stores'],
  /** What `start` skips on accumulated stock; a page has maxResults products. */
  stockStart: ['products', 'pages'],
  salesQuantity: ['whole', 'fractional'],
  /** Decimals of salesVolume. */
  volumeDecimals: [3, 4],
  /** How the filters storeId and productId find an id with leading zeros. */
  idFilter: ['byNumber', 'byText'],
  nameSearch: ['ignoresCase', 'exactCase'],
  /** lastChanged.date and updatedDate. */
  changeDateFormat: ['yyyy-MM-dd', 'dd.MM.yyyy', 'yyyy-MM-ddTHH:mm:ss', 'yyyyMMdd'],
  /** lastChanged.time and updatedTime. */
  changeTimeFormat: ['HH:mm:ss', 'HH:mm', 'HH:mm:ss.SSS', 'HHmmss'],
  openingTimeFormat: ['HH:mm', 'HH:mm:ss', 'HH.mm', 'HHmm', 'h:mm a'],
  /** exceptionHours[].date. */
  exceptionDateFormat: ['yyyy-MM-dd', 'dd.MM.yyyy', 'yyyy-MM-ddTHH:mm:ss'],
  weekdayNames: ['english', 'norwegian', 'numbers'],
  categoryForm: ['words', 'number'],
  gpsCoordForm: ['(lat, lon)', 'lat;lon', 'lat lon', 'decimalCommas', 'degrees'],
  /** How an opening time that does not exist is given. */
  absentValues: ['emptyText', 'null', 'leftOut'],
  /** A field in every record that the interface does not describe. */
  extraFields: [false, true],
  /** What the total of accumulated stock counts. */
  totalCounts: ['matches', 'page'],
  /** Whether accumulated stock gives products with stock 0. */
  zeroStock: ['onRequest', 'always', 'never'],
  missingKeyStatus: [401, 403, 400],
  wrongKeyStatus: [401, 403, 400],
  /** The body of every answer that is not 200. */
  refusalBody: ['json', 'text', 'html', 'empty'],
  unknownParameter: ['refused', 'ignored'],
  /** Every call is sent to another address. */
  redirect: ['never', 'always'],
  gzip: [true, false],
  /** The status once the calls of a minute are spent; only 429 comes with Retry-After. */
  throttleStatus: [429, 403, 503],
} as const;

type Way = keyof typeof WAYS;

/** One value of each, where the interface does not say which. */
export type Unstated = {
  -readonly [Name in Way]: (typeof WAYS)[Name][number];
} & {
  /** How store ids sort; by number, by character, or in a fixed order that is neither. */
  storeIdOrder: IdOrder;
  productIdOrder: IdOrder;
  /** At most so many sales per call, whatever is asked. */
  salesMaxResultsCap: number;
  stockMaxResultsCap: number;
  /** So many products in an answer when maxResults is not given. */
  stockDefaultResults: number;
  /** A larger maxResults is refused with 400. */
  largestMaxResults: number;
  /** The header of the total, in this very case. */
  totalHeaderName: string;
  linkHeaderName: string;
  /** The label of every 200. */
  contentType: string;
};

/** Fills in the defaults; throws a RangeError that names the first option that makes no sense. */
export function unstatedFrom(
  options: Partial<Unstated> & { idOrder?: IdOrder; maxResultsCap?: number },
): Unstated {
  const idOrder = options.idOrder ?? 'number';
  const cap = options.maxResultsCap ?? Number.POSITIVE_INFINITY;
  const unstated: Unstated = {
    ...FIRST_WAYS,
    storeIdOrder: idOrder,
    productIdOrder: idOrder,
    salesMaxResultsCap: cap,
    stockMaxResultsCap: cap,
    stockDefaultResults: Number.POSITIVE_INFINITY,
    largestMaxResults: Number.POSITIVE_INFINITY,
    totalHeaderName: 'x-total-count',
    linkHeaderName: 'link',
    contentType: 'application/json; charset=utf-8',
    ...given(options),
  };
  refuseNonsense(unstated);
  return unstated;
}

const FIRST_WAYS: Pick<Unstated, Way> = {
  rangeStart: 'inclusive',
  rangeEnd: 'inclusive',
  salesDateFormat: 'yyyy-MM-dd',
  storeRangeStart: 'inclusive',
  storeRangeEnd: 'inclusive',
  salesChangedSince: 'inclusive',
  stockChangedSince: 'inclusive',
  storesChangedSince: 'inclusive',
  salesStart: 'occurrences',
  salesMaxResults: 'occurrences',
  stockStart: 'products',
  salesQuantity: 'whole',
  volumeDecimals: 3,
  idFilter: 'byNumber',
  nameSearch: 'ignoresCase',
  changeDateFormat: 'yyyy-MM-dd',
  changeTimeFormat: 'HH:mm:ss',
  openingTimeFormat: 'HH:mm',
  exceptionDateFormat: 'yyyy-MM-dd',
  weekdayNames: 'english',
  categoryForm: 'words',
  gpsCoordForm: '(lat, lon)',
  absentValues: 'emptyText',
  extraFields: false,
  totalCounts: 'matches',
  zeroStock: 'onRequest',
  missingKeyStatus: 401,
  wrongKeyStatus: 401,
  refusalBody: 'json',
  unknownParameter: 'refused',
  redirect: 'never',
  gzip: true,
  throttleStatus: 429,
};

/** The options that are set, and no others of the sandbox. */
function given(options: Partial<Unstated>): Partial<Unstated> {
  const known = new Set([...Object.keys(WAYS), ...NUMBERS, ...TEXTS, 'storeIdOrder', 'productIdOrder']);
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => known.has(name) && value !== undefined),
  );
}

const NUMBERS = [
  'salesMaxResultsCap',
  'stockMaxResultsCap',
  'stockDefaultResults',
  'largestMaxResults',
] as const;
const TEXTS = ['totalHeaderName', 'linkHeaderName', 'contentType'] as const;

function refuseNonsense(unstated: Unstated): void {
  const choices: Record<string, readonly unknown[]> = {
    ...WAYS,
    storeIdOrder: ID_ORDERS,
    productIdOrder: ID_ORDERS,
  };
  for (const [name, value] of Object.entries(unstated)) {
    const allowed = choices[name];
    if (allowed === undefined || allowed.includes(value)) continue;
    throw new RangeError(`${name} "${value}" is unknown. Give one of ${allowed.join(', ')}.`);
  }
  for (const name of NUMBERS) {
    const value = unstated[name];
    if (value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 1)) continue;
    throw new RangeError(`${name} is ${value}. Give a whole number from 1.`);
  }
  for (const name of TEXTS)
    if (unstated[name] === '') throw new RangeError(`${name} is empty. Give any text.`);
}
