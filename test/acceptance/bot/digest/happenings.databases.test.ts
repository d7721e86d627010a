import { describe, expect, test } from 'vitest';
import { PLACES } from '../../../../bot/demo/slack/cast.ts';
import { eventPayload } from '../../../../bot/demo/slack/payloads.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { downUntil } from '../../../support/digestBot.ts';
import { countPoints, happenAt, type Point, pointsOf } from '../../../support/faults/points.ts';
import { isWrite } from '../../../support/faults/process.ts';
import { isLong } from '../../../support/seed.ts';
import { forgetDigests } from '../../../support/storedData.ts';
import { databaseOfRun, startTestBot, type TestBot } from '../../../support/testBot.ts';

const isPostgres = databaseOfRun() === 'postgres';

/** What a bot passes on the way from the minute of a digest to the file in its thread. */
const WAY = { writes: 17, calls: 6, answers: 5 };
const POINTS = pointsOf(WAY);
const POST = 'chat.postMessage';
const HISTORY = 'conversations.history';
const POST_ARRIVES: Point = { at: 'call', number: 2 };
const POSTED: Point = { at: 'answer', number: 2 };
const MINUTE = 60_000;

const CHANNEL = PLACES['#second'].id;
const DIGEST = 'Stock digest · Fri 20 Nov 2026';
const SENT = 'Fri 20 Nov 2026, stock, scheduled: posted Fri 20 Nov 2026, ';

/** A moment before 08:50, when the digest of another channel is due too. */
async function beforeDigest(): Promise<TestBot> {
  const bot = await startTestBot();
  await bot.as('kari', '#second').type('/digest', 'subscribe at 08:50');
  await bot.pass(59);
  return bot;
}

/**
 * For each case a channel of its own, whose digests are due one after the other, from 08:50 on. Each begins a second before
 * its own, with the bot that the one before has left, and in the end one digest stands in its channel.
 */
async function inTurn<Case>(
  cases: readonly Case[],
  gapMinutes: number,
  run: (bot: TestBot, channel: string, one: Case) => Promise<TestBot>,
): Promise<void> {
  let bot = await startTestBot();
  const turns = cases.map((one, at) => ({
    one,
    channel: `C0CASE${at}`,
    dueAt: oslo('2026-11-20 08:50') + at * gapMinutes * MINUTE,
  }));
  for (const { channel, dueAt } of turns) {
    bot.slack.workspace.addChannel(channel);
    await bot.kari.type('/digest', `subscribe at ${calendar.timeOf(dueAt)} <#${channel}>`);
  }
  for (const { one, channel, dueAt } of turns) {
    bot.clock.set(dueAt - MINUTE);
    await bot.pass(59);
    bot = await run(bot, channel, one);
    await expectOne(bot, channel, JSON.stringify(one));
  }
}

/** Lets the bot go when it comes to that point as time goes on; gives another that has had two minutes. */
async function succeed(bot: TestBot, point: Point, goOn = () => bot.pass(1)): Promise<TestBot> {
  const hasHappened = happenAt(bot, point, () => bot.end());
  await goOn();
  expect(hasHappened(), JSON.stringify(point)).toBe(true);
  return successorOf(bot);
}

/** Another process, two minutes later; nothing of the one that is gone is left. */
async function successorOf(bot: TestBot, seconds = 120): Promise<TestBot> {
  const other = await bot.replica();
  await bot.stop();
  await other.pass(seconds);
  return other;
}

/** So much later, with a minute in which whoever should have woken on the way wakes. */
async function jump(bot: TestBot, minutes: number): Promise<void> {
  bot.clock.set(bot.clock.right() + (minutes - 1) * MINUTE);
  await bot.pass(60);
}

/** What a digest says, without what it says of its lateness. */
const figuresOf = ({ text }: { readonly text: string }) => text.slice(text.indexOf(DIGEST));
const digestsIn = (bot: TestBot, channel: string) =>
  bot.held(channel).filter(({ text }) => text.includes(DIGEST));

/** One digest stands in the channel, with the figures that #stock has, and the bot knows of it. */
async function expectOne(bot: TestBot, channel = CHANNEL, message?: string): Promise<void> {
  expect(digestsIn(bot, channel).map(figuresOf), message).toEqual(digestsIn(bot, '#stock').map(figuresOf));
  expect((await bot.kari.type('/digest', `status <#${channel}>`)).text, message).toContain(SENT);
}
/** Nobody was told that anything is wrong. */
const expectNoWord = (bot: TestBot) => expect(bot.slack.workspace.held('D0KARI')).toEqual([]);

