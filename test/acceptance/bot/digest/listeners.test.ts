import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../../bot/demo/slack/faults.ts';
import { oslo } from '../../../support/bot/time.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** Digests in a channel that has none to begin with, by what they are of. */
function posted(bot: TestBot, channel = 'C0SECOND'): string[] {
  return bot
    .held(channel)
    .flatMap(({ text }) => /\b(?:Stock digest|Sales digest|Lagerrapport) · [^:]*/.exec(text)?.[0] ?? []);
}

/** More channels for Kari's digests, one for each of these. */
function addChannels<Each>(bot: TestBot, each: readonly Each[]): [channel: string, Each][] {
  return each.map((one, at) => {
    const channel = `C0CASE${at}`;
    bot.slack.workspace.addChannel(channel);
    return [channel, one];
  });
}

/** Jumps to a minute before that time, and lets six minutes pass. */
async function goOnAt(bot: TestBot, time: string): Promise<void> {
  bot.clock.set(oslo(time) - 60_000);
  await bot.pass(6 * 60);
}

/** Digests go out one after the other, with a pause between them. */
const BETWEEN_DIGESTS_S = 5;
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

  test('says so when Slack does not take it, and there is one digest in the end', async () => {
    const bot = await startTestBot();
    const cases = addChannels<[Fault, RegExp, boolean?]>(bot, [
      [{ kind: 'say', error: 'restricted_action' }, /./, true],
      [{ kind: 'say', error: 'team_added_to_org' }, /messages you if it fails/],
      [{ kind: 'limit', seconds: 30 }, /messages you if it fails/],
      [{ kind: 'resetAfter' }, /messages you if it fails/],
    ]);
    for (const [channel, [fault, sentence, isRefused]] of cases) {
      bot.slack.faults.add({ fault, name: 'chat.postMessage', channel });
      const now = () => bot.kari.type('/digest', `now <#${channel}> stock`);
      expect((await now()).text, fault.kind).toMatch(sentence);
      // What was refused may be asked for again at once.
      if (isRefused) await now();
      await bot.pass(BETWEEN_DIGESTS_S);
    }
    await bot.pass(10 * 60);
    for (const [channel, [fault]] of cases) expect(posted(bot, channel), fault.kind).toEqual([FRIDAY]);
  });

  test('of sales and its preview are of the newest days up to yesterday', async () => {
    const bot = await startTestBot();
    const cases = addChannels(bot, [
      ['mon,fri at 10:00', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
      // Today's own one is still to come.
      ['weekdays at 12:00', 'Thu 19 Nov 2026'],
      ['mon at 08:30', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
    ]);
    for (const [channel, [schedule, days]] of cases) {
      const type = (text: string) => bot.kari.type('/digest', `${text} <#${channel}>`);
      await type(`subscribe sales ${schedule}`);
      expect((await type('preview sales')).text).toContain(`Preview: Sales digest · ${days}:`);
      await type('now sales');
      await bot.pass(BETWEEN_DIGESTS_S);
      expect(posted(bot, channel), schedule).toEqual([`Sales digest · ${days}`]);
    }
  });
});

test('subscribe brings a digest, unsubscribe ends it for good, and what was changed outlives a restart', async () => {
  const bot = await startTestBot();
  const inStock = () => bot.held('#stock').filter(({ text }) => text.startsWith('Stock digest')).length;
  const kari = bot.as('kari', '#second');
  await kari.type('/digest', 'subscribe at 08:52');
  const before = inStock();
  await bot.kari.type('/digest', 'unsubscribe stock');
  await bot.restart();
  await bot.moveTo('08:53');
  expect(posted(bot)).toEqual([FRIDAY]);
  await kari.type('/digest', 'unsubscribe');
  await bot.stop();
  bot.clock.set(oslo('2026-11-21 08:51'));
  await bot.restart();
  await bot.moveTo('08:55');
  expect([posted(bot), inStock()]).toEqual([[FRIDAY], before]);
  await kari.type('/digest', 'subscribe at 08:57');
  await bot.moveTo('08:58');
  expect(posted(bot)).toEqual([FRIDAY, SATURDAY]);
});

