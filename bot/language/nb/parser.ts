import type { Reading } from '../../text/dayRange.ts';
import type { Catalog } from '../en/index.ts';
import type { DigestVerb, Meaning, Named, Near } from '../en/parser.ts';
import type { Formatter } from '../formatter.ts';
import { capitalized, quoted } from './words.ts';

type Words = Catalog['parser'];

export const parser = (format: Formatter): Words => ({
  unknown: (typed, knower) => `${knower} forstår ikke ${quoted(typed)}.`,
  tooLong: (text, most) => `En kommando kan ha maks ${most} tegn. Denne begynner med ${quoted(text)}.`,
  tooMuch: 'Det er for mye for én kommando. Spør om færre varer, butikker eller dager om gangen.',
  canBe: (text, readings) =>
    `${text} kan bety ${readings.map((reading) => readingIn(reading, format)).join(' eller ')}.`,
  names: names(),
  days: days(format),
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
    `Ingen ${NOUNS[meaning].one} heter ${quoted(words)}. Mente du ${listed(near)}?`,
  notNamedEither: (words, near) =>
    `Ingen vare, butikk eller varegruppe heter ${quoted(words)}. Mente du ${listedWithKind(near)}?`,
  notNamedInStock: (words, near) =>
    `Ingen vare eller varegruppe heter ${quoted(words)}. Mente du ${listedWithKind(near)}?`,
  numberTooLong: (meaning, words, digits) =>
    `${quoted(words)} er for langt. Et ${NOUNS[meaning].number} har maks ${digits} sifre.`,
  notANumber: (meaning, words) => `Ingen ${NOUNS[meaning].one} har nummeret eller navnet ${quoted(words)}.`,
  tooManyNamed: (meaning, words, most) =>
    `Mer enn ${most} ${NOUNS[meaning].many} har ${quoted(words)} i navnet. Skriv mer av navnet.`,
  tooMany: (meaning, most) => `Et spørsmål kan ha maks ${most} ${NOUNS[meaning].many}.`,
  ambiguous: (words, found, isMore) =>
    `${quoted(words)} kan bety ${listedWithKind(found)}${isMore ? ' og flere' : ''}.`,
  unknownNumber: (number, isDay) =>
    `Ingen vare eller butikk i listene har nummeret ${number}.${isDay ? ' Det kan også være en dato.' : ''}`,
  groupTooLong: (group, products, most) =>
    `Gruppen ${quoted(group)} har ${products} varer. Et spørsmål kan ha maks ${most}.`,
  noLongerNamed: (meaning, words) => `Ingen ${NOUNS[meaning].one} heter ${quoted(words)} lenger.`,
  noGroups: (words) => `Varelisten har ingen grupper, så ${quoted(words)} kan ikke være en.`,
  unknownGroup: (words) => `Varelisten har ingen gruppe som heter ${quoted(words)}.`,
});

const WEEKDAYS = ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'];

const days = (format: Formatter): Words['days'] => ({
  backwards: (from, to) =>
    `${capitalized(format.day(from))} er etter ${format.day(to)}. Skriv den tidligste datoen først.`,
  tooEarly: (day, newest) =>
    `${capitalized(format.day(day))} er for lenge siden. De nyeste salgstallene er for ${format.day(newest)}.`,
  inFuture: (day, newest) =>
    `${capitalized(format.day(day))} har ikke vært ennå. De nyeste salgstallene er for ${format.day(newest)}.`,
  notYet: (day, comes, time, newest) =>
    `Salgstallene for ${format.day(day)} kommer ${format.day(comes)} ca. kl. ${time}. De nyeste er for ${format.day(newest)}.`,
  stock: {
    tooEarly: (day, newest) =>
      `${capitalized(format.day(day))} er for lenge siden. De nyeste lagertallene er for ${format.day(newest)}.`,
    inFuture: (day, newest) =>
      `${capitalized(format.day(day))} har ikke vært ennå. De nyeste lagertallene er for ${format.day(newest)}.`,
    notYet: (day, time, newest) =>
      `Lagertallene for ${format.day(day)} kommer ca. kl. ${time}. De nyeste er for ${format.day(newest)}.`,
  },
  tooLong: (days) => `Perioden ${format.range(days)} er lengre enn to år. Velg en kortere periode.`,
  noWeek: (week, year) => `Uke ${week} finnes ikke${year === undefined ? '' : ` i ${year}`}.`,
  noMonth: (text) => `Måneden ${text} finnes ikke.`,
  noDay: (text) => `Datoen ${text} finnes ikke.`,
  noRange: (text) => `${text} er ikke en gyldig periode.`,
  otherWeekday: (day, weekday) => `${capitalized(format.day(day))} er en ${WEEKDAYS[weekday - 1]}.`,
  notADay: (words, example) => `${quoted(words)} er ikke en dato. Skriv den som ${example}.`,
  pastPause: (today) => `Velg en dato etter ${format.day(today)}.`,
  longPause: (day) =>
    `Det er mer enn et år til ${format.day(day)}. Velg en tidligere dato, eller skriv «avslutt» for å avslutte rapporten.`,
});

/** The Norwegian words that commands have for these. */
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

/** What is behind a key has a Norwegian word too, which is the one to type here. */
const VALUES: Readonly<Record<string, string>> = {
  norwegian: 'norsk',
  english: 'engelsk',
};

const digest = (): Words['digest'] => ({
  listTakesNothing: 'Skriv bare /digest liste. Den viser rapportene du kan endre.',
  takesPlace: (typed, verb) =>
    `/digest ${DIGEST_VERBS[verb]} forstår ikke ${quoted(typed)}. Skriv bare en kanal, og lager eller salg.`,
  oneDigest: 'En kommando gjelder én rapport. Velg én kanal, og lager eller salg.',
  notAChannel: (typed) => `Slack kjenner ikke kanalen ${quoted(typed)}. Skriv # og velg den fra listen.`,
  pauseEnds: 'Skriv hvilken dag rapporten skal fortsette, for eksempel til fredag.',
  daily: (typed) =>
    `Rapporter sendes hver dag. Utelat ${quoted(typed)}, eller velg dager, for eksempel mandag.`,
  twice: {
    digestTime: 'Du har skrevet klokkeslettet to ganger.',
    products: 'Du har skrevet varene to ganger.',
    language: 'Du har skrevet språket to ganger.',
  },
  nothingBehind: {
    at: (typed) => `Skriv et klokkeslett etter ${quoted(typed)}, for eksempel 08:30.`,
    language: (typed) => `Skriv norsk eller engelsk etter ${quoted(typed)}.`,
    group: (typed) => `Skriv en gruppe fra varelisten etter ${quoted(typed)}.`,
    products: (typed) => `Skriv nummer eller navn på varer etter ${quoted(typed)}.`,
  },
  notATime: (typed) =>
    `${quoted(typed)} er ikke et klokkeslett. Skriv et klokkeslett fra 00:00 til 23:59, for eksempel 08:30.`,
  oneOf: (typed, accepted) =>
    `${quoted(typed)} passer ikke her. Skriv ${accepted.map((word) => VALUES[word] ?? word).join(' eller ')}.`,
  tooManyProducts: (products, most) =>
    `En kommando kan ha maks ${most} varer; denne har ${products}. Gi dem heller en gruppe i varelisten.`,
});
