import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';

/** The products in a digest. `mine`: those in one's own sales of the last 90 days, and those in the product list. */
export type ProductChoice =
  | { readonly kind: 'mine' }
  | { readonly kind: 'all' }
  | { readonly kind: 'products'; readonly productIds: readonly string[] }
  /** A group of the product list. Its products are looked up for each digest. */
  | { readonly kind: 'group'; readonly group: string };

const MINE: ProductChoice = { kind: 'mine' };

/** The stores whose sales a digest shows. */
export type StoreChoice =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'stores';
      readonly storeIds: readonly string[];
      /** Names and towns. Their stores are looked up for each digest. */
      readonly names: readonly string[];
      /** The stores of `names` when they were chosen, for while the list of stores isn't fetched. */
      readonly found: readonly string[];
    };

export const ALL_STORES: StoreChoice = { kind: 'all' };

/** The name of a further digest; undefined for the first of its kind in its place. */
export interface DigestName {
  readonly name: string | undefined;
}

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly products: ProductChoice;
  readonly stores: StoreChoice;
  readonly language: LanguageCode;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

/** The default: one's own products, in the language of the settings, without what is derived from sales. */
export function defaultFormat(language: LanguageCode): DigestFormat {
  return { products: MINE, stores: ALL_STORES, language, showsSales: false };
}

interface FormatColumns {
  readonly products?: string | null | undefined;
  readonly stores?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly shows_sales?: number | undefined;
}

/** Reads the columns of a subscription or of a digest's source. */
export function formatOf(row: FormatColumns, otherwise: LanguageCode): DigestFormat {
  const language = isLanguageCode(row.language) ? row.language : otherwise;
  return {
    products: readColumn(row.products, isChoice, MINE),
    stores: readColumn(row.stores, isStoreChoice, ALL_STORES),
    language,
    showsSales: row.shows_sales === 1,
  };
}

export function columnsOf({ products, stores, language, showsSales }: DigestFormat): {
  products: string | null;
  stores: string | null;
  language: string;
  shows_sales: number;
} {
  return { ...choiceColumns({ products, stores }), language, shows_sales: Number(showsSales) };
}

/** Null for the defaults. */
export function choiceColumns({ products, stores }: Pick<DigestFormat, 'products' | 'stores'>): {
  products: string | null;
  stores: string | null;
} {
  return {
    products: products.kind === 'mine' ? null : JSON.stringify(products),
    stores: stores.kind === 'all' ? null : JSON.stringify(stores),
  };
}

function readColumn<Choice>(
  text: string | null | undefined,
  isOne: (value: unknown) => value is Choice,
  otherwise: Choice,
): Choice {
  if (text === null || text === undefined) return otherwise;
  const choice: unknown = JSON.parse(text);
  if (isOne(choice)) return choice;
  throw new TypeError(`This is no choice of products or stores: ${text}`);
}

function isChoice(value: unknown): value is ProductChoice {
  if (!isOfKind(value)) return false;
  if (value.kind === 'mine' || value.kind === 'all') return true;
  if (value.kind === 'group') return 'group' in value && typeof value.group === 'string';
  return value.kind === 'products' && 'productIds' in value && areTexts(value.productIds);
}

function isStoreChoice(value: unknown): value is StoreChoice {
  if (!isOfKind(value)) return false;
  if (value.kind === 'all') return true;
  return (
    value.kind === 'stores' &&
    'storeIds' in value &&
    areTexts(value.storeIds) &&
    'names' in value &&
    areTexts(value.names) &&
    'found' in value &&
    areTexts(value.found)
  );
}

function isOfKind(value: unknown): value is { readonly kind: unknown } {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