describe('a change of the hour', () => {
  test('leaves every date one digest', async () => {
    const bot = await startTestBot();
    const cases = addChannels(bot, [
      // At six there is nothing but what was posted the day before.
      ['at 06:00', ['21', '20'], 1],
      ['at 14:00', ['21', '20'], 2],
    ] as const);
    for (const [channel] of cases) await bot.kari.type('/digest', `subscribe at 08:50 <#${channel}>`);
    await bot.moveTo('08:55');
    for (const [channel, [change]] of cases)
      await bot.kari.type('/digest', `subscribe ${change} <#${channel}>`);
    for (const time of ['2026-11-20 19:50', '2026-11-21 06:00', '2026-11-21 19:50']) await goOnAt(bot, time);
    for (const [channel, [change, dates, posts]] of cases) {
      const status = await bot.kari.type('/digest', `status <#${channel}>`);
      const days = status.lines.flatMap(
        (line) => /^ *\w+ (\d+) Nov 2026, stock, scheduled/.exec(line)?.[1] ?? [],
      );
      expect(days, change).toEqual(dates);
      expect(posted(bot, channel), change).toHaveLength(posts);
    }
  });

  test('posts nothing at once for an hour that has passed', async () => {
    const bot = await startTestBot({ from: 'evening', at: '2026-11-19 21:00' });
    const cases = addChannels(bot, [
      ['at 14:00', 'at 08:30'],
      ['mon-thu', 'every day'],
    ]);
    for (const [channel, [before]] of cases)
      await bot.kari.type('/digest', `subscribe ${before} <#${channel}>`);
    bot.clock.set(oslo('2026-11-20 09:59'));
    await bot.pass(60);
    for (const [channel, [, after]] of cases) {
      const { text } = await bot.kari.type('/digest', `subscribe ${after} <#${channel}>`);
      expect(text, after).toMatch(/Next: Sat 21 Nov 2026, (?:08:30|14:00)/);
    }
    await bot.pass(60);
    for (const [channel, [, after]] of cases) expect(posted(bot, channel), after).toEqual([]);
  });

  test('says what it does to the digest of today', async () => {
    const bot = await startTestBot();
    const kari = bot.as('kari', '#second');
    const subscribe = async (change: string) => (await kari.type('/digest', `subscribe ${change}`)).text;
    expect(await subscribe('at 14:00')).not.toContain('Post one now');
    expect(await subscribe('at 08:30')).toContain('Post one now');
    expect(await subscribe('at 09:00')).not.toContain('Post one now');
    await bot.moveTo('09:05');
    expect(posted(bot)).toEqual([FRIDAY]);
    const late = await subscribe('at 16:00');
    expect(late).toContain('Next: Sat 21 Nov 2026, 16:00');
    expect(late).not.toContain('today');
  });
});

test('one that is made after its time, paused or resumed begins on its day', async () => {
  const bot = await startTestBot();
  const [paused, resumed] = ['C0PAUSED', 'C0RESUMED'] as const;
  const kari = bot.as('kari', '#second');
  const made = await kari.type('/digest', 'subscribe');
  expect(made.text).toContain('Post one now');
  for (const [channel, day] of [
    [paused, 'tomorrow'],
    [resumed, '2026-12-24'],
  ] as const) {
    bot.slack.workspace.addChannel(channel);
    await bot.kari.type('/digest', `subscribe at 08:51 <#${channel}>`);
    await bot.kari.type('/digest', `pause until ${day} <#${channel}>`);
  }
  await bot.moveTo('08:53');
  const { text } = await bot.kari.type('/digest', `resume <#${resumed}>`);
  expect(text).toContain('Next: Sat 21 Nov 2026, 08:51');
  await bot.pass(5 * 60);
  for (const channel of ['C0SECOND', paused, resumed]) expect(posted(bot, channel), channel).toEqual([]);
  await kari.click(made, 'Post one now');
  await goOnAt(bot, '2026-11-21 08:51');
  expect(posted(bot)).toEqual([FRIDAY, SATURDAY]);
  for (const channel of [paused, resumed]) expect(posted(bot, channel), channel).toEqual([SATURDAY]);
});

test.each([
  ['11:00', 1],
  ['12:30', 0],
])("one of the settings has today's when the bot is set up at %s: %d", async (at, count) => {
  const bot = await startTestBot({
    from: 'empty',
    at: `2026-11-20 ${at}`,
    service: { stores: 3, products: 4 },
    settings: { digestChannels: ['C0SECOND'], salesHistoryDays: 2 },
  });
  await bot.pass(10 * 60);
  expect(posted(bot)).toHaveLength(count);
});
