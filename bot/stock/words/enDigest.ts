import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

/** The sentences of the stock digest, and about it. */
export const digest = (format: Formatter) => {
  const { day } = format;
  return {
    gone: (date: string) => `Stock for ${day(date)} is no longer stored.`,
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
