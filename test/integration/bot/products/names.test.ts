import { describe, expect, test } from 'vitest';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { foundByName, likeThem } from '../../../../bot/parse/names.ts';
import { escapeMrkdwn } from '../../../../bot/slack/message.ts';
import { createStoreNames } from '../../../../bot/stores/storeNames.ts';
import { keystrokesApart } from '../../../../bot/text/editDistance.ts';
import { cutName, LABEL_CHARACTERS, labelOf } from '../../../../bot/text/label.ts';
import { FOREIGN_NAMES } from '../../../support/bot/products/listFiles.ts';
import { startWarehouse } from '../../../support/bot/service.ts';
import fc, { longRuns } from '../../../support/property.ts';

const NAMES: readonly (readonly [string, string])[] = [
  ['1101', 'Pale Ale'],
  ['00345', 'Pale Ale Økologisk'],
  ['4711', 'Rødvin Château Étoile 0,75'],
  ['90210', 'India Pale Ale'],
  ['5', 'Ølbriller'],
  ['6', '🍺 Pils'],
];

const index = await buildNameIndex(NAMES.map(([id, name]) => ({ id, name })));
const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

describe('names are found', () => {
  test('by number, with and without zeros', () => {
    expect(['345', '0345', '0000345', '1101', '7'].map(index.nameOf)).toEqual([
      'Pale Ale Økologisk',
      'Pale Ale Økologisk',
      'Pale Ale Økologisk',
      'Pale Ale',
      undefined,
    ]);
    expect(['', ' ', 'x', '-1', '1'.repeat(99), '__proto__'].map(index.nameOf)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });

  test('by words and beginnings of words in any order, exact names first', () => {
    expect(ids(index.named('pale ale', 9))).toEqual(['1101', '00345', '90210']);
    expect(ids(index.named('ALE india', 9))).toEqual(['90210']);
    expect(ids(index.named('pal', 1))).toEqual(['1101']);
    expect(ids(index.named('rodvin chateau', 9))).toEqual(['4711']);
    expect(ids(index.named('øl', 9))).toEqual(['5']);
    expect(ids(index.named('🍺', 9))).toEqual(['6']);
    expect(ids(index.named('ale ale', 9))).toHaveLength(3);
    expect(['', '  ', '!?', 'pale stout', 'x'.repeat(5_000)].map((typed) => index.named(typed, 9))).toEqual([
      [],
      [],
      [],
      [],
      [],
    ]);
  });

  test('by other names, which are as good as the name and may stand for several', async () => {
    const named = await buildNameIndex([
      { id: '1', name: 'Pils', otherNames: ['øl', 'lyst øl'] },
      { id: '2', name: 'Øl fra Bergen' },
      { id: '3', name: 'Pale Ale', otherNames: ['ØL'] },
      { id: '4', name: 'Linie', otherNames: ['akevitt'] },
    ]);
    expect(ids(named.named('øl', 9))).toEqual(['1', '3', '2']);
    const names = { products: named, stores: await buildNameIndex([]) };
    expect(foundByName('product', 'Øl', names).ids).toEqual(['1', '3']);
    expect(ids(named.find('lyst', 9))).toEqual(['1']);
    expect(ids(likeThem('akavitt', named, 3))).toEqual(['4']);
    expect(named.nameOf('4')).toBe('Linie');
  });

  test.each([
    ['plae ale', '1101'],
    ['indai', '90210'],
    ['rødvinn', '4711'],
    ['olbrille', '5'],
    ['pale ael', '1101'],
    ['idnia pale', '90210'],
  ])('although spelled %s', (typed, id) => {
    expect(ids(index.like(typed, 3))[0]).toBe(id);
  });

  test('not when nothing is near', () => {
    for (const typed of ['', 'xyzzy', 'q', '🤷', 'x'.repeat(5_000)]) expect(index.like(typed, 3)).toEqual([]);
  });

  test('in a picker by digits, by words, and by what is nearly spelled so', () => {
    expect(ids(index.find('34', 9))).toEqual(['00345']);
    expect(ids(index.find('0034', 9))).toEqual(['00345']);
    expect(ids(index.find('5', 9))).toEqual(['5']);
    expect(ids(index.find('75', 9))).toEqual(['4711']);
    expect(ids(index.find('pale', 2))).toEqual(['1101', '00345']);
    expect(ids(index.find('inida', 9))).toEqual(['90210']);
  });

  test('whatever is typed, and never more than asked for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.integer({ min: 0, max: 3 }),
        (typed, most) => {
          for (const found of [index.named(typed, most), index.like(typed, most), index.find(typed, most)]) {
            expect(found.length).toBeLessThanOrEqual(most);
            expect(new Set(found).size).toBe(found.length);
          }
        },
      ),
      { numRuns: longRuns(300) },
    );
  });

  test('each by its own name, whatever the names are', async () => {
    const entries = FOREIGN_NAMES.map((name, at) => ({ id: String(at), name }));
    const foreign = await buildNameIndex(entries);
    expect(entries.map(({ id }) => foreign.nameOf(id))).toEqual(FOREIGN_NAMES);
    const short = entries.filter(({ name }) => name.length < 200);
    for (const entry of short) expect(foreign.named(entry.name, 1)).toEqual([entry]);
  });
});

