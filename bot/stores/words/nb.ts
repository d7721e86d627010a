import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted, WEEKDAYS } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { Hours, StoresWords } from './en.ts';

const STATES = { closed: 'stengt', unknown: 'åpningstider mangler' } as const;

export const norwegian = (format: Formatter): StoresWords => {
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
    hoursUnknown: (count, date, isMore) =>
      `${words.stores(count)}${isMore ? ' til' : ''} kan være ${count === 1 ? 'åpen' : 'åpne'}, men mangler åpningstider for ${date === undefined ? 'i dag' : day(date)}.`,
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
      category: (category, changed) =>
        `${category === '' ? '' : `kategori ${category} · `}sist endret ${format.served(changed)}`,
    },
    help: [
      '`/stores oslo` – butikker med Oslo i navn eller sted',
      '`/stores 143` – én butikk, med adresse og åpningstider',
      '`/stores åpent nå` – butikker som er åpne nå; `/stores åpent nå oslo` – bare de i Oslo. Også `åpent i dag`, `åpent kl 18`, `åpent søndag`, `åpent 24. desember`, og for én butikk `143 åpent fredag`',
      '`/stores nær 59.91,10.75`, `/stores nær oslo` – sortert etter avstand; også med `åpent nå`',
      'Skriv bare `/stores` for å åpne et skjema. Engelske ord virker også: `/stores open now`',
    ].join('\n'),
    typed: { open: 'åpent', now: 'nå', at: 'kl', near: 'nær' },
    formTitle: 'Butikker',
    homeButton: 'Finn butikker',
    example: 'hvilke butikker er åpne på søndag',
    subject: 'Butikker',
    form: {
      store: 'Én butikk',
      storeHint: 'Viser adresse og åpningstider.',
      words: 'Eller alle butikker med dette i navn eller sted',
      wordsExample: 'oslo',
      open: 'Åpent',
      openOn: {
        any: 'Når som helst',
        now: 'Nå',
        today: 'I dag',
        tomorrow: 'I morgen',
        weekday: (weekday) => `På ${format.weekday(weekday)}`,
      },
      at: 'Åpent klokken',
      atHint: 'Gjelder dagen over, ellers i dag. La feltet stå tomt for hele dagen.',
      notAtATimeNow: '«Nå» sier allerede når. Velg en dag over, eller fjern klokkeslettet.',
      near: 'Nærmest',
      nearHint: 'Et sted, en butikk eller bredde- og lengdegrad.',
      nearExample: 'oslo eller 59.91,10.75',
      chooseStore: 'Velg en butikk fra listen.',
      oneOrAll: 'Velg én butikk eller fyll ut feltene under, ikke begge deler.',
      nothingToFind: 'Fyll ut minst ett felt, for eksempel butikk, navn eller sted.',
      noPlace: 'Skriv et sted, en butikk eller bredde- og lengdegrad, for eksempel 59.91,10.75.',
    },
    mistakes: {
      nothingToSearch: 'Skriv navn, nummer eller sted for en butikk.',
      longSearch: (most) => `Et søk kan ha maks ${most} tegn.`,
      everyStore: 'Det er alle butikkene i kjeden. Legg til et navn eller et sted.',
      oneAtATime: 'Du kan bare se én butikk om gangen.',
      nearMe: 'Slack sier ikke til appen hvor du er. Skriv et sted eller en butikk, for eksempel nær oslo.',
      noPlace: (near) =>
        `Skriv et sted, en butikk eller koordinater etter «${near}», for eksempel 59.91,10.75.`,
      decimalComma: (text) =>
        `${quoted(text)} kan bety ett tall med desimalkomma, eller to tall. Skriv koordinater som 59.91,10.75.`,
      outOfRange: (text) =>
        `${quoted(text)} er ikke et sted på kartet. Breddegraden er maks 90, lengdegraden maks 180.`,
    },
    sheet: {
      status: 'Status',
      street: 'Gate',
      postalCode: 'Postnummer',
      city: 'Sted',
      kilometres: 'Kilometer',
      telephone: 'Telefon',
      email: 'E-postadresse',
    },
    fileName: {
      stores: 'butikker',
      open: 'apne',
      near: 'naer',
    },
  };
};
