import { describe, expect, test } from 'vitest';
import { countPoints, happenAt, isWrite, type Point, pointsOf } from '../../../support/faults/points.ts';
import { PLACES } from '../../../support/slack/cast.ts';
import { eventPayload } from '../../../support/slack/payloads.ts';
import { databaseOfRun, startTestBot, type TestBot } from '../../../support/testBot.ts';

const isPostgres = databaseOfRun() === 'postgres';

/** What a bot passes on the way from the minute of a digest to the file in its thread. */
const WAY = { writes: isPostgres ? 22 : 16, calls: 6, answers: 5 };
const POINTS = pointsOf(WAY);
const POST = 'chat.postMessage';
const HISTORY = 'conversations.history';
const POST_ARRIVES: Point = { at: 'call', number: 2 };
const POSTED: Point = { at: 'answer', number: 2 };
const MINUTE = 60_000;

const PLACE = '#second';
const CHANNEL = PLACES[PLACE].id;
const DIGEST = 'Stock digest · Fri 20 Nov 2026';
const SENT = 'Fri 20 Nov 2026, stock, daily: posted Fri 20 Nov 2026, ';

/** A moment before 08:50, when the digest of another channel is due too. */
async function beforeDigest(): Promise<TestBot> {
  const bot = await startTestBot();
  await bot.as('kari', PLACE).type('/digest', 'subscribe at 08:50');
  await bot.pass(59);
  return bot;
}

/** What a digest says, without what it says of its lateness. */
const figuresOf = ({ text }: { readonly text: string }) => text.slice(text.indexOf(DIGEST));
const digestsIn = (bot: TestBot, place: '#stock' | '#second') =>
  bot.held(place).filter(({ text }) => text.includes(DIGEST));

/** One digest stands in the channel, with the figures that the other channel has, and the bot knows of it. */
async function expectOne(bot: TestBot): Promise<void> {
  expect(digestsIn(bot, PLACE).map(figuresOf)).toEqual(digestsIn(bot, '#stock').map(figuresOf));
  expect((await bot.as('kari', PLACE).type('/digest', 'status')).text).toContain(SENT);
  expect(bot.slack.workspace.held('D0KARI')).toEqual([]);
}

test('the way of a digest that nothing happens to', async () => {
  const bot = await beforeDigest();
  const passed = countPoints(bot);
  await bot.pass(1);
  expect(passed).toEqual(WAY);
  await expectOne(bot);
});

/** Posts by anybody into the channel, whatever came of them. */
const postsIn = (bot: TestBot) =>
  bot.slack.calls.filter(({ method, channel }) => method === POST && channel === CHANNEL).length;

/** Every other write, every call and every answer. */
const CRASHES = POINTS.filter(({ at, number }) => at !== 'write' || number % 2 === 0);

test.each(CRASHES)('a process that is gone at $at $number is made up for by another', async (point) => {
  const bot = await beforeDigest();
  const hasHappened = happenAt(bot, point, () => bot.end());
  await bot.pass(1);
  expect(hasHappened()).toBe(true);
  const other = await bot.replica();
  await other.pass(120);
  await expectOne(other);
});

test('a successor waits for the lease, the call and ten seconds before it looks into the channel', async () => {
  const bot = await beforeDigest();
  happenAt(bot, POSTED, () => bot.end());
  await bot.pass(1);
  const other = await bot.replica();
  const looks = () => bot.slack.methods().filter((method) => method === HISTORY).length;
  await other.pass(49);
  expect(looks()).toBe(0);
  await other.pass(11);
  expect(looks()).toBe(1);
});

test.each<Point>([
  { at: 'write', number: 1 },
  { at: 'answer', number: 1 },
  { at: 'write', number: 2 },
])('a process that is gone at $at $number while it looks for a digest is made up for', async (point) => {
  const bot = await beforeDigest();
  bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: POST, channel: CHANNEL });
  await bot.pass(1);
  const hasHappened = happenAt(bot, point, () => bot.end());
  await bot.pass(30);
  expect(hasHappened()).toBe(true);
  const other = await bot.replica();
  await other.pass(120);
  expect(postsIn(bot)).toBe(1);
  await expectOne(other);
});

