import { expect, test } from 'vitest';
import type { PlaceName } from '../../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import type { HeldMessage } from '../../../../bot/demo/slack/workspace.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { sleepUntil } from '../../../support/digestBot.ts';
import { contentOf } from '../../../support/slack/fileContent.ts';
import { activeDigests, subscribeMany } from '../../../support/storedData.ts';
import { startTestBot, type TestBot, uploadList } from '../../../support/testBot.ts';

const SECOND = 'C0SECOND';
const KARI = 'D0KARI';

/** Digests that stand in a place, oldest first. */
const digestsIn = (bot: TestBot, channel: string): HeldMessage[] =>
  bot.held(channel).filter(({ metadata, text }) => metadata !== null && / digest · /i.test(text));
/** What comes before the figures: the heading, the name and what it is of. */
const headsIn = (bot: TestBot, channel: string): string[] =>
  digestsIn(bot, channel).map(({ text }) => /^[^:]*/.exec(text)?.[0] ?? '');
const seenAs = (message: HeldMessage | undefined): Seen[] => {
  if (message === undefined) throw new Error('it is not there');
  return [{ kind: 'message', by: 'chat.postMessage', body: message, ts: message.ts }];
};

const GIN_OSLO = 'Gin Oslo · Sales digest · Thu 19 Nov 2026';

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
  const expected = [GIN_OSLO, 'Sales digest · Thu 19 Nov 2026', 'gin · Stock digest · Fri 20 Nov 2026'];
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
  expect((await hand.type('/digest', 'subscribe "gin oslo" at 08:58')).text).toContain(
    'The "Gin Oslo" digest in',
  );
  await own.type('/digest', 'subscribe at 08:58');
  await hand.type('/digest', 'unsubscribe gin');
  expect((await hand.type('/digest', 'subscribe stock named GIN at 08:58')).text).toContain(
    'gets the "GIN" digest',
  );
  await bot.pass(8 * 60);
  expectOnce();

  await sleepUntil(bot, '2026-11-21 08:49');
  await bot.pass(12 * 60);
  expect(headsIn(bot, SECOND).toSorted()).toEqual(
    [
      ...expected,
      'GIN · Stock digest · Sat 21 Nov 2026',
      'Gin Oslo · Sales digest · Fri 20 Nov 2026',
      'Sales digest · Fri 20 Nov 2026',
    ].toSorted(),
  );
  expect(headsIn(bot, KARI)).toHaveLength(2);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});

test('what is asked below a further digest, and its file, are of its products and stores', async () => {
  const bot = await startWithFour();
  await bot.pass(2 * 60);
  const hand = bot.as('kari', '#second');
  const digest = seenAs(digestsIn(bot, SECOND).find(({ text }) => text.startsWith('Gin Oslo')));
  const litres = /: ([\d.]+) l/.exec(JSON.stringify(digest))?.[1];
  expect((await hand.click(digest, 'Why these numbers?')).text).toContain(`rounding: ${litres} l`);
  expect((await hand.click(digest, 'Full list')).text).toMatch(
    new RegExp(`Gin \\(7 products\\) in 0101 Oslo Torggata, Thu 19 Nov[\\s\\S]*${litres} l`),
  );
  const form = await hand.click(digest, 'Settings');
  await hand.submit(form, { digest_name: { value: 'Oslo gin' }, digest_time: { selected_time: '09:30' } });
  expect((await hand.type('/digest', 'status "oslo gin"')).text).toMatch(
    /\*Oslo gin\* · \*Sales digest\* in <#C0SECOND>: every day at 09:30[\s\S]*`\/sales yesterday group:"Gin" store:"oslo"`/,
  );
  const files = bot.slack.seen.flatMap((seen) => (seen.kind === 'file' ? [contentOf(seen)] : []));
  const names = bot.slack.seen.flatMap((seen) => (seen.kind === 'file' ? [seen.name] : []));
  expect(names).toContainEqual(expect.stringMatching(/^sales-gin-.*oslo-torggata-2026-11-19\.xlsx$/));
  expect(JSON.stringify(digest)).toMatch(/\*Gin \(7 products\) in 0101 Oslo Torggata, Thu 19 Nov: /);
  const ofDigest = files.find((file) => file.startsWith('Sales digest') && !file.includes('Pilsner')) ?? '';
  expect(ofDigest).toContain('store,0101,Oslo Torggata,');
  expect(ofDigest.match(/^product,.*/gm)?.every((row) => row.includes(' Gin '))).toBe(true);
});

