import { describe, expect, test } from 'vitest';
import { PICK_PRODUCT, PICK_STORE } from '../../../../bot/modals/fields.ts';
import { QUESTION_MODAL_IDS } from '../../../../bot/modals/questionModal.ts';
import type { Holders } from '../../../../bot/settings/accessPolicy.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { FORM_ACTION, MORE_ACTION } from '../../../../bot/views/buttons.ts';
import { HOME_ASK } from '../../../../bot/views/home.ts';
import { buttonsIn } from '../../../support/bot/buttons.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { allChosen, chosen, stateOf } from '../../../support/bot/filledForm.ts';
import { CHANNEL_ID, clickInView, homeOpenedBody, searchBody } from '../../../support/bot/payloadBodies.ts';
import type { ViewCall } from '../../../support/bot/slackDouble.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

const NOBODY: Holders = { users: [], groups: [], channels: [] };

/** The form of /sales as it stands when it is opened, with the week before chosen. */
async function filledSales({ bench, lastView }: ConversationBench, changes = {}) {
  await bench.type('/sales', '');
  return stateOf(lastView().view, { period: chosen('last week'), ...changes });
}

/** Clicks "More options" in the form that is open, with fields filled in; gives the form that takes its place. */
async function openMore({ bench, lastView }: ConversationBench, changes = {}): Promise<ViewCall['view']> {
  const { view } = lastView();
  const more = buttonsIn(view).find(({ action_id: id }) => id === MORE_ACTION);
  const click = clickInView('modal', MORE_ACTION, more?.value, stateOf(view, changes));
  const { acks } = await bench.send(click);
  expect(acks).toEqual([undefined]);
  const next = lastView();
  expect([next.method, next.viewId]).toEqual(['views.update', 'V9']);
  expect(limitBreachesOf(next.view, 'modal')).toEqual([]);
  return next.view;
}

function labelsIn({ blocks }: { readonly blocks: readonly object[] }): string[] {
  return blocks.flatMap((block) =>
    'label' in block ? [/"text":"([^"]*)"/.exec(JSON.stringify(block.label))?.[1] ?? ''] : [],
  );
}

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'value' ? undefined : inner)));
}

test('a command without words opens its form with the trigger that came with it', async () => {
  const conversation = await startConversationBench();
  const { acks, said } = await conversation.bench.type('/sales', '');
  expect(acks).toHaveLength(1);
  expect(said).toEqual([]);
  const { method, triggerId, view } = conversation.lastView();
  expect([method, triggerId]).toEqual(['views.open', '1.2.3']);
  expect(limitBreachesOf(view, 'modal')).toEqual([]);
});

test('when Slack does not open it, the person reads what to do', async () => {
  const { bench } = await startConversationBench();
  bench.slack.refuse('views.open', 'expired_trigger_id');
  expect((await bench.type('/sales', '')).said).toMatchObject([
    { response_type: 'ephemeral', text: expect.stringContaining('Type `/sales` again') },
  ]);
});

test('is answered in the channel that was chosen as the typed command is, to the person alone', async () => {
  const conversation = await startConversationBench();
  const values = await filledSales(conversation);
  const { acks, said } = await conversation.submit(QUESTION_MODAL_IDS.sales, values, CHANNEL_ID);
  const typed = await conversation.bench.type('/sales', 'last week by:product');
  expect(acks).toEqual([undefined]);
  expect(said).toHaveLength(1);
  expect(said[0]?.response_type).toBe('ephemeral');
  expect(said[0]?.text).toContain('litres');
  expect(withoutIds(said)).toEqual(withoutIds(typed.said));
});

