import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { ASK_ACTION, FORM_ACTION } from '../../../../bot/views/buttons.ts';
import { mistakeMessage } from '../../../../bot/views/mistake.ts';
import { buttonIn, buttonsIn } from '../../../support/bot/buttons.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { clickBody } from '../../../support/bot/payloadBodies.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

async function mistakenIn({ bench }: ConversationBench, text: string) {
  const [answer] = (await bench.type('/sales', text)).said;
  if (answer === undefined) throw new Error('no answer');
  expect(limitBreachesOf(answer, 'message')).toEqual([]);
  return { text: answer.text, blocks: answer.blocks ?? [] };
}

function click(
  { bench }: ConversationBench,
  button: { readonly action_id: string; readonly value?: string },
) {
  return bench.send({
    ...clickBody(bench.responseUrl, button.action_id),
    actions: [{ type: 'button', block_id: 'mistake_buttons', action_ts: '1', ...button }],
  });
}

test('a mistake offers the form with what was understood in it', async () => {
  const conversation = await startConversationBench({ listed: '1101;Furu Rioja' });
  const answer = await mistakenIn(conversation, '2026-11-09..2026-11-15 product:1101 by:stroe');
  const before = conversation.bench.slack.views.length;
  await click(conversation, buttonIn(answer, 'Open form'));
  expect(conversation.bench.slack.views).toHaveLength(before + 1);
  const { method, triggerId, view } = conversation.lastView();
  expect([method, triggerId]).toEqual(['views.open', expect.stringMatching(/./)]);
  expect(limitBreachesOf(view, 'modal')).toEqual([]);
  const form = JSON.stringify(view);
  for (const part of [
    'As asked: Mon 9 Nov 2026 – Sun 15 Nov 2026',
    '"value":"2026-11-09..2026-11-15"',
    '"1101"',
  ]) {
    expect(form).toContain(part);
  }
  // It was typed in a channel, so the answer may go there.
  expect(form).toContain('response_url_enabled');
});

test('a suggested command is asked by a click, and stands among the recent questions only then', async () => {
  const conversation = await startConversationBench();
  const answer = await mistakenIn(conversation, 'yesterday by:stroe');
  const suggestion = buttonIn(answer, '/sales yesterday by:store');
  expect(suggestion.action_id).toBe(`${ASK_ACTION}:0`);
  const asker = { teamId: 'T0DOUBLE', userId: 'U0KARI' };
  const recent = async () => (await conversation.questions.recentQuestions(asker, 5)).length;
  expect(await recent()).toBe(0);
  const { said } = await click(conversation, suggestion);
  expect(said[0]?.text).toContain('Sales, Thu 19 Nov:');
  expect(await recent()).toBe(1);
});

test('what would be a mistake itself is not suggested', async () => {
  const conversation = await startConversationBench();
  const answer = await mistakenIn(conversation, '987654 yesterday');
  expect(answer.text).toBe('No product or store in the lists has the number 987654. Try: `/sales help`');
  expect(buttonsIn(answer).map(({ action_id: id }) => id)).toEqual([FORM_ACTION]);
});

test('the form has what was understood where no command can be suggested', async () => {
  const conversation = await startConversationBench();
  const answer = await mistakenIn(conversation, 'akevitt 2026-11-09..2026-11-15 per butikk');
  expect(buttonsIn(answer).map(({ action_id: id }) => id)).toEqual([FORM_ACTION]);
  await click(conversation, buttonIn(answer, 'Open form'));
  expect(JSON.stringify(conversation.lastView().view)).toContain('"value":"2026-11-09..2026-11-15"');
});

test('where nothing was understood the form is an empty one', async () => {
  const conversation = await startConversationBench();
  await click(conversation, { action_id: FORM_ACTION, value: 'sales' });
  const { method, view } = conversation.lastView();
  expect(method).toBe('views.open');
  expect(JSON.stringify(view)).not.toContain('As asked');
});

test('further suggestions are drawn, escaped and within the limits, however strange', () => {
  const strange = `/stock "<!channel> & \`${'x'.repeat(900)}"`;
  const mistake = new ParseError(() => `"${strange}" is no product.`, strange, Array(9).fill(strange));
  const asks = [strange, strange, strange].map((text, at) => ({ text, id: `id${at}` }));
  const message = mistakeMessage(mistake, languageFor('en').t, { asks, form: 'stock' });
  expect(limitBreachesOf(message, 'message')).toEqual([]);
  expect(message.text).not.toContain('<!channel>');
  expect(message.text.split('`')).toHaveLength(11);
  expect(buttonsIn(message).map(({ action_id: id }) => id)).toEqual([
    ...[0, 1, 2].map((at) => `${ASK_ACTION}:${at}`),
    FORM_ACTION,
  ]);
});

test('others stand behind the first suggestion', () => {
  const mistake = new ParseError(() => '"ale" can be two products.', '/stock 1101', ['/stock 1102']);
  expect(mistakeMessage(mistake, languageFor('en').t).text).toBe(
    '"ale" can be two products. Try: `/stock 1101` or `/stock 1102`',
  );
});
