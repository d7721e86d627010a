import * as z from 'zod/mini';
import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import { EVERYTHING, selectionSchema } from '../parse/selection.ts';
import { presetOf, presetQuestion, USUAL } from './presets.ts';

/** The name of a further digest; undefined for the first of its preset in its place. */
export interface DigestName {
  readonly name: string | undefined;
}

/** The products and stores of a preset. */
const choiceSchema = z.object({
  /** Where no products are chosen. `mine`: those in one's own sales of the last 90 days, and those in the product list. */
  scope: z.enum(['mine', 'all']),
  selection: selectionSchema,
});

export type DigestChoice = Readonly<z.infer<typeof choiceSchema>>;

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat {
  readonly language: LanguageCode;
  /** The question that it answers. */
  readonly question: string;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

const OWN: DigestChoice = { scope: 'mine', selection: EVERYTHING };

/** That of a place without a subscription: one's own products, without what is derived from sales. */
export function defaultFormat(kind: string, language: LanguageCode): DigestFormat {
  return { language, question: presetQuestion(presetOf(kind) ?? USUAL, OWN), showsSales: false };
}

interface FormatColumns {
  readonly kind: string;
  readonly selection?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly question?: string | null | undefined;
  readonly shows_sales: number;
}

/** Reads the columns of a subscription. A preset says its question itself, for the products and stores of the row. */
export function formatOf(row: FormatColumns, otherwise: LanguageCode): DigestFormat {
  return {
    language: isLanguageCode(row.language) ? row.language : otherwise,
    question: row.question ?? presetQuestion(presetOf(row.kind) ?? USUAL, choiceIn(row)),
    showsSales: row.shows_sales === 1,
  };
}

/** @throws ZodError for a column that the bot didn't write */
export function choiceIn({ selection }: Pick<FormatColumns, 'selection'>): DigestChoice {
  return selection === null || selection === undefined ? OWN : choiceSchema.parse(JSON.parse(selection));
}

/** Null for the default. */
export function choiceColumn({ scope, selection }: DigestChoice): string | null {
  const text = JSON.stringify({ scope, selection });
  return text === JSON.stringify(OWN) ? null : text;
}
