import { createCalendar } from 'retail-data-client';
import { expect, test } from 'vitest';
import { createDigestParts } from '../../../bot/digest/digests.ts';
import { subscribeConfigured } from '../../../bot/digest/subscriptions.ts';
import { sweepDigests } from '../../../bot/digest/sweeper.ts';
import { registerDigest } from '../../../bot/listeners/commands/digest.ts';
import { createOutbound } from '../../../bot/slack/outbound.ts';
import { RENDERINGS } from '../../../bot/views/message.ts';
import { saveSnapshot } from '../../../bot/warehouse/stockSnapshots.ts';
import { BENCH_CHANNEL, BENCH_TEAM, startCommandBench } from '../support/commandBench.ts';
import { openTestDatabase, stockRow } from '../support/databases.ts';
import { oslo } from '../support/service.ts';
import { startSlackDouble } from '../support/slackDouble.ts';

async function openDigest(now = '2026-11-20 09:00') {
  const bench = await startCommandBench();
  const slack = await startSlackDouble();
  const database = await openTestDatabase();
  bench.clock.set(oslo(now));
  const parts = createDigestParts({
    database,
    calendar: createCalendar(),
    // Sleeps are over at once; time stands still.
    clock: { now: bench.clock.now, sleep: async () => {} },
    log: bench.log,
    signal: new AbortController().signal,
    renderings: RENDERINGS,
    defaults: { timeZone: 'Europe/Oslo', deadline: '12:00' },
    outbound: createOutbound({ botToken: 'xoxb-test', slackApiUrl: slack.url, timeoutMs: 200 }),
  });
  registerDigest(bench.door, { ...bench, digests: parts, digestTime: '08:30' });
  const last = () => bench.answers.at(-1)?.text;
  return { bench, slack, database, parts, last };
}

test('/digest now posts at once, says so, and leaves the daily one its place', async () => {
  const { bench, slack, database, parts, last } = await openDigest();
  await subscribeConfigured(database, BENCH_TEAM, [BENCH_CHANNEL], '08:30', 0);
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  await bench.type('/digest', 'now');
  expect(last()).toBe('Posted the digest of 2026-11-20 in this channel.');
  await bench.type('/digest', 'now');
  await sweepDigests(parts);
  await sweepDigests(parts);
  expect(slack.posted).toHaveLength(3);
});

test('/digest subscribe brings the daily digest, unsubscribe ends it for good, subscribe brings it back', async () => {
  const { bench, slack, database, parts, last } = await openDigest('2026-11-20 08:00');
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  for (const day of days) await saveSnapshot(database, day, [stockRow('1101', 12)], 1);
  const nextMorning = async (day: string) => {
    bench.clock.set(oslo(`${day} 08:31`));
    await sweepDigests(parts);
    return slack.posted.length;
  };
  await bench.type('/digest', 'subscribe');
  expect(last()).toMatch(/every day at 08:30 \(Europe\/Oslo\)/);
  expect(await nextMorning('2026-11-20')).toBe(1);

  await bench.type('/digest', 'unsubscribe');
  expect(last()).toMatch(/no longer comes/);
  await subscribeConfigured(database, BENCH_TEAM, [BENCH_CHANNEL], '08:30', 0);
  expect(await nextMorning('2026-11-21')).toBe(1);
  await bench.type('/digest', 'status');
  expect(last()).toMatch(/gets no daily digest/);

  await bench.type('/digest', 'subscribe');
  expect(await nextMorning('2026-11-22')).toBe(2);
});

test('/digest now without any stock says so', async () => {
  const { bench, slack, last } = await openDigest();
  await bench.type('/digest', 'now');
  expect(last()).toBe('No stock has been read from the service yet, so there is nothing to post.');
  expect(slack.attempts).toEqual([]);
});

test.each([
  [{ refuse: 'not_in_channel' }, /not in the channel\. Invite it/],
  [{ refuse: 'is_archived' }, /The channel is archived\. Unarchive it/],
  [{ refuse: 'team_added_to_org' }, /follows within a minute or two/],
  [{ rateLimit: 30 }, /follows within a minute or two/],
  ['acceptThenReset', /did not say whether the digest arrived/],
  ['hang', /did not say whether the digest arrived/],
] as const)('/digest now when Slack does %j', async (rule, sentence) => {
  const { bench, slack, database, last } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next(rule);
  await bench.type('/digest', 'now');
  expect(last()).toMatch(sentence);
  expect(bench.answers).toHaveLength(1);
});

test('a digest by hand that waits for Slack comes with the next sweeps', async () => {
  const { bench, slack, database, parts } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next({ rateLimit: 30 });
  await bench.type('/digest', 'now');
  bench.clock.set(oslo('2026-11-20 09:01'));
  await sweepDigests(parts);
  await sweepDigests(parts);
  expect(slack.posted).toHaveLength(1);
});

test('a digest by hand that a sweep takes first is not called lost', async () => {
  const { bench, slack, database, parts, last } = await openDigest();
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  const { ledger } = parts;
  // The sweep comes between the record and the claim.
  const record = ledger.record;
  Object.assign(ledger, {
    async record(...row: Parameters<typeof record>) {
      const isNew = await record(...row);
      await sweepDigests(parts);
      return isNew;
    },
  });
  await bench.type('/digest', 'now');
  expect(slack.posted).toHaveLength(1);
  expect(last()).toBe('The digest is on its way to this channel.');
});

test('/digest status says when it comes and how the last ones went', async () => {
  const { bench, slack, database, parts, last } = await openDigest();
  await bench.type('/digest', 'status');
  expect(last()).toBe(
    'This channel gets no daily digest; `/digest subscribe` changes that.\nNo stock has been read yet.',
  );

  await subscribeConfigured(database, BENCH_TEAM, [BENCH_CHANNEL], '08:30', 0);
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 12)], 1);
  slack.next({ refuse: 'is_archived' });
  await sweepDigests(parts);
  await bench.type('/digest', 'now');
  await bench.type('/digest', 'status');
  expect(last()?.split('\n')).toEqual([
    'The stock digest comes here every day at 08:30 (Europe/Oslo), once the stock of the day is there.',
    'Newest stock: 2026-11-20, 1 product.',
    '2026-11-20 by hand: sent',
    '2026-11-20 daily: failed (is_archived)',
  ]);
});

test('/digest help and what it does not know', async () => {
  const { bench, last } = await openDigest();
  await bench.type('/digest', '');
  expect(last()).toContain('/digest status');
  await bench.type('/digest', 'nwo');
  expect(last()).toContain('"nwo" is not something /digest knows.');
});
