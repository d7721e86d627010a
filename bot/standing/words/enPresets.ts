import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

/** A name for a question, and for one that was typed. */
export interface PresetWords {
  /** The word to type for it. */
  readonly typed: string;
  /** Used in lists, and before "digest" in a sentence. */
  readonly name: string;
  /** What a channel gets: "the stock digest". */
  readonly gets: string;
  /** The option in the form. */
  readonly option: string;
  /** The data that it waits for. */
  readonly data: string;
}

/** By their contents. */
export const presets: Readonly<
  Record<'stock' | 'sales' | 'weekly-sales' | 'monthly-sales' | 'question', PresetWords>
> = {
  stock: {
    typed: 'stock',
    name: 'stock',
    gets: 'the stock digest',
    option: 'Stock',
    data: 'stock',
  },
  sales: {
    data: 'sales',
    typed: 'sales',
    name: 'sales',
    gets: 'the sales since the last digest, by product and store',
    option: "Yesterday's sales",
  },
  'weekly-sales': {
    data: 'sales',
    typed: 'weekly',
    name: 'weekly sales',
    gets: "last week's sales, by product and store, compared with the week and the year before",
    option: "Last week's sales",
  },
  'monthly-sales': {
    data: 'sales',
    typed: 'monthly',
    name: 'monthly sales',
    gets: "last month's sales, by product and store, compared with the month and the year before",
    option: "Last month's sales",
  },
  question: {
    typed: 'question',
    name: 'question',
    gets: 'the answer to a question',
    option: 'A question',
    data: 'data',
  },
};

/** What presets of a command are about. */
export const ofCommand = ({ day }: Formatter) => ({
  stock: {
    title: (period: string) => `Stock digest · ${period}`,
    /** What arrives at its time. */
    fresh: "today's stock",
    of: (date: string) => `stock for ${day(date)}`,
    early: (time: string) =>
      `the day's own stock arrives at about ${time}; schedule the digest for ${time} or later to include it`,
  },
  sales: {
    title: (period: string) => `Sales digest · ${period}`,
    fresh: "yesterday's sales",
    of: (date: string) => `sales for ${day(date)}`,
    early: (time: string) =>
      `the previous day's sales arrive at about ${time}; schedule the digest for ${time} or later to include them`,
  },
});
