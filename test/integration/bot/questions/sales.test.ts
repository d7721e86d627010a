import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { weekdayOf } from '../../../../bot/parser/dates/period.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { followUpsOf } from '../../../../bot/questions/followUps.ts';
import { createSalesAnswers } from '../../../../bot/questions/sales.ts';
import { createReadSalesPeriod } from '../../../../bot/questions/salesPeriod.ts';
import { readSalesLive } from '../../../../bot/sales/live.ts';
import type { SalesFigures, SalesReader } from '../../../../bot/sales/reader.ts';
import { answerMessage } from '../../../../bot/views/answer.ts';
import { NO_VOCABULARY } from '../../../support/bot/parser/reading.ts';
import { startWarehouse } from '../../../support/bot/service.ts';
import { readerOf } from '../../../support/bot/views/figures.ts';
import { rejection } from '../../../support/testClient.ts';

/** Nothing is held here, so that each figure comes from the service; it is Friday 20 November 2026. */
async function openSales() {
  const { client, calendar, clock } = await startWarehouse('2026-11-20 09:00', { stores: 6, products: 12 });
  const nothing = { rows: 0, millilitres: 0, quantity: 0, returnedMillilitres: 0, returnedQuantity: 0 };
  const sales: SalesReader = {
    salesOf: async ({ from }) => ({
      totals: { ...nothing, products: 0, stores: 0, days: 0 },
      groups: [],
      groupCount: 0,
      coverage: {
        days: [{ salesDate: from, state: 'missing', rows: 0, readAt: undefined }],
        missing: [from],
        asOf: undefined,
      },
    }),
    newestDay: async () => undefined,
    oldestDay: async () => undefined,
    ownProducts: async () => [],
    daysOf: async () => Promise.reject(new Error('not asked')),
    meanSales: async () => Promise.reject(new Error('not asked')),
  };
  const idsNamed = () => [];
  const answers = createSalesAnswers({
    readPeriod: createReadSalesPeriod({
      sales,
      clock,
      live: (question) => readSalesLive(client, question),
      idsNamed,
      groupOf: () => undefined,
    }),
    sales,
    calendar,
    stores: () => undefined,
    idsNamed,
  });
  const parse = (text: string) => {
    const question = parseSales(text, { vocabulary: NO_VOCABULARY, calendar, now: clock.now() });
    if (question.kind === 'help' || question.kind === 'form') throw new Error(question.kind);
    return question;
  };
  return {
    async ask(text: string, most = 100) {
      const question = parse(text);
      if (question.kind === 'compare') throw new Error('It was compared.');
      return answers.sums(question, most);
    },
    async compare(text: string) {
      const question = parse(text);
      if (question.kind === 'sales') throw new Error('It was not compared.');
      return answers.compared(question, 100);
    },
  };
}

function added(groups: readonly SalesFigures[]): number {
  return groups.reduce((sum, { millilitres }) => sum + millilitres, 0);
}

const THREE_WEEKS = '2026-10-19..2026-11-08';

test('months and weekdays are the sums of their days', async () => {
  const { ask } = await openSales();
  const days = (await ask(`${THREE_WEEKS} by:day`)).groups;
  const months = await ask(`${THREE_WEEKS} by:month`);
  expect(months.groups.map(({ key }) => key)).toEqual(['2026-10', '2026-11']);
  expect(months.groups.map(({ millilitres }) => millilitres)).toEqual(
    ['2026-10', '2026-11'].map((month) => added(days.filter(({ key }) => key.startsWith(month)))),
  );
  const weekdays = await ask(`${THREE_WEEKS} by:weekday`);
  for (const { key, millilitres } of weekdays.groups) {
    expect(millilitres).toBe(added(days.filter((day) => weekdayOf(day.key) === Number(key))));
  }
  expect(added(weekdays.groups)).toBe(months.totals.millilitres);
});

test('the largest of all are shown, and the others counted', async () => {
  const { ask } = await openSales();
  const all = await ask('last week');
  const top = await ask('last week top 3');
  expect(top.groups).toEqual(all.groups.slice(0, 3));
  expect(top.groupCount).toBe(all.groups.length);
  expect(top.totals).toEqual(all.totals);
});

