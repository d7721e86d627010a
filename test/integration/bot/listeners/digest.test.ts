import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { composeDigests } from '../../../../bot/composeDigests.ts';
import type { DigestSubscriptionTable } from '../../../../bot/database/tables/digest.ts';
import { createStockDigestReader } from '../../../../bot/digest/figures.ts';
import { digestAsk } from '../../../../bot/listeners/actions/digestAsk.ts';
import { digestNow } from '../../../../bot/listeners/actions/digestNow.ts';
import { repeated } from '../../../../bot/listeners/actions/repeated.ts';
import { createReaderFor } from '../../../../bot/listeners/answers/readerFor.ts';
import { digest } from '../../../../bot/listeners/commands/digest.ts';
import { createDigestAccess } from '../../../../bot/listeners/digests/digestAccess.ts';
import { createDigestCommands } from '../../../../bot/listeners/digests/digestCommands.ts';
import { createDigestForms } from '../../../../bot/listeners/digests/digestForms.ts';
import { createDigestPosts } from '../../../../bot/listeners/digests/digestPosts.ts';
import { createDigestStatus } from '../../../../bot/listeners/digests/digestStatus.ts';
import { createNextDue } from '../../../../bot/listeners/digests/nextDue.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { createSalesReader } from '../../../../bot/sales/queries.ts';
import { type AccessPolicy, DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { RENDERINGS } from '../../../../bot/slack/message.ts';
import { createOutbound } from '../../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../../bot/slack/renderingLadder.ts';
import { createViewsClient } from '../../../../bot/slack/viewsClient.ts';
import { saveSnapshot } from '../../../../bot/stock/snapshots.ts';
import { DIGEST_ASK, DIGEST_NOW } from '../../../../bot/views/digest/buttons.ts';
import { buttonIn, buttonsIn } from '../../../support/bot/buttons.ts';
import { BENCH_CHANNEL, BENCH_TEAM, startCommandBench } from '../../../support/bot/commandBench.ts';
import { openTestDatabase, stockRow } from '../../../support/bot/databases.ts';
import { NUMBERS_ONLY } from '../../../support/bot/numbersOnly.ts';
import { OPEN_TEAM } from '../../../support/bot/openMiddleware.ts';
import { NO_VOCABULARY } from '../../../support/bot/parser/reading.ts';
import { startSlackDouble } from '../../../support/bot/slackDouble.ts';
import { oslo } from '../../../support/bot/time.ts';
import { DELETED_AT_ONCE, UNJUDGED_CLOCKS } from '../../../support/bot/unjudgedClocks.ts';

async function openDigest(now = '2026-11-20 09:00', holders: Partial<AccessPolicy['holders']> = {}) {
  const bench = await startCommandBench();
  const slack = await startSlackDouble();
  const database = await openTestDatabase();
  bench.clock.set(oslo(now));
  const calendar = createCalendar();
  const products = await createProductNames([{ id: '1101', name: 'Pale Ale', group: 'Craft beer' }]);
  const sales = createSalesReader(database, calendar);
  const outbound = createOutbound({ botToken: 'xoxb-test', slackApiUrl: slack.url, timeoutMs: 600 });
  const digests = composeDigests({
    clocks: UNJUDGED_CLOCKS,
    oldDays: DELETED_AT_ONCE,
    database,
    calendar,
    // Sleeps are over at once; time stands still.
    clock: { now: bench.clock.now, sleep: async () => {} },
    log: bench.log,
    outbound,
    ladder: createRenderingLadder(RENDERINGS, () => bench.clock.now()),
    figures: { ...sales, ...createStockDigestReader({ database, sales, calendar }) },
    products,
    stores: NUMBERS_ONLY,
    defaults: { digestTime: '08:30', timeZone: 'Europe/Oslo', deadline: '12:00', language: 'en' },
    owner: 'test',
    runLogged: async (_what, work) => work(),
    signal: new AbortController().signal,
  });
  const { log } = bench;
  const { time, ledger, subscriptions, delivery, draw } = digests;
  const people = {
    place: async (channelId = '') => ({ kind: 'channel', channelId, shared: false }) as const,
    channelsOf: async () => new Set([BENCH_CHANNEL, 'C0OTHER']),
  };
  const policy = {
    ...DEFAULT_POLICY,
    teams: [OPEN_TEAM],
    holders: { ...DEFAULT_POLICY.holders, ...holders },
  };
  const replies = bench.replies;
  const access = createDigestAccess({ people, policy, log });
  const nextDue = createNextDue(ledger, time);
  const readerFor = createReaderFor(calendar, bench.clock, products, NUMBERS_ONLY);
  const commands = createDigestCommands({
    vocabulary: NO_VOCABULARY,
    groups: products,
    calendar,
    time,
    access,
    subscriptions,
    ledger,
    outbound,
    status: createDigestStatus({
      access,
      people,
      subscriptions,
      ledger,
      nextDue,
      readerFor,
      database,
      calendar,
    }),
    posts: createDigestPosts({ subscriptions, delivery, draw, calendar }),
    nextDue,
    readerFor,
    wake: () => {},
  });
  const viewsClient = createViewsClient({ botToken: 'xoxb-test', slackApiUrl: slack.url });
  const forms = createDigestForms({
    subscriptions,
    products: NO_VOCABULARY.products,
    groups: products,
    viewsClient,
  });
  const { authorize } = bench.middleware;
  bench.app.command('/digest', authorize('member'), digest(replies, commands, forms));
  bench.app.action(repeated(DIGEST_ASK), authorize('member'), digestAsk(replies, commands));
  bench.app.action(DIGEST_NOW, authorize('member'), digestNow(replies, commands, viewsClient, log));
  const last = () => bench.answers.at(-1)?.text;
  return { bench, slack, database, digests, last };
}

test('/digest now posts at once, says so, and leaves the daily one its place', async () => {
  const { bench, slack, database, digests, last } = await openDigest();
  await digests.subscriptions.subscribeConfigured(BENCH_TEAM, [BENCH_CHANNEL], 0);
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  await bench.type('/digest', 'now');
  expect(last()).toBe(
    `Posted the stock digest for Fri 20 Nov 2026 in <#${BENCH_CHANNEL}>. The scheduled digest isn't affected.`,
  );
  await digests.scheduler.sweep();
  await digests.scheduler.sweep();
  expect(slack.posted).toHaveLength(2);
});

test('/digest now posts once in five minutes for a person in a channel, typed or clicked', async () => {
  const { bench, slack, database, last } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  const click = (userId: string) => bench.click(DIGEST_NOW, `${BENCH_CHANNEL} stock`, userId);
  const atOnce = [1, 2, 3].map(() => bench.type('/digest', 'now'));
  await Promise.all(atOnce);
  expect(slack.posted).toHaveLength(1);
  bench.clock.set(oslo('2026-11-20 09:04'));
  for (const again of [() => bench.type('/digest', 'now stock'), () => click('U0KARI')]) {
    await again();
    expect(last()).toBe(
      `You asked for the stock digest in <#${BENCH_CHANNEL}> at 09:00. You can post it again at 09:05.`,
    );
  }
  expect(slack.posted).toHaveLength(1);
  await bench.type('/digest', 'now <#C0OTHER>');
  await click('U0OLA');
  expect(slack.posted).toHaveLength(3);
  bench.clock.set(oslo('2026-11-20 09:05'));
  await bench.type('/digest', 'now');
  expect(slack.posted).toHaveLength(4);
});

test('/digest now that Slack refused can be asked for again at once', async () => {
  const { bench, slack, database } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next({ refuse: 'restricted_action' });
  await bench.type('/digest', 'now');
  expect(slack.posted).toEqual([]);
  await bench.type('/digest', 'now');
  expect(slack.posted).toHaveLength(1);
});

test('/digest subscribe brings the daily digest, unsubscribe ends it for good, subscribe brings it back', async () => {
  const { bench, slack, database, digests, last } = await openDigest('2026-11-20 08:00');
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  for (const day of days) await saveSnapshot(database, day, [stockRow('1101', 12)], 1);
  const nextMorning = async (day: string) => {
    bench.clock.set(oslo(`${day} 08:31`));
    await digests.scheduler.sweep();
    return slack.posted.length;
  };
  await bench.type('/digest', 'subscribe');
  expect(last()).toMatch(/every day at 08:30 \(Europe\/Oslo\)/);
  expect(await nextMorning('2026-11-20')).toBe(1);

  await bench.type('/digest', 'unsubscribe');
  expect(last()).toMatch(/no longer gets the stock digest/);
  await digests.subscriptions.subscribeConfigured(BENCH_TEAM, [BENCH_CHANNEL], 0);
  expect(await nextMorning('2026-11-21')).toBe(1);
  await bench.type('/digest', 'status');
  expect(last()).toMatch(/gets no daily digest/);

  await bench.type('/digest', 'subscribe');
  expect(await nextMorning('2026-11-21')).toBe(1);
  expect(await nextMorning('2026-11-22')).toBe(2);
});

test('/digest now without any stock says so', async () => {
  const { bench, slack, last } = await openDigest();
  await bench.type('/digest', 'now');
  expect(last()).toContain('No stock data has arrived yet');
  expect(slack.attempts).toEqual([]);
});

test.each([
  [{ refuse: 'not_in_channel' }, /not in the channel\. Invite it/],
  [{ refuse: 'is_archived' }, /The channel is archived\. Unarchive it/],
  [
    { refuse: 'team_added_to_org' },
    /isn't accepting the digest right now. The app will retry in .* for a few minutes/,
  ],
  [{ rateLimit: 30 }, /follows within a minute or two/],
  ['acceptThenReset', /didn't confirm the digest/],
  ['hang', /didn't confirm the digest/],
] as const)('/digest now when Slack does %j', async (rule, sentence) => {
  const { bench, slack, database, last } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next(rule);
  await bench.type('/digest', 'now');
  expect(last()).toMatch(sentence);
  expect(bench.answers).toHaveLength(1);
});

test('a digest by hand that waits for Slack comes with the next sweeps', async () => {
  const { bench, slack, database, digests } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next({ rateLimit: 30 });
  await bench.type('/digest', 'now');
  bench.clock.set(oslo('2026-11-20 09:01'));
  await digests.scheduler.sweep();
  await digests.scheduler.sweep();
  expect(slack.posted).toHaveLength(1);
});

test('a digest by hand that a sweep takes first is not called lost', async () => {
  const { bench, slack, database, digests, last } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  const { ledger } = digests;
  // The sweep comes between the record and the claim.
  const record = ledger.record;
  Object.assign(ledger, {
    async record(...row: Parameters<typeof record>) {
      const isNew = await record(...row);
      await digests.scheduler.sweep();
      return isNew;
    },
  });
  await bench.type('/digest', 'now');
  expect(slack.posted).toHaveLength(1);
  expect(last()).toBe(`The digest is on its way to <#${BENCH_CHANNEL}>.`);
});

test('/digest status says when it comes and how the last ones went', async () => {
  const { bench, slack, database, digests, last } = await openDigest();
  await bench.type('/digest', 'status');
  expect(last()).toBe(
    `<#${BENCH_CHANNEL}> gets no daily digest; \`/digest subscribe\` changes that.\nNo stock has been read yet.`,
  );

  await digests.subscriptions.subscribeConfigured(BENCH_TEAM, [BENCH_CHANNEL], 0);
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next({ refuse: 'is_archived' });
  await digests.scheduler.sweep();
  await bench.type('/digest', 'now');
  await bench.type('/digest', 'status');
  const said = last();
  expect(said).toContain(`*Stock digest* in <#${BENCH_CHANNEL}>: every day at 08:30 (Europe/Oslo)`);
  expect(said).toContain('Newest stock: Fri 20 Nov 2026, 1 product.');
  expect(said).toContain('Fri 20 Nov 2026, stock, by hand: posted Fri 20 Nov 2026, 09:00');
  expect(said).toContain('Fri 20 Nov 2026, stock, daily: refused by Slack (the channel is archived)');
  await bench.type('/digest', 'history');
  expect(last()?.split('\n').slice(0, 3)).toEqual([
    `The last digests in <#${BENCH_CHANNEL}>, the newest first:`,
    '• Fri 20 Nov 2026, stock, by hand: posted Fri 20 Nov 2026, 09:00',
    '• Fri 20 Nov 2026, stock, daily: refused by Slack (the channel is archived)',
  ]);
});

test('/digest help and what it does not know', async () => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', 'help');
  expect(last()).toContain('/digest list');
  await bench.type('/digest', 'nwo');
  expect(last()).toContain('"nwo" is not something /digest knows.');
});

describe('/digest subscribe', () => {
  test('shows the settings of a new one, and old beside new when it is changed', async () => {
    const { bench, last } = await openDigest('2026-11-20 08:00');
    await bench.type('/digest', 'subscribe group:"craft beer" weekdays');
    expect(last()).toContain(`<#${BENCH_CHANNEL}> gets the stock digest:`);
    expect(last()).toContain('• When: Monday to Friday at 08:30 (Europe/Oslo)');
    expect(last()).toContain('• Products: the group Craft beer');
    expect(last()).toContain('Next: Fri 20 Nov 2026, 08:30');
    await bench.type('/digest', 'subscribe at 10:00 daily');
    expect(last()).toContain(
      '• When: ~Monday to Friday at 08:30 (Europe/Oslo)~ → *every day at 10:00 (Europe/Oslo)*',
    );
    expect(last()).toContain('• Products: the group Craft beer');
    await bench.type('/digest', 'subscribe');
    expect(last()).toContain('already gets the stock digest, and nothing has changed');
  });

  test('is one per channel and kind', async () => {
    const { bench, database } = await openDigest();
    for (const text of ['subscribe', 'subscribe at 09:30', 'subscribe sales', 'subscribe sales at 08:00']) {
      await bench.type('/digest', text);
    }
    const rows = await database
      .selectFrom('digest_subscription')
      .select(['kind', 'digest_time'])
      .orderBy('kind')
      .execute();
    expect(rows).toEqual([
      { kind: 'sales', digest_time: '08:00' },
      { kind: 'stock', digest_time: '09:30' },
    ]);
  });

  test.each([
    'zone:Pacific/Kiritimati',
    'at 23:00',
    'at 06:00',
    'zone:America/New_York',
    'at 02:00 zone:Asia/Kolkata',
  ])('changed to %s every date after that has one digest', async (change) => {
    const { bench, slack, database, digests } = await openDigest('2026-11-20 08:00');
    for (let day = 19; day <= 24; day += 1) {
      await saveSnapshot(database, `2026-11-${day}`, [stockRow('1101', day)], 1);
    }
    await bench.type('/digest', 'subscribe');
    for (let now = oslo('2026-11-20 08:00'); now < oslo('2026-11-24 00:00'); now += 30 * 60_000) {
      bench.clock.set(now);
      await digests.scheduler.sweep();
      if (now === oslo('2026-11-20 09:00')) await bench.type('/digest', `subscribe ${change}`);
    }
    const runs = await database.selectFrom('digest_run').select(['business_date', 'state']).execute();
    const dates = runs.map(({ business_date: date, state }) => `${date} ${state}`).slice(0, 4);
    expect(dates).toEqual(['20', '21', '22', '23'].map((day) => `2026-11-${day} sent`));
    expect(slack.posted).toHaveLength(runs.length);
  });

  test('moved from 14:00 to 08:30 it comes the next morning', async () => {
    const { bench, slack, database, digests, last } = await openDigest('2026-11-19 13:00');
    for (const day of ['2026-11-19', '2026-11-20']) {
      await saveSnapshot(database, day, [stockRow('1101', 12)], 1);
    }
    const postedBy = async (at: string) => {
      bench.clock.set(oslo(at));
      await digests.scheduler.sweep();
      return slack.posted.length;
    };
    await bench.type('/digest', 'subscribe at 14:00');
    expect(await postedBy('2026-11-19 14:00')).toBe(1);
    await bench.type('/digest', 'subscribe at 08:30');
    expect(last()).toContain('Next: Fri 20 Nov 2026, 08:30');
    expect(await postedBy('2026-11-20 08:29')).toBe(1);
    expect(await postedBy('2026-11-20 08:31')).toBe(2);
    expect(slack.posted[1]?.text).toMatch(/Stock digest · Fri 20 Nov 2026/);
  });

  // 20 November is a Friday; 06:00 in Oslo is 14:00 in Tokyo.
  test.each([
    ['at 08:30', 'at 14:00', '2026-11-20 10:00'],
    ['zone:Asia/Tokyo', '', '2026-11-20 06:00'],
    ['every day', 'mon-thu', '2026-11-20 14:00'],
  ])('changed to %s it does not come at once for an hour that has passed', async (after, before, at) => {
    const { bench, slack, database, digests, last } = await openDigest('2026-11-19 08:00');
    for (const day of ['2026-11-19', '2026-11-20', '2026-11-21']) {
      await saveSnapshot(database, day, [stockRow('1101', 12)], 1);
    }
    const postedBy = async (time: string) => {
      bench.clock.set(oslo(time));
      await digests.scheduler.sweep();
      return slack.posted.length;
    };
    await bench.type('/digest', `subscribe ${before}`);
    expect(await postedBy('2026-11-19 14:00')).toBe(1);
    expect(await postedBy(at)).toBe(1);
    await bench.type('/digest', `subscribe ${after}`);
    expect(last()).toContain('Next: Sat 21 Nov 2026, 08:30');
    expect(await postedBy(at)).toBe(1);
    expect(await postedBy('2026-11-21 08:30')).toBe(2);
  });

  test('one made in the afternoon begins the next morning, and a button posts one at once', async () => {
    const { bench, slack, database, digests, last } = await openDigest('2026-11-20 14:00');
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
    await bench.type('/digest', 'subscribe');
    expect(last()).toContain('Next: Sat 21 Nov 2026, 08:30');
    expect(last()).toContain("Today's time has passed; the button posts a digest now.");
    const offer = buttonIn({ blocks: bench.answers.at(-1)?.blocks ?? [] }, 'Post one now');
    await digests.scheduler.sweep();
    expect(slack.posted).toEqual([]);
    await bench.click(offer.action_id, offer.value ?? '');
    expect(last()).toMatch(/^Posted the stock digest for Fri 20 Nov 2026/);
    await saveSnapshot(database, '2026-11-21', [stockRow('1101', 12)], 1);
    bench.clock.set(oslo('2026-11-21 08:31'));
    await digests.scheduler.sweep();
    expect(slack.posted.map(({ text }) => text.slice(0, 31))).toEqual([
      'Stock digest · Fri 20 Nov 2026:',
      'Stock digest · Sat 21 Nov 2026:',
    ]);
  });

  test.each([
    ['11:00', 1],
    ['12:30', 0],
  ])("one out of the settings has today's when the bot is set up at %s: %d", async (at, count) => {
    const { slack, database, digests } = await openDigest(`2026-11-20 ${at}`);
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], oslo('2026-11-20 08:31'));
    const now = oslo(`2026-11-20 ${at}`);
    await digests.subscriptions.subscribeConfigured(BENCH_TEAM, [BENCH_CHANNEL], now);
    await digests.scheduler.sweep();
    expect(slack.posted.map(({ text }) => text.slice(0, 12))).toEqual(Array(count).fill('Stock digest'));
  });

  test('of a channel in the settings stays as it was changed there, also after a restart', async () => {
    const { bench, database, digests } = await openDigest();
    const start = () =>
      digests.subscriptions.subscribeConfigured(BENCH_TEAM, [BENCH_CHANNEL], bench.clock.now());
    const rows = () => database.selectFrom('digest_subscription').selectAll().execute();
    await start();
    await bench.type('/digest', 'subscribe at 14:00 mon-thu zone:Asia/Tokyo deadline:16:00');
    const changed = await rows();
    expect(changed).toMatchObject([{ digest_time: '14:00', weekdays: '1234', time_zone: 'Asia/Tokyo' }]);
    bench.clock.set(oslo('2026-11-21 09:00'));
    await start();
    expect(await rows()).toEqual(changed);
  });

  test('a change says what it does to the digest of today', async () => {
    const { bench, database, digests, last } = await openDigest('2026-11-20 10:00');
    await bench.type('/digest', 'subscribe at 14:00');
    expect(last()).toContain('Next: Fri 20 Nov 2026, 14:00');
    expect(last()).toContain('That is today.');
    await bench.type('/digest', 'subscribe at 08:30');
    expect(last()).toContain('Next: Sat 21 Nov 2026, 08:30');
    expect(last()).toContain('None will come today; the button posts one now.');
    await bench.type('/digest', 'subscribe at 09:00');
    expect(last()).not.toContain('today');
    await bench.type('/digest', 'subscribe at 11:00');
    expect(last()).toContain('That is today.');
    bench.clock.set(oslo('2026-11-20 11:01'));
    await digests.scheduler.sweep();
    await bench.type('/digest', 'subscribe at 08:30');
    expect(last()).toContain("Today's was already due, and is still to come.");
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
    await digests.scheduler.sweep();
    await bench.type('/digest', 'subscribe at 16:00');
    expect(last()).toContain('Next: Sat 21 Nov 2026, 16:00');
    expect(last()).not.toContain('today');

    // 08:30 of the 21st there is 19:30 of the 20th in Oslo.
    await bench.type('/digest', 'subscribe at 08:30 zone:Pacific/Kiritimati');
    bench.clock.set(oslo('2026-11-20 19:31'));
    await digests.scheduler.sweep();
    await bench.type('/digest', 'subscribe zone:Europe/Oslo');
    expect(last()).toContain('Next: Sun 22 Nov 2026, 08:30');
    expect(last()).toContain('The digest of Sat 21 Nov 2026 has already been posted');
  });

  test.each([
    [
      'subscribe at 07:00',
      "07:00, with the stock of Thu 19 Nov 2026. The day's own stock comes at about 08:30",
    ],
    ['subscribe', '08:30, once the stock of the day is there.'],
    [
      'subscribe sales at 07:30',
      '07:30, with the sales of Wed 18 Nov 2026. The sales of the day before come at about 07:45',
    ],
    ['subscribe sales at 07:45', '07:45, once the sales of the day before are there.'],
    [
      'subscribe at 07:00 zone:Europe/London',
      "07:00, with the stock of Thu 19 Nov 2026. The day's own stock comes at about 07:30",
    ],
    ['subscribe at 08:00 zone:Europe/London', '08:00, once the stock of the day is there.'],
  ])('%s says which figures that hour has', async (command, said) => {
    const { bench, last } = await openDigest('2026-11-20 06:00');
    await bench.type('/digest', command);
    expect(last()).toContain(`Next: Fri 20 Nov 2026, ${said}`);
    await bench.type('/digest', 'status');
    expect(last()).toContain(`Next: Fri 20 Nov 2026, ${said}`);
  });

  test('a digest that comes before the figures of its day says which hour has them', async () => {
    const { bench, slack, database, digests } = await openDigest('2026-11-20 06:00');
    await bench.type('/digest', 'subscribe at 07:00');
    await saveSnapshot(database, '2026-11-19', [stockRow('1101', 12)], 1);
    bench.clock.set(oslo('2026-11-20 07:00'));
    await digests.scheduler.sweep();
    expect(JSON.stringify(slack.posted[0]?.blocks)).toContain(
      "today's stock arrives at about 08:30; schedule the digest for 08:30 or later to include it",
    );
    await saveSnapshot(database, '2026-11-21', [stockRow('1101', 12)], 1);
    await bench.type('/digest', 'subscribe at 08:30');
    bench.clock.set(oslo('2026-11-21 08:31'));
    await digests.scheduler.sweep();
    expect(JSON.stringify(slack.posted[1]?.blocks)).not.toContain('arrives at about');
  });

  test('a deadline before the hour is refused, and nothing is changed', async () => {
    const { bench, last } = await openDigest('2026-11-20 06:00');
    const refused = async (command: string, deadline: string, hour: string, fix: string) => {
      await bench.type('/digest', command);
      expect(last()).toContain(
        `Nothing was changed: the deadline (${deadline}) is before the digest time (${hour}).`,
      );
      expect(last()).toContain(`Try: \`/digest ${fix}\``);
    };
    await refused('subscribe deadline:08:00', '08:00', '08:30', 'subscribe at 08:30 deadline:11:30');
    await refused(
      'subscribe sales at 22:00 until 12:00',
      '12:00',
      '22:00',
      'subscribe sales at 22:00 deadline:23:59',
    );
    await bench.type('/digest', 'status');
    expect(last()).toContain('gets no daily digest');
    await bench.type('/digest', 'subscribe deadline:10:00');
    await refused('subscribe at 10:30', '10:00', '10:30', 'subscribe at 10:30 deadline:13:30');
    await bench.type('/digest', 'subscribe at 10:00');
    expect(last()).toContain('does not wait, but posts the older ones');
  });

  test.each([
    ['11:59', '12:00'],
    ['12:00', '15:30'],
    ['14:00', '17:30'],
    ['22:00', '23:59'],
  ])(
    'the deadline of the settings follows an hour that somebody chose: %s waits until %s',
    async (at, until) => {
      const { bench, last } = await openDigest('2026-11-20 06:00');
      await bench.type('/digest', `subscribe at ${at}`);
      expect(last()).toContain(`every day at ${at}`);
      expect(last()).toContain(
        `• If there are no new figures: waits until ${until}, then posts the older ones and says so`,
      );
    },
  );

  test('a deadline that somebody set stays; an hour after it is refused with a later one', async () => {
    const { bench, last } = await openDigest('2026-11-20 06:00');
    await bench.type('/digest', 'subscribe deadline:13:00');
    await bench.type('/digest', 'subscribe at 14:00');
    expect(last()).toContain('Nothing was changed: the deadline (13:00) is before the digest time (14:00).');
    expect(last()).toContain('Try: `/digest subscribe at 14:00 deadline:17:00`');
    await bench.type('/digest', 'subscribe at 14:00 deadline:17:00');
    expect(last()).toMatch(/→ \*waits until 17:00, then/);
  });

  test.each([
    [{ is_member: false }, /The app is not in the channel\. Invite it with `\/invite`/],
    [{ is_archived: true }, /The channel is archived\. Unarchive it/],
  ])(
    'in a channel where it cannot come, %j, it says so first, and that it is saved',
    async (flags, obstacle) => {
      const { bench, slack, database, last } = await openDigest();
      slack.setChannel('C0OTHER', flags);
      await bench.type('/digest', 'subscribe <#C0OTHER|other>');
      const [first = '', ...others] = (last() ?? '').split('\n');
      expect(first).toContain('The stock digest in <#C0OTHER> is saved, but does not come yet.');
      expect(first).toMatch(obstacle);
      expect(others.join('\n')).toContain('every day at 08:30');
      expect(others.join('\n')).not.toMatch(/gets|Next:|today/);
      expect(bench.answers.at(-1)?.blocks?.map(({ type }) => type)).toEqual(['section']);
      expect(
        await database.selectFrom('digest_subscription').select(['channel_id', 'active']).execute(),
      ).toEqual([{ channel_id: 'C0OTHER', active: 1 }]);
    },
  );

  test('is for those who may', async () => {
    const nobody = { users: [], groups: [], channels: [] };
    const { bench, database, last } = await openDigest('2026-11-20 09:00', { manage_digests: nobody });
    await bench.type('/digest', 'subscribe <#C0OTHER|other>');
    expect(last()).toContain('You are not allowed to change digests here');
    expect(await database.selectFrom('digest_subscription').selectAll().execute()).toEqual([]);
  });
});

