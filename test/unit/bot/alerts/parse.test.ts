import { expect, test } from 'vitest';
import { readAlertCommand, readAlertSentence } from '../../../../bot/alerts/command.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { EVERYTHING, ofProducts } from '../../../../bot/parse/selection.ts';
import { parseStockAlert } from '../../../../bot/stock/alerts/parse.ts';
import { readStockAlert, type StockAlert, writeStockAlert } from '../../../../bot/stock/alerts/rule.ts';
import { calendar } from '../../../support/bot/time.ts';
import fc from '../../../support/property.ts';

const none = { nameOf: () => undefined, called: () => [], named: () => [], like: () => [] };
const gin = [{ id: '7', name: 'Fjord Gin' }];
const reading = {
  vocabulary: {
    products: {
      nameOf: (id: string) => (Number(id) === 7 ? 'Fjord Gin' : undefined),
      called: (words: string) => (words.toLowerCase() === 'fjord gin' ? gin : []),
      named: (words: string) => ('fjord gin'.includes(words.toLowerCase()) ? gin : []),
      like: () => gin,
    },
    stores: none,
  },
  calendar,
  now: Date.parse('2026-11-20T09:00:00Z'),
};
const read = (text: string) => {
  const asked = readAlertCommand(text);
  if (asked?.kind !== 'set') return asked;
  return { rule: parseStockAlert(asked.words, reading), isForMe: asked.isForMe };
};
const of = (...ids: string[]) => ofProducts(ids);

test.each<[string, StockAlert, boolean?]>([
  ['alert 1101 below 100', { kind: 'units', line: 100, selection: of('1101') }],
  ['varsle når 1101 er under 1.000 enheter', { kind: 'units', line: 1_000, selection: of('1101') }],
  ['varsle 1101 under 1 000', { kind: 'units', line: 1_000, selection: of('1101') }],
  ['alert below 1\u00a0000\u00a0000 units 1101', { kind: 'units', line: 1_000_000, selection: of('1101') }],
  ['alert below 5 1101', { kind: 'units', line: 5, selection: of('1101') }],
  ['alert me 1101 1102 less than 5 units', { kind: 'units', line: 5, selection: of('1101', '1102') }, true],
  ['alert gin under 7 days', { kind: 'cover', line: 7, selection: of('7') }],
  ['varsle gin under 2 uker', { kind: 'cover', line: 14, selection: of('7') }],
  ['alert below 7 days of cover', { kind: 'cover', line: 7, selection: EVERYTHING }],
  ['alert 1101 < 7d', { kind: 'cover', line: 7, selection: of('1101') }],
  ['alert out', { kind: 'out', line: 0, selection: EVERYTHING }],
  ['varsle meg utsolgt', { kind: 'out', line: 0, selection: EVERYTHING }, true],
  ['alert 1101 back in stock', { kind: 'out', line: 0, selection: of('1101') }],
  ['varsle når 1101 er på lager igjen', { kind: 'out', line: 0, selection: of('1101') }],
  ['alert when anything sells out', { kind: 'out', line: 0, selection: EVERYTHING }],
  ['varsle meg når noe blir utsolgt', { kind: 'out', line: 0, selection: EVERYTHING }, true],
  ['alert me when we run out of gin', { kind: 'out', line: 0, selection: of('7') }, true],
  ['varsle når det er mindre enn 50 igjen av 1101', { kind: 'units', line: 50, selection: of('1101') }],
  ['alert when there are less than 50 units left of gin', { kind: 'units', line: 50, selection: of('7') }],
  ['varsle 1101 går tom om 5 dager', { kind: 'cover', line: 5, selection: of('1101') }],
  ['alert gin runs out in 2 weeks', { kind: 'cover', line: 14, selection: of('7') }],
  ['alert 1101 out of stock', { kind: 'out', line: 0, selection: of('1101') }],
])('%s', (text, rule, isForMe = false) => {
  expect(read(text)).toEqual({ rule, isForMe });
});

test.each([
  ['alerts', { kind: 'list' }],
  ['Varsler', { kind: 'list' }],
  ['alert', { kind: 'form', isForMe: false }],
  ['varsle meg', { kind: 'form', isForMe: true }],
  ['alert help', { kind: 'help' }],
  ['alert list', { kind: 'list' }],
  ['alert remove 1101', { kind: 'list' }],
  ['varsle meg ikke om gin', { kind: 'list' }],
  ['alert us', { kind: 'form', isForMe: false }],
  ['low 7', undefined],
  ['"alert" below 3', undefined],
])('%s', (text, asked) => {
  expect(read(text)).toEqual(asked);
});

