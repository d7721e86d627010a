import { expect, test } from 'vitest';
import { NO_NAMES } from '../../../../bot/parse/nameLookup.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { EVERYTHING, ofProducts } from '../../../../bot/parse/selection.ts';
import { readAlertSentence, readTyped } from '../../../../bot/standing/alertCommand.ts';
import type { Rule } from '../../../../bot/standing/line.ts';
import { readRule } from '../../../../bot/standing/readAlert.ts';
import { type AlertSubject, readStored } from '../../../../bot/standing/subject.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import { calendar } from '../../../support/bot/time.ts';
import fc from '../../../support/property.ts';

const gin = [{ id: '7', name: 'Fjord Gin' }];
const reading = {
  vocabulary: {
    products: {
      nameOf: (id: string) => (Number(id) === 7 ? 'Fjord Gin' : undefined),
      called: (words: string) => (words.toLowerCase() === 'fjord gin' ? gin : []),
      named: (words: string) => ('fjord gin'.includes(words.toLowerCase()) ? gin : []),
      like: () => gin,
    },
    stores: NO_NAMES,
  },
  calendar,
  now: Date.parse('2026-11-20T09:00:00Z'),
};
const { stock } = alertSubjects();
const ruleIn = (subject: AlertSubject, words: string) => JSON.parse(readRule(subject, words, reading).json);
const read = (text: string) => {
  const asked = readTyped(text);
  if (asked?.kind !== 'set') return asked && { kind: asked.kind, isForMe: asked.isForMe };
  return { rule: ruleIn(stock, asked.words), isForMe: asked.isForMe };
};
const of = (...ids: string[]) => ofProducts(ids);

test.each<[string, Omit<Rule, 'is' | 'by'> & Partial<Rule>, boolean?]>([
  ['alert 1101 below 100', { measure: 'units', line: 100, selection: of('1101') }],
  ['varsle når 1101 er under 1.000 enheter', { measure: 'units', line: 1_000, selection: of('1101') }],
  ['varsle 1101 under 1 000', { measure: 'units', line: 1_000, selection: of('1101') }],
  [
    'alert below 1\u00a0000\u00a0000 units 1101',
    { measure: 'units', line: 1_000_000, selection: of('1101') },
  ],
  ['alert below 5 1101', { measure: 'units', line: 5, selection: of('1101') }],
  [
    'alert me 1101 1102 less than 5 units',
    { measure: 'units', line: 5, selection: of('1101', '1102') },
    true,
  ],
  ['alert gin under 7 days', { measure: 'cover', line: 7, selection: of('7') }],
  ['varsle gin under 2 uker', { measure: 'cover', line: 14, selection: of('7') }],
  ['alert below 7 days of cover', { measure: 'cover', line: 7, selection: EVERYTHING }],
  ['alert 1101 < 7d', { measure: 'cover', line: 7, selection: of('1101') }],
  ['alert out', { measure: 'out', line: 0, selection: EVERYTHING }],
  ['varsle meg utsolgt', { measure: 'out', line: 0, selection: EVERYTHING }, true],
  ['alert 1101 back in stock', { measure: 'back', is: 'above', line: 0, selection: of('1101') }],
  ['varsle når 1101 er på lager igjen', { measure: 'back', is: 'above', line: 0, selection: of('1101') }],
  ['1101 when under 100', { measure: 'units', line: 100, selection: of('1101') }],
  ['1101 når under 100', { measure: 'units', line: 100, selection: of('1101') }],
  ['gin when under 7 days', { measure: 'cover', line: 7, selection: of('7') }],
  ['mine when out', { measure: 'out', line: 0, selection: EVERYTHING }],
  ['when out', { measure: 'out', line: 0, selection: EVERYTHING }],
  ['gin når tom', { measure: 'out', line: 0, selection: of('7') }],
  ['gin when low', { measure: 'cover', line: 7, selection: of('7') }],
  [
    'gin total when over 1 000',
    { measure: 'units', is: 'above', line: 1_000, by: undefined, selection: of('7') },
  ],
  ['gin total when under 7 days', { measure: 'cover', line: 7, by: undefined, selection: of('7') }],
  ['1101 when above 1 000', { measure: 'units', is: 'above', line: 1_000, selection: of('1101') }],
  ['me 1101 when out', { measure: 'out', line: 0, selection: of('1101') }, true],
  ['1101 me when out', { measure: 'out', line: 0, selection: of('1101') }, true],
  ['1101 når utsolgt til meg', { measure: 'out', line: 0, selection: of('1101') }, true],
  ['varsle meg hver gang gin går tom', { measure: 'out', line: 0, selection: of('7') }, true],
  ['give me a heads up when gin runs low', { measure: 'cover', line: 7, selection: of('7') }, true],
  ['si fra når gin nærmer seg tom', { measure: 'cover', line: 7, selection: of('7') }, true],
  ['1101 when empty', { measure: 'out', line: 0, selection: of('1101') }],
  ['alert 1101 at 100', { measure: 'units', line: 100, selection: of('1101') }],
  ['varsle når 1101 faller til 100', { measure: 'units', line: 100, selection: of('1101') }],
  ['1101 when out us', { measure: 'out', line: 0, selection: of('1101') }],
  ['when gin is under 7 days', { measure: 'cover', line: 7, selection: of('7') }],
  ['tell me when gin runs out', { measure: 'out', line: 0, selection: of('7') }, true],
  ['alert when anything sells out', { measure: 'out', line: 0, selection: EVERYTHING }],
  ['varsle meg når noe blir utsolgt', { measure: 'out', line: 0, selection: EVERYTHING }, true],
  ['alert me when we run out of gin', { measure: 'out', line: 0, selection: of('7') }, true],
  ['varsle når det er mindre enn 50 igjen av 1101', { measure: 'units', line: 50, selection: of('1101') }],
  ['alert when there are less than 50 units left of gin', { measure: 'units', line: 50, selection: of('7') }],
  ['varsle 1101 går tom om 5 dager', { measure: 'cover', line: 5, selection: of('1101') }],
  ['alert gin runs out in 2 weeks', { measure: 'cover', line: 14, selection: of('7') }],
  ['alert 1101 out of stock', { measure: 'out', line: 0, selection: of('1101') }],
])('%s', (text, rule, isForMe = false) => {
  expect(read(text)).toEqual({ rule: { is: 'below', by: 'product', ...rule }, isForMe });
});

