import type { Reading } from '../../text/dayRange.ts';
import type { Catalog } from '../catalog.ts';
import type { DigestVerb, Meaning, Named, Near, StockVerb } from '../en/parser.ts';
import type { Formatter } from '../formatter.ts';
import { groupings } from './groupings.ts';
import { capitalized, quoted } from './words.ts';

type Words = Catalog['parser'];

export const parser = (format: Formatter): Words => ({
  unknown: (typed, knower) => `${knower} kjenner ikke ${quoted(typed)}.`,
  tooLong: (text, most) => `En kommando har maks ${most} tegn; denne begynner med ${quoted(text)}.`,
  tooMuch: 'Det er for mye for én kommando. Spør om færre varer, butikker eller dager om gangen.',
  canBe: (text, readings) =>
    `${text} kan være ${readings.map((reading) => readingIn(reading, format)).join(' eller ')}.`,
  names: names(),
  days: days(format),
  sales: sales(format),
  stock: stock(),
  stores: stores(),
  digest: digest(),
});

function readingIn(reading: Reading, format: Formatter): string {
  if ('time' in reading) return `kl. ${reading.time}`;
  return 'from' in reading ? format.range(reading) : format.dateOfAnyYear(reading);
}

const NOUNS = {
  product: { one: 'vare', many: 'varer', number: 'varenummer' },
  store: { one: 'butikk', many: 'butikker', number: 'butikknummer' },
} as const satisfies Record<Meaning, object>;

const KINDS = { product: 'varen', store: 'butikken', group: 'varegruppen' } as const;

const listed = (found: readonly Named[]) => found.map(({ id, name }) => `${quoted(name)} (${id})`).join(', ');

const listedWithKind = (found: readonly Near[]) =>
  found
    .map((each) => `${KINDS[each.meaning]} ${each.meaning === 'group' ? quoted(each.name) : listed([each])}`)
    .join(', ');

const names = (): Words['names'] => ({
  notNamed: (meaning, words, near) =>
    `Ingen ${NOUNS[meaning].one} heter ${quoted(words)}; mente du ${listed(near)}?`,
  notNamedEither: (words, near) =>
    `Ingen vare, butikk eller varegruppe heter ${quoted(words)}. Mente du ${listedWithKind(near)}?`,
  notNamedInStock: (words, near) =>
    `Ingen vare eller varegruppe heter ${quoted(words)}. Mente du ${listedWithKind(near)}?`,
  numberTooLong: (meaning, words, digits) =>
    `${quoted(words)} er ikke et ${NOUNS[meaning].number}; det har maks ${digits} sifre.`,
  notANumber: (meaning, words) =>
    `${quoted(words)} er ikke et ${NOUNS[meaning].number}, og ingen ${NOUNS[meaning].one} heter det.`,
  tooManyNamed: (meaning, words, most) =>
    `Mer enn ${most} ${NOUNS[meaning].many} har ${quoted(words)} i navnet, og ett spørsmål har plass til ${most}; skriv mer av navnet.`,
  tooMany: (meaning, most) => `Ett spørsmål har plass til maks ${most} ${NOUNS[meaning].many}.`,
  ambiguous: (words, found, isMore) =>
    `${quoted(words)} kan være ${listedWithKind(found)}${isMore ? ' og flere' : ''}.`,
  unknownNumber: (number, isDay) =>
    `Ingen vare eller butikk i listene har nummeret ${number}.${isDay ? ' Det kan også være en dag.' : ''}`,
  groupTooLong: (group, products, most) =>
    `Gruppen ${quoted(group)} har ${products} varer, og ett spørsmål har plass til ${most}.`,
  noLongerNamed: (meaning, words) => `Ingen ${NOUNS[meaning].one} heter ${quoted(words)} lenger.`,
  noGroups: (words) => `${quoted(words)} kan ikke være en gruppe: Varelisten har ingen grupper.`,
  unknownGroup: (words) => `Ingen gruppe i varelisten heter ${quoted(words)}.`,
});

const WEEKDAYS = ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'];