test.each<[string, string, string?]>([
  ['1101', '1101 out', 'Add a line'],
  ['1101 below 0', '1101 below 100'],
  ['1101 under 400 days', '1101 below 7 days'],
  ['1101 below many', '1101 below 100'],
  ['fjrd below 5', '7 below 5'],
  ['1101 belwo 100', '1101 below 100', '"belwo"'],
  ['1101 uslogt', '1101 utsolgt'],
  ['1101 above 1 000', '1101 below 1 000', 'A stock alert posts when'],
  ['1101 at 100', '1101 below 100'],
  ['1101 100', '1101 below 100'],
  ['low', 'below 7 days'],
  ['when gin is low', 'gin below 7 days'],
  ['gin er snart utsolgt', 'gin below 7 days'],
  ['1101 below 100 and 90210 below 50', '1101 below 100', 'An alert has one line.'],
  ['below 7 days or out', 'below 7 days', 'An alert has one line.'],
  ['1101 out, 90210 below 50', '1101 out', 'An alert has one line.'],
  ['1101 out in 5', '1101 below 5 days'],
  ['1101 below 1000 000', '1101 below 100', '"1000 000"'],
  ['1101 at 0', '1101 out'],
  ['below', 'below 100', 'Add a number after "below"'],
  ['gin -30%', '', '/sales alert -30%'],
  ['gin below 30 %', '', '/sales alert -30%'],
])('%s is a mistake whose suggestions can be typed', (words, corrected, sentence = '') => {
  let mistake: unknown;
  try {
    parseStockAlert(words, reading);
  } catch (error) {
    mistake = error;
  }
  if (!(mistake instanceof ParseError)) throw new Error(`${words} was read`);
  expect(mistake.corrected).toBe(corrected);
  expect(mistake.message).toContain(sentence);
  for (const fix of mistake.fixes) expect(() => parseStockAlert(fix, reading)).not.toThrow();
});

test.each<[string, string, 'me' | 'us', ('sales' | 'unsure')?]>([
  ['tell me when gin runs out', 'when gin runs out', 'me', 'unsure'],
  ['Could you let me know if gin sales drop by 20%?', 'if gin sales drop by 20%', 'me', 'unsure'],
  ['si fra når gin er utsolgt, takk', 'når gin er utsolgt', 'us', 'unsure'],
  ['gi meg beskjed når 1101 er utsolgt.', 'når 1101 er utsolgt', 'me', 'unsure'],
  ['when anything sells out', 'when anything sells out', 'us', 'unsure'],
  ['warn me when gin sales fall 20%', 'when gin sales fall 20%', 'me'],
  ['Please alert us if gin is below 4 days', 'if gin is below 4 days', 'us'],
  ['set an alert for gin under 4 days', 'gin under 4 days', 'us'],
  ['sett opp et salgsvarsel for gin -30 %', 'gin -30 %', 'us', 'sales'],
  ['varsle oss når cider er utsolgt', 'når cider er utsolgt', 'us'],
])('%s', (text, words, whom, more) => {
  expect(readAlertSentence(text)).toEqual({
    asked: { kind: 'set', words, isForMe: whom === 'me' },
    subject: more === 'sales' ? 'sales' : undefined,
    isSure: more !== 'unsure',
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
  expect(readAlertSentence(text)?.asked).toEqual({ kind: 'list' });
});

test.each([
  'tell me if gin is out of stock',
  'tell me when gin was out of stock',
  'let me know how much gin we sold',
  'når går vi tom for gin',
  'what is out',
  'si meg hva som er utsolgt',
])('%s is a question', (text) => {
  expect(readAlertSentence(text)).toBeUndefined();
});

const products = fc.option(
  fc.uniqueArray(fc.integer({ min: 1_000, max: 99_999 }).map(String), { minLength: 1, maxLength: 5 }),
  { nil: undefined },
);
const line = fc.oneof(
  fc.record({ kind: fc.constant('units' as const), line: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ kind: fc.constant('cover' as const), line: fc.integer({ min: 1, max: 365 }) }),
  fc.constant({ kind: 'out' as const, line: 0 }),
);

test('what is written of a rule is read as the same rule, and so is what is stored', () => {
  fc.assert(
    fc.property(line, products, (said, ids) => {
      const rule = { ...said, selection: ids === undefined ? EVERYTHING : of(...ids) };
      expect(parseStockAlert(writeStockAlert(rule), reading)).toEqual(rule);
      expect(readStockAlert(JSON.parse(JSON.stringify(rule)))).toEqual(rule);
    }),
  );
});