test.each([
  ['alerts', { kind: 'list', isForMe: false }],
  ['Varsler', { kind: 'list', isForMe: false }],
  ['alert', { kind: 'form', isForMe: false }],
  ['varsle meg', { kind: 'form', isForMe: true }],
  ['alert help', { kind: 'help', isForMe: false }],
  ['alert list', { kind: 'list', isForMe: false }],
  ['alert remove 1101', { kind: 'list', isForMe: false }],
  ['varsle meg ikke om gin', { kind: 'list', isForMe: true }],
  ['alert us', { kind: 'form', isForMe: false }],
  ['low 7', undefined],
  ['"alert" below 3', undefined],
  ['når går gin tom', undefined],
  ['when is gin out', undefined],
  ['when will 1101 be under 100', undefined],
  ['1101 when', undefined],
])('%s', (text, asked) => {
  expect(read(text)).toEqual(asked);
});

test.each<[string, string, string?]>([
  ['1101', '1101 out', 'Add a threshold'],
  ['1101 below 0', '1101 below 100 units'],
  ['1101 under 400 days', '1101 below 7 days'],
  ['1101 below many', '1101 below 100'],
  ['fjrd below 5', '7 below 5'],
  ['1101 belwo 100', '1101 below 100', '"belwo"'],
  ['1101 uslogt', '1101 utsolgt'],
  ['1101 over 0', '1101 above 100 units'],
  ['1101 changes when under 7 days', '1101 when under 7 days', '"changes"'],
  ['1101 when belwo 100', '1101 when below 100', '"belwo"'],
  ['1101 when', '1101 when out', 'Add a threshold'],
  ['1101 100', '1101 below 100'],
  ['1101 below 100 and 90210 below 50', '1101 below 100', 'An alert has one threshold.'],
  ['below 7 days or out', 'below 7 days', 'An alert has one threshold.'],
  ['1101 out, 90210 below 50', '1101 out', 'An alert has one threshold.'],
  ['1101 below 1000 000', '1101 below 100 units', '"1000 000"'],
  ['1101 at 0', '1101 below 100 units'],
  ['below', 'below 100', 'Add a number after "below"'],
  ['gin -30%', '', '/sales when down 30%'],
  ['gin below 30 %', '', '/sales when down 30%'],
])('%s is a mistake whose suggestions can be typed', (words, corrected, sentence = '') => {
  let mistake: unknown;
  try {
    readRule(stock, words, reading);
  } catch (error) {
    mistake = error;
  }
  if (!(mistake instanceof ParseError)) throw new Error(`${words} was read`);
  const fixes = mistake.fixes.map((fix) => fix.replace(/^\/stock /, ''));
  expect(fixes[0]).toBe(corrected === '' ? 'help' : corrected);
  expect(mistake.message).toContain(sentence);
  for (const fix of fixes) if (fix !== 'help') expect(() => readRule(stock, fix, reading)).not.toThrow();
});

