import { beforeEach, describe, expect, test } from 'vitest';
import { QUESTION_MODAL_IDS } from '../../../../bot/modals/questionModal.ts';
import type { Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import {
  clickBody,
  clickInView,
  DOUBLE_TEAM,
  homeOpenedBody,
  USER_ID,
} from '../../../support/bot/payloadBodies.ts';
import { oslo } from '../../../support/bot/time.ts';

const SELLER = 'U0SELLER';
const ANOTHER: Holders = { users: [SELLER], groups: [], channels: [] };
const SALES_IN_WORDS = /sold|sales|days of cover|lasts|pace|trend/i;
const REFUSED = 'You are not allowed to see sales here. Ask whoever runs this app here.';

let window: ConversationBench;
let productIds: string[];

beforeEach(async () => {
  window = await startConversationBench({
    policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: ANOTHER } },
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

describe('a stock digest', () => {
  // Which products are one's own is said in these words, and is no figure.
  const DERIVED = /sold(?! in the last 90 days)|sales|cover|running low|"Low"|"Days"/i;
  const COVER = /days of cover are based on/;
  const type = (text: string, user = USER_ID) => window.bench.type('/digest', text, { user_id: user });
  const posted = () => JSON.stringify(window.bench.slack.posted.at(-1));
  const nextMorning = async (day: string) => {
    const rows = window.warehouse.sandbox.truth.stock().map((row) => ({ ...row }));
    await saveSnapshot(window.warehouse.database, day, rows, window.bench.clock.now());
    window.bench.clock.set(oslo(`${day} 09:00`));
    await window.digests.scheduler.sweep();
    return posted();
  };

  test('that they preview or post shows nothing that is derived from sales', async () => {
    const seller = JSON.stringify((await type('preview', SELLER)).said);
    expect(seller).toMatch(COVER);
    const { said } = await type('preview');
    expect(said[0]?.text).toMatch(/^Preview: Stock digest/);
    expect(JSON.stringify(said)).not.toMatch(DERIVED);
    await type('now');
    expect(posted()).toContain('Stock digest');
    expect(posted()).not.toMatch(DERIVED);
    // Slack takes one message a second in a channel.
    window.bench.clock.set(oslo('2026-11-20 09:01'));
    await type('now', SELLER);
    expect(posted()).toMatch(COVER);
  });

  test('that they post and Slack takes later is the same then', async () => {
    window.bench.slack.next({ rateLimit: 30 });
    await type('now');
    expect(window.bench.slack.posted).toEqual([]);
    window.bench.clock.set(oslo('2026-11-20 09:02'));
    await window.digests.scheduler.sweep();
    expect(posted()).toContain('Stock digest');
    expect(posted()).not.toMatch(DERIVED);
  });

  test('that they subscribe shows none of it, until somebody who may see sales changes it', async () => {
    expect((await type('subscribe')).said[0]?.text).toContain('Days of cover: not shown until somebody');
    expect(await nextMorning('2026-11-21')).not.toMatch(DERIVED);
    const [, id = ''] = /"action_id":"digest:why".*?"value":"([^"]+)"/.exec(posted()) ?? [];
    const why = async () =>
      JSON.stringify((await window.bench.send(clickBody(window.bench.responseUrl, 'digest:why', id))).said);
    expect(await why()).toContain('*Out of stock*');
    expect(await why()).not.toMatch(DERIVED);
    expect((await type('status')).said[0]?.text).toContain('Days of cover: not shown until somebody');

    const changed = (await type('subscribe', SELLER)).said[0]?.text;
    expect(changed).toMatch(/Days of cover: ~not shown .*~ → \*shown\*/);
    expect(await nextMorning('2026-11-22')).toMatch(COVER);
  });

  test('that shows days of cover keeps them when they change it, and loses them when they bring it back', async () => {
    await type('subscribe', SELLER);
    expect((await type('subscribe at 08:45')).said[0]?.text).not.toContain('Days of cover');
    expect(await nextMorning('2026-11-21')).toMatch(COVER);
    await type('unsubscribe');
    await type('subscribe');
    expect(await nextMorning('2026-11-22')).not.toMatch(DERIVED);
  });
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

test('who may not see stock shares stores, which need no right, but not in a channel that others read', async () => {
  const { bench } = await startConversationBench({
    policy: { holders: { ...DEFAULT_POLICY.holders, view_stock: { users: [], groups: [], channels: [] } } },
  });
  const answer = await bench.type('/stores', 'oslo');
  const [, id = ''] =
    /"action_id":"answer_share".*?"value":"([^"]+)"/.exec(JSON.stringify(answer.said)) ?? [];
  const share = async () => (await bench.send(clickBody(bench.responseUrl, 'answer_share', id))).said;
  bench.slack.setChannel('C0STOCK', { is_ext_shared: true });
  await bench.clock.advance(10 * 60_000);
  expect(JSON.stringify(await share())).toContain('This channel is shared with another organisation');
  bench.slack.setChannel('C0STOCK', { is_ext_shared: false });
  await bench.clock.advance(10 * 60_000);
  expect(await share()).toMatchObject([
    { response_type: 'in_channel', text: answer.said[0]?.text },
    { text: 'Shared in this channel.' },
  ]);
});
