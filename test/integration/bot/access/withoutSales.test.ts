import { beforeEach, expect, test } from 'vitest';
import { QUESTION_MODAL_IDS } from '../../../../bot/modals/questionModal.ts';
import type { Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import {
  clickBody,
  clickInView,
  DOUBLE_TEAM,
  homeOpenedBody,
  USER_ID,
} from '../../../support/bot/payloadBodies.ts';

const NOBODY: Holders = { users: [], groups: [], channels: [] };
const SALES_IN_WORDS = /sold|sales|days of cover|lasts|pace|trend/i;
const REFUSED = 'You are not allowed to see sales here. Ask whoever runs this app here.';

let window: ConversationBench;
let productIds: string[];

beforeEach(async () => {
  window = await startConversationBench({
    policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: NOBODY } },
  });
  const { truth } = window.warehouse.sandbox;
  const soldOnes = truth.productIds();
  productIds = truth
    .stock()
    .filter(({ productId, stock }) => stock > 0 && soldOnes.includes(productId))
    .map(({ productId }) => productId)
    .slice(0, 2);
  expect(productIds).toHaveLength(2);
});

const ask = async (text: string) => JSON.stringify((await window.bench.type('/stock', text)).said);

test('who may not see sales is told of the stock of a product, and nothing that is derived from sales', async () => {
  const [productId = ''] = productIds;
  const said = await ask(productId);
  expect(said).toContain(`Product ${productId}: `);
  expect(said).not.toMatch(SALES_IN_WORDS);
  expect(said).not.toContain('answer_sales_of_it');
  expect(said).not.toContain('answer_thirty_days');
});

test.each(['mine', 'out', 'changes', 'all', 'two'])(
  'a list has no days, and no order by sales: %s',
  async (text) => {
    const said = await ask(text === 'two' ? productIds.join(' ') : text);
    expect(said).toContain('Units');
    expect(said).not.toContain('"Days"');
    expect(said).not.toMatch(SALES_IN_WORDS);
    expect(said).not.toMatch(/sell most|lasts shortest|answer_stock_low/);
  },
);

test('the list with all rows has neither days of cover nor items sold', async () => {
  const said = await ask('mine');
  const [, id = ''] = /"action_id":"answer_csv".*?"value":"([^"]+)"/.exec(said) ?? [];
  await window.bench.send({
    ...clickInView('modal', 'answer_csv'),
    actions: [{ type: 'button', action_id: 'answer_csv', block_id: 'b', value: id, action_ts: '1' }],
  });
  const [file] = window.sentFiles;
  expect(file?.text.split('\n')[0]).toMatch(/unitsWeekAgo.storesWithStock/);
  expect(file?.text).not.toMatch(/cover|sold/i);
});

test('what runs low is told from sales, so it is refused like them, typed or in the form', async () => {
  expect(await ask('low 7')).toContain(REFUSED);
  await window.submit(QUESTION_MODAL_IDS.stock, {
    what: { what: { type: 'static_select', selected_option: { value: 'low' } } },
    scope: { scope: { type: 'static_select', selected_option: { value: 'mine' } } },
    days: { days: { type: 'number_input', value: '7' } },
  });
  const shown = window.bench.slack.views.findLast(({ method }) => method === 'views.update');
  expect(JSON.stringify(shown?.view)).toContain(REFUSED);
});

test('App Home tells nothing of sales, and offers no question about them', async () => {
  await window.bench.send(homeOpenedBody());
  const home = JSON.stringify(window.lastView().view);
  expect(home).toContain('Stock of *Fri 20 Nov 2026*');
  expect(home).toContain('Ask for stock');
  expect(home).not.toMatch(/sales/i);
});

test.each(['answer_csv', 'answer_share', 'answer_by_store', 'answer_previous_period'])(
  'who has lost the right since gets no sales by a button of an earlier answer: %s',
  async (action) => {
    const day = '2026-11-19';
    const id = await window.questions.keep(
      { teamId: DOUBLE_TEAM, userId: USER_ID },
      {
        command: 'sales',
        kind: 'sales',
        productIds: [],
        storeIds: [],
        days: { from: day, to: day },
        by: 'product',
      },
    );
    const { said } = await window.bench.send(clickBody(window.bench.responseUrl, action, id));
    expect(JSON.stringify(said)).toContain(REFUSED);
    expect(JSON.stringify(said)).not.toContain('litres');
    expect(window.sentFiles).toEqual([]);
  },
);
