import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import { recordedDigests } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

test('a digest is forgotten after 400 days, but for the newest of each channel, and none comes again', async () => {
  const bot = await startTestBot({ hasHealth: true });
  const rows = () => recordedDigests(bot, 'C0STOCK');
  const sent = async () => (await bot.metrics()).get('retail_bot_digests_total{state="sent"}');
  const before = await rows();
  const posted = bot.held('#stock').length;
  expect(before.length).toBeGreaterThan(4);
  const digests = (await sent()) ?? 0;
  await bot.kari.type('/digest', 'now stock');
  expect((await rows()).length).toBe(before.length + 1);
  await bot.kari.type('/digest', 'unsubscribe stock');
  await bot.kari.type('/digest', 'unsubscribe sales');

  // To read the days since would cost time, and changes nothing here.
  bot.service.fail({ fault: { kind: 'status', status: 401 }, times: Number.POSITIVE_INFINITY });
  // More than a week of anything goes a day after the log has said so: first what their buttons know, then the digests.
  for (const [morning, left] of [
    ['2028-01-08 08:29', before.length + 1],
    ['2028-01-09 08:40', before.length + 1],
    ['2028-01-10 08:50', 2],
  ] as const) {
    bot.clock.set(oslo(morning));
    // What the buttons of a digest know is forgotten when another is posted.
    await bot.as('kari', '#second').type('/digest', 'now stock');
    await bot.pass(120);
    expect(await rows()).toHaveLength(left);
  }
  const newest = (kind: string) => before.findLast((run) => run.includes(` ${kind} `));
  expect(await rows()).toEqual([newest('stock'), newest('sales')]);
  // Those by hand are four: they count too, and so does what is forgotten.
  expect(await sent()).toBe(digests + 4);
  // The one that was asked for, and its file.
  const later = bot.held('#stock').slice(posted);
  expect(later.map(({ text }) => text.slice(0, 12))).toEqual(['Stock digest', 'All 48 rows ']);
  expect(later[1]?.threadTs).toBe(later[0]?.ts);
});
