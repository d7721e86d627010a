import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { PEOPLE } from '../../../../bot/demo/slack/cast.ts';
import { oslo } from '../../../support/bot/time.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { judgedAlerts } from '../../../support/storedData.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** A product of the supplier's own of which there is more today than yesterday, and a number between the two. */
function restocked(bot: TestBot): { readonly id: string; readonly between: number } {
  const { truth } = bot.service;
  const now = bot.clock.right();
  const today = truth.stock();
  bot.clock.set(oslo('2026-11-19 09:00'));
  const before = new Map(truth.stock().map(({ productId, stock }) => [productId, stock]));
  bot.clock.set(now);
  const own = new Set(truth.productIds());
  for (const { productId, stock } of today) {
    const earlier = before.get(productId) ?? 0;
    if (own.has(productId) && stock > earlier + 100)
      return { id: productId, between: Math.round((earlier + stock) / 2) };
  }
  throw new Error('nothing was restocked');
}

const rung = (bot: TestBot, day: string) =>
  bot.held('#stock').filter(({ text }) => text.startsWith(`Stock alerts for ${day}: `));

test('an alert that a clock ahead of the right one has judged is judged again by the data of the right day', async () => {
  const bot = await startTestBot();
  const { id, between } = restocked(bot);
  const set = await bot.kari.type('/stock', `alert ${id} below ${between}`);
  expect(set.text).not.toContain('Already beyond the threshold');
  await downUntil(bot, '2026-11-19 09:30');
  await bot.pass(3 * 60);
  expect(rung(bot, 'Thu 19 Nov 2026')).toHaveLength(1);
});

test('an alert that somebody takes over while its owner is looked up is not paused for that owner', async () => {
  const bot = await startTestBot();
  const { id } = restocked(bot);
  await bot.kari.type('/stock', `alert ${id} below 1`);
  await downUntil(bot, '2026-11-21 08:26');
  const form = await bot.ola.click(await bot.ola.type('/stock', 'varsler'), 'Endre');
  const answer = Promise.withResolvers<void>();
  const held = { kind: 'held', until: answer.promise } as const;
  bot.slack.faults.add({ name: 'users.info', fault: held, times: Number.POSITIVE_INFINITY });
  bot.slack.workspace.setPerson(PEOPLE.kari.id, { deleted: true });
  await bot.moveTo('08:33');
  // The app knows Ola from before. It answers her while Slack's answer about Kari hangs.
  const mark = bot.slack.seen.length;
  const said = () => JSON.stringify(bot.slack.seen.slice(mark));
  await bot.ola.submit(form, { alert_when_number: { value: '2' } });
  await expect.poll(said, { timeout: 60_000 }).toContain('Varselet er satt opp');
  expect(said()).not.toMatch(/satt på pause|På pause: /);
  bot.slack.faults.clear();
  answer.resolve();
  await bot.pass(3 * 60);
  const list = await bot.ola.type('/stock', 'varsler');
  expect(list.text).toContain(id);
  expect(list.text).not.toMatch(/på pause: /i);
  expect(bot.held('#stock').map(({ text }) => text)).not.toContainEqual(
    expect.stringContaining('An alert is paused'),
  );
});

test('data that another process has judged while an alert was set again are not judged a second time', async () => {
  const bot = await startTestBot();
  const { id } = restocked(bot);
  // On Saturday, before this process has read its stock.
  await downUntil(bot, '2026-11-21 08:10');
  const setAgain = () => bot.kari.type('/stock', `alert ${id} below 1000000`);
  await setAgain();
  // The other process has newer data than those that this one has just read.
  const judgedElsewhere = async (statement: string) => {
    const database = new DatabaseSync(bot.databasePlace);
    database.exec(statement);
    database.close();
  };
  bot.process.listen((text) => {
    if (!text.startsWith('begin')) return;
    bot.process.listen(undefined);
    void judgedElsewhere(
      "update alert set judged_day = '2026-11-21'; update alert_state set state = 'armed'",
    );
  });
  await setAgain();
  expect(await judgedAlerts(bot)).toEqual({ days: ['2026-11-21'], states: ['armed'] });
});
