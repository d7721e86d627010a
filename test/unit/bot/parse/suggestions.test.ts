import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { createRandom, type Random } from '../../../../tools/random.ts';
import { figuresIn, NARROWED, outcomeOf } from '../../../support/bot/parse/commands.ts';
import { NOON } from '../../../support/bot/parse/reading.ts';

const GROUPS = ['Gin', 'Riesling', 'Pilsner', 'Pale Ale', 'Cider', 'Aquavit'];
const PRODUCTS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng'].flatMap((maker, row) =>
  GROUPS.map((group, at) => ({ id: String(1101 + 10 * row + at), name: `${maker} ${group} 50 cl`, group })),
);
const STORES = [
  { id: '143', name: 'Oslo City' },
  { id: '201', name: 'Oslo Majorstuen' },
  { id: '300', name: 'Bergen Storsenter' },
  { id: '7', name: 'Trondheim Torg' },
  { id: '88', name: 'Ås' },
  { id: '1103', name: 'Stavanger' },
];
const groups = await createProductNames(PRODUCTS);
const vocabulary = { products: groups, stores: await buildNameIndex(STORES) };
const reading = {
  vocabulary,
  called: [],
  commands: NARROWED,
  calendar: createCalendar(),
  now: NOON,
};

/** A part of a command, and whether a suggestion still says it. */
interface Part {
  readonly typed: string;
  readonly isIn: (suggestion: string) => boolean;
}
type Parts = readonly [Part, ...Part[]];

const parts = (typed: readonly [string, ...string[]], isIn: (typed: string) => Part['isIn']): Parts => {
  const [first, ...others] = typed;
  const part = (each: string): Part => ({ typed: each, isIn: isIn(each) });
  return [part(first), ...others.map(part)];
};
const kept = (...typed: [string, ...string[]]) => parts(typed, (each) => (text) => text.includes(each));
const lost = (...typed: [string, ...string[]]) => parts(typed, () => () => false);
const meant = (pattern: RegExp, ...typed: [string, ...string[]]) =>
  parts(typed, () => (text) => pattern.test(text));
/** By that name, or by a number or group of it. */
const named = (word: string, typed: string): Parts => {
  const ids = [...PRODUCTS, ...STORES].filter(({ name }) => name.includes(word)).map(({ id }) => id);
  return meant(new RegExp(`${word}|\\b(?:${[word, ...ids].join('|')})\\b`, 'i'), typed);
};

const NOUNS: readonly [Parts, ...Parts[]] = [
  [
    ...kept('gin', 'pale ale', 'furu riesling', 'oslo', 'bergen', 'store:143', 'product:1101', '1101'),
    ...named('Pilsner', 'gruppe pilsner'),
    ...named('Gin', 'group:gin'),
  ],
  [
    ...named('Gin', 'ginn'),
    ...named('Riesling', 'ridsling'),
    ...named('Pilsner', 'pilsnr'),
    ...named('Cider', 'group:cidre'),
    ...named('Bergen', 'bergn'),
    ...named('Trondheim', 'trondhem'),
    ...named('1103', '1103'),
  ],
  lost('rødvin', 'genever', 'xyzzy', 'same', 'fløte'),
];
const PERIODS: Parts = [
  ...kept('last week', 'forrige uke', 'i går', 'yesterday', 'siste 7 dager', 'last 7 days', 'october'),
  ...kept('uke 46', 'forige uka'),
  ...meant(/last week/, 'lats week'),
  ...meant(/yesterday/, 'yestreday'),
];
const GROUPINGS: Parts = [
  ...meant(/(?:by|per)[: ](?:day|dag)\b/, 'by day', 'per dag', 'per dga'),
  ...meant(/(?:by|per)[: ](?:store|butikk)\b/, 'by:store', 'per butikk', 'by:stroe'),
  ...meant(/(?:by|per)[: ](?:week|uke)\b/, 'per uke', 'by week'),
];

function anyParts(random: Random): Part[] {
  return random.shuffled([
    ...Array.from({ length: 1 + random.below(3) }, () => random.pick(random.pick(NOUNS))),
    ...(random.chance(0.7) ? [random.pick(PERIODS)] : []),
    ...(random.chance(0.5) ? [random.pick(GROUPINGS)] : []),
  ]);
}

test.each(['/sales', '/stock'])(
  '%s suggests only what is understood, and names all that was typed',
  (command) => {
    const random = createRandom(20_261_120);
    let offers = 0;
    for (let at = 0; at < 600; at += 1) {
      const typed = anyParts(random);
      const text = typed.map((part) => part.typed).join(random.pick([' ', ' ', ', ']));
      const [sentence = '', ...suggested] = outcomeOf(`${command} ${text}`, reading, 'en').split(' | ');
      if (sentence.startsWith('->')) continue;
      const norwegian = outcomeOf(`${command} ${text}`, reading, 'nb').split(' | ')[0] ?? '';
      for (const suggestion of suggested.filter((each) => /^\/(?!\w+ help$)/.test(each))) {
        offers += 1;
        expect(figuresIn(suggestion, reading), `${text} -> ${suggestion}`).toBeDefined();
        for (const said of [sentence, norwegian]) {
          // What the stock does not have is left out, and the sentence says so.
          if (/per store|per butikk/.test(said)) continue;
          const missing = typed.filter((part) => !part.isIn(suggestion));
          expect(missing, `${text} -> ${suggestion}: ${said}`).toEqual([]);
        }
      }
    }
    expect(offers).toBeGreaterThan(80);
  },
);
