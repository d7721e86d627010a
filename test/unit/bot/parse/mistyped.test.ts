import { expect, test } from 'vitest';
import { nearestNumber, nearestWord } from '../../../../bot/parse/didYouMean.ts';
import { VERBS } from '../../../../bot/standing/vocabulary.ts';

test('a verb of which two neighbours changed places is understood', () => {
  for (const [verb, meaning] of VERBS) {
    for (let at = 1; at < verb.length; at += 1) {
      const typed = `${verb.slice(0, at - 1)}${verb.charAt(at)}${verb.charAt(at - 1)}${verb.slice(at + 1)}`;
      if (typed.length < 3 || VERBS.has(typed)) continue;
      expect(VERBS.get(nearestWord(typed, VERBS.keys()) ?? ''), `${typed} for ${verb}`).toBe(meaning);
    }
  }
});

test.each([
  ['wine', ['mine']],
  ['nsubscribe', ['subscribe', 'unsubscribe']],
  ['pameld', ['avmeld']],
])('%s means none of %j', (typed, known) => {
  expect(nearestWord(typed, known)).toBeUndefined();
});

test.each([
  ['1011', ['1222', '1101'], '1101'],
  ['0346', ['00409', '345', '90210'], '345'],
  ['99999999', ['00409', '345', '90210'], undefined],
  ['42', ['345', '43'], undefined],
])('the number %s of %j means %s', (typed, known, meant) => {
  expect(nearestNumber(typed, known)).toBe(meant);
});
