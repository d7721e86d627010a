import { expect, test } from 'vitest';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { largestFirst, sumBy } from '../../../support/bot/figures.ts';
import type { SaidAnswer } from '../../../support/bot/listenerBench.ts';
import { clickBody } from '../../../support/bot/payloadBodies.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

/** It is 09:00 on Friday 20 November 2026. */
async function ask({ bench }: ConversationBench, text: string): Promise<SaidAnswer> {
  return checked((await bench.type('/sales', text)).said.at(-1));
}

function checked(answer: SaidAnswer | undefined): SaidAnswer {
  if (answer === undefined) throw new Error('no answer');
  expect(limitBreachesOf(answer, 'message')).toEqual([]);
  return answer;
}

/** The names of the buttons, and what each carries. */
function buttonsOf({ blocks }: SaidAnswer): ReadonlyMap<string, string> {
  const found = JSON.stringify(blocks).matchAll(/"action_id":"answer_(\w+)".*?"value":"([^"]+)"/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value]));
}

async function click({ bench }: ConversationBench, answer: SaidAnswer, name: string): Promise<SaidAnswer> {
  const value = buttonsOf(answer).get(name);
  if (value === undefined) throw new Error(`no button ${name}: ${answer.text}`);
  return checked((await bench.send(clickBody(bench.responseUrl, `answer_${name}`, value))).said.at(-1));
}

/** The head of the table and its rows, as they are read. */
function tableOf({ blocks = [] }: SaidAnswer): string[][] {
  const table = blocks.find((block) => 'rows' in block);
  if (table === undefined || !('rows' in table) || !Array.isArray(table.rows)) return [];
  return table.rows.map((row: { text: string }[]) => row.map(({ text }) => text));
}

test('whole months beside each other have no other whole period to go to', async () => {
  const world = await startConversationBench();
  const compared = await ask(world, 'compare october with october 2025');
  expect([...buttonsOf(compared).keys()]).not.toContain('whole_period');
});

test('the largest of a comparison are those of the period that was asked for, in the order of its litres', async () => {
  const world = await startConversationBench();
  const [first = [], ...rows] = tableOf(await ask(world, 'top 3 compare 2026-11-19 with 2026-11-17'));
  const { truth } = world.warehouse.sandbox;
  const sums = largestFirst(sumBy(truth.sales('2026-11-19', '2026-11-19'), ({ productId }) => productId));
  expect(first[0]).toBe('Product');
  expect(rows.map(([product]) => product)).toEqual(sums.slice(0, 3).map(({ key }) => key));
});

test.each(['by:store by:week last week', 'share last week', 'top 3 by:day last week', 'returns last week'])(
  '%s is not compared by a button, which would be another question',
  async (text) => {
    const world = await startConversationBench();
    expect([...buttonsOf(await ask(world, text)).keys()]).not.toContain('previous_period');
  },
);

test('the chart of the last 30 days is offered below days that it shows', async () => {
  const world = await startConversationBench();
  expect([...buttonsOf(await ask(world, 'yesterday')).keys()]).toContain('thirty_days');
  const october = [...buttonsOf(await ask(world, 'october')).keys()];
  expect(october).not.toContain('thirty_days');
  expect(october).toContain('by_day');
});

test('by day has every day, also below the largest stores', async () => {
  const world = await startConversationBench();
  const days = tableOf(await click(world, await ask(world, '2026-11-16..2026-11-19 top 2 stores'), 'by_day'));
  expect(days.map(([day]) => day)).toEqual([
    'Day',
    ...['Mon 16 Nov 2026', 'Tue 17 Nov 2026', 'Wed 18 Nov 2026', 'Thu 19 Nov 2026'],
  ]);
});

test('by day keeps the stores of stores and weeks', async () => {
  const world = await startConversationBench();
  const [head] = tableOf(await click(world, await ask(world, 'by store by week last week'), 'by_day'));
  expect(head?.[0]).toBe('Store · Day');
});

test('by product has a column for each of the stores beside each other', async () => {
  const world = await startConversationBench();
  const sold = world.warehouse.sandbox.truth.sales('2026-11-19', '2026-11-19');
  const [one, other] = largestFirst(sumBy(sold, ({ storeId }) => storeId));
  const label = (key = '') => world.storeNames.label(key);
  const sides = await ask(world, `store:${one?.key} vs store:${other?.key} 2026-11-19`);
  const [head, ...rows] = tableOf(await click(world, sides, 'by_product'));
  expect(head).toEqual(['Product', label(one?.key), label(other?.key)]);
  const millilitresIn = (storeId = '', productId = '') =>
    sumBy(
      sold.filter((row) => row.storeId === storeId && row.productId === productId),
      () => 'all',
    )[0]?.millilitres ?? 0;
  for (const [product, inOne, inOther] of rows) {
    expect([Number(inOne), Number(inOther)]).toEqual(
      [one, other].map((store) => expect.closeTo(millilitresIn(store?.key, product) / 1000, 1)),
    );
  }
});

test('the share of one product is its part of all sales, and shares of several name what they are of', async () => {
  const world = await startConversationBench();
  const sold = world.warehouse.sandbox.truth.sales('2026-11-19', '2026-11-19');
  const [product] = largestFirst(sumBy(sold, ({ productId }) => productId));
  const [all] = sumBy(sold, () => 'all');
  const [part = 0, whole = 0] = [product?.millilitres, all?.millilitres];
  const share = `${((part / whole) * 100).toFixed(1)}%`;
  const answer = await ask(world, `product:${product?.key} by:product share yesterday`);
  expect(answer.text).toContain(`${share} of all sales, ${Math.round(whole / 1000)} l`);
  expect(tableOf(answer)[1]?.[2]).toBe(share);
  expect((await ask(world, 'share yesterday')).text).toContain(`100% is ${Math.round(whole / 1000)} l`);
});