test('the way of a digest that nothing happens to', async () => {
  const bot = await beforeDigest();
  const passed = countPoints(bot);
  await bot.pass(1);
  expect(passed).toEqual(WAY);
  await expectOne(bot);
  expectNoWord(bot);
});

/** Every other write at full length, else one in so many. */
const isTried = ({ at, number }: Point, oneIn: number) =>
  at !== 'write' || number % (isLong ? 2 : oneIn) === 0;
/** Every call and answer, and some writes. */
const CRASHES = POINTS.filter((point) => isTried(point, 4));
/** What passes on the same way is tried at some of its points. */
const SOME_CRASHES = CRASHES.filter((_, at) => isLong || at % 3 === 0);

/** Answers to a question that is asked every Friday. */
const answersIn = (bot: TestBot, title: string) =>
  bot.held(CHANNEL).filter(({ text, threadTs }) => threadTs === undefined && text.startsWith(`${title}: `));

test('the way of an answer that nothing happens to', async () => {
  const bot = await startTestBot();
  await bot.as('kari', '#second').type('/stock', 'low 14 every friday at 08:50');
  await bot.pass(59);
  const passed = countPoints(bot);
  await bot.pass(1);
  expect(passed).toEqual(WAY);
  expect(answersIn(bot, 'stock low 14')).toHaveLength(1);
});

test.each(['write', 'call', 'answer'] as const)(
  'an answer that is due comes once where its process is gone at any %s',
  async (at) => {
    let bot = await startTestBot();
    const turns = SOME_CRASHES.filter((point) => point.at === at).map((point, place) => ({
      point,
      words: `low ${place + 8}`,
      dueAt: oslo('2026-11-20 08:50') + place * 4 * MINUTE,
    }));
    for (const { words, dueAt } of turns) {
      const typed = `${words} every friday at ${calendar.timeOf(dueAt)}`;
      await bot.as('kari', '#second').type('/stock', typed);
    }
    for (const { point, words, dueAt } of turns) {
      bot.clock.set(dueAt - MINUTE);
      await bot.pass(59);
      bot = await succeed(bot, point);
      expect(answersIn(bot, `stock ${words}`), JSON.stringify(point)).toHaveLength(1);
      expectNoWord(bot);
    }
  },
);

/** Posts by anybody into the channel, whatever came of them. */
const postsIn = (bot: TestBot, channel = CHANNEL) =>
  bot.slack.calls.filter((call) => call.method === POST && call.channel === channel).length;

test.each(['write', 'call', 'answer'] as const)(
  'a process that is gone at any %s is made up for by another',
  async (at) => {
    const points = CRASHES.filter((point) => point.at === at);
    await inTurn(points, 4, async (bot, _, point) => {
      const other = await succeed(bot, point);
      expectNoWord(other);
      return other;
    });
  },
);

/** Both pass the same way, so each is tried at other points of it. */
test.each([
  ['weekly', '2026-11-23', 0],
  ['monthly', '2026-12-01', 2],
])('a process that is gone on the way of a %s digest is made up for', async (cadence, day, which) => {
  let bot = await startTestBot({ settings: { digestChannels: [] } });
  await downUntil(bot, `${day} 08:48`);
  let dueAt = oslo(`${day} 08:50`);
  /** In a channel of its own, where one digest stands in the end. */
  const expectOneAfter = async (pass: (bot: TestBot) => Promise<TestBot>, message: string) => {
    const channel = `C0${calendar.timeOf(dueAt).replace(':', '')}`;
    bot.slack.workspace.addChannel(channel);
    bot.clock.set(dueAt - MINUTE);
    await bot.kari.type('/digest', `subscribe ${cadence} sales at ${calendar.timeOf(dueAt)} <#${channel}>`);
    await bot.pass(59);
    bot = await pass(bot);
    const standing = bot.held(channel).filter(({ text }) => text.includes('Sales digest · '));
    expect(standing.length, message).toBe(1);
    dueAt += 4 * MINUTE;
  };
  let way = { writes: 0, calls: 0, answers: 0 };
  // The first also deletes what is old, which the next ones don't.
  for (const message of ['nothing happens', 'nor now'])
    await expectOneAfter(async () => {
      way = countPoints(bot);
      await bot.pass(1);
      return bot;
    }, message);
  const points = pointsOf(way)
    .filter((point) => isTried(point, 4))
    .filter((_, at) => isLong || at % 4 === which);
  expect(points.length).toBeGreaterThan(2);
  for (const point of points) await expectOneAfter((each) => succeed(each, point), JSON.stringify(point));
  expectNoWord(bot);
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

test('a process that is gone while it looks for a digest is made up for', async () => {
  const points: Point[] = [
    { at: 'write', number: 1 },
    { at: 'answer', number: 1 },
    { at: 'write', number: 2 },
  ];
  await inTurn(points, 4, async (bot, channel, point) => {
    bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: POST, channel });
    await bot.pass(1);
    const other = await succeed(bot, point, () => bot.pass(30));
    expect(postsIn(bot, channel)).toBe(1);
    expectNoWord(other);
    return other;
  });
});

