import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { commandPayload } from '../../../../bot/demo/slack/payloads.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** A command of Kari's, as somebody posts it who knows `secret` and has signed it that many seconds ago. */
async function post(bot: TestBot, secret: string | undefined, secondsAgo = 0): Promise<number> {
  const sentAtS = Math.floor(Date.now() / 1_000) - secondsAgo;
  const command = commandPayload(bot.kari.actor, '/stock', 'mine', bot.slack.answerUrl());
  const fields = Object.entries(command).map(([name, value]): [string, string] => [name, String(value)]);
  const body = new URLSearchParams(fields).toString();
  const signature = createHmac('sha256', secret ?? '')
    .update(`v0:${sentAtS}:${body}`)
    .digest('hex');
  const response = await fetch(`http://127.0.0.1:${bot.settings.port}/slack/events`, {
    method: 'POST',
    headers: {
      connection: 'close',
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(sentAtS),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
  await response.text();
  await bot.rest();
  return response.status;
}

test('only what Slack signed within five minutes is answered', async () => {
  const bot = await startTestBot();
  const before = bot.slack.seen.length;
  expect(await post(bot, 'another secret')).toBe(401);
  expect(await post(bot, bot.settings.signingSecret, 310)).toBe(401);
  expect(bot.slack.seen.length).toBe(before);
  expect(await post(bot, bot.settings.signingSecret, 120)).toBe(200);
  expect(bot.slack.seen.length).toBe(before + 1);
});
