import type { DigestKindWords } from '../../digest/kind.ts';
import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { PeriodUnit } from '../periods.ts';
import type { SalesWords } from './en.ts';

const UNITS = {
  week: { one: 'uke', the: 'uken', all: 'ukene', title: 'Ukesalg', every: 'ukentlig' },
  month: { one: 'måned', the: 'måneden', all: 'månedene', title: 'Månedssalg', every: 'månedlig' },
} as const;

export const digest = (format: Formatter): SalesWords['digest'] => {
  const { litres, range } = format;
  const words = countedWords(format);
  const shared = {
    data: 'salgstallene',
    fresh: 'gårsdagens salg',
    mine: 'hele salget ditt',
    all: 'hele salget ditt',
  };
  const gone = (date: string) => `Salget for ${format.day(date)} er ikke lagret lenger.`;
  const ofDays: DigestKindWords = {
    ...shared,
    gone,
    typed: 'salg',
    name: 'salgsrapport',
    gets: 'salget siden forrige rapport, per vare og butikk',
    option: 'Salget i går',
    nothingRead:
      'Det har ikke kommet salgstall ennå, så det er ingen salgsrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se `/digest status`.',
    title: (where, when) => `*Salgsrapport* i ${where}: ${when}`,
    next: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart gårsdagens salgstall er klare.`,
    nextEarly: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med salget for ${format.day(day)}. Gårsdagens salg kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få det med.`,
  };
  const ofUnit = (unit: PeriodUnit): DigestKindWords => {
    const { one, the, title, every } = UNITS[unit];
    return {
      ...shared,
      gone,
      typed: every,
      name: `${every} salgsrapport`,
      gets: `salget forrige ${one}, per vare og butikk, sammenlignet med ${the} før og året før`,
      option: `Salget forrige ${one}`,
      nothingRead: `Salget for forrige ${one} har ikke kommet, så det er ingen ${every} salgsrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se \`/digest status\`.`,
      title: (where, when) => `*${title}* i ${where}: ${when}`,
      next: (at, timeZone) =>
        `Neste: ${format.instant(at, timeZone)}, så snart salget for siste åpne dag i ${the} er klart.`,
      nextEarly: (at, timeZone, day) =>
        `Neste: ${format.instant(at, timeZone)}, med salget til og med ${format.day(day)}.`,
    };
  };
  return {
    kinds: { day: ofDays, week: ofUnit('week'), month: ofUnit('month') },
    title: (period) => `Salgsrapport · ${period}`,
    banner: {
      late: (unit, dueAt, timeZone, date) =>
        unit === undefined
          ? `Rapporten er forsinket: Salget for ${format.day(date)} hadde ikke kommet kl. ${format.time(dueAt, timeZone)}.`
          : `Rapporten er forsinket: Ikke alt salget for ${UNITS[unit].the} hadde kommet kl. ${format.time(dueAt, timeZone)}.`,
      old: (date, wanted) =>
        `Viser salget for ${format.day(date)}. Salget for ${format.day(wanted)} er ikke klart ennå.`,
      incomplete: (unit) =>
        `Ikke alt salget for ${UNITS[unit].the} har kommet. Bare dagene som har kommet, vises.`,
    },
    closedBefore: (closed) => `butikkene var stengt ${format.days(closed)}`,
    ownFrom: (time) =>
      `gårsdagens salg kommer ca. kl. ${time}; sett rapporten til kl. ${time} eller senere for å få det med`,
    why: {
      sales: (days, sum) =>
        `*Liter og enheter*: ${format.counted(sum.rows, 'salgslinje', 'salgslinjer')} for ${range(days)} lagt sammen uten avrunding: ${litres(sum.millilitres)} l. Returer er negativt salg, så de er trukket fra: ${words.units(sum.returnedQuantity)}.`,
      compared: (earlier, millilitres) =>
        `*Sammenlignet med* ${range(earlier)}: ${litres(millilitres)} l. En vare eller butikk uten salg teller som 0.`,
      notCompared: (earlier) => `*Ingen sammenligning*: Appen har ikke alt salget for ${range(earlier)}.`,
      tooShort: (unit) =>
        `Nye varer og varer som har sluttet å selge, vises når de fire ${UNITS[unit].all} før er lagret.`,
      corrected: (asOf) =>
        `Datatjenesten kan rette salget senere. ${asOf === undefined ? 'Rettelser kommer med etter hvert.' : `Rettelser til og med ${asOf} er med.`}`,
    },
  };
};
