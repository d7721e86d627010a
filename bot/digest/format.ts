import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import { presetOf, USUAL } from './presets.ts';

/** The name of a further digest; undefined for the first of its preset in its place. */
export interface DigestName {
  readonly name: string | undefined;
}

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly language: LanguageCode;
  /** The question that it answers. */
  readonly question: string;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

/** That of a place without a subscription: one's own products, without what is derived from sales. */
export function defaultFormat(kind: string, language: LanguageCode): DigestFormat {
  return { language, question: (presetOf(kind) ?? USUAL).question, showsSales: false };
}

/** Reads the columns of a subscription. */
export function formatOf(
  row: {
    readonly language?: string | null | undefined;
    readonly question: string;
    readonly shows_sales: number;
  },
  otherwise: LanguageCode,
): DigestFormat {
  return {
    language: isLanguageCode(row.language) ? row.language : otherwise,
    question: row.question,
    showsSales: row.shows_sales === 1,
  };
}
