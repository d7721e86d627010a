import { expect, test } from 'vitest';
import { parseDigest } from '../../../bot/grammar/digest.ts';
import { mistakeOf } from './mistakeOf.ts';

test.each([
  ['', 'help'],
  ['help', 'help'],
  ['help me', 'help'],
  ['now', 'now'],
  ['NOW', 'now'],
  ['status', 'status'],
  ['subscribe', 'subscribe'],
  ['Unsubscribe', 'unsubscribe'],
])('/digest %s', (text, kind) => {
  expect(parseDigest(text)).toEqual({ kind });
});

test.each([
  ['now please', '"please" is not something /digest knows.', '/digest now'],
  ['stauts', '"stauts" is not something /digest knows.', '/digest status'],
  ['foo foo', '"foo" is not something /digest knows.', '/digest help'],
  ['status status', '"status" is not something /digest knows.', '/digest status'],
])('/digest %s is refused', (text, sentence, corrected) => {
  expect(mistakeOf(() => parseDigest(text))).toEqual([sentence, corrected]);
});
