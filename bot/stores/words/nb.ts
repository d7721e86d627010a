import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted, WEEKDAYS } from '../../language/nb/words.ts';
import { capitalized } from '../../text/label.ts';
import type { Hours, StoresWords } from './en.ts';

const STATES = { closed: 'stengt', unknown: 'åpningstider mangler' } as const;

const ALTERNATIVES = new Intl.ListFormat('nb', { type: 'disjunction' });

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
    withNumber: (found) => `${words.stores(found)} med det nummeret.`,
    found: (count, { words: typed, without, state, now, when, near }) => {
      const on = when.day === undefined ? 'i dag' : day(when.day);
      const at =
        now === undefined ? `${on}${when.time === undefined ? '' : ` kl. ${when.time}`}` : `nå (${now})`;
      const any = (named: readonly string[]) => ALTERNATIVES.format(named.map((name) => `«${name}»`));
      const isOpen = state === 'closed' ? 'stengt' : count === 1 ? 'åpen' : 'åpne';
      const parts = [
        typed.length === 0 ? '' : ` med ${any(typed)} i navn eller sted`,
        without.length === 0 ? '' : ` uten ${any(without)}`,
        state === undefined ? '' : ` er ${isOpen} ${at}`,
        near.length === 0 || count === 0 ? '' : `, sortert etter avstand fra ${any(near)}`,
      ];
      return `${count === 0 ? 'Ingen butikker' : words.stores(count)}${parts.join('')}.`;
    },
    opensNext: (count, date, time) =>
      `${count === 1 ? 'Den neste som åpner, er' : 'De neste som åpner, er'} ${words.stores(count)}, ${date === undefined ? 'i dag' : day(date)} kl. ${time}.`,
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
    help: {
      town: 'Butikker med Oslo i navn eller sted',
      open: 'Butikker som er åpne nå',
      sunday: 'Butikker som er åpne på søndag',
      near: 'Butikker etter avstanden fra Oslo',
      number: 'Én butikk, med adresse og åpningstider',
      openTown: 'Åpne nå, bare i Oslo',
      at: 'Åpne på et klokkeslett i dag',
      date: 'Åpne på en dato',
      closed: 'Butikker som er stengt da',
      ofStore: 'Én butikk på én dag',
      both: 'Butikker på ett av to steder',
      note: 'Legg til «hver fredag kl. 09:00» for å få svaret regelmessig.',
    },
    typed: { open: 'åpent', now: 'nå', at: 'kl', closed: 'stengt', near: 'nær' },
    formTitle: 'Butikker',
    example: 'hvilke butikker er åpne på søndag',
    subject: 'Butikker',
    mistakes: {
      longSearch: (most) => `Et søk kan ha maks ${most} tegn.`,
      everyStore: 'Det er alle butikkene i kjeden. Legg til et navn eller et sted.',
      twoTimes: 'Velg én dag og ett klokkeslett.',
      manyDays: (text) => `${quoted(text)} er flere dager. Velg en av dem.`,
      product: (typed) => `${quoted(typed)} er en vare, og denne kommandoen finner butikker.`,
      nearMe: 'Slack sier ikke til appen hvor du er. Skriv et sted eller en butikk, for eksempel nær oslo.',
      noPlace: (near) => `Skriv et sted eller en butikk etter «${near}», for eksempel nær oslo.`,
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
      closed: 'stengt',
      near: 'naer',
    },
  };
};
