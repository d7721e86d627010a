import { expect, test } from 'vitest';
import {
  POST,
  sleepUntil,
  startBeforeDigests,
  stockDigestsIn,
  toldToKari,
} from '../../../support/digestBot.ts';
import { breakTable } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const CHANNEL = 'C0SECOND';

test('a digest by hand that Slack does not take for now comes later, but not after an hour, and who asked is told', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  bot.slack.faults.add({
    fault: { kind: 'resetAfter' },
    name: 'conversations.info',
    channel: CHANNEL,
    skip: 1,
  });
  const { text } = await kari.type('/digest', 'now stock');
  expect(text).not.toContain('posted');
  expect(stockDigestsIn(bot, CHANNEL)).toEqual([]);
  await bot.pass(60);
  expect(stockDigestsIn(bot, CHANNEL)).toHaveLength(1);

  await sleepUntil(bot, '2026-11-20 09:00');
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 4_000 }, name: POST, channel: CHANNEL });
  await kari.type('/digest', 'now stock');
  await sleepUntil(bot, '2026-11-20 10:08');
  await bot.pass(60);
  expect(stockDigestsIn(bot, CHANNEL)).toHaveLength(1);
  expect(toldToKari(bot)).toEqual([expect.stringMatching(/couldn't be posted within an hour/)]);
  expect((await kari.type('/digest', 'status')).text).toContain("it couldn't be posted within an hour");

  // Just after midnight it is of the day on the wall.
  await sleepUntil(bot, '2026-11-21 00:30');
  await kari.type('/digest', 'now stock');
  await bot.pass(5);
  const [, last] = stockDigestsIn(bot, CHANNEL);
  expect(JSON.stringify(last?.metadata)).toMatch(/:manual:.*2026-11-21/);
});

test('a digest that cannot be written is tried again, who waits is told the third time, and it holds up no other', async () => {
  const bot = await startBeforeDigests(['C0BROKEN']);
  await bot.as('kari', '#second').type('/digest', 'subscribe sales at 08:50');
  const mend = await breakTable(bot, 'stock');
  await bot.ola.type('/digest', 'now stock');
  await bot.pass(3 * 60);
  expect(bot.held(CHANNEL)[0]?.text).toContain('Sales digest');
  await bot.pass(5 * 60);
  const tolds = [
    ['D0KARI', /couldn't create the stock digest.*until the next digest is due/],
    ['D0OLA', /couldn't create the stock digest.*`\/digest now` tries once more/],
  ] as const;
  for (const [id, words] of tolds)
    expect(bot.held(id).map(({ text }) => text)).toEqual([expect.stringMatching(words)]);
  await mend();
  const before = stockDigestsIn(bot, 'C0STOCK').length;
  await sleepUntil(bot, '2026-11-20 09:20');
  expect(stockDigestsIn(bot, 'C0BROKEN')).toHaveLength(1);
  expect(stockDigestsIn(bot, 'C0STOCK')).toHaveLength(before);
  expect(toldToKari(bot)).toHaveLength(1);
});

test('a digest that waits is not sent once its channel is unsubscribed or paused', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29' });
  bot.service.fail({ fault: { kind: 'status', status: 500 }, operation: 'accumulatedStock', times: 99 });
  for (const place of ['#second', '#private'] as const)
    await bot.as('kari', place).type('/digest', 'subscribe at 08:30');
  await bot.pass(2 * 60);
  await bot.as('kari', '#second').type('/digest', 'unsubscribe');
  await bot.as('kari', '#private').type('/digest', 'pause until monday');
  // A setting does not bring back what a person has ended.
  await bot.restart({ digestChannels: [CHANNEL] });
  const before = stockDigestsIn(bot, 'C0STOCK').length;
  bot.service.clearFaults();
  await sleepUntil(bot, '2026-11-20 08:45');
  await bot.pass(2 * 60);
  expect(stockDigestsIn(bot, 'C0STOCK')).toHaveLength(before + 1);
  for (const id of [CHANNEL, 'G0PRIVATE']) expect(stockDigestsIn(bot, id)).toEqual([]);
  expect((await bot.as('kari', '#private').type('/digest', 'status')).text).toContain(
    'Fri 20 Nov 2026, stock, scheduled: not posted (it is paused until Mon 23 Nov 2026)',
  );
});
