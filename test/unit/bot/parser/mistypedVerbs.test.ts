import { describe, expect, test } from 'vitest';
import { nearestNumber, nearestWord } from '../../../../bot/parser/didYouMean.ts';
import { VERBS } from '../../../../bot/parser/vocabulary.ts';

const verbs = [...VERBS.keys()];
const meant = (typed: string) => VERBS.get(nearestWord(typed, verbs) ?? '');

test.each([
  ['nwo', 'now'],
  ['onw', 'now'],
  ['lsit', 'list'],
  ['suscribe', 'subscribe'],
  ['subcsribe', 'subscribe'],
  ['unsuscribe', 'unsubscribe'],
  ['usnubscribe', 'unsubscribe'],
  ['puase', 'pause'],
  ['reusme', 'resume'],
  ['prevew', 'preview'],
  ['stauts', 'status'],
  ['histroy', 'history'],
  ['hist', 'history'],
  ['prev', 'preview'],
  ['unsubs', 'unsubscribe'],
  ['avbestil', 'unsubscribe'],
  ['lsite', 'list'],
] as const)('/digest %s means %s', (typed, verb) => {
  expect(meant(typed)).toBe(verb);
});

describe('two neighbours that changed places', () => {
  const swaps = verbs.flatMap((verb) =>
    Array.from({ length: verb.length - 1 }, (_, at) => ({
      verb,
      typed: verb.slice(0, at) + verb.charAt(at + 1) + verb.charAt(at) + verb.slice(at + 2),
    })),
  );

  test.each(swaps.filter(({ typed }) => typed.length > 2 && !VERBS.has(typed)))(
    'in $verb, as $typed, are understood',
    ({ verb, typed }) => {
      expect(meant(typed)).toBe(VERBS.get(verb));
    },
  );
});

test('a number with two digits changed is nearer than one with two others', () => {
  expect(nearestNumber('1011', ['1222', '1101'])).toBe('1101');
});

test.each([
  ['vin', ['min', 'mine', 'out']],
  ['wine', ['mine']],
  ['without', ['with', 'yesterday']],
  ['nsubscribe', ['subscribe', 'unsubscribe']],
  ['pameld', ['avmeld']],
])('%s means none of %j', (typed, known) => {
  expect(nearestWord(typed, known)).toBeUndefined();
});

test.each(['99999999', '5', '42'])('%s is near to no number that is quite another', (typed) => {
  expect(nearestNumber(typed, ['00409', '345', '90210'])).toBeUndefined();
});