describe('a process that is gone while the channel does not take the digest', () => {
  const REFUSED = { writes: 15, calls: 2, answers: 2 };
  const told = (bot: TestBot) => bot.held('D0KARI').map(({ text }) => text);

  test('passes so much on its way', async () => {
    const bot = await beforeDigest();
    bot.slack.workspace.change(CHANNEL, { archived: true });
    const passed = countPoints(bot);
    await bot.pass(1);
    expect(passed).toEqual(REFUSED);
    expect(told(bot)).toEqual([expect.stringContaining('Unarchive it')]);
  });

  test('leaves it to another, and the digest comes when it is taken again', async () => {
    const points = pointsOf(REFUSED).filter((point) => point.at !== 'call' && isTried(point, 8));
    await inTurn(points, 5, async (bot, channel, point) => {
      bot.slack.workspace.change(channel, { archived: true });
      const before = told(bot).length;
      const other = await succeed(bot, point);
      expect(postsIn(bot, channel)).toBe(0);
      expect(told(bot).length - before).toBe(1);
      bot.slack.workspace.change(channel, { archived: false });
      await other.send(eventPayload({ type: 'channel_unarchive', channel, user: 'U0KARI' }));
      await other.pass(60);
      return other;
    });
  });

  test('after Slack has refused the post: nobody knows, its owner is asked to look, and nothing is sent again', async () => {
    const bot = await beforeDigest();
    happenAt(bot, POST_ARRIVES, () => {
      bot.slack.workspace.change(CHANNEL, { member: false });
      bot.end();
    });
    await bot.pass(1);
    const other = await bot.replica();
    await other.pass(180);
    expect(told(bot)).toEqual([expect.stringContaining('Check the channel')]);
    expect(postsIn(bot)).toBe(1);
  });
});

test('a clock that is set while the process posts, or when it is gone after it has sent', async () => {
  const cases = [
    { minutes: -4, later: -4, point: POST_ARRIVES, isEnd: false },
    { minutes: -4, later: -4, point: POSTED, isEnd: true },
    { minutes: 4, later: 4, point: POSTED, isEnd: false },
    // And right again after a minute.
    { minutes: -60, later: 0, point: POSTED, isEnd: false },
    { minutes: 60, later: 0, point: POST_ARRIVES, isEnd: false },
    { minutes: 60, later: 0, point: POSTED, isEnd: true },
  ];
  await inTurn(cases, 8, async (bot, channel, { minutes, later, point, isEnd }) => {
    const set = () => bot.clock.setAhead(minutes * MINUTE);
    happenAt(bot, point, isEnd ? () => bot.end() : set);
    await bot.pass(1);
    set();
    const next = isEnd ? await successorOf(bot, 60) : bot;
    if (!isEnd) await bot.pass(60);
    bot.clock.setAhead(later * MINUTE);
    // A lease that was taken before lasts longer by a clock that stays behind.
    await next.pass(120 + Math.max(0, -later) * 60);
    await expectOne(next, channel);
    expectNoWord(next);
    bot.clock.setAhead(0);
    return next;
  });
});

test('a disk that is full from some write on loses no digest and doubles none', async () => {
  const points = POINTS.filter((point) => point.at === 'write' && isTried(point, 7));
  await inTurn(points, 5, async (bot, channel, point) => {
    let refused = 0;
    happenAt(bot, point, () =>
      bot.process.listen((text) => {
        if (!isWrite(text)) return;
        refused += 1;
        throw Object.assign(
          new Error('the disk is full'),
          isPostgres ? { code: '53100' } : { code: 'ERR_SQLITE_ERROR', errcode: 13 },
        );
      }),
    );
    await bot.pass(1);
    const posts = postsIn(bot, channel);
    await bot.pass(90);
    expect(refused).toBeGreaterThan(0);
    // Without a ledger nothing goes out.
    expect(postsIn(bot, channel)).toBe(posts);
    bot.process.listen(undefined);
    await bot.pass(120);
    return bot;
  });
});

