import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';

/** The products in a digest. `mine`: those in one's own sales of the last 90 days, and those in the product list. */
export type ProductChoice =
  | { readonly kind: 'mine' }
  | { readonly kind: 'all' }
  | { readonly kind: 'products'; readonly productIds: readonly string[] }
  /** A group of the product list. Its products are looked up for each digest. */
  | { readonly kind: 'group'; readonly group: string };

export const MINE: ProductChoice = { kind: 'mine' };

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly products: ProductChoice;
  readonly language: LanguageCode;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

/** The default: one's own products, in the language of the settings, without what is derived from sales. */
export function defaultFormat(language: LanguageCode): DigestFormat {
  return { products: MINE, language, showsSales: false };
}

interface FormatColumns {
  readonly products?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly shows_sales?: number | undefined;
}

/** Reads the columns of a subscription or of a digest's source. */
export function formatOf(row: FormatColumns, otherwise: LanguageCode): DigestFormat {
  const language = isLanguageCode(row.language) ? row.language : otherwise;
  return {
    products: readChoice(row.products ?? undefined),
    language,
    showsSales: row.shows_sales === 1,
  };
}

export function columnsOf({ products, language, showsSales }: DigestFormat): {
  products: string | null;
  language: string;
  shows_sales: number;
} {
  return { products: choiceColumn(products), language, shows_sales: Number(showsSales) };
}

export function choiceColumn(products: ProductChoice): string | null {
  return products.kind === 'mine' ? null : JSON.stringify(products);
}

function readChoice(text: string | undefined): ProductChoice {
  if (text === undefined) return MINE;
  const choice: unknown = JSON.parse(text);
  if (isChoice(choice)) return choice;
  throw new TypeError(`This is no choice of products: ${text}`);
}

function isChoice(value: unknown): value is ProductChoice {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'mine' || value.kind === 'all') return true;
  if (value.kind === 'group') return 'group' in value && typeof value.group === 'string';
  return (
    value.kind === 'products' &&
    'productIds' in value &&
    Array.isArray(value.productIds) &&
    value.productIds.every((id) => typeof id === 'string')
  );
}
