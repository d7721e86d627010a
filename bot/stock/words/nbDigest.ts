import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { StockWords } from './en.ts';

export const digest = (format: Formatter): StockWords['digest'] => {
  const { day } = format;
  const words = countedWords(format);
  return {
    gone: (date) => `Beholdningen per ${day(date)} er ikke lagret lenger.`,
    banner: {
      quiet: (date) => `Beholdningen har ikke endret seg siden ${format.day(date)}.`,
      lateService: (dueAt, timeZone) =>
        `Rapporten er forsinket: Dagens lagertall hadde ikke kommet kl. ${format.time(dueAt, timeZone)}.`,
      old: (date) => `Viser beholdningen per ${format.day(date)}. Nyere tall har ikke kommet.`,
      unreached: (date) =>
        `Viser beholdningen per ${format.day(date)}. Appen fikk ikke hentet nyere tall fra datatjenesten.`,
      updating: (date, wanted) =>
        `Viser beholdningen per ${format.day(date)}. Lagertallene for ${format.day(wanted)} lastes fortsatt inn.`,
    },
    latest: {
      none: 'Det har ikke kommet lagertall ennå.',
      of: (day, products) => `Nyeste beholdning: ${format.day(day)}, ${words.products(products)}.`,
    },
  };
};
