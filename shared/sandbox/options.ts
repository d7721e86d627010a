import { IANAZone } from 'luxon';
import { parseDate } from './calendar.ts';
import { ID_ORDERS, type IdOrder } from './catalogue/idOrder.ts';
import { type Unstated, unstatedFrom } from './unstated.ts';

/** How the stand-in behaves where the interface is silent, and how large its chain is. */
export interface SandboxOptions extends Partial<Unstated> {
  /** The only key that is accepted. Default `sandbox-key-for-local-use-only`. */
  subscriptionKey?: string;
  /** Port on 127.0.0.1; 0, the default, takes any free one. */
  port?: number;
  /** The clock in epoch milliseconds, default Date.now. Refresh times, corrections and throttle windows follow it. */
  now?: () => number;
  /** IANA zone of the refresh times, default Europe/Oslo. */
  timeZone?: string;
  /** All data follows from it. Default 1. */
  seed?: number;
  /** The first so many stores, default 36; beyond the written list they are generated. */
  stores?: number;
  /** Own products, default 48; the chain's stock has about as many again from other suppliers. */
  products?: number;
  /** Sales dates (yyyy-MM-dd) on which this supplier sold nothing. */
  emptyDays?: readonly string[];
  /** A small supplier: about every third open day has no sales rows at all. */
  quietSupplier?: boolean;
  /** At most so many rows per call on daily sales and accumulated stock, whatever is asked. */
  maxResultsCap?: number;
  /** How ids of both kinds sort: by number (the default), by character, or in a fixed order that is neither. */
  idOrder?: IdOrder;
  /** The total on accumulated stock, default true. */
  totalHeader?: boolean;
  /** The total on daily sales, default false. */
  salesTotalHeader?: boolean;
  /** Links with rel="prev" and rel="next" on accumulated stock, default true. */
  linkHeader?: boolean;
  /** Calls on accumulated stock in any 60 s and any 24 h, default 20 and 400. */
  throttle?: { perMinute: number; perDay: number };
  /** The status of the answer once the calls of 24 h are spent, default 429. */
  quotaRefusal?: 429 | 403;
}

/** The options with every default filled in. */
export type Settings = Omit<Required<SandboxOptions>, 'maxResultsCap' | 'idOrder'>;

/** Fills in the defaults; throws a RangeError that names the first option that makes no sense. */
export function settingsFrom(options: SandboxOptions): Settings {
  const { idOrder = 'number', maxResultsCap } = options;
  if (!ID_ORDERS.includes(idOrder)) {
    throw new RangeError(`idOrder "${idOrder}" is unknown. Give one of ${ID_ORDERS.join(', ')}.`);
  }
  if (maxResultsCap !== undefined) wholeNumber('maxResultsCap', maxResultsCap, 1, Number.MAX_SAFE_INTEGER);
  const settings: Settings = {
    ...unstatedFrom(options),
    subscriptionKey: options.subscriptionKey ?? 'sandbox-key-for-local-use-only',
    port: options.port ?? 0,
    now: options.now ?? Date.now,
    timeZone: options.timeZone ?? 'Europe/Oslo',
    seed: options.seed ?? 1,
    stores: options.stores ?? 36,
    products: options.products ?? 48,
    emptyDays: options.emptyDays ?? [],
    quietSupplier: options.quietSupplier ?? false,
    totalHeader: options.totalHeader ?? true,
    salesTotalHeader: options.salesTotalHeader ?? false,
    linkHeader: options.linkHeader ?? true,
    throttle: options.throttle ?? { perMinute: 20, perDay: 400 },
    quotaRefusal: options.quotaRefusal ?? 429,
  };
  refuseNonsense(settings);
  return settings;
}

function refuseNonsense(settings: Settings): void {
  if (settings.subscriptionKey === '') throw new RangeError('subscriptionKey is empty. Give any text.');
  if (!IANAZone.isValidZone(settings.timeZone)) {
    throw new RangeError(
      `timeZone "${settings.timeZone}" is unknown. Give an IANA zone such as Europe/Oslo.`,
    );
  }
  wholeNumber('port', settings.port, 0, 65_535);
  wholeNumber('seed', settings.seed, 0, 0xffff_ffff);
  wholeNumber('stores', settings.stores, 1, 10_000);
  wholeNumber('products', settings.products, 1, 50_000);
  wholeNumber('throttle.perMinute', settings.throttle.perMinute, 1, Number.MAX_SAFE_INTEGER);
  wholeNumber('throttle.perDay', settings.throttle.perDay, 1, Number.MAX_SAFE_INTEGER);
  for (const date of settings.emptyDays) {
    if (parseDate(date) === undefined) {
      throw new RangeError(`emptyDays holds "${date}", which is not a date. Give real days as yyyy-MM-dd.`);
    }
  }
}

function wholeNumber(option: string, value: number, least: number, most: number): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${option} is ${value}. Give a whole number from ${least} to ${most}.`);
}
