import { expect, test } from 'vitest';
import { sleepUntil } from '../../../support/digestBot.ts';
import type { Seen } from '../../../support/slack/methods.ts';
import type { HeldMessage } from '../../../support/slack/workspace.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

const SECOND = 'C0SECOND';
const KARI = 'D0KARI';

/** Digests that stand in a place, oldest first. */
const digestsIn = (bot: TestBot, channel: string): HeldMessage[] =>
  bot.held(channel).filter(({ metadata }) => metadata !== null);
/** What comes before the figures: the heading, the name and what it is of. */
const headsIn = (bot: TestBot, channel: string): string[] =>
  digestsIn(bot, channel).map(({ text }) => /^[^:]*/.exec(text)?.[0] ?? '');
const seenAs = (message: HeldMessage | undefined): Seen[] => {
  if (message === undefined) throw new Error('it is not there');
  return [{ kind: 'message', by: 'chat.postMessage', body: message, ts: message.ts }];
};

const GIN_OSLO = 'Gin Oslo · Gin in Oslo · Sales digest · Thu 19 Nov 2026';

async function startWithFour(): Promise<TestBot> {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  await hand.type('/digest', 'subscribe sales at 08:50');
  const named = await hand.type('/digest', 'subscribe sales named "Gin Oslo" group:gin store:oslo at 08:50');
  expect(named.text).toContain('<#C0SECOND> gets the "Gin Oslo" digest');
  await hand.type('/digest', 'subscribe stock named gin gin at 08:50');
  const personal = await bot.as('kari', 'app').type('/digest', 'subscribe stock at 08:50');
  expect(personal.text).toContain('Your chat with the app gets the stock digest');
  await bot.pass(59);
  return bot;
}

test('two digests of sales and one of stock in a channel and a personal one come once a day each', async () => {
  const bot = await startWithFour();
  const expected = [GIN_OSLO, 'Sales digest · Thu 19 Nov 2026', 'gin · Gin · Stock digest · Fri 20 Nov 2026'];
  const expectOnce = () => {
    expect(headsIn(bot, SECOND).toSorted()).toEqual(expected);
    expect(headsIn(bot, KARI)).toEqual(['Stock digest · Fri 20 Nov 2026']);
  };
  await bot.pass(2 * 60);
  expectOnce();
  await bot.restart();
  await bot.pass(2 * 60);
  expectOnce();

  const hand = bot.as('kari', '#second');
  const own = bot.as('kari', 'app');
  expect((await hand.type('/digest', 'subscribe "gin oslo" at 08:58')).text).toContain('The "Gin Oslo" digest in');
  await own.type('/digest', 'subscribe at 08:58');
  await hand.type('/digest', 'unsubscribe gin');
  expect((await hand.type('/digest', 'subscribe stock named GIN at 08:58')).text).toContain('gets the "GIN" digest');
  await bot.pass(8 * 60);
  expectOnce();

  await sleepUntil(bot, '2026-11-21 08:49');
  await bot.pass(12 * 60);
  expect(headsIn(bot, SECOND).toSorted()).toEqual(
    [
      ...expected,
      'GIN · Gin · Stock digest · Sat 21 Nov 2026',
      'Gin Oslo · Gin in Oslo · Sales digest · Fri 20 Nov 2026',
      'Sales digest · Fri 20 Nov 2026',
    ].toSorted(),
  );
  expect(headsIn(bot, KARI)).toHaveLength(2);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});

test('dbg', async () => {
  const bot = await startWithFour();
  await bot.pass(2 * 60);
  const hand = bot.as('kari', '#second');
  for (const c of ['status', 'list', 'pause "gin oslo" until friday', 'resume "gin oslo"', 'status "gin oslo"', 'unsubscribe sales', 'unsubscribe sales', 'pause until friday', 'now "gin oslo"', 'history', 'preview gin', 'unsubscribe', 'subscribe "gin osl" at 9', 'unsubscribe both', 'status'])
    console.log(`/digest ${c}\n${(await hand.type('/digest', c)).text}`);
  const own = bot.as('kari', 'app');
  for (const c of ['status', 'list', 'now', 'pause until friday', 'status', 'unsubscribe', 'subscribe sales', 'history'])
    console.log(`D /digest ${c}\n${(await own.type('/digest', c)).text}`);
  console.log((await bot.kari.openHome()).text);
  const digest = digestsIn(bot, SECOND).find(({ text }) => text.startsWith('Gin Oslo'));
  for (const title of ['Why these numbers?', 'Full list', 'Settings']) console.log((await hand.click(seenAs(digest), title)).text);
  for (const title of ['Why these numbers?', 'Full list', 'Settings']) console.log((await own.click(seenAs(digestsIn(bot, KARI)[0]), title)).text);
});
