import { expect, test } from 'vitest';
import { startTestBot } from '../../../support/testBot.ts';

/** "Yesterday" on Friday, and what it is on the Saturday after. */
const THEN = ', Thu 19 Nov: ';
const NOW = ', Fri 20 Nov: ';

test('a period is kept as it was said and read on the day; a button means the days that its answer showed', async () => {
  const { kari, moveTo, held } = await startTestBot();
  const typed = await kari.type('/sales', 'yesterday product:gin');
  expect(typed.text).toContain(THEN);
  const said = await kari.say('riesling yesterday');
  const thread = held('#stock').findLast(({ text }) => text.endsWith('riesling yesterday'))?.ts;
  expect(said.text).toContain(THEN);
  const standing = await kari.type('/sales', 'yesterday by:store every day at 10:00');
  expect(standing.text).toContain('10:00');

  await moveTo('2026-11-21 09:30');
  // What is asked again: the days of the words.
  const home = await kari.openHome();
  for (const action of ['home_ask:0', 'home_ask:1']) {
    expect((await kari.click(home, action)).text).toContain(NOW);
  }
  // Below yesterday's answers, and in their thread: their days.
  for (const [below, title] of [
    [typed, 'By store'],
    [said, 'By store'],
  ] as const) {
    const { text } = await kari.click(below, title);
    expect(text).toContain('Thu 19 Nov');
    expect(text).not.toContain('Fri 20 Nov');
  }
  expect((await kari.say('by product', thread)).text).toContain(THEN);
  // What is posted by itself.
  await moveTo('2026-11-21 10:05');
  expect(held('#stock').map(({ text }) => text)).toContainEqual(expect.stringContaining(`Sales${NOW}`));
});

test('days that never change have no schedule; what is offered in its place can be asked', async () => {
  const { kari } = await startTestBot();
  const days = '2026-11-09..2026-11-15';
  const ofSales = await kari.type('/sales', `${days} every monday`);
  expect((await kari.click(ofSales, `/sales ${days} mondays`)).text).toContain('Mondays');
  const ofStock = await kari.type('/stock', '1101 2026-11-18..2026-11-19 every monday');
  expect((await kari.click(ofStock, '/stock 1101 2026-11-18..2026-11-19')).text).toContain('1101');
});
