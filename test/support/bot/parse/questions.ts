import { normalize } from '../../../../bot/ask/parseCommand.ts';
import { ROW_NAMES } from '../../../../bot/figures/rows.ts';
import {
  type Chosen,
  EVERYTHING,
  type NameOfMany,
  NONE,
  type Selection,
} from '../../../../bot/parse/selection.ts';
import type { SalesAsked, SalesQuestion } from '../../../../bot/sales/question.ts';
import type { OpenAt, StoresQuestion } from '../../../../bot/stores/question.ts';
import { type DayRange, daysIn } from '../../../../bot/text/dayRange.ts';
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
    { kind: 'group', words: 'Cider' },
    { kind: 'name', words: 'brus' },
  ],
  store: [
    { kind: 'name', words: 'oslo' },
    { kind: 'name', words: 'stavanger' },
  ],
} as const satisfies Record<string, readonly NameOfMany[]>;
const side = (of: keyof typeof NAMES, maxLength: number): fc.Arbitrary<Chosen> =>
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
/** Products, and others that are left out. */
const ofStock = fc
  .tuple(fc.option(side('product', 20), { nil: NONE }), fc.option(side('product', 3), { nil: NONE }))
  .map(([product, leftOut]) => ({ ...EVERYTHING, product, without: { product: leftOut, store: NONE } }));
const list = { command: fc.constant('stock' as const), scope, selection: ofStock };
const selection = numbers(50, 1).map((ids) => ({ ...EVERYTHING, product: { ids, names: [] } }));
/** Every question to `/stock`. */
export const stock: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('stock'),
  fc
    .record({ ...list, kind: fc.constant('overview' as const) })
    .map((asked) => ({ ...asked, selection: { ...asked.selection, product: NONE } })),
  fc.record({ ...list, kind: fc.constantFrom('out', 'changes' as const) }),
  fc.record({
    ...list,
    kind: fc.constantFrom('low', 'over' as const),
    days: fc.integer({ min: 1, max: 365 }),
  }),
  fc.record({ ...list, kind: fc.constant('fewer' as const), units: fc.integer({ min: 1, max: 1_000_000 }) }),
  fc.record({ command: fc.constant('stock'), kind: fc.constant('products'), selection }),
  fc.record({ command: fc.constant('stock'), kind: fc.constant('history'), selection, days: range }),
);

const chosen = (of: keyof typeof NAMES, most: number) => fc.option(side(of, most), { nil: NONE });
const both = (most: number) => fc.record({ product: chosen('product', most), store: chosen('store', most) });
/** Products and stores by number and by name, and others that are left out. */
export const selections: fc.Arbitrary<Selection> = fc
  .tuple(both(20), fc.option(both(3), { nil: EVERYTHING.without }))
  .map(([named, without]) => ({ ...named, without }));
const filter = {
  command: fc.constant('sales' as const),
  by: fc.constantFrom(...ROW_NAMES),
  top: fc.integer({ min: 1, max: 100 }),
  returns: fc.constant(true as const),
  days: range,
};
const ofOnePeriod = fc
  .record(
    {
      ...filter,
      kind: fc.constant('sales' as const),
      and: fc.constantFrom(...ROW_NAMES),
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
/** "Oslo vs bergen": what is in the sides is chosen as well. */
const withSides = fc.constantFrom('product' as const, 'store' as const).chain((of) =>
  fc
    .tuple(fc.array(side(of, 3), { minLength: 2, maxLength: 3 }), selections)
    .map(([each, others]): Selection => {
      const ids = [...new Set(each.flatMap((one) => one.ids))];
      const names = [...new Set(each.flatMap((one) => one.names))];
      return { ...others, [of]: { ids, names }, sides: { of, each } };
    }),
);
/** The question of these weekdays, where its days have one of them. */
function onWeekdays(asked: SalesQuestion, weekdays: readonly number[] | undefined): SalesQuestion {
  if (daysIn({ ...asked.days, weekdays }).length === 0) return asked;
  const within = (days: DayRange): DayRange => (weekdays === undefined ? days : { ...days, weekdays });
  if (asked.kind === 'sales') return { ...asked, days: within(asked.days) };
  return { ...asked, days: within(asked.days), against: within(asked.against) };
}

const isOne = ({ ids, names }: Chosen) => ids.length === 1 && names.length === 0;
/** Every question to `/sales`. */
export const sales: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('sales'),
  fc
    .tuple(
      fc.oneof(fc.tuple(selections, fc.oneof(ofOnePeriod, ofTwoPeriods)), fc.tuple(withSides, ofOnePeriod)),
      fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }), { nil: undefined }),
    )
    .map(([[selection, asked], weekdays]): SalesAsked => onWeekdays({ ...asked, selection }, weekdays)),
  fc
    .record({
      command: fc.constant('sales' as const),
      kind: fc.constant('overview' as const),
      days: range,
      selection: selections,
    })
    .filter(({ selection: { product, store } }) => !(isOne(product) && isOne(store))),
);

const isName = (text: string) =>
  /[\p{L}]/u.test(text) && reading.vocabulary.products.named(text, 1, { isWhole: () => true }).length === 0;
const searched = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('open now', 'near bergen', 'help', 'store:143', 'mo i rana', 'oslo', 'no', 'friday'),
  )
  .map((text) => normalize(text).replaceAll('"', '').trim())
  .filter((text) => normalize(text) === text && text.length <= 200 && isName(text));
const search = (most: number): fc.Arbitrary<Chosen> =>
  fc.record({
    ids: numbers(most),
    names: fc
      .uniqueArray(searched, { maxLength: most })
      .map((all) => all.map((words) => ({ kind: 'name' as const, words }))),
  });
const when = fc.constantFrom<OpenAt>(
  { day: '2026-11-20' },
  { day: '2026-11-21', time: '08:05' },
  { day: '2026-10-20', time: '18:00' },
  { day: '2027-05-17', time: '09:30' },
  { day: '2026-12-24' },
);
/** Every question to `/stores`. */
export const stores: fc.Arbitrary<Question> = fc.oneof(
  withoutWords('stores'),
  fc
    .record(
      {
        command: fc.constant('stores' as const),
        kind: fc.constant('stores' as const),
        stores: search(3),
        without: fc.option(search(2), { nil: NONE }),
        state: fc.constantFrom('open' as const, 'closed' as const),
        when,
        near: fc.constant(true as const),
      },
      { requiredKeys: ['command', 'kind', 'stores', 'without'] },
    )
    .filter(isAsked),
);

/** Numbers alone are shown open or closed, and what is of all stores or at a time is of those that are open. */
function isAsked({ stores: { ids, names }, without, state, when: at, near }: StoresQuestion): boolean {
  if (ids.length > 0 && names.length === 0 && near === undefined) {
    return state === undefined && at?.time === undefined;
  }
  // Numbers that no store has are no places.
  if (near !== undefined && (names.length === 0 || ids.length > 0)) return false;
  const isOfAll = ids.length + names.length === 0;
  if (at !== undefined && (isOfAll || at.time !== undefined)) return state !== undefined;
  return !isOfAll || state !== undefined || without.ids.length + without.names.length > 0;
}
