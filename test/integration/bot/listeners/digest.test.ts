import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { oslo } from '../../../support/bot/time.ts';
import type { Fault } from '../../../support/slack/faults.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** Digests that stand in #second, which has none to begin with, by what they are of. */
function posted(bot: TestBot): string[] {
  return bot
    .held('#second')
    .flatMap(({ text }) => /\b(?:Stock digest|Sales digest|Lagerrapport) · [^:]*/.exec(text)?.[0] ?? []);
}

/** Goes on at that time, a little before and after it; the bot was down meanwhile. */
async function goOnAt(bot: TestBot, time: string): Promise<void> {
  await bot.stop();
  bot.clock.set(oslo(time) - 60_000);
  await bot.restart();
  await bot.pass(6 * 60);
}

const FRIDAY = 'Stock digest · Fri 20 Nov 2026';
const SATURDAY = 'Stock digest · Sat 21 Nov 2026';

describe('/digest now', () => {
  test('posts once in five minutes for a person in a channel, typed or clicked, also asked for at once', async () => {
    const bot = await startTestBot();
    const kari = bot.as('kari', '#second');
    await Promise.all([1, 2, 3].map(() => kari.type('/digest', 'now stock')));
    expect(posted(bot)).toEqual([FRIDAY]);
    await bot.pass(4 * 60);
    const again = await kari.type('/digest', 'now stock');
    expect(again.text).toContain('at 08:49. You can post it again at 08:54.');
    await kari.type('/digest', 'now <#C0STOCK> stock');
    await bot.as('ola', '#second').type('/digest', 'now stock');
    await bot.pass(5);
    expect(posted(bot)).toHaveLength(2);
    await bot.pass(55);
    await kari.type('/digest', 'now stock');
    await bot.pass(5);
    expect(posted(bot)).toHaveLength(3);
  });

  test.each<[string, Fault, RegExp, boolean?]>([
    ['refuses it for good', { kind: 'say', error: 'restricted_action' }, /./, true],
    ['does so for now', { kind: 'say', error: 'team_added_to_org' }, /The app will retry/],
    ['wants it later', { kind: 'limit', seconds: 30 }, /follows within a minute or two/],
    ['does not answer', { kind: 'resetAfter' }, /didn't confirm the digest/],
  ])('says so when Slack %s, and there is one digest in the end', async (_, fault, sentence, isRefused) => {
    const bot = await startTestBot();
    const kari = bot.as('kari', '#second');
    bot.slack.faults.add({ fault, name: 'chat.postMessage' });
    const { text } = await kari.type('/digest', 'now stock');
    expect(text).toMatch(sentence);
    // What was refused may be asked for again at once.
    if (isRefused) await kari.type('/digest', 'now stock');
    await bot.pass(10 * 60);
    expect(posted(bot)).toEqual([FRIDAY]);
  });

  test.each([
    ['mon,fri at 10:00', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
    // Today's own one is still to come.
    ['weekdays at 12:00', 'Thu 19 Nov 2026'],
    ['mon at 08:30', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
  ])('of sales on %s, and its preview, are of the newest days up to yesterday', async (schedule, days) => {
    const bot = await startTestBot();
    const kari = bot.as('kari', '#second');
    await kari.type('/digest', `subscribe sales ${schedule}`);
    expect((await kari.type('/digest', 'preview sales')).text).toContain(`Preview: Sales digest · ${days}:`);
    await kari.type('/digest', 'now sales');
    expect(posted(bot)).toEqual([`Sales digest · ${days}`]);
  });
});

test('subscribe brings a digest, unsubscribe ends it for good, and what was changed outlives a restart', async () => {
  const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:20' });
  const inStock = () => bot.held('#stock').filter(({ text }) => text.startsWith('Stock digest')).length;
  const kari = bot.as('kari', '#second');
  await kari.type('/digest', 'subscribe at 09:30');
  const before = inStock();
  await bot.kari.type('/digest', 'unsubscribe stock');
  await goOnAt(bot, '2026-11-20 09:30');
  expect(posted(bot)).toEqual([FRIDAY]);
  await kari.type('/digest', 'unsubscribe');
  await goOnAt(bot, '2026-11-21 09:30');
  expect([posted(bot), inStock()]).toEqual([[FRIDAY], before]);
  await kari.type('/digest', 'subscribe');
  // There is no stock of a Sunday, for which it waits.
  await goOnAt(bot, '2026-11-22 13:00');
  expect(posted(bot)).toEqual([FRIDAY, SATURDAY]);
});

describe('a change of the hour', () => {
  test.each([
    ['at 06:00', ['2026-11-21 06:00', '2026-11-22 06:00']],
    ['at 14:00', ['2026-11-21 14:00', '2026-11-22 14:00']],
  ])('to %s leaves every date one digest', async (change, times) => {
    const bot = await startTestBot();
    const kari = bot.as('kari', '#second');
    await kari.type('/digest', 'subscribe at 08:50');
    await bot.moveTo('08:55');
    await kari.type('/digest', `subscribe ${change}`);
    for (const time of times) await goOnAt(bot, time);
    const history = await kari.type('/digest', 'history');
    const days = history.lines.flatMap((line) => /• \w+ (\d+) Nov/.exec(line)?.[1] ?? []);
    expect(days).toEqual(['22', '21', '20'].slice(-days.length));
    expect(posted(bot)).toHaveLength(3);
  });

  test.each([
    ['at 08:30', 'at 14:00', '10:00'],
    ['every day', 'mon-thu', '14:00'],
  ])('to %s posts nothing at once for an hour that has passed', async (after, before, at) => {
    const bot = await startTestBot({ from: 'evening', at: '2026-11-19 21:00' });
    const kari = bot.as('kari', '#second');
    await kari.type('/digest', `subscribe ${before}`);
    await goOnAt(bot, `2026-11-20 ${at}`);
    const { text } = await kari.type('/digest', `subscribe ${after}`);
    expect(text).toContain('Next: Sat 21 Nov 2026, 08:30');
    await bot.pass(60);
    expect(posted(bot)).toEqual([]);
  });

  test('says what it does to the digest of today', async () => {
    const bot = await startTestBot();
    const kari = bot.as('kari', '#second');
    const subscribe = async (change: string) => (await kari.type('/digest', `subscribe ${change}`)).text;
    expect(await subscribe('at 14:00')).toContain('That is today.');
    expect(await subscribe('at 08:30')).toContain('None will come today; the button posts one now.');
    expect(await subscribe('at 09:00')).toContain('That is today.');
    await bot.moveTo('09:05');
    expect(posted(bot)).toEqual([FRIDAY]);
    const late = await subscribe('at 16:00');
    expect(late).toContain('Next: Sat 21 Nov 2026, 16:00');
    expect(late).not.toContain('today');
  });
});

test('one made in the afternoon begins the next morning, and a button posts one at once', async () => {
  const bot = await startTestBot({ at: '2026-11-20 14:00' });
  const kari = bot.as('kari', '#second');
  const made = await kari.type('/digest', 'subscribe');
  expect(made.text).toContain("Today's time has passed; the button posts a digest now.");
  await bot.pass(60);
  expect(posted(bot)).toEqual([]);
  await kari.click(made, 'Post one now');
  await goOnAt(bot, '2026-11-21 08:50');
  expect(posted(bot)).toEqual([FRIDAY, SATURDAY]);
});

test.each([
  ['11:00', 1],
  ['12:30', 0],
])("one of the settings has today's when the bot is set up at %s: %d", async (at, count) => {
  const bot = await startTestBot({
    from: 'empty',
    at: `2026-11-20 ${at}`,
    settings: { digestChannels: ['C0SECOND'] },
  });
  await bot.pass(10 * 60);
  expect(posted(bot)).toHaveLength(count);
});

test('a pause ends on its day', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  await kari.type('/digest', 'subscribe');
  await kari.type('/digest', 'pause until monday');
  await goOnAt(bot, '2026-11-21 12:30');
  expect(posted(bot)).toEqual([]);
  await goOnAt(bot, '2026-11-23 08:45');
  expect(posted(bot)).toEqual(['Stock digest · Mon 23 Nov 2026']);
});

test('resume ends a pause sooner, and brings nothing that was due before', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  await kari.type('/digest', 'subscribe');
  await kari.type('/digest', 'pause until 2026-12-24');
  await goOnAt(bot, '2026-11-21 11:00');
  expect((await kari.type('/digest', 'resume')).text).toContain('Next: Sun 22 Nov 2026, 08:30');
  await bot.pass(5 * 60);
  expect(posted(bot)).toEqual([]);
});

describe('a subscription that cannot be read', () => {
  const setTo = (bot: TestBot, fields: string, ...values: (string | null)[]) => {
    const database = new DatabaseSync(bot.databasePlace);
    database.prepare(`update digest_subscription set ${fields} where kind = 'stock'`).run(...values);
    database.close();
  };

  test.each([
    ['weekdays = ?', '08<!channel>', 'days is “08&lt;!channel&gt;”', 'subscribe daily'],
    ['products = ?', '{"kind":"season"}', '“{"kind":"season"}”', 'subscribe mine'],
    ['paused_until = ?', 'soon', '“soon”', 'resume'],
  ])(
    '%s %s is named beside the others, with the command that sets it right',
    async (field, value, named, fix) => {
      const bot = await startTestBot();
      setTo(bot, field, value);
      const home = (await bot.kari.openHome()).text;
      const type = async (text: string) => (await bot.kari.type('/digest', text)).text;
      for (const text of [home, await type('list'), await type('status'), await type('history')]) {
        expect(text).toContain(':warning: The stock digest in <#C0STOCK> does not come: its');
        expect(text).toContain(named);
        expect(text).toContain(`\`/digest ${fix}`);
        expect(text).not.toContain('<!channel>');
      }
      expect(home).toContain('<#C0STOCK> · sales, every day at 08:30');
      for (const text of ['preview stock', 'now stock'])
        expect(await type(text)).toContain(`\`/digest ${fix}`);
      if (fix !== 'resume')
        expect(await type('subscribe at 09:30')).toContain('That is saved, but not enough.');
      await type(fix === 'resume' ? 'resume stock' : fix);
      expect(await type('status')).not.toContain(':warning:');
    },
  );

  test('in two ways says after one was set right what is left', async () => {
    const bot = await startTestBot();
    setTo(bot, 'paused_until = ?, products = ?', 'soon', '{"kind":"season"}');
    const { text } = await bot.kari.type('/digest', 'resume stock');
    expect(text).toContain('Its pause has ended, but that is not enough.');
  });

  test('because only a newer version knows its kind is named, and the others are shown', async () => {
    const bot = await startTestBot();
    setTo(bot, 'kind = ?', 'returns');
    expect((await bot.kari.openHome()).text).toContain('of the kind “returns”');
    for (const text of ['status', 'history', 'list']) {
      const answer = await bot.kari.type('/digest', text);
      expect(answer.text).toContain('of the kind “returns”, which this version of the app does not know');
    }
  });
});
