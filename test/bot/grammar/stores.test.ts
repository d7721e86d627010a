import { expect, test } from 'vitest';
import { parseStores } from '../../../bot/grammar/stores.ts';

test.each([
  ['', { kind: 'help' }],
  ['  ', { kind: 'help' }],
  ['help', { kind: 'help' }],
  ['143', { kind: 'number', storeId: '143' }],
  ['0143', { kind: 'number', storeId: '0143' }],
  ['store:143', { kind: 'number', storeId: '143' }],
  ['oslo', { kind: 'search', words: 'oslo' }],
  ['Oslo,   Majorstuen', { kind: 'search', words: 'Oslo, Majorstuen' }],
  ['“mo i rana”', { kind: 'search', words: 'mo i rana' }],
  ['143 oslo', { kind: 'search', words: '143 oslo' }],
  ["l'orient", { kind: 'search', words: "l'orient" }],
  ['l’orient', { kind: 'search', words: "l'orient" }],
])('/stores %s', (text, question) => {
  expect(parseStores(text)).toEqual(question);
});

test('what Slack writes as an entity is read as the character', () => {
  expect(parseStores('h&amp;m &lt;1&gt;')).toEqual({ kind: 'search', words: 'h&m <1>' });
});
