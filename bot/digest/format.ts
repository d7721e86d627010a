import * as z from 'zod/mini';
import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import { EVERYTHING, selectionSchema } from '../parse/selection.ts';

/** The name of a further digest; undefined for the first of its kind in its place. */
export interface DigestName {
  readonly name: string | undefined;
}

/** The products and stores of a digest. */
const choiceSchema = z.object({
  /** Where no products are chosen. `mine`: those in one's own sales of the last 90 days, and those in the product list. */
  scope: z.enum(['mine', 'all']),
  selection: selectionSchema,
  /** The stores of the names when they were chosen, for while the list of stores isn't fetched. */
  storesFound: z.readonly(z.array(z.string())),
});

export type DigestChoice = Readonly<z.infer<typeof choiceSchema>>;

/** What a digest of a channel shows, and how it is written. */
export interface DigestFormat extends DigestChoice {
  readonly language: LanguageCode;
  /** The question that it answers; undefined for a digest of a kind. */
  readonly question?: string | undefined;
  /** Whether it shows what is derived from sales, such as days of cover. */
  readonly showsSales: boolean;
}

const OWN: DigestChoice = { scope: 'mine', selection: EVERYTHING, storesFound: [] };

/** The default: one's own products, in the language of the settings, without what is derived from sales. */
export function defaultFormat(language: LanguageCode): DigestFormat {
  return { ...OWN, language, question: undefined, showsSales: false };
}

interface FormatColumns {
  readonly selection?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly question?: string | null | undefined;
  readonly shows_sales?: number | undefined;
}

/** Reads the columns of a subscription or of a digest's source. */
export function formatOf(row: FormatColumns, otherwise: LanguageCode): DigestFormat {
  const language = isLanguageCode(row.language) ? row.language : otherwise;
  const question = row.question ?? undefined;
  return { ...choiceIn(row), language, question, showsSales: row.shows_sales === 1 };
}

/** @throws ZodError for a column that the bot didn't write */
export function choiceIn({ selection }: Pick<FormatColumns, 'selection'>): DigestChoice {
  return selection === null || selection === undefined ? OWN : choiceSchema.parse(JSON.parse(selection));
}

export function columnsOf({ language, question, showsSales, ...choice }: DigestFormat) {
  return {
    selection: choiceColumn(choice),
    language,
    question: question ?? null,
    shows_sales: Number(showsSales),
  };
}

/** Null for the default. */
export function choiceColumn({ scope, selection, storesFound }: DigestChoice): string | null {
  const text = JSON.stringify({ scope, selection, storesFound });
  return text === JSON.stringify(OWN) ? null : text;
}
