import type { Store } from 'retail-data-client';
import type { Product } from '../bot/products/collectProducts.ts';
import { createRandom, type Random } from '../tools/random.ts';

/** Beginnings and endings of words: words made of them begin alike, and some are a letter apart. */
const STARTS = split(
  'pal gin rød hvit cha char mer bor bar bru sid ale lag akv port ries pin sau cab syr temp chi',
);
const ENDS = split(
  'e en er ler dos donnay lot deaux olo t usic is evit ato gnon ah ranillo ling ot anti ina',
);
/** Words that many names have. */
const COMMON = split(
  'vin ale øl brut reserve rosé ipa lager økologisk old red blanc noir box 2024 33 cl 75 cl 50',
);
const CITIES = split('oslo bergen trondheim stavanger tromsø bodø molde hamar moss halden ålesund narvik');
const PLACES = split('sentrum city nord sør øst vest torg brygge storsenter stasjon');

export const PRODUCT_COUNT = 66_000;
const GROUP_COUNT = 1_000;
const STORE_COUNT = 400;

/** Names as a large list has them: words that many share, words that begin alike, and a few of each name alone. */
export function benchProducts(count = PRODUCT_COUNT): Product[] {
  const random = createRandom(1);
  const groups = Array.from({ length: GROUP_COUNT }, (_, at) => `${word(random)} gi${letters(at)}`);
  return Array.from({ length: count }, (_, at) => ({
    id: String(1_000_000 + at * 13),
    name: [word(random), word(random), pick(random, COMMON), pick(random, COMMON), ownWord(random)].join(' '),
    group: groups[at % GROUP_COUNT] ?? '',
  }));
}

export function benchStores(): Store[] {
  const random = createRandom(2);
  return Array.from({ length: STORE_COUNT }, (_, at) => {
    const city = pick(random, CITIES);
    return {
      storeId: String(100 + at),
      storeName: `${city} ${pick(random, PLACES)} ${word(random)}`,
      status: 'Open',
      address: {
        street: '',
        postalCode: '',
        city,
        gpsCoord: '',
        globalLocationNumber: '',
        organisationNumber: '',
      },
      telephone: '',
      email: '',
      category: '',
      openingHours: { regularHours: [], exceptionHours: [] },
      lastChanged: { date: '2026-11-19', time: '08:00' },
    };
  });
}

/** What a text is put together from, by what it is meant to cost. */
const FRAGMENTS = {
  letters: () => split('a b c d e f g h i j k l m n o p r s t u v y ø å 1 2'),
  beginnings: () => STARTS.map((start) => start.slice(0, 3)),
  words: (random: Random) => Array.from({ length: 40 }, () => word(random)),
  common: () => COMMON,
  misspelt: (random: Random) => Array.from({ length: 40 }, () => misspelt(random, word(random))),
  long: (random: Random) => Array.from({ length: 10 }, () => word(random) + word(random) + word(random)),
  stores: () => [...CITIES, ...PLACES, 'olso', 'begren', 'trondhiem'],
  numbers: (random: Random) =>
    Array.from({ length: 40 }, () => String(1_000_000 + random.below(60_000) * 13)),
  longNumbers: () => ['9'.repeat(40), '0'.repeat(40), '123456789012345678'],
  dates: () =>
    split('yesterday 2026-11-19 19.11 monday week 46 w46 nov 2025 last month 1.11..19.11 i fjor uke mai'),
  joints: () => split('vs , and og mot without uten minus & + compare with by:day by:store top 5 - .. / :'),
  keys: () => split('product: store: group: by: top: products: at: until: zone:'),
} satisfies Record<string, (random: Random) => string[]>;

type Kind = keyof typeof FRAGMENTS;

const KINDS = Object.keys(FRAGMENTS) as Kind[];

export function fragment(random: Random): string {
  const made = pick(random, FRAGMENTS[pick(random, KINDS)](random));
  if (random.chance(0.1)) return `"${made}"`;
  if (random.chance(0.15)) return pick(random, FRAGMENTS.keys()) + made;
  return made;
}

const STARTERS = { stock: '', sales: '', stores: '', digest: 'subscribe ' } as const;
export type BenchedCommand = keyof typeof STARTERS;
export const BENCHED_COMMANDS = Object.keys(STARTERS) as BenchedCommand[];

/** Texts made by a person to be slow, each as long as may be. */
export function handMade(command: BenchedCommand, length: number): Map<string, string> {
  const random = createRandom(3);
  const fill = (glue: string, part: (at: number) => string, start = '') => {
    let text = STARTERS[command] + start;
    for (let at = 0; text.length < length; at += 1) text += (at === 0 ? '' : glue) + part(at);
    return text.slice(0, length).trimEnd();
  };
  const of = (kind: Kind) => {
    const all = FRAGMENTS[kind](random);
    return (at: number) => all[at % all.length] ?? '';
  };
  const texts = new Map<string, string>();
  for (const kind of KINDS) {
    if (kind === 'keys' || kind === 'joints') continue;
    texts.set(`${kind}, one after the other`, fill(' ', of(kind)));
    texts.set(`${kind}, with commas`, fill(',', of(kind)));
    texts.set(`${kind} vs ${kind}`, fill(' vs ', of(kind)));
    texts.set(`product: with ${kind}`, fill(',', of(kind), 'product:'));
    texts.set(`store: with ${kind}`, fill(',', of(kind), 'store:'));
    texts.set(`group: with ${kind}`, fill(',', of(kind), 'group:'));
    texts.set(
      `quoted ${kind}`,
      fill(' ', (at) => `"${of(kind)(at)}"`),
    );
  }
  texts.set(
    'groups that are not there',
    fill(',', (at) => `group:gi${letters(at)}x`),
  );
  texts.set(
    'keys of all kinds',
    fill(' ', () => fragment(random)),
  );
  texts.set('one word', fill('', of('misspelt')));
  texts.set('one quoted name', fill(' ', of('beginnings'), '"'));
  return texts;
}

/** The text with some of its parts exchanged, moved, doubled or left out; no longer than `length`. */
export function mutated(random: Random, text: string, length: number): string {
  const parts = text.split(' ');
  for (let change = 1 + random.below(8); change > 0; change -= 1) {
    const at = random.below(parts.length);
    const what = random.below(4);
    if (what === 0) parts[at] = fragment(random);
    else if (what === 1) parts.splice(at, 0, fragment(random));
    else if (what === 2) parts.splice(at, 0, ...parts.slice(random.below(parts.length)).slice(0, 10));
    else if (parts.length > 1) parts.splice(at, 1 + random.below(5));
  }
  while (parts.join(' ').length < length) parts.push(fragment(random));
  return parts.join(' ').slice(0, length).trimEnd();
}

export function startOf(command: BenchedCommand): string {
  return STARTERS[command];
}

function split(words: string): string[] {
  return words.split(' ');
}

function pick<T>(random: Random, choices: readonly T[]): T {
  const picked = choices[random.below(choices.length)];
  if (picked === undefined) throw new Error('There is nothing to pick from.');
  return picked;
}

function word(random: Random): string {
  return pick(random, STARTS) + pick(random, ENDS);
}

function ownWord(random: Random): string {
  return pick(random, STARTS) + letters(random.below(20_000));
}

/** A number in letters. */
function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26)) + last;
}

/** Two neighbours exchanged. */
function misspelt(random: Random, right: string): string {
  const at = 1 + random.below(Math.max(1, right.length - 2));
  return (
    right.slice(0, at) +
    right
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    right.slice(at + 2)
  );
}
