import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** What the app says about each kind of digest. `where` is a channel as a link, `when` in words. */
export const digestKinds = (format: Formatter) => ({
  stock: {
    name: 'stock',
    data: 'stock',
    option: 'Stock',
    nothingRead:
      'No stock data has arrived yet, so there is no stock digest to post. The app checks every few minutes; see `/digest status`.',
    mine: 'yours (sold in the last 90 days or in your product list)',
    all: 'all products in the chain',
    title: (where: string, when: string) => `*Stock digest* in ${where}: ${when}`,
    next: (at: number, timeZone: string) =>
      `Next: ${format.instant(at, timeZone)}, as soon as that day's stock has arrived.`,
    /** For a time before the day's own data, which arrives at `ownFrom`. */
    nextEarly: (at: number, timeZone: string, day: string, ownFrom: string) =>
      `Next: ${format.instant(at, timeZone)}, with stock for ${format.day(day)}. That day's stock arrives at about ${ownFrom}; schedule the digest for ${ownFrom} or later to include it.`,
  },
  sales: {
    name: 'sales',
    data: 'sales',
    option: "Yesterday's sales",
    nothingRead:
      'No sales data has arrived yet, so there is no sales digest to post. The app checks every few minutes; see `/digest status`.',
    mine: 'all your sales',
    all: 'all your sales',
    title: (where: string, when: string) => `*Sales digest* in ${where}: ${when}`,
    next: (at: number, timeZone: string) =>
      `Next: ${format.instant(at, timeZone)}, as soon as the previous day's sales have arrived.`,
    nextEarly: (at: number, timeZone: string, day: string, ownFrom: string) =>
      `Next: ${format.instant(at, timeZone)}, with sales for ${format.day(day)}. The previous day's sales arrive at about ${ownFrom}; schedule the digest for ${ownFrom} or later to include them.`,
  },
});
