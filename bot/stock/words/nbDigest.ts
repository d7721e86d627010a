import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { StockWords } from './en.ts';

export const digest = (format: Formatter): StockWords['digest'] => {
  const { day } = format;
  const words = countedWords(format);
  return {
    title: (date) => `Lagerrapport · ${day(date)}`,
    ownFrom: (time) => `rapporter fra kl. ${time} har dagens lagertall`,
    kind: {
      typed: 'lager',
      name: 'lagerrapport',
      gets: 'lagerrapporten',
      data: 'lagertallene',
      fresh: 'dagens lagertall',
      option: 'Beholdning',
      nothingRead:
        'Det har ikke kommet lagertall ennå, så det er ingen lagerrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se `/digest status`.',
      mine: 'dine (solgt de siste 90 dagene eller i varelisten din)',
      all: 'alle varer i kjeden',
      gone: (date) => `Beholdningen per ${format.day(date)} er ikke lagret lenger.`,
      title: (where, when) => `*Lagerrapport* i ${where}: ${when}`,
      next: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart dagens lagertall er klare.`,
      nextEarly: (at, timeZone, day, ownFrom) =>
        `Neste: ${format.instant(at, timeZone)}, med beholdningen per ${format.day(day)}. Dagens lagertall kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få dem med.`,
    },
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