describe('a process that is gone while the channel does not take the digest', () => {
  const REFUSED = { writes: 12, calls: 2, answers: 2 };
  const told = (bot: TestBot) => bot.held('D0KARI').map(({ text }) => text);

  async function refused() {
    const bot = await beforeDigest();
    bot.slack.workspace.change(CHANNEL, { archived: true });
    return bot;
  }

  test('passes so much on its way', async () => {
    const bot = await refused();
    const passed = countPoints(bot);
    await bot.pass(1);
    expect(passed).toEqual(REFUSED);
    expect(told(bot)).toEqual([expect.stringContaining('Unarchive it')]);
  });

  test.each(pointsOf(REFUSED).filter(({ at, number }) => at !== 'write' || number % 3 === 0))(
    'at $at $number leaves it to another, and the digest comes when it is taken again',
    async (point) => {
      const bot = await refused();
      const hasHappened = happenAt(bot, point, () => bot.end());
      await bot.pass(1);
      expect(hasHappened()).toBe(true);
      const other = await bot.replica();
      await other.pass(120);
      expect(postsIn(bot)).toBe(0);
      // Slack has no key that would join doubles: told twice is better than never.
      expect([1, 2]).toContain(told(bot).length);
      bot.slack.workspace.change(CHANNEL, { archived: false });
      await other.send(eventPayload({ type: 'channel_unarchive', channel: CHANNEL, user: 'U0KARI' }));
      await other.pass(60);
      expect(digestsIn(bot, PLACE)).toHaveLength(1);
    },
  );

  test('after Slack has refused the post: nobody knows, its owner is asked to look, and nothing is sent again', async () => {
    const bot = await beforeDigest();
    happenAt(bot, POST_ARRIVES, () => {
      bot.slack.workspace.change(CHANNEL, { member: false });
      bot.end();
    });
    await bot.pass(1);
    const other = await bot.replica();
    await other.pass(180);
    expect(told(bot)).toEqual([expect.stringContaining('Please check')]);
    expect(postsIn(bot)).toBe(1);
  });
});

describe.each([
  ['4 minutes back', -4, -4],
  ['4 minutes ahead', 4, 4],
  ['an hour back, and right again', -60, 0],
  ['an hour ahead, and right again', 60, 0],
])('a clock that is set %s', (_, minutes, then) => {
  const passTime = async (bot: TestBot) => {
    await bot.pass(60);
    bot.clock.setAhead(then * MINUTE);
    // A lease that was taken before lasts longer by a clock that stays behind.
    await bot.pass(120 + Math.max(0, -then) * 60);
    await expectOne(bot);
  };

  test.each([POST_ARRIVES, POSTED])('while the process is at $at $number', async (point) => {
    const bot = await beforeDigest();
    happenAt(bot, point, () => bot.clock.setAhead(minutes * MINUTE));
    await bot.pass(1);
    await passTime(bot);
  });

  test('when the process is gone after it has sent', async () => {
    const bot = await beforeDigest();
    happenAt(bot, POSTED, () => bot.end());
    await bot.pass(1);
    bot.clock.setAhead(minutes * MINUTE);
    const other = await bot.replica();
    await passTime(other);
  });
});

test.each(POINTS.filter(({ at, number }) => at === 'write' && number % 3 === 0))(
  'a disk that is full from write $number on loses no digest and doubles none',
  async (point) => {
    const bot = await beforeDigest();
    const writes = { refused: 0 };
    happenAt(bot, point, () =>
      bot.process.listen((text) => {
        if (!isWrite(text)) return;
        writes.refused += 1;
        throw Object.assign(
          new Error('the disk is full'),
          isPostgres ? { code: '53100' } : { code: 'ERR_SQLITE_ERROR', errcode: 13 },
        );
      }),
    );
    await bot.pass(1);
    const posts = postsIn(bot);
    await bot.pass(90);
    expect(writes.refused).toBeGreaterThan(0);
    // Without a ledger nothing goes out.
    expect(postsIn(bot)).toBe(posts);
    bot.process.listen(undefined);
    await bot.pass(120);
    await expectOne(bot);
  },
);

