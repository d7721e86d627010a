import { expect, test } from 'vitest';
import { EVERYTHING, isNone, NONE, writeSelection } from '../../../../bot/parse/selection.ts';
import { type DigestQuestion, type Narrowing, PLAIN_VERBS } from '../../../../bot/standing/question.ts';
import { type Asked, inNorwegian, readCommand, writeCommand } from '../../../support/bot/parse/commands.ts';
import { numbers, reading, sales, selections, stock, stores } from '../../../support/bot/parse/questions.ts';
import fc, { longRuns } from '../../../support/property.ts';
import { leftInEnglish } from './leftInEnglish.ts';

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const change = fc.record(
  {
    digestTime: time,
    weekdays: fc.subarray([...'1234567'], { minLength: 1 }).map((days) => days.join('')),
    language: fc.constantFrom('nb', 'en' as const),
    narrows: fc.oneof(
      fc.constantFrom<Narrowing>({ words: 'group:"Cider"' }, { words: '', clears: ['product'] }),
      numbers(20, 1).map((ids) => ({ words: `product:${ids.join(',')}` })),
      selections
        .map(({ without }) => without.product)
        .filter((product) => !isNone(product))
        .map((product) => ({
          words: writeSelection({ ...EVERYTHING, without: { product, store: NONE } }).join(' '),
        })),
    ),
  },
  { requiredKeys: [] },
);
const place = { command: fc.constant('digest' as const), channelId: fc.constantFrom('C0123', undefined) };
const content = fc.constantFrom('stock' as const, 'sales' as const, undefined);
const all = fc.constant('all' as const);
const until = fc.constantFrom('2026-12-01', '2027-01-31');
const digest: fc.Arbitrary<DigestQuestion> = fc.oneof(
  fc.record({ command: fc.constant('digest'), kind: fc.constantFrom('help', 'form', 'list') }),
  fc.record({ ...place, content: fc.constant('sales'), kind: fc.constant('subscribe'), change }),
  fc.record({ ...place, content, kind: fc.constantFrom(...PLAIN_VERBS) }),
  fc.record({ ...place, content: all, kind: fc.constantFrom('resume', 'unsubscribe') }),
  fc.record({ ...place, content: fc.oneof(content, all), kind: fc.constant('pause'), until }),
);

test.each<[string, fc.Arbitrary<Asked>]>([
  ['/stock', stock],
  ['/sales', sales],
  ['/stores', stores],
  ['/digest', digest],
])('every question to %s can be written in all languages, and is read as the same', (command, question) => {
  fc.assert(
    fc.property(question, (asked) => {
      const written = writeCommand(asked);
      expect(readCommand(written, reading)).toEqual(asked);
      const norwegian = inNorwegian(written);
      expect(readCommand(norwegian, reading)).toEqual(asked);
      if (command !== '/stores') expect(leftInEnglish(written, norwegian)).toEqual([]);
    }),
    { numRuns: longRuns(500) },
  );
});