test('neighbours that changed places are one keystroke', () => {
  expect(keystrokesApart('olso', 'oslo', 3)).toBe(1);
  expect(keystrokesApart('ab', 'ab', 3)).toBe(0);
  expect(keystrokesApart('kitten', 'sitting', 3)).toBe(3);
  expect(keystrokesApart('abcdef', 'uvwxyz', 2)).toBeGreaterThan(2);
});

describe('a label', () => {
  test('is the number and the name, or the number alone', () => {
    expect(labelOf('1101', 'Pale Ale')).toBe('1101 Pale Ale');
    expect([labelOf('1101', undefined), labelOf('1101', '')]).toEqual(['1101', '1101']);
  });

  test('keeps within its length, the number whole, and no character in two', () => {
    for (const name of [...FOREIGN_NAMES, '👩‍👩‍👧‍👦'.repeat(50)]) {
      for (const most of [20, LABEL_CHARACTERS, 300]) {
        const label = labelOf('00345', name, most);
        expect(label.length).toBeLessThanOrEqual(most);
        expect(label.startsWith('00345')).toBe(true);
        expect(label.isWellFormed()).toBe(true);
        expect(label).not.toMatch(/\u200d…?$/);
      }
    }
    expect(labelOf('1101', 'Rødvin Château Étoile', 20)).toBe('1101 Rødvin Château…');
    expect(labelOf('1101', '👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 20)).toBe('1101 👩‍👩‍👧‍👦…');
    expect(cutName('Pale Ale', 1)).toBe('');
  });

  test('does not let a name written from right to left drag the number along', () => {
    expect(labelOf('1101', 'نبيذ أحمر')).toBe('1101 \u2068نبيذ أحمر\u2069');
  });

  test('is safe in mrkdwn behind escapeMrkdwn', () => {
    for (const name of FOREIGN_NAMES) {
      const shown = escapeMrkdwn(labelOf('1101', name));
      expect(shown).not.toMatch(/[<>`]/);
      expect(shown).not.toMatch(/&(?!(amp|lt|gt);)/);
    }
  });
});

test('stores are found by name and city once they are taken in', async () => {
  const { client } = await startWarehouse('2026-11-20 09:00', { stores: 36 });
  const names = await createStoreNames();
  expect([names.label('143'), names.named('oslo', 5)]).toEqual(['143', []]);
  await names.take(await client.stores());
  expect(names.label('143')).toBe('143 Ålesund Sentrum');
  expect(names.nameOf('101')).toBe('Oslo Torggata');
  expect(ids(names.named('alesund', 5))).toEqual(['143']);
  expect(ids(names.named('eiksmarka', 5))).toEqual(['251']);
  expect(ids(names.like('olso', 5))).toContain('0101');
  expect(names.named('ål', 5, { isWhole: () => true })).toEqual([]);
});
