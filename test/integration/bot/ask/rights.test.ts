import { expect, test } from 'vitest';
import type { PersonName } from '../../../../bot/demo/slack/cast.ts';
import { at, textAt } from '../../../../bot/demo/slack/fields.ts';
import { DEFAULT_SETTINGS } from '../../../../bot/settings/settings.ts';
import {
  type Clickable,
  clickablesAtHome,
  clickablesIn,
  isAtHome,
  valuesOf,
} from '../../../support/slack/screen.ts';
import { type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

const NOBODY = { users: [], groups: [], channels: [] };
const COMMANDS = ['/stock', '/sales', '/stores', '/digest'];

/** All that Kari, who may do everything, comes upon. */
async function everything({ kari, slack }: TestBot) {
  const outcomes: Outcome[] = [await kari.openHome()];
  for (const text of [
    '/stock low 7',
    '/sales last week',
    '/sales lst wek',
    '/digest preview sales',
    '/digest preview',
    '/stock alert 345 below 0',
    '/stock alert 345 below 9',
    '/stock alerts',
  ]) {
    const [command = '', ...words] = text.split(' ');
    outcomes.push(await kari.type(command, words.join(' ')));
  }
  const list = { id: 'F0', name: 'list.csv', size: 9, url_private: slack.keepFile('1101;Rioja') };
  const forms: Outcome[] = [];
  for (const command of COMMANDS) forms.push(await kari.type(command));
  forms.push(await kari.type('/stock', 'alert'));
  forms.push(await kari.click(outcomes[0] ?? [], 'Upload a new list'));
  const clickables = [...outcomes, ...forms].flatMap(({ seen }): Clickable[] => [
    ...clickablesIn(seen),
    ...clickablesAtHome(seen),
  ]);
  // The others can be sent in as they are opened.
  const fillings = new Map<string, object>([
    ['form_product_list', { file: { files: [list] } }],
    ['form_alert_stock', { alert_when_number: { value: '5' } }],
  ]);
  return { clickables, forms, fillings };
}

/** Has somebody do all of it; gives what the bot refused them and what it did not. */
async function doAll(
  bot: TestBot,
  person: PersonName,
  { clickables, forms, fillings }: Awaited<ReturnType<typeof everything>>,
) {
  const from = bot.logLines().length;
  const hand = bot.as(person);
  for (const command of COMMANDS) await hand.type(command, 'help');
  for (const { click } of clickables) await hand.clickControl(click);
  for (const { seen } of forms) {
    const window = seen.findLast((each) => each.kind === 'view' && !isAtHome(each));
    if (window?.kind !== 'view') continue;
    const filled = fillings.get(textAt(window.view, 'callback_id')) ?? {};
    await hand.send(window, valuesOf(window.view, filled));
  }
  const handled = bot
    .logLines()
    .slice(from)
    .filter(({ outcome }) => outcome !== undefined);
  const named = (isRefused: boolean) =>
    new Set(
      handled
        .filter(({ outcome }) => (outcome === 'refused') === isRefused)
        .map(({ listener }) => String(listener).replace(/:\d+$|:stock$|:sales$|:stores$/, '')),
    );
  return { refused: named(true), done: named(false) };
}

test.each<PersonName>(['guest', 'stranger'])(
  'a %s is refused all that others can click, send in and type',
  async (person) => {
    const bot = await startTestBot();
    const all = await everything(bot);
    const from = bot.slack.seen.length;
    const { refused, done } = await doAll(bot, person, all);
    expect([...done]).toEqual([]);
    expect(refused.size).toBeGreaterThan(25);
    // Nothing but sentences.
    const parts = bot.slack.seen
      .slice(from)
      .map((each) => (each.kind === 'message' ? each.body : at(each, 'view')));
    for (const part of parts) expect(JSON.stringify(part)).not.toMatch(/data_table|litres|units/);
  },
);

test('a member whom no list names is refused all that needs a right', async () => {
  const bot = await startTestBot();
  const all = await everything(bot);
  const holders = { view_stock: NOBODY, view_sales: NOBODY, manage_digests: NOBODY, admin: NOBODY };
  await bot.restart({ access: { ...DEFAULT_SETTINGS.access, holders } });
  const { refused } = await doAll(bot, 'ola', all);
  expect([...refused].toSorted()).toMatchInlineSnapshot(`
    [
      "action alert_ask",
      "action alert_do",
      "action alert_form",
      "action answer_ask",
      "action answer_by_product",
      "action answer_by_store",
      "action answer_csv",
      "action answer_menu",
      "action answer_previous_period",
      "action answer_share",
      "action answer_stock_changes",
      "action answer_stock_out",
      "action answer_why",
      "action digest:ask",
      "action digest:do",
      "action digest:do:change",
      "action digest:why",
      "action form_change",
      "action home_upload",
      "command /sales",
      "command /stock",
      "submission form_alert_stock",
      "submission form_digest",
      "submission form_product_list",
      "submission form_sales",
      "submission form_stock",
    ]
  `);
});