describe('without a channel', () => {
  test('is answered in its own modal, with the question to be changed', async () => {
    const conversation = await startConversationBench();
    const values = await filledSales(conversation);
    const { acks, said } = await conversation.submit(QUESTION_MODAL_IDS.sales, values);
    expect(said).toEqual([]);
    expect(acks).toMatchObject([{ response_action: 'update' }]);
    const answer = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update');
    const typed = await conversation.bench.type('/sales', 'last week by:product');
    expect(answer?.viewId).toBe('V9');
    expect(limitBreachesOf(answer?.view ?? {}, 'modal')).toEqual([]);
    const sums = /[\d,.]+ litres/.exec(typed.said[0]?.text ?? '')?.[0] ?? 'no sum';
    expect(JSON.stringify(answer)).toContain(sums);

    const id = /"action_id":"form_change".*?"value":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
    await conversation.bench.send({
      ...clickInView('modal', FORM_ACTION),
      actions: [{ type: 'button', action_id: FORM_ACTION, block_id: 'b', value: id, action_ts: '1' }],
    });
    expect(JSON.stringify(conversation.lastView().view)).toContain(
      '"initial_option":{"text":{"type":"plain_text","text":"As asked: Mon 9 Nov 2026 – Sun 15 Nov 2026"',
    );
  });

  test('a follow-up stays in the modal', async () => {
    const conversation = await startConversationBench();
    await conversation.submit(QUESTION_MODAL_IDS.sales, await filledSales(conversation));
    const answer = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update');
    const [, id] = /"action_id":"answer_by_store".*?"value":"([^"]+)"/.exec(JSON.stringify(answer)) ?? [];
    await conversation.bench.send({
      ...clickInView('modal', 'answer_by_store'),
      actions: [{ type: 'button', action_id: 'answer_by_store', block_id: 'b', value: id, action_ts: '1' }],
    });
    const next = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update');
    expect(next).not.toBe(answer);
    expect(limitBreachesOf(next?.view ?? {}, 'modal')).toEqual([]);
    expect(JSON.stringify(next)).toContain('Store ');
  });

  test('the chart of 30 days is drawn where Slack takes no chart', async () => {
    const conversation = await startConversationBench();
    await conversation.submit(QUESTION_MODAL_IDS.sales, await filledSales(conversation));
    const answer = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update');
    expect(JSON.stringify(answer)).toContain('30-day chart');
    const [, id] = /"action_id":"answer_thirty_days".*?"value":"([^"]+)"/.exec(JSON.stringify(answer)) ?? [];
    await conversation.bench.send({
      ...clickInView('modal', 'answer_thirty_days'),
      actions: [
        { type: 'button', action_id: 'answer_thirty_days', block_id: 'b', value: id, action_ts: '1' },
      ],
    });
    const { view } = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update') ?? {};
    expect(limitBreachesOf(view ?? {}, 'modal')).toEqual([]);
    const chart = /Litres per day: `([▁-█]+)`/.exec(JSON.stringify(view))?.[1] ?? '';
    expect(chart).toContain('█');
    expect(chart).toContain('▁');
    // A day for each that has sales.
    expect(chart.length).toBe(Number(/on (\d+) days with sales/.exec(JSON.stringify(view))?.[1]));
  });

  test('a question that is not kept any more is said to be gone', async () => {
    const { bench, lastView } = await startConversationBench();
    await bench.send(clickInView('modal', FORM_ACTION));
    expect(JSON.stringify(lastView().view)).toContain('not kept any more');
  });
});

const click = (type: 'home' | 'modal', actionId: string, value = '') => ({
  ...clickInView(type, actionId),
  actions: [{ type: 'button', action_id: actionId, block_id: 'b', value, action_ts: '1' }],
});
const idOf = (view: object, actionId: string) =>
  new RegExp(`"action_id":"${actionId}".*?"value":"([^"]+)"`).exec(JSON.stringify(view))?.[1] ?? '';

/** Types it, asks it again on App Home and opens its form there. */
async function formOf(conversation: ConversationBench, text: string) {
  const { bench, lastView } = conversation;
  await bench.type('/sales', text);
  await bench.send(homeOpenedBody());
  await bench.send(click('home', `${HOME_ASK}:0`, idOf(lastView().view, `${HOME_ASK}:0`)));
  const answered = bench.slack.views.findLast(({ method }) => method === 'views.update');
  await bench.send(click('modal', FORM_ACTION, idOf(answered?.view ?? {}, FORM_ACTION)));
  expect(limitBreachesOf(lastView().view, 'modal')).toEqual([]);
  return lastView().view;
}

