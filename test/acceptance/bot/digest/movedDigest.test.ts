import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** A digest in #stock whose form is opened, and sent in with another channel or hour. */

async function startMove(settings: string): Promise<TestBot> {
  const bot = await startTestBot();
  await bot.kari.type('/digest', 'unsubscribe sales');
  await bot.kari.type('/digest', `subscribe ${settings}`);
  return bot;
}

async function save({ kari }: TestBot, { channel, time }: { channel?: string; time?: string }) {
  return kari.submit(await kari.type('/digest'), {
    ...(channel === undefined ? {} : { digest_channel: { selected_conversation: channel } }),
    ...(time === undefined ? {} : { digest_time: { selected_time: time } }),
  });
}

const MORNING = 4;

/** Where stock digests were posted after those of the mornings before. */
function posted(bot: TestBot): string[] {
  return bot.slack.workspace
    .all()
    .filter(({ text }) => /Stock digest ·/.test(text))
    .slice(MORNING)
    .map(({ channel }) => channel);
}

test.each([
  ['at 10:00 weekdays all', '<@U0KARI> moved the stock digest from this channel to <#C0SECOND>.'],
  ['kl 10:00 hverdager alle norsk', '<@U0KARI> flyttet lagerrapporten herfra til <#C0SECOND>.'],
])(
  'a digest moves to the channel that is chosen, with its settings, and both are told: %s',
  async (settings, told) => {
    const bot = await startMove(settings);
    const { text } = await save(bot, { channel: 'C0SECOND' });
    expect(text).toContain('The stock digest has moved from <#C0STOCK> to <#C0SECOND>:');
    expect(text).toContain('Monday to Friday at 10:00');
    expect(bot.held('#stock').at(-1)?.text).toBe(told);
    expect(bot.held('#second').at(-1)?.text).toMatch(/here from <#C0STOCK>|hit fra <#C0STOCK>/);
    expect((await bot.kari.type('/digest', 'list')).text).not.toContain('<#C0STOCK>');
  },
);

test('a pause moves along', async () => {
  const bot = await startMove('at 10:00');
  await bot.kari.type('/digest', 'pause until monday');
  await save(bot, { channel: 'C0SECOND' });
  expect((await bot.kari.type('/digest', 'list')).text).toMatch(/<#C0SECOND>.*Paused until Mon 23 Nov 2026/);
});

test('what was posted today does not come again, in another channel or at another hour', async () => {
  const bot = await startMove('at 08:50');
  await bot.moveTo('08:52');
  expect(posted(bot)).toEqual([]);
  await save(bot, { time: '08:53' });
  await bot.moveTo('08:55');
  await save(bot, { channel: 'C0SECOND' });
  await bot.moveTo('09:00');
  expect(posted(bot)).toEqual([]);
});

test('what was not posted yet comes once, where and when the form says', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  await kari.type('/digest', 'subscribe at 08:52');
  const form = await kari.type('/digest');
  await kari.submit(form, { digest_time: { selected_time: '08:55' } });
  await bot.moveTo('08:54');
  expect(posted(bot)).toEqual([]);
  await kari.submit(await kari.type('/digest'), { digest_channel: { selected_conversation: 'C0LATER' } });
  await bot.moveTo('09:05');
  expect(posted(bot)).toHaveLength(1);
});

test('what waits for its figures comes in the new channel, once', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:29' });
  bot.service.fail({
    fault: { kind: 'status', status: 500 },
    operation: 'accumulatedStock',
    times: Number.POSITIVE_INFINITY,
  });
  await bot.moveTo('08:35');
  await save(bot, { channel: 'C0SECOND' });
  bot.service.clearFaults();
  bot.clock.set(oslo('2026-11-20 09:05'));
  await bot.moveTo('09:10');
  expect(bot.held('#second').filter(({ text }) => text.startsWith('Stock digest'))).toHaveLength(1);
});
