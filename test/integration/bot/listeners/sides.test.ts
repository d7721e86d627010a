import { expect, test } from 'vitest';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { inLitres, largestFirst, sumBy } from '../../../support/bot/figures.ts';
import { rowsOf, type SaidAnswer } from '../../../support/bot/listenerBench.ts';
import { clickBody } from '../../../support/bot/payloadBodies.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

/** What is sold here; the other products of a list are not. */
function soldOn({ warehouse }: ConversationBench, day: string) {
  return warehouse.sandbox.truth.sales(day, day);
}

const DAY = '2026-11-19';

async function ask({ bench }: ConversationBench, text: string): Promise<SaidAnswer> {
  const answer = (await bench.type('/sales', text)).said.at(-1);
  if (answer === undefined) throw new Error(`no answer to ${text}`);
  expect(limitBreachesOf(answer, 'message')).toEqual([]);
  return answer;
}

async function csvOf({ bench, sentFiles }: ConversationBench, answer: SaidAnswer): Promise<string[]> {
  const [, value] = /"action_id":"answer_csv".*?"value":"([^"]+)"/.exec(JSON.stringify(answer.blocks)) ?? [];
  if (value === undefined) throw new Error(JSON.stringify(answer.blocks));
  await bench.send(clickBody(bench.responseUrl, 'answer_csv', value));
  return sentFiles.at(-1)?.text.split('\r\n') ?? [];
}

test('stores beside each other have a sum each, and what the first has more or less', async () => {
  const world = await startConversationBench();
  const sums = largestFirst(sumBy(soldOn(world, DAY), ({ storeId }) => storeId));
  const [first, second, third] = sums;
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few stores');
  const label = ({ key }: { key: string }) => world.storeNames.label(key);
  const answer = await ask(world, `store:${second.key},${third.key} vs store:${first.key}`);
  const both = second.millilitres + third.millilitres;
  const items = second.quantity + third.quantity;
  const name = `${label(second)}, ${label(third)}`;
  expect(both).toBeGreaterThan(first.millilitres);
  expect(answer.text).toContain(
    `Sales, Thu 19 Nov; ${name} (2 stores): ${inLitres(both)} litres, ${items} units; ` +
      `${label(first)}: ${inLitres(first.millilitres)} litres, ${first.quantity} units; ` +
      `${name} against ${label(first)}: +${inLitres(both - first.millilitres)} litres`,
  );
  expect(rowsOf(answer).map(([side, , sold]) => [side, sold])).toEqual([
    [`${name} (2 stores)`, `${items}`],
    [label(first), `${first.quantity}`],
    [label(second), `${second.quantity}`],
    [label(third), `${third.quantity}`],
  ]);
  const [head, ...lines] = await csvOf(world, answer);
  expect(head).toContain('side,storeId,storeName,litres,items');
  expect(lines.map((line) => line.replace(/^"([^"]*)",(\d+).*/, '$1 $2')).slice(0, 2)).toEqual([
    `${name} (2 stores) ${second.key}`,
    `${name} (2 stores) ${third.key}`,
  ]);
  expect(lines[2]).toContain(`${label(first)},${first.key}`);
});

test('a name in which some spreadsheet sees a formula is a text in the file, wherever the sign stands', async () => {
  const world = await startConversationBench();
  const [product] = largestFirst(sumBy(soldOn(world, DAY), ({ productId }) => productId));
  const listed = `${product?.key}\tPale Ale; =cmd|'/c calc'!A0`;
  await world.list.importProductList(async () => Buffer.from(listed), 'names.tsv', 'U0OLA');
  const lines = await csvOf(world, await ask(world, 'yesterday'));
  expect(lines[1]).toContain(`${product?.key},Pale Ale; '=cmd|'/c calc'!A0,`);
});

test('a side of which nothing was sold is there with nothing', async () => {
  const world = await startConversationBench();
  const [product] = largestFirst(sumBy(soldOn(world, DAY), ({ productId }) => productId));
  const answer = await ask(world, `product:${product?.key} vs product:987654`);
  expect(answer.text).toContain('; 987654: 0.000 litres, 0 units; ');
  expect(rowsOf(answer)).toHaveLength(2);
});

test('more sides than a sentence holds are all in the table', async () => {
  const world = await startConversationBench();
  const sums = largestFirst(sumBy(soldOn(world, DAY), ({ storeId }) => storeId)).slice(0, 6);
  const answer = await ask(world, sums.map(({ key }) => `store:${key}`).join(' vs '));
  expect(answer.text).toMatch(/; and 2 more$/);
  expect(rowsOf(answer).map(([side]) => side)).toEqual(sums.map(({ key }) => world.storeNames.label(key)));
});

