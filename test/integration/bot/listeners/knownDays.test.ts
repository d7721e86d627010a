import { expect, test } from 'vitest';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { rowsOf, type SaidAnswer } from '../../../support/bot/listenerBench.ts';
import { clickBody } from '../../../support/bot/payloadBodies.ts';

/** It is 09:00 on Friday 20 November 2026; the service has the sales of three years. */

async function ask({ bench }: ConversationBench, text: string): Promise<SaidAnswer> {
  const answer = (await bench.type('/sales', text)).said.at(-1);
  if (answer === undefined) throw new Error(`no answer to ${text}`);
  return answer;
}

async function click({ bench }: ConversationBench, answer: SaidAnswer, name: string): Promise<SaidAnswer> {
  const button = new RegExp(`"action_id":"answer_${name}".*?"value":"([^"]+)"`);
  const [, value] = button.exec(JSON.stringify(answer.blocks)) ?? [];
  if (value === undefined) throw new Error(JSON.stringify(answer.blocks));
  const next = (await bench.send(clickBody(bench.responseUrl, `answer_${name}`, value))).said.at(-1);
  if (next === undefined) throw new Error(`no answer to ${name}`);
  return next;
}

test('a year whose sales are known from some day on says from which, and is not compared', async () => {
  const world = await startConversationBench();
  const year = await ask(world, '2023');
  expect(year.text).toContain('; First sales on Sat 18 Nov 2023');

  const before = await click(world, year, 'previous_period');
  expect(before.text).toContain('First sales on Sat 18 Nov 2023');
  expect(before.text).toContain('No change is shown: the earlier period has no known sales.');
  expect(before.text).not.toMatch(/%|open day/);
  expect(new Set(rowsOf(before).map(([, , change]) => change))).toEqual(new Set(['–']));

  const compared = await ask(world, 'compare 2024 with 2023');
  expect(compared.text).toContain(
    'No change is shown: the earlier period has no known sales before Sat 18 Nov 2023.',
  );
  expect(compared.text).not.toMatch(/%|open day/);
  expect(new Set(rowsOf(compared).map(([, , change]) => change))).toEqual(new Set(['–']));
});

test('days without sales are told whether the days are stored or fetched', async () => {
  const world = await startConversationBench();
  const easter = JSON.stringify((await ask(world, '2026-04-01..2026-04-07')).blocks);
  expect(easter).toContain('fetched live');
  expect(easter).toContain('no sales at all on 2–3 Apr, 5–6 Apr');
});