test('digests are listed, paused, resumed and ended by name; a kind alone is the first of it', async () => {
  const bot = await startWithFour();
  const hand = bot.as('kari', '#second');
  const say = async (text: string) => (await hand.type('/digest', text)).text;
  expect(await say('list')).toMatch(
    /\*Gin Oslo\* · Sales · <#C0SECOND> · every day at 08:50 · `\/sales yesterday group:"Gin" store:"oslo"`[\s\S]*\*Stock\* · your chat with the app/,
  );
  expect(await say('pause "gin oslo" until friday')).toContain(
    'Type `/digest resume "Gin Oslo"` to resume it now',
  );
  expect(await say('resume gin oslo')).toContain('gets the "Gin Oslo" digest again');
  expect(await say('unsubscribe sales')).toContain('no longer gets the sales digest');
  expect(await say('unsubscribe sales')).toContain('Try: `/digest unsubscribe "Gin Oslo"`');
  expect(await say('now')).toContain('There is a "gin" digest and a "Gin Oslo" digest here.');
  expect(await say('status "gin osl"')).toContain(
    'No digest here is called "gin osl". There is "Gin Oslo" and "gin".',
  );
  expect(await say('subscribe stock named "gin oslo"')).toContain(
    '"Gin Oslo" is already the name of another digest here. Choose another name.',
  );
  expect(await say('subscribe stock group:cider')).not.toContain('add a name');
  expect(await say('subscribe group:gin')).toContain(
    'To keep the earlier selection and get this one as a digest of its own, add a name: `/digest subscribe stock named "Gin" group:"Gin"`',
  );
  expect(await say('subscribe sales named "gin oslo" group:cider')).toContain(
    'Try: `/digest subscribe sales "Gin Oslo" group:cider` or `/digest subscribe sales named "Gin Oslo 2" group:cider`',
  );
  expect(await say('subscribe "Gin Oslo" named "Gin in Oslo"')).toContain(
    'The "Gin Oslo" digest in <#C0SECOND> is now called "Gin in Oslo":',
  );
  await say('subscribe "Gin in Oslo" named "Gin Oslo"');
  expect(await say('pause stock until friday')).not.toContain('Gin Oslo');
  expect(await say('status')).toMatch(/Paused until Fri 27 Nov/);
  expect(await say('unsubscribe all')).toMatch(/"gin" digest[\s\S]*"Gin Oslo" digest/);
  // The name of one that has ended is free for another kind.
  expect(await say('subscribe stock named "Gin Oslo"')).toContain('gets the "Gin Oslo" digest');
  expect(await say('subscribe sales named "Gin Oslo"')).toContain(
    'is already the name of another digest here',
  );
  expect(await say('unsubscribe "Gin Oslo"')).toContain('no longer gets');
  // Names of a channel that somebody can't see stay unknown to them.
  await bot.as('kari', '#private').type('/digest', 'subscribe sales named secret');
  expect((await bot.ola.type('/digest', 'status <#G0PRIVATE> secret')).text).not.toMatch(
    /heter|finnes|secret digest/,
  );
  const norwegian = await bot
    .as('ola', '#second')
    .type('/digest', 'abonner salg kalt "Gin Oslo" gin butikk:oslo kl 09');
  expect(norwegian.text).toContain('<#C0SECOND> får rapporten «Gin Oslo»');
});

test('a digest whose group is gone says so in place of showing all', async () => {
  const bot = await startWithFour();
  const url_private = bot.slack.keepFile('00345;Fjord Pale Ale');
  await uploadList(bot.kari, { id: 'F0LIST', name: 'list.csv', size: 20, url_private });
  await bot.pass(2 * 60);
  const said = bot.held(SECOND).map(({ text }) => text);
  const why = 'has no answer this time. The product list has no groups, so "Gin" can\'t be one.';
  expect(said).toContainEqual(`\`/sales yesterday group:"Gin" store:"oslo"\` ${why}`);
  expect(said).toContainEqual(`\`/stock overview group:"Gin"\` ${why}`);
});

