import type { Formatter } from '../../language/formatter.ts';
import type { DigestWords } from './en.ts';

export const presets: DigestWords['presets'] = {
  stock: {
    typed: 'lager',
    name: 'lagerrapport',
    gets: 'lagerrapporten',
    option: 'Beholdning',
    data: 'lagertallene',
  },
  sales: {
    data: 'salgstallene',
    typed: 'salg',
    name: 'salgsrapport',
    gets: 'salget siden forrige rapport, per vare og butikk',
    option: 'Salget i går',
  },
  'weekly-sales': {
    data: 'salgstallene',
    typed: 'ukentlig',
    name: 'ukentlig salgsrapport',
    gets: 'salget forrige uke, per vare og butikk, sammenlignet med uken før og året før',
    option: 'Salget forrige uke',
  },
  'monthly-sales': {
    data: 'salgstallene',
    typed: 'månedlig',
    name: 'månedlig salgsrapport',
    gets: 'salget forrige måned, per vare og butikk, sammenlignet med måneden før og året før',
    option: 'Salget forrige måned',
  },
  question: {
    typed: 'spørsmål',
    name: 'spørsmålsrapport',
    gets: 'svaret på et spørsmål',
    option: 'Et spørsmål',
    data: 'tallene',
  },
};

export const ofCommand = ({ day }: Formatter): DigestWords['of'] => ({
  stock: {
    title: (period) => `Lagerrapport · ${period}`,
    fresh: 'dagens lagertall',
    of: (date) => `beholdningen per ${day(date)}`,
    early: (time) =>
      `dagens lagertall kommer ca. kl. ${time}; sett rapporten til kl. ${time} eller senere for å få dem med`,
  },
  sales: {
    title: (period) => `Salgsrapport · ${period}`,
    fresh: 'gårsdagens salg',
    of: (date) => `salget for ${day(date)}`,
    early: (time) =>
      `gårsdagens salg kommer ca. kl. ${time}; sett rapporten til kl. ${time} eller senere for å få det med`,
  },
});