test('/digest pause ends on its day, resume ends it sooner', async () => {
  const { bench, slack, database, digests, last } = await openDigest('2026-11-20 08:00');
  for (let day = 20; day <= 25; day += 1)
    await saveSnapshot(database, `2026-11-${day}`, [stockRow('1101', day)], 1);
  const postedAfter = async (day: string) => {
    bench.clock.set(oslo(`${day} 08:31`));
    await digests.scheduler.sweep();
    return slack.posted.length;
  };
  await bench.type('/digest', 'pause until monday');
  expect(last()).toContain('has no stock digest');
  await bench.type('/digest', 'subscribe');
  await bench.type('/digest', 'pause until monday');
  expect(last()).toContain('paused until Mon 23 Nov 2026');
  expect(await postedAfter('2026-11-20')).toBe(0);
  expect(await postedAfter('2026-11-22')).toBe(0);
  expect(await postedAfter('2026-11-23')).toBe(1);
  await bench.type('/digest', 'pause until 2026-12-24');
  bench.clock.set(oslo('2026-11-24 08:00'));
  await bench.type('/digest', 'resume');
  expect(last()).toContain('Next: Tue 24 Nov 2026, 08:30');
  expect(await postedAfter('2026-11-24')).toBe(2);
});

test('where a channel has two digests, the command to copy is about the channel that was named', async () => {
  const { bench, database, last } = await openDigest();
  for (const channel of ['', ' <#C0OTHER>']) {
    await bench.type('/digest', `subscribe${channel}`);
    await bench.type('/digest', `subscribe sales${channel}`);
  }
  await bench.type('/digest', 'unsubscribe');
  expect(last()).toContain('`/digest unsubscribe sales`');
  await bench.type('/digest', 'unsubscribe <#C0OTHER|other>');
  // As text: inside code Slack shows the id of a channel.
  expect(last()).toMatch(/ or \/digest unsubscribe <#C0OTHER> sales or /);
  const copied = / or \/digest (.+ sales) or /.exec(last() ?? '')?.[1] ?? '';
  await bench.type('/digest', copied);
  const ended = await database
    .selectFrom('digest_subscription')
    .select(['channel_id', 'kind'])
    .where('active', '=', 0)
    .execute();
  expect(ended).toEqual([{ channel_id: 'C0OTHER', kind: 'sales' }]);
});

test.each(['pause until 5/12', 'stop stock 5/12', 'pause til 5/12 stock'])(
  'a day that can be two is asked about, and nothing is paused: /digest %s',
  async (text) => {
    const { bench, last, database } = await openDigest();
    await bench.type('/digest', 'subscribe');
    await bench.type('/digest', text);
    expect(last()).toContain('5/12 can be Sat 5 Dec 2026 or Wed 12 May 2027.');
    expect(last()).toMatch(/until 2026-12-05.*until 2027-05-12/);
    expect(await database.selectFrom('digest_subscription').select('paused_until').execute()).toEqual([
      { paused_until: null },
    ]);
  },
);

test('a day that can be only one is taken, whichever way round it is written', async () => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', 'subscribe');
  for (const text of ['24/12', '12/24', '24.12.', '5.12.']) {
    await bench.type('/digest', `pause until ${text}`);
    expect(last(), text).toMatch(text === '5.12.' ? /Sat 5 Dec 2026/ : /Thu 24 Dec 2026/);
  }
  await bench.type('/digest', 'pause until 5/12/2027');
  expect(last()).toContain('5 Dec 2027');
  expect(last()).not.toContain('12 May 2027');
});