async function sendIn(conversation: ConversationBench, values: object): Promise<string> {
  await conversation.submit(QUESTION_MODAL_IDS.sales, values);
  const { view } = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update') ?? {};
  return JSON.stringify(view);
}

describe('a question that is changed', () => {
  const COMPARED = 'compare 2026-11-09..2026-11-15 with 2026-10-12..2026-10-18';
  const WEEK = '9–15 Nov';
  const OCTOBER = '12–18 Oct';

  test('is of another period once that is chosen', async () => {
    const conversation = await startConversationBench();
    const form = await formOf(conversation, '2026-11-12..2026-11-14');
    const answer = await sendIn(conversation, stateOf(form, { period: chosen('last week') }));
    expect(answer).toContain(`Sales, ${WEEK}`);
    expect(await sendIn(conversation, stateOf(form))).toContain('Sales, 12–14 Nov');
  });

  test('keeps both halves of a comparison', async () => {
    const conversation = await startConversationBench();
    const answer = await sendIn(
      conversation,
      stateOf(await formOf(conversation, COMPARED), { by: chosen('store') }),
    );
    expect(answer).toContain(WEEK);
    expect(answer).toContain(OCTOBER);
  });

  test.each([
    'last week without store:143 top 3 by:product',
    'returns last week by:store',
    'compare last week with last year by:weekday',
    'oktober without product:1101 by:month',
  ])('stays the same in all it says when nothing is changed: %s', async (text) => {
    const conversation = await startConversationBench();
    const form = await formOf(conversation, text);
    // Before the form took its place.
    const answer = conversation.bench.slack.views.filter(({ method }) => method === 'views.update').at(-2);
    await sendIn(conversation, stateOf(form));
    const asker = { teamId: 'T0DOUBLE', userId: 'U0KARI' };
    // The same question, so no second one among the recent.
    expect(await conversation.questions.recentQuestions(asker, 5)).toHaveLength(1);
    const again = conversation.bench.slack.views.findLast(({ method }) => method === 'views.update');
    expect(withoutIds(again?.view)).toEqual(withoutIds(answer?.view));
  });

  test('has another half, or none, once that is chosen', async () => {
    const conversation = await startConversationBench();
    const form = await formOf(conversation, COMPARED);
    const before = await sendIn(conversation, stateOf(form, { compare: chosen('before') }));
    expect(before).toContain('2–8 Nov');
    expect(before).not.toContain(OCTOBER);
    const alone = await sendIn(conversation, stateOf(form, { compare: chosen('nothing') }));
    expect(alone).toContain(`Sales, ${WEEK}`);
    expect(alone).not.toContain(OCTOBER);
  });
});

