import { isLocale, type Locale } from '../language/locale.ts';
import { MINE, type ProductChoice } from '../products/choice.ts';

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly products: ProductChoice;
  readonly locale: Locale;
}

/** Where nobody has chosen: one's own products, written as the rest of the message is, in English. */
export const DEFAULT_FORMAT: DigestFormat = { products: MINE, locale: 'en' };

interface FormatColumns {
  readonly products?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

/** The format out of the columns of a subscription or of a digest that was made. */
export function formatOf({ products, locale }: FormatColumns): DigestFormat {
  return {
    products: readChoice(products ?? undefined),
    locale: localeIn(locale),
  };
}

/** The locale in the column of a row. */
export function localeIn(locale: string | null | undefined): Locale {
  return isLocale(locale) ? locale : DEFAULT_FORMAT.locale;
}

export function columnsOf({ products, locale }: DigestFormat): { products: string | null; locale: string } {
  return { products: products.kind === 'mine' ? null : JSON.stringify(products), locale };
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
