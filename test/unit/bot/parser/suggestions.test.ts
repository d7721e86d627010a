import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { figuresIn, parseQuestion } from '../../../../bot/parser/parseQuestion.ts';
import type { Command } from '../../../../bot/parser/question.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { createRandom, type Random } from '../../../../tools/random.ts';
import { NOON } from '../../../support/bot/parser/reading.ts';

const GROUPS = ['Gin', 'Riesling', 'Pilsner', 'Pale Ale', 'Cider', 'Aquavit'];
const MAKERS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng'];
const PRODUCTS = MAKERS.flatMap((maker, row) =>
  GROUPS.map((group, at) => ({ id: String(1101 + 10 * row + at), name: `${maker} ${group} 50 cl`, group })),
);
const STORES = ['Oslo City', 'Oslo Majorstuen', 'Bergen Storsenter', 'Trondheim Torg', 'Ås', 'Stavanger'].map(
  (name, at) => ({ id: String([143, 201, 300, 7, 88, 1103][at]), name }),
);
const reading = {
  vocabulary: { products: await createProductNames(PRODUCTS), stores: await buildNameIndex(STORES) },
  calendar: createCalendar(),
  now: NOON,
};

/** The sentence in both languages and what is suggested, help left out; undefined for what is understood. */
function mistakeIn(command: Command, text: string) {
  try {
    parseQuestion(command, text, reading);
    return undefined;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { sentence, corrected, others, understood } = error;
    return {
      en: sentence(languageFor('en').t),
      nb: sentence(languageFor('nb').t),
      suggested: [corrected, ...others].filter((each) => each !== `/${command} help`),
      understood,
    };
  }
}

test.each<[Command, string, string[]]>([
  ['sales', 'akevitt forrige uke', []],
  ['sales', 'rødvin forrige uke per dag', []],
  ['sales', 'red wine in oslo last week', []],
  ['sales', 'same as last time', []],
  ['sales', 'samme som sist', []],
  ['sales', 'rødvin vs gin', []],
  ['sales', 'ginn i går', ['group:"Gin" i går', 'product:1121 i går', 'product:1131 i går']],
  ['sales', 'group:ginn last week', ['group:"Gin" last week']],
  ['sales', 'gruppe ridsling forrige uke', ['group:"Riesling" forrige uke']],
  [
    'sales',
    'ridsling forrige uke',
    ['group:"Riesling" forrige uke', 'product:1122 forrige uke', 'product:1132 forrige uke'],
  ],
  ['sales', 'gin bergn last week by day', ['gin store:300 last week by day']],
  ['sales', 'omsetning gin forrige uke', ['gin forrige uke']],
  ['sales', 'gin revenue last week', ['gin last week']],
  ['sales', 'last week gin this week', ['last week gin vs this week']],
  ['sales', 'forrige uke gin denne uken', ['forrige uke gin vs denne uken']],
  ['sales', 'low 14', ['/stock low 14']],
  ['sales', 'utsolgt', ['/stock utsolgt']],
  ['stock', 'ginn', ['group:"Gin"', '1121', '1131']],
  ['stock', '1101 rødvin', []],
  ['stock', 'furu gin 50 cl rødvin', []],
  ['stock', 'last week', ['mine', '/sales last week']],
  ['stock', 'forrige uke', ['mine', '/sales forrige uke']],
  ['stock', 'out gin last week', ['out gin']],
  ['stock', 'lav gin forrige uke', ['lav gin']],
  ['stock', 'ginn last week', ['group:"Gin" last week', '1121 last week', '1131 last week']],
  ['stock', 'gin tomorrow', ['gin 2026-11-20']],
  ['stock', '1101 1102 in oslo', ['1101 1102', '/sales product:1101 product:1102 in oslo']],
  ['stock', 'gin i bergen', ['gin', '/sales gin store:300']],
  ['stock', 'low out', ['low', 'out']],
])('/%s %s suggests %j', (command, text, suggested) => {
  const whole = suggested.map((each) => (each.startsWith('/') ? each : `/${command} ${each}`));
  expect(mistakeIn(command, text)?.suggested).toEqual(whole);
});

test('what was understood fills in the form, though it is not suggested', () => {
  expect(mistakeIn('sales', 'rødvin forrige uke per dag')).toMatchObject({
    suggested: [],
    understood: '/sales forrige uke per dag',
  });
});

/** A part of a command, and whether a suggestion still says it. */
interface Noun {
  readonly typed: string;
  readonly isIn: (suggestion: string) => boolean;
}

