import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

/** The sentences of the stock digest, and about it. */
export const digest = (format: Formatter) => {
  const { day } = format;
  return {
    title: (date: string) => `Stock digest · ${day(date)}`,
    ownFrom: (time: string) => `digests from ${time} on have today's stock`,
    kind: {
      typed: 'stock',
      name: 'stock',
      gets: 'the stock digest',
      data: 'stock',
      fresh: "today's stock",
      option: 'Stock',
      nothingRead:
        'No stock data has arrived yet, so there is no stock digest to post. The app checks every few minutes; see `/digest status`.',
      mine: 'yours (sold in the last 90 days or in your product list)',
      all: 'all products in the chain',
      gone: (date: string) => `Stock for ${format.day(date)} is no longer stored.`,
      title: (where: string, when: string) => `*Stock digest* in ${where}: ${when}`,
      next: (at: number, timeZone: string) =>
        `Next: ${format.instant(at, timeZone)}, as soon as that day's stock has arrived.`,
      /** For a digest time before `ownFrom`, when the day's own data arrives. */
      nextEarly: (at: number, timeZone: string, day: string, ownFrom: string) =>
        `Next: ${format.instant(at, timeZone)}, with stock for ${format.day(day)}. That day's stock arrives at about ${ownFrom}; schedule the digest for ${ownFrom} or later to include it.`,
    },
    /** Above a digest that is late, or shows older data. */
    banner: {
      lateService: (dueAt: number, timeZone: string) =>
        `This digest is late: today's stock hadn't arrived at ${format.time(dueAt, timeZone)}.`,
      quiet: (date: string) => `Stock hasn't changed since ${format.day(date)}.`,
      old: (date: string) => `Showing stock for ${format.day(date)}. No newer data has arrived.`,
      unreached: (date: string) =>
        `Showing stock for ${format.day(date)}. The app couldn't get newer data from the data service.`,
      updating: (date: string, wanted: string) =>
        `Showing stock for ${format.day(date)}. Stock for ${format.day(wanted)} is still being loaded.`,
    },
    /** For `/digest status`. */
    latest: {
      none: 'No stock data has arrived yet.',
      of: (day: string, products: number) =>
        `Latest stock: ${format.day(day)}, ${format.counted(products, 'product')}.`,
    },
  };
};
