import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const HEADING = 'Stock alerts for Sat 21 Nov 2026';

/** As if the products of all alerts had been over their lines when they were last judged. */
async function armAll(bot: TestBot): Promise<void> {
  const database = await openDatabase(bot.databasePlace);
  onTestFinished(() => database.destroy());
  await database.updateTable('alert_state').set({ state: 'armed' }).execute();
}

const rung = (bot: TestBot, place = '#stock') => bot.held(place).filter(({ text }) => text === HEADING);

test('alerts of a channel ring in one message, once, after the next whole stock', async () => {
  const bot = await startTestBot();
  const set = await bot.kari.type('/stock', 'alert 346 below 1000000');
  expect(set.text).toContain('Alert set: 346');
  expect(set.text).toContain('Already beyond the line: 346');
  await bot.kari.type('/stock', 'alert 346 below 900000');
  expect((await bot.ola.type('/stock', 'varsle meg 346 under 800000 enheter')).text).toContain(
    'Varselet er satt opp',
  );
  expect(rung(bot)).toEqual([]);
  await armAll(bot);
  await bot.moveTo('2026-11-21 08:45');
  await bot.pass(120);
  const [posted, ...more] = rung(bot);
  expect(more).toEqual([]);
  const text = JSON.stringify(posted?.blocks);
  expect(text).toContain('fewer than 1,000,000');
  expect(text).toContain('fewer than 900,000');
  expect(bot.held('D0OLA').map((each) => each.text)).toEqual(['Lagervarsler for lør. 21. nov. 2026']);
  await bot.restart();
  await bot.pass(300);
  expect(rung(bot)).toHaveLength(1);
  expect((await bot.kari.type('/stock', 'alerts')).text).toContain('last posted for Sat 21 Nov 2026');
});

test('a muted alert and a removed one ring no more', async () => {
  const bot = await startTestBot();
  await bot.kari.type('/stock', 'alert 346 below 1000000');
  const muted = await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Mute for a week');
  expect(muted.text).toContain('Muted for a week');
  await bot.kari.type('/stock', 'alert 346 below 900000');
  const list = await bot.kari.type('/stock', 'alerts');
  expect(list.text).toContain('Unmute');
  await armAll(bot);
  await bot.moveTo('2026-11-21 08:45');
  await bot.pass(120);
  expect(JSON.stringify(rung(bot)[0]?.blocks)).not.toContain('1,000,000');
  expect(rung(bot)).toHaveLength(1);
  for (let left = 2; left > 0; left -= 1) {
    const removed = await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Remove');
    expect(removed.text).toContain('Removed');
  }
  expect((await bot.kari.type('/stock', 'varsler')).text).toContain('There are no alerts here');
});

test('an alert whose owner is gone is paused, and its channel is told once', async () => {
  const bot = await startTestBot();
  await bot.ola.type('/stock', 'alert 346 below 1000000');
  await armAll(bot);
  const database = await openDatabase(bot.databasePlace);
  onTestFinished(() => database.destroy());
  await database.updateTable('alert').set({ owner: 'U0GONE' }).execute();
  await bot.moveTo('2026-11-21 08:45');
  await bot.pass(120);
  expect(rung(bot)).toEqual([]);
  const told = bot.held('#stock').filter(({ text }) => text.includes('satt på pause'));
  expect(told).toHaveLength(1);
  expect((await bot.kari.type('/stock', 'alerts')).text).toContain('paused');
});
