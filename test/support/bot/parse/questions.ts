import type { NameOfMany, Side } from '../../../../bot/parse/narrowing.ts';
import { normalize } from '../../../../bot/parse/parseCommand.ts';
import { GROUPS } from '../../../../bot/sales/groupings.ts';
import type { SalesQuestion } from '../../../../bot/sales/question.ts';
import type { OpenAt } from '../../../../bot/stores/question.ts';
import fc from '../../property.ts';
import type { Question } from './commands.ts';
import { fuzzedReading } from './fuzz.ts';
import { NOON } from './reading.ts';

/** What the questions are read with: their names stand for several there. */
export const reading = await fuzzedReading(NOON);
const { calendar } = reading;

const number = fc.stringMatching(/^\d{1,15}$/);
export const numbers = (maxLength: number, minLength = 0) => fc.uniqueArray(number, { minLength, maxLength });
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
/** Every question to `/stock`. */
export const stock: fc.Arbitrary<Question> = fc.oneof(
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
export const narrowing = (most: number) =>
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
/** Every question to `/sales`. */
export const sales: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('sales'),
  fc
    .oneof(fc.tuple(narrowing(20), fc.oneof(ofOnePeriod, ofTwoPeriods)), fc.tuple(sides, ofOnePeriod))
    .map(([narrowed, asked]) => ({ ...narrowed, ...asked }) as SalesQuestion)
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
/** Every question to `/stores`. */
export const stores: fc.Arbitrary<Question> = fc.oneof(
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