describe.each([
  {
    language: 'en',
    more: 'More options',
    short: ['Period', 'Products', 'Stores', 'One row per', 'Show the answer in'],
    addsUp: 'The form adds these up.',
    asAsked: 'As asked: Thu 12 Nov 2026 – Sat 14 Nov 2026',
    days: '12–14 Nov',
  },
  {
    language: 'nb',
    more: 'Flere valg',
    short: ['Periode', 'Varer', 'Butikker', 'Én rad per', 'Vis svaret i'],
    addsUp: 'Skjemaet legger disse sammen.',
    asAsked: 'Slik du spurte: tor. 12. nov. – lør. 14. nov. 2026',
    days: '12.–14. nov.',
  },
] as const)('the form of sales in $language', ({ language, more, short, addsUp, asAsked, days }) => {
  const DAYS = '2026-11-12..2026-11-14';
  const MORE_FIELDS = ['from', 'to', 'and', 'compare', 'figures', 'share', 'top', 'bottom'];
  const WITHOUT = ['without_products', 'without_stores'];
  const start = () => startConversationBench({ language, listed: '1101;Furu Rioja\n1102;Gin & <Tonic>' });
  const blocksOf = (view: object) => Object.keys(stateOf({ blocks: [], ...view }));

  test('lists what is asked for most, and opens the rest with one click', async () => {
    const conversation = await start();
    await conversation.bench.type('/sales', '');
    const { view } = conversation.lastView();
    expect(labelsIn(view)).toEqual(short);
    expect(buttonsIn(view).map(({ text }) => text?.text)).toEqual([more]);
    const whole = await openMore(conversation);
    expect(labelsIn(whole)).toEqual(expect.arrayContaining([...short]));
    expect(blocksOf(whole).toSorted()).toEqual([...blocksOf(view), ...MORE_FIELDS, ...WITHOUT].toSorted());
    expect(buttonsIn(whole)).toEqual([]);
  });

  test('keeps what was picked and cleared, and the days that were asked for', async () => {
    const conversation = await start();
    const form = await formOf(conversation, `${DAYS} product:1101 store:143 by:store`);
    expect(labelsIn(form)).toEqual(short.slice(0, 4));
    const whole = await openMore(conversation, { products: allChosen('1102', '1101'), stores: allChosen() });
    const values = stateOf(whole);
    expect(values).toMatchObject({
      period: { period: { selected_option: { value: DAYS, text: { text: asAsked } } } },
      products: {
        [PICK_PRODUCT]: {
          selected_options: [
            { value: '1102', text: { text: '1102 Gin & <Tonic>' } },
            { value: '1101', text: { text: '1101 Furu Rioja' } },
          ],
        },
      },
      stores: { [PICK_STORE]: { selected_options: [] } },
      by: { by: { selected_option: { value: 'store' } } },
    });
    expect(values).not.toHaveProperty('where');
    const answer = await sendIn(conversation, values);
    expect(answer).toContain(days);
    expect(answer).toContain('1102 Gin &amp; &lt;Tonic&gt;');
  });

  test('keeps another period, with the days that were asked for still to be chosen', async () => {
    const conversation = await start();
    await formOf(conversation, DAYS);
    const whole = await openMore(conversation, { period: chosen('last week') });
    expect(stateOf(whole)).toMatchObject({
      period: { period: { selected_option: { value: 'last week' } } },
    });
    expect(JSON.stringify(whole)).toContain(asAsked);
  });

  test('keeps where the answer is wanted, or that it is wanted here', async () => {
    for (const where of [CHANNEL_ID, null]) {
      const conversation = await start();
      await conversation.bench.type('/sales', '');
      const whole = await openMore(conversation, { where: { selected_conversation: where } });
      expect(stateOf(whole)).toMatchObject({ where: { where: { selected_conversation: where } } });
      expect(JSON.stringify(whole)).not.toContain('default_to_current_conversation');
    }
  });

  test('that was opened is answered as the typed command is', async () => {
    const conversation = await start();
    await conversation.bench.type('/sales', '');
    const whole = await openMore(conversation, { stores: allChosen('143') });
    const values = stateOf(whole, {
      from: { selected_date: '2026-11-12' },
      to: { selected_date: '2026-11-14' },
      top: { value: '3' },
    });
    const { said } = await conversation.submit(QUESTION_MODAL_IDS.sales, values, CHANNEL_ID);
    const typed = await conversation.bench.type('/sales', `${DAYS} store:143 top:3 by:product`);
    expect(said[0]?.text).toContain(days);
    expect(withoutIds(said)).toEqual(withoutIds(typed.said));
  });

  test.each([
    'compare last week',
    'last week without product:1101',
    'last week without store:143',
    'last week top 3',
    'last week bottom 3',
    'last week returns',
    'last week share',
    'last week by:store by:week',
  ])('opens in full for a question that uses the rest: %s', async (text) => {
    const conversation = await start();
    const form = await formOf(conversation, text);
    expect(blocksOf(form)).toEqual(expect.arrayContaining([...MORE_FIELDS, ...WITHOUT]));
    expect(buttonsIn(form)).toEqual([]);
  });

  test.each([
    ['store:143 vs store:101', 'stores'],
    ['product:1101 vs product:1102', 'products'],
  ])('says that it adds up what was set side by side: %s', async (text, block) => {
    const conversation = await start();
    const form = await formOf(conversation, `${DAYS} ${text}`);
    const hinted = form.blocks.filter((each) => JSON.stringify(each).includes(addsUp));
    expect(hinted).toMatchObject([{ block_id: block }]);
  });

  test('keeps that a field has to be filled in when the question covers more than fits in it', async () => {
    const conversation = await startConversationBench({
      language,
      listed: Array.from({ length: 101 }, (_, at) => `${2000 + at};Pale Ale ${at};Beer`).join('\n'),
    });
    const form = await formOf(conversation, `${DAYS} group:beer`);
    expect(form.blocks).toContainEqual(expect.objectContaining({ block_id: 'products', optional: false }));
    expect(buttonsIn(form)).toEqual([]);
  });
});

