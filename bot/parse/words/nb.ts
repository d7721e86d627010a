import type { Formatter } from '../../language/formatter.ts';
import { quoted } from '../../language/nb/words.ts';
import type { Reading } from '../../text/dayRange.ts';
import { capitalized } from '../../text/label.ts';
import type { Meaning, Named, Near, ParseWords } from './en.ts';

export const norwegian = (format: Formatter): ParseWords => ({
  unknown: (typed, knower) => `${knower} forstår ikke ${quoted(typed)}.`,
  noSides: (versus) => `Bare et spørsmål til /sales kan ha to sider. Ta bort ${quoted(versus)} her.`,
  tooLong: (text, most) => `En kommando kan ha maks ${most} tegn. Denne begynner med ${quoted(text)}.`,
  tooMuch: 'Det er for mye for én kommando. Spør om færre varer, butikker eller dager om gangen.',
  canBe: (text, readings) =>
    `Mener du ${readings.map((reading) => readingIn(reading, format)).join(' eller ')} med ${text}?`,
  names: names(),
  days: days(format),
});

function readingIn(reading: Reading, format: Formatter): string {
  if ('time' in reading) return `kl. ${reading.time}`;
  return format.range(reading);
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

const names = (): ParseWords['names'] => ({
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
  noList: 'Appen har ingen varenavn ennå. Last opp varelisten din på Hjem-fanen, eller bruk varenumre.',
  noGroups: (words) => `Varelisten har ingen grupper, så ${quoted(words)} kan ikke være en.`,
  unknownGroup: (words) => `Varelisten har ingen gruppe som heter ${quoted(words)}.`,
});

const WEEKDAYS = ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'];

const days = (format: Formatter): ParseWords['days'] => ({
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