test('where a channel has two digests, the command to copy keeps the day until which one pauses', async () => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', 'subscribe');
  await bench.type('/digest', 'subscribe sales');
  await bench.type('/digest', 'pause until 1 december');
  expect(last()).toContain('This channel has a stock digest and a sales digest.');
  const copied = / or `\/digest ([^`]+)`/.exec(last() ?? '')?.[1] ?? '';
  expect(copied).toBe('pause sales until 2026-12-01');
  await bench.type('/digest', copied);
  expect(last()).toContain('The sales digest in <#C0BENCH> is paused until Tue 1 Dec 2026');
});

test.each([
  ['now', /Add "stock" or "sales"\. Try: \/digest now <#C0OTHER> stock or \/digest now <#C0OTHER> sales$/],
  ['pause en uke', /"sales" or "both"\. Try: .* or \/digest pause <#C0OTHER> sales until 2026-11-27 or /],
])('/digest %s of a channel with two digests names it as Slack shows it', async (text, answer) => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', 'subscribe <#C0OTHER|other>');
  await bench.type('/digest', 'subscribe sales <#C0OTHER|other>');
  await bench.type('/digest', `${text} <#C0OTHER|other>`);
  expect(last()).toMatch(answer);
});

const BOTH_PAUSED = [
  { kind: 'sales', paused_until: '2026-11-27' },
  { kind: 'stock', paused_until: '2026-11-27' },
];