test('a group of any size has a sum, rows of what was sold, and a side', { timeout: 60_000 }, async () => {
  const world = await startConversationBench();
  const [first, second, third] = largestFirst(sumBy(soldOn(world, DAY), ({ productId }) => productId));
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few');
  // More than SQLite takes as parameters of one statement.
  const unsold = Array.from({ length: 40_000 }, (_, at) => String(1_000_000 + at));
  const lines = [...unsold, first.key, second.key].map((id) => `${id};Gin ${id};Brennevin`);
  await world.list.importProductList(async () => Buffer.from(lines.join('\n')), 'names.csv', 'U0OLA');
  const both = inLitres(first.millilitres + second.millilitres);
  const ofGroup = await ask(world, 'group:brennevin');
  expect(ofGroup.text).toMatch(/^Brennevin \(40,002 products\), Thu 19 Nov: [\d.]+ l; /);
  expect(ofGroup.text).toContain(`; ${both} litres, `);
  expect(rowsOf(ofGroup).map(([name]) => name)).toEqual(
    [first, second].map(({ key }) => `${key} Gin ${key}`),
  );
  expect((await ask(world, 'gin by:day')).text).toMatch(/^Gin \(40,002 products\), /);
  expect((await ask(world, `gin vs product:${third.key}`)).text).toContain(
    `; gin (40,002 products): ${both} litres`,
  );
  const others = await ask(world, 'without group:brennevin');
  expect(rowsOf(others)[0]?.[0]).toBe(third.key);
});

test('what is left out of a side is neither counted nor shown, and what is left of it is named', async () => {
  const world = await startConversationBench();
  const [first, second, third] = largestFirst(sumBy(soldOn(world, DAY), ({ productId }) => productId));
  if (first === undefined || second === undefined || third === undefined) throw new Error('too few');
  const lines = [first, second].map(({ key }) => `${key};Gin ${key};Brennevin`);
  await world.list.importProductList(async () => Buffer.from(lines.join('\n')), 'names.csv', 'U0OLA');
  const answer = await ask(world, `gin vs product:${third.key} without product:${first.key}`);
  expect(answer.text).toContain(`; gin: ${inLitres(second.millilitres)} litres`);
  expect(rowsOf(answer).map(([name]) => name)).toEqual(['gin', third.key, `${second.key} Gin ${second.key}`]);
});

test('the file of returns beside each other lists what was brought back, as the answer does', async () => {
  const world = await startConversationBench();
  const week = world.warehouse.sandbox.truth.sales('2026-11-12', DAY);
  const returning = new Set(week.filter((row) => row.salesQuantity < 0).map(({ storeId }) => storeId));
  const others = [...new Set(week.map(({ storeId }) => storeId))].filter((id) => !returning.has(id));
  const [one = '', other = ''] = returning;
  const [quiet = ''] = others;
  expect([one, other, quiet]).not.toContain('');
  const answer = await ask(world, `returns 2026-11-12..${DAY} store:${one},${quiet} vs store:${other}`);
  const [, ...lines] = await csvOf(world, answer);
  const stores = lines.map((line) => /^(?:"[^"]*"|[^",]*),(\d+)/.exec(line)?.[1]).filter(Boolean);
  expect(stores.toSorted()).toEqual([one, other].toSorted());
});

test('the file of sides over time has a row for each side and day', async () => {
  const world = await startConversationBench();
  const [first, second] = largestFirst(sumBy(soldOn(world, DAY), ({ storeId }) => storeId));
  const answer = await ask(
    world,
    `store:${first?.key} vs store:${second?.key} 2026-11-18..2026-11-19 by:day`,
  );
  const [head, ...lines] = await csvOf(world, answer);
  expect(head).toContain('side,day,litres,items');
  expect(lines.filter((line) => line !== '').map((line) => line.split(',').slice(0, 2))).toEqual(
    [first, second].flatMap((side) => {
      const name = world.storeNames.label(side?.key ?? '');
      return [
        [name, '2026-11-18'],
        [name, '2026-11-19'],
      ];
    }),
  );
  const [, ofDay] = lines.map((line) => line.split(',')[2]);
  expect(Number(ofDay)).toBe((first?.millilitres ?? 0) / 1000);
});

test('a store that has closed down is said to have', async () => {
  const world = await startConversationBench();
  const { storeId } = world.warehouse.sandbox.truth.stores().find(({ status }) => status === 'Closed') ?? {};
  const { text } = await ask(world, `yesterday store:${storeId}`);
  expect(text).toMatch(/^No sales .*: store .* has closed down\.$/);
});