test('what is wrong is said under its field, and nothing is answered', async () => {
  const conversation = await startConversationBench();
  await conversation.bench.type('/sales', '');
  const values = stateOf(await openMore(conversation), { to: { selected_date: '2026-11-17' } });
  const shown = conversation.bench.slack.views.length;
  const { acks, said } = await conversation.submit(QUESTION_MODAL_IDS.sales, values, CHANNEL_ID);
  expect(acks).toMatchObject([{ response_action: 'errors', errors: { from: /first day/ } }].map(matching));
  expect(said).toEqual([]);
  expect(conversation.bench.slack.views).toHaveLength(shown);
});

function matching({ errors, ...rest }: { errors: { from: RegExp } }) {
  return { ...rest, errors: { from: expect.stringMatching(errors.from) } };
}

describe('somebody who may not', () => {
  test('gets no figures by a form that was made up', async () => {
    const conversation = await startConversationBench({
      policy: { holders: { ...DEFAULT_POLICY.holders, view_sales: NOBODY } },
    });
    const { said } = await conversation.submit(QUESTION_MODAL_IDS.sales, {}, CHANNEL_ID);
    expect(said).toMatchObject([{ text: expect.stringContaining('not allowed to see sales') }]);
    await conversation.submit(QUESTION_MODAL_IDS.sales, {});
    expect(JSON.stringify(conversation.lastView().view)).toContain('not allowed to see sales');
  });

  test('gets no answer in a channel that another organisation reads', async () => {
    const conversation = await startConversationBench();
    conversation.bench.slack.setChannel('C0SHARED', { is_ext_shared: true });
    const { said } = await conversation.submit(QUESTION_MODAL_IDS.sales, {}, 'C0SHARED');
    expect(said).toMatchObject([{ text: expect.stringContaining('shared with another organisation') }]);
  });
});

describe('pickers', () => {
  const listed = Array.from({ length: 300 }, (_, at) => `${2000 + at};Pale Ale no. ${at};Beer`).join('\n');

  async function offered(conversation: ConversationBench, picker: string, typed: string) {
    const { acks } = await conversation.bench.send(searchBody(picker, typed));
    const [answer] = acks;
    if (typeof answer !== 'object' || answer === null || !('options' in answer))
      throw new Error('no options');
    const { options } = answer;
    return Array.isArray(options) ? options : [];
  }

  test('find products by words and numbers, never more than Slack takes', async () => {
    const conversation = await startConversationBench({ listed });
    expect(await offered(conversation, PICK_PRODUCT, 'pale ale')).toHaveLength(100);
    expect(await offered(conversation, PICK_PRODUCT, '2007')).toMatchObject([
      { value: '2007', text: { type: 'plain_text', text: '2007 Pale Ale no. 7' } },
    ]);
  });

  test('offer own products first, and take a number that nobody here knows', async () => {
    const conversation = await startConversationBench();
    const own = (await conversation.warehouse.reader.ownProducts()).map(({ productId }) => productId);
    const before = await offered(conversation, PICK_PRODUCT, '');
    expect(before.map(({ value }) => value)).toEqual(own.slice(0, 100));
    expect(await offered(conversation, PICK_PRODUCT, '987654321')).toMatchObject([{ value: '987654321' }]);
  });

  test('find stores by their city', async () => {
    const conversation = await startConversationBench();
    const stores = await offered(conversation, PICK_STORE, 'oslo');
    expect(stores.length).toBeGreaterThan(0);
    for (const { value } of stores) expect(conversation.storeNames.nameOf(value)).toBeDefined();
  });
});
