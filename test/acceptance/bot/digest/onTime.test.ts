import { expect, test } from 'vitest';
import { PLACES } from '../../../../bot/demo/slack/cast.ts';
import { oslo } from '../../../support/bot/time.ts';
import { startTestBot } from '../../../support/testBot.ts';

test('a digest that Slack puts off holds up no other: that of the next minutes comes at its time', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:28' });
  await bot.as('kari', '#second').type('/digest', 'subscribe sales at 08:33');
  const name = 'chat.postMessage';
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 600 }, name, channel: PLACES['#stock'].id });
  const putOff = () =>
    bot.held('#stock').find(({ at, text }) => at >= oslo('2026-11-20 08:30') && text.startsWith('Sales'));
  await bot.moveTo('08:34');
  expect(bot.held('#second')[0]?.at).toBe(oslo('2026-11-20 08:33'));
  expect(putOff()).toBeUndefined();
  await bot.moveTo('08:45');
  expect(putOff()).toBeDefined();
});
