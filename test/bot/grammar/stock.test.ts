import { describe, expect, test } from 'vitest';
import { parseStock } from '../../../bot/grammar/stock.ts';
import { mistakeOf } from './mistakeOf.ts';

test.each([
  ['', { kind: 'overview', scope: 'mine' }],
  ['   ', { kind: 'overview', scope: 'mine' }],
  ['mine', { kind: 'overview', scope: 'mine' }],
  ['all', { kind: 'overview', scope: 'all' }],
  ['ALL', { kind: 'overview', scope: 'all' }],
  ['out', { kind: 'out', scope: 'mine' }],
  ['out all', { kind: 'out', scope: 'all' }],
  ['all out', { kind: 'out', scope: 'all' }],
  ['1101', { kind: 'products', productIds: ['1101'] }],
  ['1101 90210', { kind: 'products', productIds: ['1101', '90210'] }],
  ['1101, 90210', { kind: 'products', productIds: ['1101', '90210'] }],
  ['product:1101', { kind: 'products', productIds: ['1101'] }],
  ['00345', { kind: 'products', productIds: ['00345'] }],
  ['1101 1101', { kind: 'products', productIds: ['1101'] }],
  ['“1101”', { kind: 'products', productIds: ['1101'] }],
  ['1101\u00a090210', { kind: 'products', productIds: ['1101', '90210'] }],
  ['help', { kind: 'help' }],
  ['Help me', { kind: 'help' }],
])('/stock %s', (text, question) => {
  expect(parseStock(text)).toEqual(question);
});

describe('refuses', () => {
  test.each([
    ['1101 store:143', /no stock per store/, '/stock 1101'],
    ['store:143 1101', /no stock per store/, '/stock 1101'],
    ['store:143', /no stock per store/, '/stock'],
    ['store:143 foo', /no stock per store/, '/stock'],
    ['otu', /"otu" is not something/, '/stock out'],
    ['helpp', /"helpp" is not something/, '/stock help'],
    ['A1101', /"a1101" is not a product number; it is written in digits only/, '/stock 1101'],
    ['1101,90210', /"1101,90210" is not a product number/, '/stock 1101 90210'],
    ['11o1', /"11o1" is not a product number/, '/stock 1101'],
    ['hello', /"hello" is not/, '/stock help'],
    ['11.5', /"11.5" is not a product number/, '/stock 11 5'],
    ['-5', /"-5" is not a product number/, '/stock 5'],
    ['product:', /"" is not a product number/, '/stock 1101'],
    ['out 1101', /"out" stands alone/, '/stock out'],
    ['1234567890123456', /"1234567890123456" is not a product number/, '/stock 123456789012345'],
  ])('/stock %s', (text, sentence, corrected) => {
    const [said, instead] = mistakeOf(() => parseStock(text));
    expect(said).toMatch(sentence);
    expect(instead).toBe(corrected);
  });

  test('more products than fit in one answer, keeping the first', () => {
    const ids = Array.from({ length: 51 }, (_, at) => String(1000 + at));
    const [said, instead] = mistakeOf(() => parseStock(ids.join(' ')));
    expect(said).toBe('That is 51 products; 50 fit in one answer.');
    expect(instead).toBe(`/stock ${ids.slice(0, 50).join(' ')}`);
  });
});