test('limits name themselves, and hold when two processes subscribe at once', async () => {
  const bot = await startTestBot();
  const other = await bot.replica();
  /** Both at the same moment. */
  const subscribe = async (place: PlaceName, ...texts: [string, string]) => {
    const hands = [bot.as('kari', place), other.as('kari', place)];
    const said = await Promise.all(hands.map((hand, at) => hand.type('/digest', `subscribe ${texts[at]}`)));
    return said.map(({ text }) => text).join('\n');
  };
  await subscribe('#second', 'named twins', 'named TWINS');
  expect(await activeDigests(bot, SECOND)).toBe(1);
  await subscribeMany(bot, SECOND, 28);
  expect(await subscribe('#second', 'named one', 'named two')).toMatch(
    /gets the "\w+" digest[\s\S]*30 named or personal digests come here already, the most there can be\. End one with `\/digest unsubscribe`|30 named or personal digests come here[\s\S]*gets the/,
  );
  expect(await activeDigests(bot, SECOND)).toBe(30);
  await subscribeMany(bot, 'U0KARI', 29);
  expect(await subscribe('app', 'named one', 'sales')).toContain(
    '30 named or personal digests come here already',
  );
  expect(await activeDigests(bot, 'U0KARI')).toBe(30);

  await bot.kari.type('/digest', 'unsubscribe twins <#C0SECOND>');
  await subscribeMany(bot, 'C0FULL', 440);
  expect(await subscribe('#private', 'named three', 'named four')).toContain(
    'this workspace already has 500 named and personal digests',
  );
  expect(await activeDigests(bot, 'G0PRIVATE')).toBe(1);
  // The first of a kind in a channel is not one of them.
  expect((await bot.as('kari', '#private').type('/digest', 'subscribe sales')).text).toContain(
    'gets the sales digest',
  );
});

test('a personal digest goes by what its reader may see, and pauses when that is nothing', async () => {
  const bot = await startTestBot({
    settings: { access: accessOf({ ACCESS_VIEW_SALES: 'U0KARI', ACCESS_MANAGE_DIGESTS: 'U0KARI' }) },
  });
  const per = bot.as('per', 'app');
  expect((await per.type('/digest', 'subscribe sales')).text).toContain(
    "You don't have access to sales here.",
  );
  await per.type('/digest', 'subscribe stock at 08:50');
  await bot.as('kari', 'app').type('/digest', 'subscribe stock at 08:50');
  expect((await bot.as('kari', 'direct').type('/digest', 'subscribe stock')).text).toContain(
    'a conversation with others',
  );
  await bot.pass(3 * 60);
  expect(headsIn(bot, 'D0PER')).toHaveLength(1);
  expect(digestsIn(bot, 'D0PER')[0]?.text).not.toContain('of cover');
  expect(digestsIn(bot, KARI)[0]?.text).toContain('of cover');
  expect((await per.click(seenAs(digestsIn(bot, 'D0PER')[0]), 'Settings')).text).toContain('digest_time');
  expect(
    (await bot.as('kari', '#second').click(seenAs(digestsIn(bot, 'D0PER')[0]), 'Why these numbers?')).text,
  ).toContain('This button has expired');

  const told = () => bot.held('D0PER').filter(({ text }) => text.includes('no longer have access'));
  bot.slack.workspace.setPerson('U0PER', { is_restricted: true });
  for (const day of ['2026-11-21', '2026-11-22']) {
    await sleepUntil(bot, `${day} 08:49`);
    await bot.pass(5 * 60);
  }
  expect(headsIn(bot, 'D0PER')).toHaveLength(1);
  expect(told().map(({ text }) => text)).toEqual([
    expect.stringContaining("The stock digest for Sat 21 Nov 2026 in your chat with the app wasn't posted"),
  ]);
  bot.slack.workspace.setPerson('U0PER', { is_restricted: false });
  await sleepUntil(bot, '2026-11-23 08:49');
  await bot.pass(5 * 60);
  expect(headsIn(bot, 'D0PER').slice(1)).toEqual(['Stock digest · Mon 23 Nov 2026']);

  bot.slack.workspace.setPerson('U0PER', { deleted: true });
  await sleepUntil(bot, '2026-11-24 08:49');
  await bot.pass(5 * 60);
  expect([headsIn(bot, 'D0PER').length, told().length]).toEqual([2, 1]);
});