async function openBothDigests() {
  const opened = await openDigest();
  await opened.bench.type('/digest', 'subscribe');
  await opened.bench.type('/digest', 'subscribe sales');
  const rows = () =>
    opened.database
      .selectFrom('digest_subscription')
      .select(['kind', 'paused_until'])
      .where('active', '=', 1)
      .orderBy('kind')
      .execute();
  return { ...opened, rows };
}

test.each([
  'pause both until friday',
  'pause all until friday',
  'pause stock and sales until friday',
  'pause both digests until 2026-11-27',
  'pause begge til fredag',
  'pause alle rapporter til fredag',
  'sett på pause begge til fredag',
  'sett begge på pause til fredag',
  'sett lager og salg på pause til fredag',
])('/digest %s pauses both digests of the channel, and says so of each', async (text) => {
  const { bench, last, rows } = await openBothDigests();
  await bench.type('/digest', text);
  expect(last()?.split('\n')).toEqual([
    expect.stringContaining('The stock digest in <#C0BENCH> is paused until Fri 27 Nov 2026'),
    expect.stringContaining('The sales digest in <#C0BENCH> is paused until Fri 27 Nov 2026'),
  ]);
  expect(await rows()).toEqual(BOTH_PAUSED);
});

test.each([
  ['resume both', [null, null]],
  ['fortsett begge', [null, null]],
  ['stop both', []],
  ['avbestill begge', []],
])('/digest %s is of both digests', async (text, paused) => {
  const { bench, rows } = await openBothDigests();
  await bench.type('/digest', 'pause both until friday');
  await bench.type('/digest', text);
  expect((await rows()).map(({ paused_until: until }) => until)).toEqual(paused);
});