describe('what is left out', () => {
  test('is in no sum, and everything else is', async () => {
    const { ask } = await openSales();
    const all = await ask('last week by:store');
    const [first, second] = all.groups;
    const rest = await ask(`last week by:store without store:${first?.key},${second?.key}`);
    expect(rest.groups).toEqual(all.groups.slice(2));
    expect(rest.totals.millilitres).toBe(added(all.groups.slice(2)));
    const products = await ask(`last week by:product without store:${first?.key}`);
    expect(added(products.groups)).toBe(all.totals.millilitres - (first?.millilitres ?? 0));
  });

  test('is told when nothing is left', async () => {
    const { ask } = await openSales();
    const [product] = (await ask('last week')).groups;
    const question = `last week product:${product?.key} without product:${product?.key}`;
    expect(await rejection(ask(question))).toMatchObject({
      message: 'Without these products there is nothing left to show.',
    });
  });
});

test('returns are those groups of which something was brought back, most first', async () => {
  const { ask } = await openSales();
  const all = (await ask('last 60 days')).groups;
  const returns = await ask('last 60 days returns');
  const back = all.filter(({ returnedQuantity }) => returnedQuantity > 0);
  expect(back.length).toBeGreaterThan(1);
  expect(returns.groups.map(({ key }) => key)).toEqual(
    back.toSorted((one, other) => other.returnedMillilitres - one.returnedMillilitres).map(({ key }) => key),
  );
  expect(returns.totals.returnedMillilitres).toBe(
    back.reduce((sum, { returnedMillilitres }) => sum + returnedMillilitres, 0),
  );
});

test('returns of two periods are refused with each alone', async () => {
  const { compare } = await openSales();
  expect(await rejection(compare('compare last week returns'))).toMatchObject({
    message: 'Returns are shown of one period; they are not compared.',
    corrected: '/sales 2026-11-09..2026-11-15 returns by:product',
  });
});

test('a Monday is compared with the Mondays of the other period', async () => {
  const { ask, compare } = await openSales();
  const { groups } = await compare('compare 2026-11-02..2026-11-08 with 2026-10-14..2026-10-20 by:weekday');
  const before = (await ask('2026-10-14..2026-10-20 by:weekday')).groups;
  for (const group of groups) {
    expect(group.keyBefore).toBe(group.key);
    expect(group.before?.millilitres).toBe(before.find(({ key }) => key === group.key)?.millilitres);
  }
});

test('sides by week have a row for each week, and these add up to the side', async () => {
  const { ask } = await openSales();
  const { groups: products } = await ask(`${THREE_WEEKS} by:product`);
  const [first, second] = products;
  if (first === undefined || second === undefined) throw new Error('fewer than two products');
  const typed = `product:${first.key} vs product:${second.key} ${THREE_WEEKS} by:week`;
  const answer = await ask(typed);
  const { sides = [], groups, totals } = answer;
  expect(sides.map(({ sum }) => sum.millilitres)).toEqual([first.millilitres, second.millilitres]);
  for (const side of sides) {
    expect(side.groups.map(({ key }) => key)).toEqual(groups.map(({ key }) => key));
    expect(added(side.groups)).toBe(side.sum.millilitres);
  }
  expect(added(groups)).toBe(totals.millilitres);
  const { blocks } = answerMessage(answer, readerOf('dataTable'));
  expect(blocks[1]).toMatchObject({
    type: 'data_visualization',
    chart: { series: [{ name: first.key }, { name: second.key }] },
  });
  const head = ['Week', first.key, second.key].map((text) => ({ type: 'raw_text', text }));
  expect(blocks[2]).toMatchObject({ type: 'data_table', rows: [head, {}, {}, {}] });
  // The next questions are of the same sides.
  const next = followUpsOf(answer.question, {
    calendar: createCalendar(),
    now: Date.parse('2026-11-20T11:00:00Z'),
    idsNamed: () => [],
  });
  for (const { question } of next) {
    if (question.command === 'sales') expect(question).toMatchObject({ sides: answer.question.sides });
  }
});
