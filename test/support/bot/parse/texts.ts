import type { Named } from '../../../../bot/parse/nameLookup.ts';
import type { Product } from '../../../../bot/products/collectProducts.ts';
import type { Random } from '../../../../tools/random.ts';
import { PRODUCTS, STORES } from './reading.ts';

/** Products of groups, and names that stand for more than are asked for by number. */
export const FUZZED_PRODUCTS: readonly Product[] = [
  ...PRODUCTS.map((product) => ({ ...product, group: product.name.endsWith('Apple') ? 'Cider' : 'Øl' })),
  ...many(130, (at) => ({ id: String(20_000 + at), name: `Brus ${at}`, group: at < 120 ? 'Brus' : 'Vann' })),
];
export const FUZZED_STORES: readonly Named[] = [
  ...STORES,
  ...many(120, (at) => ({ id: String(600 + at), name: `Stavanger ${at}` })),
];

function many<T>(count: number, of: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => of(at));
}

/** What is between the bars, of several lines. */
function parted(lines: string): [string, ...string[]] {
  return lines
    .trim()
    .split(/\s*[|\n]\s*/)
    .filter((part) => part !== '') as [string, ...string[]];
}

/** What questions consist of: names of one and of several, what joins and parts them, and how they are asked. */
const PARTS = parted(`
  oslo | oslo majorstuen | bergen | stavanger | stavanger 3 | apple | red apple | pale ale | brus | brus 7 | 1101 | 143 | 7
  store:7 | product:7 | store:143,201 | product:1101,1102 | product:apple | store:oslo | group:cider | group:brus | "oslo"
  vs | vs | mot | og | and | , | without | uten | minus | compare | with | last week | i fjor | 2025
  by:day | by week | per butikk | saturdays | i helgene | hver mandag | top 3 | returns | product | store | low | out | all | changes
  open | near | now | i | at | 18:00 | sunday
`);

/** What follows `/digest`: verbs, channels and settings. */
const DIGEST_VERBS = parted(`
  subscribe | subscribe | abonner | pause | pause until | stopp til | resume | unsubscribe | now | status | preview | list
`);
const DIGEST_PARTS = parted(`
  until | at | kl | 25:61 | 08:30 | weekdays | mon- | every | monday | og | fredag | 31.2. | 29 februar | 1 december | en uke
  products: | 1101 | red apple | group: | cider | mine | all | "frukt" | stock | sales | both | <#C1> | <#C1|a> | #x | <@U1>
  zone: | CET | Europe/Oslo | language: | norsk | hjelp | " | ,
`);

/** What people type, to be put together by chance and to be spoilt. */
const COMMANDS = parted(`
  1101 90210 | out all | low 7 | changes | 1101 store:143 | red apple, pale ale 33 cl
  yesterday | last week | 2026-11-01..2026-11-07 product:1101 store:143 by:store | compare last week
  compare uke 40 mot uke 46 per butikk | fra 1. november til 7. november | siste 7 dager by:day | oslo | 143
  open now near 59.91,10.75 | åpne nå nær 59,91 10,75 | help | three weeks ago | oslo vs bergen | last week without bergen
  topp 10 butikker i fjor | returns last week by:weekday | compare this year with last year | Week 46 (9 Nov – 15 Nov 2026)
  mandag uke 46 | per måned i år | near oslo | open at 18 | åpent søndag kl 8.30 i bergen | oktober i fjor | last 3 months
  *red apple* | product:"red apple" store:“oslo city” i forgårs | 28.12.-3.1. | 29. februar | since nov 3rd, 2025
  subscribe sales at 08:30 weekdays mine | abonner <#C1> hverdager kl 8.15 varer:1101 | pause begge til mandag
`);

const WORDS: readonly [string, ...string[]] = [
  ...parted(`
    help | out | low | changes | all | mine | overview | less | than | days | yesterday | today | tomorrow | last | this | week
    month | monday | november | to | since | ago | i | går | gaar | forrige | uke | siste | dager | til | fra | måned | fjor
    compare | with | mot | open | now | near | åpen | nå | by | by: | by:day | by:stroe | product: | store: | store | butikk
    vs | without | uten | top | topp | returns | stores | alle | same | before | year | group: | week | by:month | weekday | ( | )
    sunday | kl | at | 18:00 | tomorrow | 2025 | q3 | compare | prodcut:1101 | STORE:x | product:1101, | 1101 | 00345
    1101,90210 | 2026-11-01 | 2026-02-30 | .. | … | – | - | : | , | " | ' | “ | ” | « | &amp;lt; | & | <!channel> | \` | *
    =HYPERLINK( | שלום | مرحبا | 你好 | 👩‍👩‍👧‍👦 | Ｏｕｔ | ﬁ | İ | ß | Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A
    __proto__ | constructor | toString | %s | $& | () | [ | *+?
  `),
  '<@U1|x>',
  'a\u030a',
  ...'\\\u00a0\n\0\u200b\ud800\u202e\u2066\udc00\ufeff',
  ...PRODUCTS.flatMap(({ id, name }) => [id, name]),
  ...STORES.flatMap(({ id, name }) => [id, `"${name}"`]),
];