test('both are asked for by a click where it was not said which digest is meant', async () => {
  const { bench, rows } = await openBothDigests();
  await bench.type('/digest', 'pause until friday');
  const asked = { blocks: bench.answers.at(-1)?.blocks ?? [] };
  const titles = ['stock', 'sales', 'both'].map((which) => `/digest pause ${which} until 2026-11-27`);
  expect(buttonsIn(asked).map(({ text }) => text?.text)).toEqual([...titles, 'Open form']);
  const both = buttonIn(asked, titles[2] ?? '');
  await bench.click(both.action_id, both.value ?? '');
  expect(await rows()).toEqual(BOTH_PAUSED);
});

test('a day is asked for both', async () => {
  const { bench, last } = await openBothDigests();
  await bench.type('/digest', 'sett på pause begge');
  expect(last()).toContain('Try: `/digest sett på pause begge until 2026-11-23`');
});

test('a digest of another channel is brought back there', async () => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', 'subscribe <#C0OTHER|other>');
  await bench.type('/digest', 'unsubscribe <#C0OTHER|other>');
  expect(last()).toContain('Its settings are saved; type /digest subscribe <#C0OTHER> to start it again.');
  await bench.type('/digest', 'pause until monday <#C0OTHER|other>');
  expect(last()).toBe('<#C0OTHER> has no stock digest. Type /digest subscribe <#C0OTHER> to start one.');
});

