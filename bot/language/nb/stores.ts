import type { Catalog } from '../catalog.ts';
import type { Hours } from '../en/stores.ts';
import type { Formatter } from '../formatter.ts';
import { capitalized, countedWords, quoted, WEEKDAYS } from './words.ts';

const STATES = { closed: 'stengt', unknown: 'åpningstider mangler' } as const;

export const stores = (format: Formatter): Catalog['stores'] => {
  const { day, units } = format;
  const words = countedWords(format);
  const aside = (message: string) => (message === '' ? '' : ` (${message})`);
  const times = (hours: Hours) =>
    hours.kind === 'open' ? `${hours.opens}–${hours.closes}` : STATES[hours.kind];
  const hoursOfDay = (hours: Hours) => `${times(hours)}${aside(hours.message)}`;
  const weekday = (weekdayNumber: number) => format.weekday(weekdayNumber).slice(0, 3);
  return {
    unknown: (storeId) => `Butikk ${storeId} finnes ikke.`,
    noneNamed: (typed) => `Ingen butikker har ${quoted(typed)} i navn eller sted.`,
    nowhere: (typed) => `Butikkene med ${quoted(typed)} i navn eller sted mangler koordinater.`,
    withNumber: (found) => `${words.stores(found)} med det nummeret.`,
    found: (count, { words: typed, openNow, open, near }) => {
      const when =
        openNow === undefined
          ? open &&
            `${open.day === undefined ? 'i dag' : day(open.day)}${open.time === undefined ? '' : ` kl. ${open.time}`}`
          : `nå (${openNow})`;
      const parts = [
        typed === '' ? '' : ` med «${typed}» i navn eller sted`,
        when === undefined ? '' : ` er ${count === 1 ? 'åpen' : 'åpne'} ${when}`,
        near === undefined || count === 0
          ? ''
          : `, sortert etter avstand fra ${'words' in near ? `«${near.words}»` : near.coordinates}`,
      ];
      return `${count === 0 ? 'Ingen butikker' : words.stores(count)}${parts.join('')}.`;
    },
    hoursUnknown: (count, date) =>
      `${words.stores(count)} til kan være åpne, men mangler åpningstider for ${date === undefined ? 'i dag' : day(date)}.`,
    temporarilyClosed: (count) => `${words.stores(count)} er midlertidig stengt.`,
    publicHoliday: (date) =>
      `${capitalized(day(date))} er en helligdag: Butikkene er stengt hvis de ikke har avvikende åpningstider.`,
    placeUnknown: (count) => `${words.stores(count)} til mangler koordinater og er ikke med.`,
    hoursOf: (date) => `åpningstider for ${day(date)}`,
    notShown: (count) => `${words.stores(count)} til vises ikke her`,
    oneInFull: (storeId) => `mer om én butikk: \`/stores ${storeId}\``,
    directoryAsOf: (readAt, timeZone) => `butikklisten er hentet ${format.instant(readAt, timeZone)}`,
    regularOnHoliday: (count, of, date) =>
      `${day(date)} er dagen før en helligdag, men datatjenesten har bare de vanlige åpningstidene for ${of === 1 ? 'denne butikken' : count === of ? 'disse butikkene' : `${units(count)} av disse butikkene`}`,
    beyondSpecialHours: (date, newest) =>
      newest === undefined
        ? `datatjenesten har ingen avvikende åpningstider for noen butikk; tidene for ${day(date)} er de vanlige for ukedagen`
        : `datatjenesten har bare avvikende åpningstider til og med ${day(newest)}; tidene for ${day(date)} er de vanlige for ukedagen`,
    dayGone: (date) =>
      `${capitalized(day(date))} er mer enn en måned siden, så åpningstidene er ikke tilgjengelige.`,
    dayTooFar: (date) =>
      `Det er mer enn et år til ${day(date)}. Datatjenesten har bare vanlige åpningstider og kommende avvikende åpningstider.`,
    table: {
      caption: 'Butikker med åpningstidene for dagen',
      columns: { store: 'Butikk', kilometres: 'Km', hours: 'Åpningstider' },
    },
    hoursOfDay,
    statuses: {
      Closed: 'Nedlagt',
      'Temporarily closed': 'Midlertidig stengt',
      'To be opened': 'Ikke åpnet ennå',
    },
    card: {
      name: (name, storeId) => `${name} (butikk ${storeId})`,
      hours: (hours, date, isToday) => {
        const on = isToday ? `i dag, ${day(date)}` : day(date);
        switch (hours.kind) {
          case 'open':
            return `Åpent ${on}: ${hoursOfDay(hours)}`;
          case 'closed':
            return `Stengt ${on}${aside(hours.message)}`;
          case 'unknown':
            return `Åpningstider mangler for ${on}${aside(hours.message)}`;
        }
      },
      week: (runs) =>
        capitalized(
          runs
            .map(
              ({ from, to, hours }) =>
                `${from === to ? weekday(from) : `${weekday(from)}–${weekday(to)}`} ${hoursOfDay(hours)}`,
            )
            .join(', '),
        ),
      weekAsServed: (entries) =>
        entries
          .map(
            ({ days, opens, closes, closed }) =>
              `${WEEKDAYS[days.toLowerCase()] ?? days} ${closed ? STATES.closed : `${opens}–${closes}`}`,
          )
          .join(', '),
      noWeek: 'Datatjenesten har ingen åpningstider for denne butikken.',
      holidays: 'Avvikende åpningstider:',
      exception: (date, hours) => `${format.served(date)}: ${hoursOfDay(hours)}`,
      moreExceptions: (count) => `og ${units(count)} til`,
      noHolidays: 'Datatjenesten har ingen avvikende åpningstider for denne butikken.',
      away: (kilometres) => `${format.tenths(kilometres)} km unna`,
      category: (category, changed) => `kategori ${category} · sist endret ${format.served(changed)}`,
    },
  };
};
