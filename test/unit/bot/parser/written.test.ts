import { expect, test } from 'vitest';
import { inNorwegian } from '../../../../bot/language/nb/commands.ts';
import { type DigestQuestion, PLAIN_VERBS } from '../../../../bot/parser/digestQuestion.ts';
import { GROUPS } from '../../../../bot/parser/groupings.ts';
import { normalize } from '../../../../bot/parser/normalize.ts';
import type { NameOfMany, OpenAt, Question, SalesFigures, Side } from '../../../../bot/parser/question.ts';
import { leftInEnglish } from '../../../support/bot/language/leftInEnglish.ts';
import { type Asked, readCommand, writeCommand } from '../../../support/bot/parser/commands.ts';
import { fuzzedReading } from '../../../support/bot/parser/fuzz.ts';
import { NOON } from '../../../support/bot/parser/reading.ts';
import fc from '../../../support/property.ts';

const reading = await fuzzedReading(NOON);
const { calendar } = reading;

const number = fc.stringMatching(/^\d{1,15}$/);
const numbers = (maxLength: number, minLength = 0) => fc.uniqueArray(number, { minLength, maxLength });
/** Names that stand for several in what is read with; one that stands for none is not read at all. */
const NAMES = {
  product: [
    { meaning: 'product', kind: 'group', words: 'Cider' },
    { meaning: 'product', kind: 'name', words: 'brus' },
  ],
  store: [
    { meaning: 'store', kind: 'name', words: 'oslo' },
    { meaning: 'store', kind: 'name', words: 'stavanger' },
  ],
} as const satisfies Record<string, readonly NameOfMany[]>;
const side = (of: keyof typeof NAMES, maxLength: number): fc.Arbitrary<Side> =>
  fc
    .record({ ids: numbers(maxLength), names: fc.subarray<NameOfMany>([...NAMES[of]]) })
    .filter(({ ids, names }) => ids.length + names.length > 0);
const range = fc
  .tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 365 }))
  .map(([back, length]) => {
    const to = calendar.addDays('2026-11-19', -back);
    return { from: calendar.addDays(to, -length), to };
  });

const withoutWords = (command: 'stock' | 'sales' | 'stores'): fc.Arbitrary<Question> =>
  fc.constantFrom<Question>({ command, kind: 'help' }, { command, kind: 'form' });

const scope = fc.constantFrom('mine', 'all' as const);
const list = { command: fc.constant('stock' as const), scope, of: side('product', 20) };
const productIds = numbers(50, 1);
const stock: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('stock'),
  fc.record({ command: fc.constant('stock'), kind: fc.constant('overview'), scope }),
  fc.record(
    { ...list, kind: fc.constantFrom('out', 'changes' as const) },
    { requiredKeys: ['command', 'kind', 'scope'] },
  ),
  fc.record(
    { ...list, kind: fc.constantFrom('low', 'over' as const), days: fc.integer({ min: 1, max: 365 }) },
    { requiredKeys: ['command', 'kind', 'scope', 'days'] },
  ),
  fc.record({ command: fc.constant('stock'), kind: fc.constant('products'), productIds }),
  fc.record({ command: fc.constant('stock'), kind: fc.constant('history'), productIds, days: range }),
);

/** Products and stores by number and by name; names only where there are any. */
const narrowing = (most: number) =>
  fc
    .tuple(numbers(most), numbers(most), fc.subarray<NameOfMany>([...NAMES.product, ...NAMES.store]))
    .map(([products, stores, names]) => ({
      productIds: products,
      storeIds: stores,
      ...(names.length === 0 ? {} : { names }),
    }));
const filter = {
  command: fc.constant('sales' as const),
  by: fc.constantFrom(...GROUPS),
  without: narrowing(3).filter(
    (each) => 'names' in each || each.productIds.length + each.storeIds.length > 0,
  ),
  top: fc.integer({ min: 1, max: 100 }),
  bottom: fc.integer({ min: 1, max: 100 }),
  returns: fc.constant(true as const),
  days: range,
};
const ofOnePeriod = fc
  .record(
    {
      ...filter,
      kind: fc.constant('sales' as const),
      and: fc.constantFrom(...GROUPS),
      share: fc.constant(true as const),
    },
    { requiredKeys: ['command', 'kind', 'by', 'days'] },
  )
  .filter(({ by, and }) => by !== and);
const ofTwoPeriods = fc
  .record(
    { ...filter, kind: fc.constant('compare' as const), against: range },
    { requiredKeys: ['command', 'kind', 'by', 'days', 'against'] },
  )
  .filter(({ days, against }) => against.from < days.from);