const said = (typed: string, meant = typed): Noun => ({ typed, isIn: (text) => text.includes(meant) });
const idsNamed = (word: string, names: readonly { id: string; name: string }[]) =>
  names.filter(({ name }) => name.toLowerCase().includes(word.toLowerCase())).map(({ id }) => id);
/** By that name, or by a number or group of it. */
const named = (typed: string, word: string): Noun => ({
  typed,
  isIn: (text) =>
    [...idsNamed(word, PRODUCTS), ...idsNamed(word, STORES)].some((id) =>
      new RegExp(`\\b${id}\\b`).test(text),
    ) || text.toLowerCase().includes(word.toLowerCase()),
});
const lost = (typed: string): Noun => ({ typed, isIn: () => false });

const NOUNS: readonly [readonly Noun[], ...(readonly Noun[])[]] = [
  [
    ...['gin', 'pale ale', 'furu riesling', 'oslo', 'bergen', 'store:143', 'product:1101'].map((each) =>
      said(each),
    ),
    named('1101', '1101'),
    named('gruppe pilsner', 'Pilsner'),
    named('group:gin', 'Gin'),
  ],
  [
    named('ginn', 'Gin'),
    named('ridsling', 'Riesling'),
    named('pilsnr', 'Pilsner'),
    named('group:cidre', 'Cider'),
    named('bergn', 'Bergen'),
    named('trondhem', 'Trondheim'),
    named('1103', '1103'),
  ],
  ['rødvin', 'akevitt', 'xyzzy', 'same', 'fløte'].map(lost),
];
const PERIODS: readonly [Noun, ...Noun[]] = [
  said('last week'),
  ...['forrige uke', 'i går', 'yesterday', 'siste 7 dager', 'last 7 days', 'october', 'uke 46'].map((each) =>
    said(each),
  ),
  said('forige uka'),
  said('lats week', 'last week'),
  said('yestreday', 'yesterday'),
];
const grouped = (typed: string, words: string): Noun => ({
  typed,
  isIn: (text) => new RegExp(`(?:by|per)[: ](?:${words})\\b`).test(text),
});
const GROUPINGS: readonly [Noun, ...Noun[]] = [
  ...(['by day', 'per dag', 'per dga'] as const).map((each) => grouped(each, 'day|dag')),
  ...['by:store', 'per butikk', 'by:stroe'].map((each) => grouped(each, 'store|butikk')),
  ...['per uke', 'by week'].map((each) => grouped(each, 'week|uke')),
] as [Noun, ...Noun[]];

function anyCommand(random: Random): Noun[] {
  const nouns = Array.from({ length: 1 + random.below(3) }, () => {
    const kind = random.pick(NOUNS);
    return kind[random.below(kind.length)] ?? lost('xyzzy');
  });
  return random.shuffled([
    ...nouns,
    ...(random.chance(0.7) ? [random.pick(PERIODS)] : []),
    ...(random.chance(0.5) ? [random.pick(GROUPINGS)] : []),
  ]);
}

/** What the stock does not have is left out, and the sentence says so. */
const LEFT_OUT = /not for "([^"]+)"|ikke for «([^»]+)»/;

describe.each<Command>(['sales', 'stock'])('/%s', (command) => {
  test('suggests only what is understood and names all that was typed', () => {
    const random = createRandom(20_261_120);
    let offers = 0;
    for (let at = 0; at < 1_500; at += 1) {
      const nouns = anyCommand(random);
      const text = nouns.map(({ typed }) => typed).join(random.pick([' ', ' ', ', ']));
      const mistake = mistakeIn(command, text);
      for (const suggestion of mistake?.suggested ?? []) {
        offers += 1;
        const { en = '', nb = '' } = mistake ?? {};
        expect(figuresIn(suggestion, reading), `${text} -> ${suggestion}`).toBeDefined();
        for (const sentence of [en, nb]) {
          const period = LEFT_OUT.exec(sentence);
          const leftOut = period?.[1] ?? period?.[2] ?? '';
          const isStoreLeftOut = /per store|per butikk/.test(sentence);
          const missing = nouns.filter(
            ({ typed, isIn }) => !isIn(suggestion) && !leftOut.includes(typed) && !isStoreLeftOut,
          );
          expect(
            missing.map(({ typed }) => typed),
            `${text} -> ${suggestion}: ${sentence}`,
          ).toEqual([]);
        }
      }
    }
    expect(offers).toBeGreaterThan(200);
  });
});