test.each([POSTED, { at: 'write', number: WAY.writes } as const])(
  'a copy of the database from before that is put back after $at $number finds the digest that was sent since',
  async (point) => {
    const bot = await beforeDigest();
    happenAt(bot, point, () => bot.end());
    await bot.pass(1);
    await bot.database.execute(`delete from digest_run where channel_id = '${CHANNEL}'`);
    await bot.pass(10);
    const other = await bot.replica();
    await other.pass(180);
    await expectOne(other);
    expect(postsIn(bot)).toBe(1);
  },
);

describe('a post that', () => {
  const late = (minutes: number) =>
    ({ fault: { kind: 'late', milliseconds: minutes * MINUTE }, name: POST, channel: CHANNEL }) as const;
  const everPosted = (bot: TestBot) =>
    bot.slack.workspace.all().filter(({ channel, text }) => channel === CHANNEL && text.includes(DIGEST));

  test.each([
    ['arrives after a minute, while it is looked for', 1, 1],
    ['arrives after minutes, when another was sent', 5, 2],
  ])('%s, stands there once', async (_, minutes, posts) => {
    const bot = await beforeDigest();
    bot.slack.faults.add(late(minutes));
    await bot.pass(1);
    await bot.pass(15 * 60);
    expect(everPosted(bot)).toHaveLength(posts);
    await expectOne(bot);
  });

  test('arrives minutes after its process is gone is deleted by the successor', async () => {
    const bot = await beforeDigest();
    bot.slack.faults.add(late(5));
    happenAt(bot, POST_ARRIVES, () => bot.end());
    await bot.pass(1);
    const other = await bot.replica();
    await other.pass(15 * 60);
    expect(everPosted(bot)).toHaveLength(2);
    await expectOne(other);
  });

  test.each<Point>([
    { at: 'answer', number: 1 },
    { at: 'call', number: 2 },
    { at: 'answer', number: 2 },
  ])('is deleted by another when the process is gone at $at $number over that', async (point) => {
    const bot = await beforeDigest();
    bot.slack.faults.add(late(5));
    await bot.pass(5 * 60 + 1);
    expect(digestsIn(bot, PLACE)).toHaveLength(2);
    const hasHappened = happenAt(bot, point, () => bot.end());
    await bot.pass(11 * 60);
    expect(hasHappened()).toBe(true);
    const other = await bot.replica();
    await other.pass(120);
    await expectOne(other);
  });

  describe('a process sends when it wakes, after another has sent', () => {
    async function asleep(minutes: number, name = POST) {
      const bot = await beforeDigest();
      const waking = Promise.withResolvers<void>();
      bot.slack.faults.add({ fault: { kind: 'held', until: waking.promise }, name, channel: CHANNEL });
      const other = await bot.replica();
      await other.pass(1);
      await other.pass(minutes * 60);
      expect(digestsIn(bot, PLACE)).toHaveLength(1);
      return { bot, other, wake: () => waking.resolve() };
    }

    test('is deleted by that process at once', async () => {
      const { bot, other, wake } = await asleep(3);
      wake();
      await other.rest();
      expect(everPosted(bot)).toHaveLength(2);
      await expectOne(other);
    });

    test('does not come when its lease had ended before the last check', async () => {
      const { bot, other, wake } = await asleep(3, 'conversations.info');
      wake();
      await other.rest();
      expect(postsIn(bot)).toBe(1);
      await expectOne(other);
    });

    test.each([HISTORY, 'chat.delete'])(
      'is deleted by others within a minute when %s fails',
      async (name) => {
        const { bot, other, wake } = await asleep(3);
        bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name });
        wake();
        await other.rest();
        expect(digestsIn(bot, PLACE)).toHaveLength(2);
        await other.pass(60);
        await expectOne(other);
      },
    );
  });
});

test('several processes at the same moment send it once', async () => {
  const bot = await beforeDigest();
  await bot.replica();
  await bot.replica();
  await bot.pass(120);
  expect(postsIn(bot)).toBe(1);
  await expectOne(bot);
});