/** "Oslo vs bergen": what is in the sides is in the lists as well. */
const sides = fc.constantFrom('product' as const, 'store' as const).chain((of) =>
  fc.tuple(fc.array(side(of, 3), { minLength: 2, maxLength: 3 }), numbers(3)).map(([each, others]) => {
    const ids = [...new Set(each.flatMap((one) => one.ids))];
    const names = [...new Set(each.flatMap((one) => one.names))];
    return {
      ...(of === 'product' ? { productIds: ids, storeIds: others } : { productIds: others, storeIds: ids }),
      ...(names.length === 0 ? {} : { names }),
      sides: { of, each },
    };
  }),
);
const sales: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('sales'),
  fc
    .oneof(fc.tuple(narrowing(20), fc.oneof(ofOnePeriod, ofTwoPeriods)), fc.tuple(sides, ofOnePeriod))
    .map(([narrowed, asked]) => ({ ...narrowed, ...asked }) as SalesFigures)
    .filter(({ top, bottom }) => top === undefined || bottom === undefined),
);

const words = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('open now', 'near 1,2', 'help', '143', 'store:143', 'mo i rana', 'e'),
  )
  .map((text) => normalize(text).replaceAll('"', '').trim())
  .filter((text) => normalize(text) === text && text.length <= 200);
const degrees = (most: number) =>
  fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6 + 0);
const near = fc.oneof(
  fc.record({ latitude: degrees(90), longitude: degrees(180) }),
  fc.constant({ latitude: 60, longitude: 10 }),
  fc.record({ words: fc.constantFrom('oslo', 'mo i rana', 'open now', '143 oslo') }),
);
const open = fc.constantFrom<OpenAt>(
  { day: 'today' },
  { day: 'tomorrow', time: '08:05' },
  { day: 7, time: '18:00' },
  { day: { month: 5, date: 1 }, time: '09:30' },
  { day: { year: 2026, month: 12, date: 24 } },
);
const search = { command: fc.constant('stores' as const), kind: fc.constant('search' as const), words };
const stores: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('stores'),
  fc.record(
    { command: fc.constant('stores'), kind: fc.constant('number'), storeId: number, open },
    { requiredKeys: ['command', 'kind', 'storeId'] },
  ),
  fc
    .oneof(
      fc.record(
        { ...search, openNow: fc.boolean(), near },
        { requiredKeys: ['command', 'kind', 'words', 'openNow'] },
      ),
      fc.record(
        { ...search, openNow: fc.constant(false), open, near },
        { requiredKeys: ['command', 'kind', 'words', 'openNow', 'open'] },
      ),
    )
    .filter((asked) => asked.words !== '' || asked.openNow || 'open' in asked || asked.near !== undefined),
);

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const change = fc.record(
  {
    digestTime: time,
    weekdays: fc.subarray([...'1234567'], { minLength: 1 }).map((days) => days.join('')),
    language: fc.constantFrom('nb', 'en' as const),
    products: fc.oneof(
      fc.constantFrom({ kind: 'mine' }, { kind: 'all' }, { kind: 'group', group: 'Cider' } as const),
      numbers(20, 1).map((ids) => ({ kind: 'products', productIds: ids }) as const),
    ),
  },
  { requiredKeys: [] },
);
const place = { command: fc.constant('digest' as const), channelId: fc.constantFrom('C0123', undefined) };
const content = fc.constantFrom('stock' as const, 'sales' as const, undefined);
const both = fc.constant('both' as const);
const until = fc.constantFrom('2026-12-01', '2027-01-31');
const digest: fc.Arbitrary<DigestQuestion> = fc.oneof(
  fc.record({ command: fc.constant('digest'), kind: fc.constantFrom('help', 'form', 'list') }),
  fc.record({ ...place, content, kind: fc.constant('subscribe'), change }),
  fc.record({ ...place, content, kind: fc.constantFrom(...PLAIN_VERBS) }),
  fc.record({ ...place, content: both, kind: fc.constantFrom('resume', 'unsubscribe') }),
  fc.record({ ...place, content: fc.oneof(content, both), kind: fc.constant('pause'), until }),
);

test.each<[string, fc.Arbitrary<Asked>]>([
  ['/stock', stock],
  ['/sales', sales],
  ['/stores', stores],
  ['/digest', digest],
])('every question to %s can be written in both languages, and is read as the same', (command, question) => {
  fc.assert(
    fc.property(question, (asked) => {
      const written = writeCommand(asked);
      expect(readCommand(written, reading)).toEqual(asked);
      const norwegian = inNorwegian(written);
      expect(readCommand(norwegian, reading)).toEqual(asked);
      if (command !== '/stores') expect(leftInEnglish(written, norwegian)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