const days = (format: Formatter): Words['days'] => ({
  backwards: (from, to) =>
    `${capitalized(format.day(from))} er etter ${format.day(to)}. Skriv den tidligste datoen først.`,
  tooEarly: (day, newest) =>
    `${capitalized(format.day(day))} er for lenge siden til å spørre om. De nyeste salgstallene er for ${format.day(newest)}.`,
  inFuture: (day, newest) =>
    `${capitalized(format.day(day))} har ikke vært ennå. De nyeste salgstallene er for ${format.day(newest)}.`,
  notYet: (day, comes, time, newest) =>
    `Salgstallene for ${format.day(day)} kommer ${format.day(comes)} ca. kl. ${time}. De nyeste er for ${format.day(newest)}.`,
  stock: {
    tooEarly: (day, newest) =>
      `${capitalized(format.day(day))} er for lenge siden til å spørre om. De nyeste lagertallene er for ${format.day(newest)}.`,
    inFuture: (day, newest) =>
      `${capitalized(format.day(day))} har ikke vært ennå. De nyeste lagertallene er for ${format.day(newest)}.`,
    notYet: (day, time, newest) =>
      `Lagertallene for ${format.day(day)} kommer ca. kl. ${time}. De nyeste er for ${format.day(newest)}.`,
  },
  tooLong: (days) => `Perioden ${format.range(days)} er lengre enn to år.`,
  noWeek: (week, year) => `Uke ${week} finnes ikke${year === undefined ? '' : ` i ${year}`}.`,
  noMonth: (text) => `Måneden ${text} finnes ikke.`,
  noDay: (text) => `Dagen ${text} finnes ikke.`,
  noRange: (text) => `${text} er ikke en periode.`,
  otherWeekday: (day, weekday) => `${capitalized(format.day(day))} er en ${WEEKDAYS[weekday - 1]}.`,
  notADay: (words, example) => `${quoted(words)} er ikke en dag; skriv den som ${example}.`,
  pastPause: (day, today) =>
    `${capitalized(format.day(day))} har vært. Velg en dato etter ${format.day(today)}.`,
  longPause: (day) =>
    `Det er mer enn et år til ${format.day(day)}. Skriv «avslutt» hvis du vil avslutte rapporten.`,
});

const sales = (format: Formatter): Words['sales'] => ({
  withItself: (days) => `Begge periodene er ${format.range(days)}.`,
  twoPeriods: 'Det er to perioder; skriv «sammenlign» for å se dem ved siden av hverandre.',
  manyPeriods: 'Det er mer enn to perioder; du kan bare sammenligne to.',
  stockQuestion: (word) => `${quoted(word)} hører til /stock.`,
  noFigures: {
    money: 'Datatjenesten har liter og enheter, men ingen priser eller beløp.',
    forecast: 'Datatjenesten har salget for dager som er over, men ingen prognoser.',
  },
  unknownGrouping: (typed, known) =>
    `${quoted(typed)} er ikke en gruppering; du kan gruppere per ${known.map(groupNamed).join(', ')}.`,
  manyGroupings: 'Skriv høyst to grupperinger, for eksempel per butikk per uke.',
  sharesNotCompared: 'Andeler vises for én periode. Utelat andelen, eller spør om én periode.',
  pairsNotCompared: 'To perioder sammenlignes med én gruppering. Skriv bare én, for eksempel per butikk.',
  wrongTop: (typed, end, most) =>
    `${quoted(typed)} er ikke et antall rader; skriv et tall fra 1 til ${most} etter «${end === 'top' ? 'topp' : 'nederste'}».`,
  bothEnds: 'Spør enten om de største eller de minste.',
  nothingLeftOut: (word) => `Skriv en vare eller butikk etter ${quoted(word)}.`,
});

function groupNamed(group: string): string {
  return new Map(Object.entries(groupings())).get(group)?.name ?? group;
}

/** The Norwegian words that commands have for these. */
export const STOCK_VERBS: Readonly<Record<StockVerb, string>> = {
  out: 'utsolgt',
  low: 'lav',
  over: 'over',
  changes: 'endringer',
  all: 'alle',
  mine: 'mine',
  overview: 'oversikt',
};
export const DIGEST_VERBS: Readonly<Record<DigestVerb, string>> = {
  subscribe: 'abonner',
  list: 'liste',
  pause: 'pause',
  stop: 'stopp',
  unsubscribe: 'avslutt',
  resume: 'fortsett',
  preview: 'forhåndsvis',
  now: 'nå',
  status: 'status',
  history: 'historikk',
};