/** Pieces that make bad regular expressions and searches slow; `_` is a blank. */
const REPEATED = parted(`
  a | _ | " | by:'_ | store: | 1101_ | 1. | 1.1. | - | .. | 1_-_ | , | ,; | to_ | nov_ | last_ | for_ | near_ | 59.9, | the_ | a:
  “ | 1101, | &amp; | \u202e | \ud800 | a\u0301 | 👩‍👧
`);

/** A text that is typed by chance: of words, of letters, a spoilt command, or one piece again and again. */
export function randomText(random: Random): string {
  const kind = random.next();
  if (kind < 0.2) return `${random.pick(DIGEST_VERBS)} ${anyOf(DIGEST_PARTS, random)}`;
  if (kind < 0.45) return spoilt(random.pick(COMMANDS), random);
  if (kind < 0.6) return anyWords(random);
  if (kind < 0.8) return anyOf(PARTS, random);
  if (kind < 0.9) return anyLetters(random, random.chance(0.05) ? 3_000 : 60);
  if (kind < 0.91) {
    const part = random.pick(REPEATED);
    return part
      .replaceAll('_', ' ')
      .repeat(200 + random.below(3_000))
      .slice(0, 12_000);
  }
  return `${random.pick(COMMANDS)} ${anyWords(random)}`;
}

function anyOf(parts: readonly [string, ...string[]], random: Random): string {
  return many(1 + random.below(9), () => random.pick(parts)).join(' ');
}

function anyWords(random: Random): string {
  const many = random.chance(0.02) ? 100 : 1 + random.below(6);
  const between = random.chance(0.9) ? ' ' : random.pick(['', ',', ', ', '  ', '\u00a0', ' - ', '..']);
  return Array.from({ length: many }, () =>
    random.chance(0.3) ? anyNumber(random) : random.pick(WORDS),
  ).join(between);
}

function anyNumber(random: Random): string {
  const digits = () => String(random.below(10 ** (1 + random.below(9))));
  const day = () => `${1890 + random.below(200)}-${random.below(14)}-${random.below(33)}`;
  return random.pick([
    digits,
    day,
    () => `${day()}..${day()}`,
    () => `${random.below(33)}.${random.below(14)}.`,
    () => `${random.below(33)}. november til ${random.below(33)}. november`,
    () => `${random.below(33)}/${random.below(14)}/${1990 + random.below(60)}`,
    () => `uke ${random.below(60)} ${random.chance(0.5) ? 1890 + random.below(200) : ''}`,
    () => `last ${random.below(500)} days`,
    () => `product:${digits()},${digits()}`,
    () => `store:${digits()}`,
    () => `low ${digits()}`,
    () => `${random.below(200) - 100}.${digits()},${random.below(400) - 200}.${digits()}`,
    () => digits().repeat(4),
  ])();
}

function anyLetters(random: Random, most: number): string {
  const highest = random.pick([0x7f, 0x2ff, 0x2fff, 0xffff, 0x10ffff]);
  return Array.from({ length: random.below(most) }, () =>
    String.fromCodePoint(random.below(highest + 1)),
  ).join('');
}

/** The text with letters left out, doubled, exchanged or put in. */
function spoilt(text: string, random: Random): string {
  const letters = [...text];
  for (let left = random.below(4); left > 0; left -= 1) {
    const at = random.below(letters.length);
    const letter = letters[at] ?? ' ';
    const [first, second] = random.pick([
      [0, ''],
      [1, ''],
      [2, `${letters[at + 1] ?? ''}${letter}`],
      [0, letter],
      [0, random.pick(WORDS)],
      [1, anyLetters(random, 3)],
    ] as const);
    letters.splice(at, first, ...second);
  }
  return letters.join('');
}
