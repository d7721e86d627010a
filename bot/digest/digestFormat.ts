import { isLanguageCode, type LanguageCode } from '../language/locale.ts';
import { MINE, type ProductChoice } from '../products/choice.ts';

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly products: ProductChoice;
  readonly language: LanguageCode;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

/** Where nobody has chosen: one's own products, in the language of the settings, and nothing derived from sales. */
export function defaultFormat(language: LanguageCode): DigestFormat {
  return { products: MINE, language, showsSales: false };
}

interface FormatColumns {
  readonly products?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly shows_sales?: number | undefined;
}

/** The format out of the columns of a subscription or of a digest that was made. */
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

/** @throws TypeError for a choice that this version does not know */
function readChoice(text: string | undefined): ProductChoice {
  const choice = text === undefined ? MINE : choiceIn(text);
  if (choice !== undefined) return choice;
  throw new TypeError(`A digest is to be of products that this version does not understand: ${text}`);
}

/** The choice in the column of a row; undefined for one that this version does not know. */
export function choiceIn(text: string): ProductChoice | undefined {
  try {
    const choice: unknown = JSON.parse(text);
    return isChoice(choice) ? choice : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
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
