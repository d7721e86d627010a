import { expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import {
  callsFor,
  downUntil,
  HISTORY,
  POST,
  startBeforeDigests,
  stockDigestsIn,
  toldToKari,
} from '../../../support/digestBot.ts';
import { forgetDigests } from '../../../support/storedData.ts';

const looks = (calls: readonly string[]) => calls.filter((name) => name === HISTORY).length;

test('20 channels have their digest within two minutes and within the limits of Slack, also when a start is late', async () => {
  const ids = Array.from({ length: 20 }, (_, at) => `C0N${at}`);
  const bot = await startBeforeDigests(ids, { hasRates: true });
  const counts = () => ids.map((id) => stockDigestsIn(bot, id).length);
  bot.slack.workspace.change('C0N7', { shared: true });
  await bot.pass(100);
  expect(counts()).toEqual(ids.map((id) => (id === 'C0N7' ? 0 : 1)));
  expect(bot.slack.calls.filter(({ limited }) => limited)).toEqual([]);
  expect(looks(bot.slack.methods())).toBe(0);

  // The database is put back that knows of none; half of them have come since.
  await bot.stop();
  await forgetDigests(bot, { day: '2026-11-20' });
  const lost = ids.slice(10);
  for (const id of lost) for (const { ts } of bot.held(id)) bot.slack.workspace.delete(id, ts);
  bot.slack.workspace.change('C0N7', { shared: false });
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 90 }, name: HISTORY });
  await downUntil(bot, '2026-11-20 09:10');
  const before = looks(bot.slack.methods());
  // Those that were under way beside it.
  expect(before).toBeLessThanOrEqual(8);
  await bot.pass(80);
  expect(looks(bot.slack.methods())).toBe(before);
  await bot.pass(2 * 60);
  expect(counts()).toEqual(ids.map(() => 1));
  expect(lost.map((id) => stockDigestsIn(bot, id)[0]?.text)).toEqual(
    lost.map(() => expect.stringMatching(/^This digest is late: the app couldn't post it at 08:50\./)),
  );
});

test('60 channels have their digest as fast as Slack lets the bot ask about them, with few calls in vain', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `C0N${at}`);
  const bot = await startBeforeDigests(ids, { hasRates: true });
  await bot.pass(60 + 2 * 60);
  expect(ids.map((id) => stockDigestsIn(bot, id).length)).toEqual(ids.map(() => 1));
  const refused = bot.slack.calls.filter(({ limited }) => limited);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(ids.length * 3);
});

test('a bot that was not there looks into the channel before it sends, and sends only the latest of the days it missed', async () => {
  const bot = await startBeforeDigests(['C0SECOND', 'C0UNREADABLE']);
  const unreadable = { kind: 'say', error: 'missing_scope' } as const;
  bot.slack.faults.add({ fault: unreadable, name: HISTORY, channel: 'C0UNREADABLE', times: 9 });
  await bot.stop();
  bot.clock.set(oslo('2026-11-20 08:50') + 1_000);
  await bot.restart();
  // A message may be on its way from the one before.
  await bot.pass(30);
  expect(stockDigestsIn(bot, 'C0SECOND')).toEqual([]);
  await bot.pass(60);
  expect(stockDigestsIn(bot, 'C0SECOND')).toHaveLength(1);
  expect(callsFor(bot, HISTORY, 'C0SECOND')).toHaveLength(3);
  expect(stockDigestsIn(bot, 'C0UNREADABLE')).toHaveLength(1);
  expect(toldToKari(bot)).toEqual([]);
  const told = bot.logLines().filter(({ msg }) => msg.includes('without having been looked for'));
  expect(told).toMatchObject([{ code: 'missing_scope', channel: 'C0UNREADABLE' }]);

  // It looks while it waits for the stock, and then sends at once.
  await downUntil(bot, '2026-11-24 09:10');
  expect(callsFor(bot, HISTORY, 'C0SECOND')).toHaveLength(4);
  expect(callsFor(bot, POST, 'C0SECOND')).toHaveLength(1);
  await bot.pass(2 * 60);
  expect(callsFor(bot, HISTORY, 'C0SECOND')).toHaveLength(4);
  expect(
    stockDigestsIn(bot, 'C0SECOND').map(({ text }) => /Stock digest · \w+ (\d+)/.exec(text)?.[1]),
  ).toEqual(['20', '24']);
  const { lines } = await bot.as('kari', '#second').type('/digest', 'status');
  expect(lines.filter((line) => line.includes('the app was down'))).toHaveLength(3);
});
