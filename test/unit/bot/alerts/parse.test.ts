import { expect, test } from 'vitest';
import { isAboutAlerts, parseAlert } from '../../../../bot/alerts/parse.ts';
import { type AlertRule, writeAlert } from '../../../../bot/alerts/rule.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { readAlertProducts } from '../../../../bot/stock/parse/forAlerts.ts';
import { calendar } from '../../../support/bot/time.ts';
import fc from '../../../support/property.ts';

const none = { nameOf: () => undefined, named: () => [], like: () => [] };
const gin = [{ id: '7', name: 'Fjord Gin' }];
const reading = {
  vocabulary: {
    products: {
      nameOf: (id: string) => (Number(id) === 7 ? 'Fjord Gin' : undefined),
      named: (words: string) => ('fjord gin'.includes(words.toLowerCase()) ? gin : []),
      like: () => gin,
    },
    stores: none,
  },
  calendar,
  now: Date.parse('2026-11-20T09:00:00Z'),
};
const read = (text: string) => parseAlert(text, reading, readAlertProducts);
const of = (...ids: string[]) => ({ ids, names: [] });

test.each<[string, AlertRule, boolean?]>([
  ['alert 1101 below 100', { kind: 'units', line: 100, of: of('1101') }],
  ['varsle når 1101 er under 1.000 enheter', { kind: 'units', line: 1_000, of: of('1101') }],
  ['alert me 1101 1102 less than 5 units', { kind: 'units', line: 5, of: of('1101', '1102') }, true],
  ['alert gin under 7 days', { kind: 'cover', line: 7, of: of('7') }],
  ['varsle gin under 2 uker', { kind: 'cover', line: 14, of: of('7') }],
  ['alert below 7 days of cover', { kind: 'cover', line: 7 }],
  ['alert 1101 < 7d', { kind: 'cover', line: 7, of: of('1101') }],
  ['alert out', { kind: 'out', line: 0 }],
  ['varsle meg utsolgt', { kind: 'out', line: 0 }, true],
  ['alert 1101 out of stock', { kind: 'out', line: 0, of: of('1101') }],
])('%s', (text, rule, isForMe = false) => {
  expect(isAboutAlerts(text)).toBe(true);
  expect(read(text)).toEqual({ kind: 'set', rule, isForMe });
});

test('the words alone list alerts, and help helps', () => {
  expect(['alerts', 'Varsler', 'alert'].map(read)).toEqual(Array(3).fill({ kind: 'list' }));
  expect(read('alert help')).toEqual({ kind: 'help' });
  expect(['1101', 'low 7', '', '"alert" below 3'].map(isAboutAlerts)).toEqual(Array(4).fill(false));
});

test.each([
  ['alert 1101', '/stock alert 1101 out'],
  ['alert 1101 below 0', '/stock alert 1101 below 100'],
  ['alert 1101 under 400 days', '/stock alert 1101 below 7 days'],
  ['alert me 1101 below many', '/stock alert me 1101 below 100'],
  ['alert fjrd below 5', '/stock alert'],
])('%s is a mistake whose suggestion can be typed', (text, corrected) => {
  let mistake: unknown;
  try {
    read(text);
  } catch (error) {
    mistake = error;
  }
  if (!(mistake instanceof ParseError)) throw new Error(`${text} was read`);
  expect(mistake.corrected.startsWith(corrected)).toBe(true);
  expect(() =>
    read(mistake instanceof ParseError ? mistake.corrected.replace('/stock ', '') : ''),
  ).not.toThrow();
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

test('what is written of a rule is read as the same rule', () => {
  fc.assert(
    fc.property(line, products, fc.boolean(), (said, ids, isForMe) => {
      const rule = ids === undefined ? said : { ...said, of: of(...ids) };
      expect(read(writeAlert(rule, isForMe))).toEqual({ kind: 'set', rule, isForMe });
    }),
  );
});