const stock = (): Words['stock'] => ({
  twoQuestions: (one, other) =>
    `«${STOCK_VERBS[one]}» og «${STOCK_VERBS[other]}» er to spørsmål; still ett om gangen.`,
  wrongDays: (typed, word, most) =>
    `${quoted(typed)} er ikke et antall dager; skriv et tall fra 1 til ${most} etter «${STOCK_VERBS[word]}».`,
  noProduct: (words) => `${quoted(words)} er ikke en vare.`,
  tooMany: (products, most) => `Det er ${products} varer, og ett svar har plass til ${most}.`,
  noPeriods: (period) =>
    `Skriv også en vare for å se beholdningen for ${quoted(period)}. Uten vare viser /stock nyeste beholdning.`,
  latestOnly: (word, period) =>
    `Utelat ${quoted(period)}. «${STOCK_VERBS[word]}» gjelder bare nyeste beholdning.`,
  onePeriod: (period) => `Utelat ${quoted(period)}. Et spørsmål har plass til én periode.`,
  noStores: {
    each: 'Tjenesten har ikke beholdning per butikk, bare for alle butikker samlet; hva hver butikk selger, står i /sales.',
    one: (storeId) =>
      `Tjenesten har ikke beholdning per butikk, bare for alle butikker samlet; hva butikk ${storeId} selger, står i /sales.`,
    some: 'Tjenesten har ikke beholdning per butikk, bare for alle butikker samlet; hva en butikk selger, står i /sales.',
  },
});

const stores = (): Words['stores'] => ({
  nothingToSearch: (text) => `${quoted(text)} har ingenting å søke etter.`,
  longSearch: (most) => `Et søk har maks ${most} tegn.`,
  everyStore: 'Det blir alle butikkene i kjeden; legg til et navn eller et sted.',
  oneAtATime: 'Du kan bare se én butikk om gangen.',
  nearMe: 'Slack sier ikke til appen hvor du er. Skriv et sted eller en butikk, for eksempel nær oslo.',
  noPlace: (near) =>
    `Skriv et sted, et navn eller et punkt i grader etter «${near}», for eksempel 59.91,10.75.`,
  decimalComma: (text) =>
    `${quoted(text)} kan være ett tall med desimalkomma eller to tall; skriv et punkt som 59.91,10.75.`,
  outOfRange: (text) =>
    `${quoted(text)} er ikke et punkt på kartet: Breddegraden er maks 90, lengdegraden maks 180.`,
});

/** What is behind a key has a Norwegian word too, which is the one to type here. */
const VALUES: Readonly<Record<string, string>> = {
  norwegian: 'norsk',
  english: 'engelsk',
};

const digest = (): Words['digest'] => ({
  listTakesNothing: '/digest liste står alene; den viser alle rapporter du kan endre.',
  takesPlace: (typed, verb) =>
    `/digest ${DIGEST_VERBS[verb]} kjenner ikke ${quoted(typed)}; skriv bare en kanal, og lager eller salg.`,
  oneDigest: 'En kommando gjelder én rapport: én kanal, og enten lager eller salg.',
  notAChannel: (typed) => `Slack kjenner ingen kanal ${quoted(typed)}; skriv # og velg den fra listen.`,
  pauseEnds: 'Skriv hvilken dag rapporten skal komme igjen.',
  daily: (typed) =>
    `Rapporter sendes hver dag. Ta bort ${quoted(typed)}, eller velg dager, for eksempel mandag.`,
  twice: {
    digestTime: 'Klokkeslettet står der to ganger.',
    products: 'Varene står der to ganger.',
    language: 'Språket står der to ganger.',
  },
  nothingBehind: {
    at: (typed) => `Det mangler noe etter ${quoted(typed)}; skriv et klokkeslett som 08:30.`,
    language: (typed) => `Det mangler noe etter ${quoted(typed)}; skriv norsk eller engelsk.`,
    group: (typed) => `Det mangler noe etter ${quoted(typed)}; skriv en gruppe fra varelisten.`,
    products: (typed) => `Det mangler noe etter ${quoted(typed)}; skriv nummer eller navn på varer.`,
  },
  notATime: (typed) => `${quoted(typed)} er ikke et klokkeslett; skriv det som 08:30, fra 00:00 til 23:59.`,
  oneOf: (typed, accepted) =>
    `${quoted(typed)} passer ikke her; skriv ${accepted.map((word) => VALUES[word] ?? word).join(' eller ')}.`,
  tooManyProducts: (products, most) =>
    `En kommando har plass til maks ${most} varer, ikke ${products}; gi dem en gruppe i varelisten.`,
});
