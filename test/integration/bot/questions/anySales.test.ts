import type { TruthSale } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { isInTime } from '../../../../bot/parser/groupings.ts';
import { idsNamed } from '../../../../bot/parser/names.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import type { Narrowing, SalesFigures, Side } from '../../../../bot/parser/question.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { buildNameIndex } from '../../../../bot/products/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { TIME_GROUPINGS } from '../../../../bot/questions/groupings.ts';
import type { SalesAnswer } from '../../../../bot/questions/salesAnswer.ts';
import type { DayRange } from '../../../../bot/text/dayRange.ts';
import { createRandom, type Random } from '../../../../tools/random.ts';
import { startAnsweringBench } from '../../../support/bot/answeringBench.ts';
import { seedOfRun } from '../../../support/seed.ts';

const QUESTIONS = 300;

test('whatever names, sides, periods and groupings are put together, the sums are those of the rows', async () => {
  const { warehouse, answersWith } = await startAnsweringBench({ products: 130 });
  const { truth } = warehouse.sandbox;
  // "Pils" and both groups are of more products than are listed by number, or of many.
  const products = await createProductNames(
    truth.productIds().map((id, at) => ({
      id,
      name: `${at < 115 ? 'Pils' : 'Eple'} ${at}`,
      group: at % 2 === 0 ? 'Øl' : 'Cider',
    })),
  );
  const stores = await buildNameIndex(
    truth.stores().map(({ storeId: id }, at) => ({ id, name: `${at < 3 ? 'Oslo' : 'Bergen'} ${at}` })),
  );
  const names = { products, stores };
  const { answer } = answersWith(names);
  const reading = { vocabulary: names, calendar: warehouse.calendar, now: warehouse.clock.now() };

  /** Numbers without leading zeros. */
  const numbersOf = ({ ids, names: named }: Side) =>
    new Set([...ids, ...named.flatMap((name) => idsNamed(name, names))].map(Number));

  const chosenIn = ({ productIds, storeIds, names: named = [] }: Narrowing) => ({
    product: numbersOf({ ids: productIds, names: named.filter(({ meaning }) => meaning === 'product') }),
    store: numbersOf({ ids: storeIds, names: named.filter(({ meaning }) => meaning === 'store') }),
  });

  function rowsOf(question: SalesFigures, { from, to }: DayRange): TruthSale[] {
    const asked = chosenIn(question);
    const left = chosenIn(question.without ?? { productIds: [], storeIds: [] });
    return truth.sales(from, to).filter((row) =>
      (['product', 'store'] as const).every((of) => {
        const number = numberIn(row, of);
        return (asked[of].size === 0 || asked[of].has(number)) && !left[of].has(number);
      }),
    );
  }

  function requireTrue(answered: SalesAnswer, text: string): void {
    const { question, totals, groups, groupCount, sides = [] } = answered;
    const { by } = question;
    const rows = rowsOf(question, question.days);
    expect([totals.rows, totals.millilitres], text).toEqual([rows.length, volumeOf(rows)]);
    for (const { key, millilitres } of groups) {
      expect(millilitres, `${text}: ${key}`).toBe(volumeOf(rows.filter((row) => keyOf(by, row) === key)));
    }
    // Quiet days have a row too, and returns not every one.
    if (!isInTime(by) && question.returns !== true) {
      expect(groupCount, text).toBe(new Set(rows.map((row) => keyOf(by, row))).size);
    }
    const of = question.sides?.of ?? 'store';
    const left = chosenIn(question.without ?? { productIds: [], storeIds: [] })[of];
    for (const { side, sum, count } of sides) {
      const numbers = new Set([...numbersOf(side)].filter((number) => !left.has(number)));
      expect(count, text).toBe(numbers.size);
      expect(sum.millilitres, text).toBe(volumeOf(rows.filter((row) => numbers.has(numberIn(row, of)))));
    }
  }

  const random = createRandom(seedOfRun());
  const asked = { sums: 0, sides: 0, comparison: 0, refused: 0 };
  for (let count = 0; count < QUESTIONS; count += 1) {
    const text = textOf(random);
    try {
      const question = parseSales(text, reading);
      if (question.kind === 'help' || question.kind === 'form') throw new Error(`no question: ${text}`);
      const answered = await answer(question, { asker: 'Kari', seesSales: true });
      if (answered?.about === 'sales') {
        requireTrue(answered, text);
        asked[answered.sides === undefined ? 'sums' : 'sides'] += 1;
      } else if (answered?.about === 'comparison') {
        const { question: compared, now, before } = answered;
        const volumes = [now.totals.millilitres, before.totals.millilitres];
        const days = [compared.days, compared.against];
        expect(volumes, text).toEqual(days.map((range) => volumeOf(rowsOf(compared, range))));
        asked.comparison += 1;
      } else throw new Error(`no answer to ${text}`);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      asked.refused += 1;
    }
  }
  expect(Math.min(asked.sums, asked.sides, asked.comparison)).toBeGreaterThan(QUESTIONS / 10);
  expect(asked.refused).toBeLessThan(QUESTIONS / 5);
});

function keyOf(by: SalesFigures['by'], row: TruthSale): string {
  if (isInTime(by)) return TIME_GROUPINGS[by].keyOf(row.salesDate);
  return by === 'product' ? row.productId : row.storeId;
}

function numberIn({ productId, storeId }: TruthSale, of: 'product' | 'store'): number {
  return Number(of === 'product' ? productId : storeId);
}

function volumeOf(rows: readonly TruthSale[]): number {
  return rows.reduce((sum, { millilitres }) => sum + millilitres, 0);
}

type Choices = readonly [string, ...string[]];
const NAMES: Choices = [
  ...(['oslo', 'bergen', 'oslo 1', 'bergen 5', 'pils', 'eple', '"pils 7"', '"eple 120"'] as const),
  ...['group:øl', 'group:cider', 'product:pils', 'store:bergen'],
];
const BETWEEN: Choices = [' ', ' vs ', ' vs ', ', ', ' without '];
/** The last one is not held, so the service is asked. */
const PERIODS: Choices = [
  'last week',
  'i går',
  '2026-11-12..2026-11-18',
  'this month',
  '2026-11-02..2026-11-05',
];
const GROUPINGS: Choices = ['by:day', 'by week', 'per butikk', 'by:product', 'by:weekday', 'by:month'];

function textOf(random: Random): string {
  const maybe = (words: string) => (random.chance(0.5) ? words : '');
  const names = Array.from({ length: 1 + random.below(4) }, () => random.pick(NAMES));
  return [
    random.chance(0.1) ? 'compare' : '',
    names.reduce((text, name) => text + random.pick(BETWEEN) + name),
    maybe(random.pick(PERIODS)),
    maybe(random.pick(GROUPINGS)),
    random.chance(0.2) ? random.pick(['top 3', 'returns']) : '',
  ].join(' ');
}