test('/digest preview shows it to one person alone, and posts nothing', async () => {
  const { bench, slack, database } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  await bench.type('/digest', 'preview');
  const answer = bench.answers.at(-1);
  expect(answer?.text).toMatch(/^Preview: Stock digest · Fri 20 Nov 2026: .*12 units/);
  expect(answer?.response_type).toBe('ephemeral');
  expect(slack.posted).toEqual([]);
});

test('/digest list names channel, kind, time and what comes next', async () => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', 'list');
  expect(last()).toContain('There is no digest that you may change');
  await bench.type('/digest', 'subscribe sales at 10:15');
  await bench.type('/digest', 'list');
  expect(last()).toContain(`• <#${BENCH_CHANNEL}>, sales: every day at 10:15 (Europe/Oslo)`);
  expect(last()).toContain('Next: Fri 20 Nov 2026, 10:15');
});

describe('a subscription that cannot be read', () => {
  async function withUnreadable(fields: Partial<DigestSubscriptionTable>) {
    const open = await openDigest();
    const { bench, database } = open;
    await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
    await bench.type('/digest', 'subscribe sales at 10:15');
    await bench.type('/digest', 'subscribe');
    await database.updateTable('digest_subscription').set(fields).where('kind', '=', 'stock').execute();
    return open;
  }
  const BROKEN: readonly (readonly [string, Partial<DigestSubscriptionTable>, string, string])[] = [
    [
      'zone',
      { time_zone: 'Mars/<!channel>' },
      'zone is “Mars/&lt;!channel&gt;”',
      'subscribe zone:Europe/Oslo',
    ],
    ['choice of products', { products: '{"kind":"season"}' }, '“{"kind":"season"}”', 'subscribe mine'],
  ];

  test.each(BROKEN)(
    'with an unknown %s is named beside the others, with the command that sets it right',
    async (_, fields, named, fix) => {
      const { bench, slack, digests, last } = await withUnreadable(fields);
      await digests.scheduler.sweep();
      for (const text of ['status', 'history', 'list']) {
        await bench.type('/digest', text);
        expect(last()).toContain(`:warning: The stock digest in <#${BENCH_CHANNEL}> does not come: its`);
        expect(last()).toContain(named);
        expect(last()).toContain(`\`/digest ${fix}\``);
        expect(last()).not.toContain('<!channel>');
        if (text !== 'history') expect(last()).toContain('every day at 10:15 (Europe/Oslo)');
      }
      await bench.type('/digest', 'status sales');
      expect(last()).not.toContain(':warning:');
      for (const text of ['preview stock', 'now stock']) {
        await bench.type('/digest', text);
        expect(last()).toContain(`\`/digest ${fix}\``);
      }
      expect(slack.posted.map(({ channel }) => channel)).not.toContain(BENCH_CHANNEL);

      await bench.type('/digest', 'subscribe at 09:30');
      expect(last()).toContain('That is saved, but not enough.');
      await bench.type('/digest', fix);
      expect(last()).toContain('• When: every day at 09:30');
      await bench.type('/digest', 'status');
      expect(last()).not.toContain(':warning:');
    },
  );

  test('with a pause that never ends is set right by resume, and with more than that says what is left', async () => {
    const { bench, database, last } = await withUnreadable({
      paused_until: 'soon',
      products: '{"kind":"season"}',
    });
    await bench.type('/digest', 'resume stock');
    expect(last()).toContain('Its pause has ended, but that is not enough.');
    await database.updateTable('digest_subscription').set({ products: null, paused_until: 'soon' }).execute();
    await bench.type('/digest', 'resume stock');
    expect(last()).toContain('comes again in');
  });

  test('of a kind that only a newer version knows is named, and the others are shown', async () => {
    const { bench, last } = await withUnreadable({ kind: 'returns' });
    for (const text of ['status', 'history', 'list']) {
      await bench.type('/digest', text);
      expect(last()).toContain('a digest of the kind “returns”, which this version of the app does not know');
      if (text !== 'history') expect(last()).toContain('every day at 10:15 (Europe/Oslo)');
    }
    await bench.type('/digest', 'preview');
    expect(last()).not.toContain('returns');
  });
});