if (isPostgres)
  test('a server that ends all connections is connected to again: no digest is lost, none doubled', async () => {
    const others = 'datname = current_database() and pid <> pg_backend_pid()';
    const points = POINTS.filter(({ at, number }) => at !== 'write' || [4, 8, 12, 16].includes(number));
    await inTurn(points, 5, async (bot, channel, point) => {
      const ended: Promise<void>[] = [];
      const hasHappened = happenAt(bot, point, () => {
        const end = `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`;
        ended.push(bot.database.execute(end));
      });
      await bot.pass(1);
      await Promise.all(ended);
      expect(hasHappened(), JSON.stringify(point)).toBe(true);
      await bot.pass(150);
      expect(postsIn(bot, channel)).toBe(1);
      return bot;
    });
  });

test('a copy of the database from before that is put back finds the digest that was sent since', async () => {
  await inTurn([POSTED, { at: 'write', number: WAY.writes } as const], 5, async (bot, channel, point) => {
    happenAt(bot, point, () => bot.end());
    await bot.pass(1);
    await forgetDigests(bot, { channel });
    await bot.pass(10);
    const other = await successorOf(bot, 180);
    expect(postsIn(bot, channel)).toBe(1);
    expectNoWord(other);
    return other;
  });
});

describe('a post that', () => {
  const late = (minutes: number, channel = CHANNEL) =>
    ({ fault: { kind: 'late', milliseconds: minutes * MINUTE }, name: POST, channel }) as const;
  const everPosted = (bot: TestBot, channel = CHANNEL) =>
    bot.slack.workspace.all().filter((each) => each.channel === channel && each.text.includes(DIGEST));

  test('arrives while it is looked for, or when another was sent, stands there once', async () => {
    const cases = [
      { minutes: 1, posts: 1 },
      { minutes: 5, posts: 2 },
    ];
    await inTurn(cases, 20, async (bot, channel, { minutes, posts }) => {
      bot.slack.faults.add(late(minutes, channel));
      await bot.pass(1);
      await bot.pass(minutes * 60);
      await jump(bot, 15 - minutes);
      expect(everPosted(bot, channel)).toHaveLength(posts);
      expectNoWord(bot);
      return bot;
    });
  });

  test('arrives minutes after its process is gone is deleted by the successor', async () => {
    const bot = await beforeDigest();
    bot.slack.faults.add(late(5));
    happenAt(bot, POST_ARRIVES, () => bot.end());
    await bot.pass(1);
    const other = await successorOf(bot);
    await jump(bot, 4);
    await jump(bot, 9);
    expect(everPosted(bot)).toHaveLength(2);
    await expectOne(other);
    expectNoWord(other);
  });

  test('is deleted by another when the process is gone over that', async () => {
    const points: Point[] = [
      { at: 'answer', number: 1 },
      { at: 'answer', number: 2 },
    ];
    await inTurn(points, 20, async (bot, channel, point) => {
      bot.slack.faults.add(late(5, channel));
      await bot.pass(5 * 60 + 1);
      expect(digestsIn(bot, channel)).toHaveLength(2);
      const other = await succeed(bot, point, () => jump(bot, 11));
      expectNoWord(other);
      return other;
    });
  });

  test('a process sends when it wakes, after another has sent, is deleted, or does not come', async () => {
    const other = { of: undefined as TestBot | undefined };
    // What is asleep, what fails when it wakes, and the digests that were posted at once.
    const cases = [
      { name: POST, fails: undefined, posted: 2 },
      // Its lease had ended before the last check.
      { name: 'conversations.info', fails: undefined, posted: 1 },
      { name: POST, fails: HISTORY, posted: 2 },
      { name: POST, fails: 'chat.delete', posted: 2 },
    ];
    await inTurn(cases, 10, async (bot, channel, { name, fails, posted }) => {
      const waking = Promise.withResolvers<void>();
      bot.slack.faults.add({ fault: { kind: 'held', until: waking.promise }, name, channel });
      other.of ??= await bot.replica();
      await bot.pass(1);
      await bot.pass(3 * 60);
      expect(digestsIn(bot, channel)).toHaveLength(1);
      if (fails !== undefined) bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name: fails });
      waking.resolve();
      await bot.rest();
      expect(everPosted(bot, channel), name).toHaveLength(posted);
      if (fails === undefined) await expectOne(bot, channel);
      else {
        expect(digestsIn(bot, channel), fails).toHaveLength(2);
        // Others delete it within a minute.
        await bot.pass(60);
      }
      expectNoWord(bot);
      return bot;
    });
  });
});

test('several processes at the same moment send it once', async () => {
  const bot = await beforeDigest();
  const other = await bot.replica();
  await bot.replica();
  await bot.pass(120);
  expect(postsIn(bot)).toBe(1);
  await expectOne(other);
  expectNoWord(other);
});
