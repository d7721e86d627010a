import { expect, test } from 'vitest';
import { namedProducts, startTestBot, type TestBot } from '../../../support/testBot.ts';

const HEADING = 'Stock alerts for Fri 20 Nov 2026';

/** As if the latest data had not been judged, and all items had been over their lines before. */
async function judgeAgain(bot: TestBot): Promise<void> {
  await bot.database.execute("update alert_state set state = 'armed'");
  await bot.database.execute("update alert set judged_day = '2026-11-19'");
  await bot.pass(120);
}

const rung = (bot: TestBot, place = '#stock') => bot.held(place).filter(({ text }) => text === HEADING);
const blocksOf = (bot: TestBot) => JSON.stringify(rung(bot).map(({ blocks }) => blocks));

/** A product of the supplier's own. */
function someProduct(bot: TestBot) {
  const [first] = namedProducts(bot.service);
  if (first === undefined) throw new Error('the sandbox has no products of its own');
  return first;
}

test('alerts of a channel ring in one message, once, in the language of the first, and call no service', async () => {
  const bot = await startTestBot();
  const { id, name } = someProduct(bot);
  const calls = bot.service.requests.length;
  const set = await bot.kari.type('/stock', `alert ${id} below 1000000`);
  expect(set.text).toContain(`Alert set: ${id} ${name} below 1,000,000 units. The app posts in this channel`);
  expect(set.text).toContain(`Already beyond the line: ${id} ${name} (`);
  await bot.ola.type('/stock', `varsle ${id} under 900000`);
  // The same again is the same alert.
  expect((await bot.ola.type('/stock', `varsle ${id} under 900000`)).text).toContain('Varselet er satt opp');
  expect((await bot.ola.type('/stock', `varsle meg ${id} under 800000 enheter`)).text).toContain(
    'Appen sender til deg når',
  );
  await bot.pass(120);
  expect(rung(bot)).toEqual([]);
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
  expect(blocksOf(bot)).toContain('fewer than 1,000,000');
  expect(blocksOf(bot)).toContain('fewer than 900,000');
  expect(bot.held('D0OLA').map((each) => each.text)).toEqual(['Lagervarsler for fre. 20. nov. 2026']);
  expect(bot.service.requests).toHaveLength(calls);
  const list = await bot.kari.type('/stock', 'alerts');
  expect(list.text).toContain('last posted for Fri 20 Nov 2026');
  expect(list.text).toMatch(/Nearest to the line: .*, [\d,]+ units \([\d,]+ below the line\)/);
  // Ola's own to himself is on no list but his.
  expect(list.text).not.toContain('800,000');
  expect((await bot.as('ola', 'direct').type('/stock', 'varsler')).text).toMatch(/800\s000/);
  // Set after the day was judged: its first figures ring nothing.
  await bot.kari.type('/stock', `alert ${id} below 700000`);
  await bot.restart();
  await bot.pass(300);
  expect(rung(bot)).toHaveLength(1);
});

test('a mute ends without ringing, and a removed alert rings no more', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.kari.type('/stock', `alert ${id} below 1000000`);
  const list = await bot.kari.type('/stock', 'alerts');
  expect((await bot.kari.click(list, 'Mute for a week')).text).toContain('Muted for a week');
  const muted = await bot.kari.type('/stock', 'alerts');
  expect(muted.text).toContain('Muted until Fri 27 Nov 2026');
  await judgeAgain(bot);
  expect(rung(bot)).toEqual([]);
  // The crossing during the mute stays unsaid.
  await bot.kari.click(muted, 'Unmute');
  await bot.database.execute("update alert set judged_day = '2026-11-19'");
  await bot.pass(120);
  expect(rung(bot)).toEqual([]);
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
  expect((await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Remove')).text).toContain('Removed');
  expect((await bot.kari.type('/stock', 'varsler')).text).toContain('There are no alerts here');
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
});

test('an alert whose owner is gone is paused, its channel is told once, and another person resumes it', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.ola.type('/stock', `alert ${id} below 1000000`);
  await bot.database.execute("update alert set owner = 'U0GONE'");
  await judgeAgain(bot);
  expect(rung(bot)).toEqual([]);
  const told = () => bot.held('#stock').filter(({ text }) => text.includes('satt på pause'));
  expect(told()).toHaveLength(1);
  await bot.pass(300);
  expect(told()).toHaveLength(1);
  const list = await bot.kari.type('/stock', 'alerts');
  expect(list.text).toContain('Paused: <@U0GONE> no longer has access');
  const resumed = await bot.kari.click(list, 'Resume');
  expect(resumed.text).toContain('The alert was paused. It starts again with the latest data.');
  expect(resumed.text).toContain('Already beyond the line');
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
});