test.each<[string, string, 'me' | 'us', ('sales' | 'unsure')?]>([
  ['tell me when gin runs out', 'when gin runs out', 'me', 'unsure'],
  ['Could you let me know if gin sales drop by 20%?', 'if gin sales drop by 20%', 'me', 'unsure'],
  ['tell me when sales fall 20% from last week', 'when sales fall 20% from last week', 'me', 'unsure'],
  ['si fra når gin er utsolgt, takk', 'når gin er utsolgt', 'me', 'unsure'],
  ['si fra til oss når gin er utsolgt', 'når gin er utsolgt', 'us', 'unsure'],
  ['gi meg beskjed når 1101 er utsolgt.', 'når 1101 er utsolgt', 'me', 'unsure'],
  ['warn me when gin sales fall 20%', 'when gin sales fall 20%', 'me'],
  ['Please alert us if gin is below 4 days', 'if gin is below 4 days', 'us'],
  ['set an alert for gin under 4 days', 'gin under 4 days', 'me'],
  ['sett opp et salgsvarsel for gin -30 %', 'gin -30 %', 'me', 'sales'],
  ['varsle oss når cider er utsolgt', 'når cider er utsolgt', 'us'],
])('%s', (text, words, whom, more) => {
  expect({ subject: undefined, isUnsure: false, ...readAlertSentence(text) }).toEqual({
    kind: 'set',
    words,
    isForMe: whom === 'me',
    lead: whom === 'me' ? 'alert me' : 'alert',
    subject: more === 'sales' ? 'sales' : undefined,
    isUnsure: more === 'unsure',
  });
});

test.each([
  'stop alert 1101',
  'remove the alert on gin',
  'slett varselet for gin',
  'ikke varsle meg om gin',
  "please don't alert me about gin",
  'what alerts are there?',
  'vis varslene mine',
])('%s is about the list', (text) => {
  expect(readAlertSentence(text)?.kind).toBe('list');
});

test.each([
  'tell me if gin is out of stock',
  'tell me when gin was out of stock',
  'let me know how much gin we sold',
  'når går vi tom for gin',
  'what is out',
  'when anything sells out',
  'gin when under 7 days',
  'si meg hva som er utsolgt',
])('%s is a question', (text) => {
  expect(readAlertSentence(text)).toBeUndefined();
});

const products = fc.option(
  fc.uniqueArray(fc.integer({ min: 1_000, max: 99_999 }).map(String), { minLength: 1, maxLength: 5 }),
  { nil: undefined },
);
const line = fc.oneof(
  fc.record({
    measure: fc.constantFrom('units', 'cover'),
    is: fc.constantFrom('below' as const, 'above' as const),
    line: fc.integer({ min: 1, max: 365 }),
  }),
  fc.constant({ measure: 'out', is: 'below' as const, line: 0 }),
  fc.constant({ measure: 'back', is: 'above' as const, line: 0 }),
);

test('what is written of a rule is read as the same rule, and so is what is stored', () => {
  fc.assert(
    fc.property(line, products, fc.boolean(), (said, ids, isSum) => {
      const by = isSum ? {} : ({ by: 'product' } as const);
      const rule = { ...said, ...by, selection: ids === undefined ? EVERYTHING : of(...ids) };
      const stored = readStored(stock, JSON.stringify(rule));
      if (stored === undefined) throw new Error('it is left to a newer version');
      const { json, typed } = readRule(stock, stored.typed, reading);
      expect(JSON.parse(json)).toEqual(rule);
      expect(json).toBe(stored.json);
      expect(typed).toBe(stored.typed);
    }),
  );
});
