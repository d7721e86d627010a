import { expect, test } from 'vitest';
import { activeDigests } from '../../../support/storedData.ts';
import { startTestBot } from '../../../support/testBot.ts';

const SECOND = 'C0SECOND';

test('each digest in the list is a line with a menu that pauses, resumes, previews, posts and removes it', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  for (const other of ['stock', 'sales']) await bot.kari.type('/digest', `unsubscribe ${other}`);
  await hand.type('/digest', 'subscribe stock named "Gin Oslo" gin at 10:00 weekdays');
  const list = await hand.type('/digest', 'list');
  const line = '*Gin Oslo* · Stock · <#C0SECOND> · Monday to Friday at 10:00 · `/stock overview group:"Gin"`';
  expect(list.text).toContain(line);
  expect((await hand.click(list, 'Preview')).text).toContain('Preview for <#C0SECOND>; only you see this.');
  expect((await hand.click(list, 'Change')).text).toContain('digest_time');

  const paused = await hand.click(list, 'Pause for a week');
  expect(paused.text).toContain('is paused until Fri 27 Nov 2026');
  expect(paused.text).toContain(`${line} · Paused until Fri 27 Nov 2026.`);
  const resumed = await hand.click(paused, 'Resume');
  expect(resumed.text).toContain('gets the "Gin Oslo" digest again');
  expect(resumed.text).not.toContain('Paused');

  const before = bot.held(SECOND).length;
  expect((await hand.click(resumed, 'Post now')).text).toContain('Posted the "Gin Oslo" digest');
  expect(bot.held(SECOND).length).toBeGreaterThan(before);
  const removed = await hand.click(resumed, 'Remove');
  expect(removed.text).toContain('no longer gets the "Gin Oslo" digest');
  expect(await activeDigests(bot, SECOND)).toBe(0);
  // The list of before still has its menu.
  expect((await hand.click(list, 'Pause for a week')).text).toContain('has no "Gin Oslo" digest.');
});

test('a menu is about the digest that it names, also of direct messages and in a channel that has several', async () => {
  const bot = await startTestBot();
  const own = bot.as('kari', 'app');
  for (const kind of ['stock', 'sales']) await bot.kari.type('/digest', `unsubscribe ${kind}`);
  await own.type('/digest', 'subscribe stock');
  await own.type('/sales', 'last week every friday');
  const status = await own.type('/digest', 'status');
  expect(status.text).toContain('your chat with the app: every Friday at 08:00');
  const home = await own.openHome();
  const paused = await own.click(home, 'Pause for a week');
  expect(paused.text).toContain('The stock digest in your chat with the app is paused until Fri 27 Nov 2026');
  expect(paused.text).not.toContain('/digest');
  expect((await own.click(paused, 'Resume')).text).toContain('gets the stock digest again');
  await own.click(home, 'Pause for a week');
  expect((await own.openHome()).text).toContain('Paused until Fri 27 Nov 2026');
  const removed = await own.click(status, 'Remove');
  expect(removed.text).toContain('no longer gets the stock digest');
  expect((await own.click(removed, 'Start again')).text).toContain('Your chat with the app gets the stock');
  expect((await own.click(status, 'Remove')).text).toContain('no longer gets the stock digest');
  expect(await activeDigests(bot, 'U0KARI')).toBe(1);
});
