import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { SalesWords } from './en.ts';

const UNITS = { week: 'ukene', month: 'månedene' } as const;

export const digest = (format: Formatter): SalesWords['digest'] => {
  const { litres, range } = format;
  const words = countedWords(format);
  return {
    banner: {
      late: (dueAt, timeZone, date) =>
        `Rapporten er forsinket: Salget for ${format.day(date)} hadde ikke kommet kl. ${format.time(dueAt, timeZone)}.`,
      lateDays: (dueAt, timeZone) =>
        `Rapporten er forsinket: Ikke alt salget for disse dagene hadde kommet kl. ${format.time(dueAt, timeZone)}.`,
      old: (date, wanted) =>
        `Viser salget for ${format.day(date)}. Salget for ${format.day(wanted)} er ikke klart ennå.`,
      incomplete: 'Ikke alt salget for disse dagene har kommet. Bare dagene som har kommet, vises.',
    },
    why: {
      sales: (days, sum) =>
        `*Liter og enheter*: ${format.counted(sum.rows, 'salgslinje', 'salgslinjer')} for ${range(days)} lagt sammen uten avrunding: ${litres(sum.millilitres)} l. Returer er negativt salg, så de er trukket fra: ${words.units(sum.returnedQuantity)}.`,
      compared: (earlier, millilitres) =>
        `*Sammenlignet med* ${range(earlier)}: ${litres(millilitres)} l. En vare eller butikk uten salg teller som 0.`,
      notCompared: (earlier) => `*Ingen sammenligning*: Appen har ikke alt salget for ${range(earlier)}.`,
      tooShort: (unit) =>
        `Nye varer og varer som har sluttet å selge, vises når de fire ${UNITS[unit]} før er lagret.`,
      corrected: (asOf) =>
        `Datatjenesten kan rette salget senere. ${asOf === undefined ? 'Rettelser kommer med etter hvert.' : `Rettelser til og med ${asOf} er med.`}`,
    },
  };
};
