import { describe, expect, test } from 'vitest';
import { oslo } from '../support/service.ts';
import type { PostRule } from '../support/slackDouble.ts';
import { CHANNEL, openChannels } from './channels.ts';

const HOUR = Array.from({ length: 60 }, (_, minute) => `08:${String(minute).padStart(2, '0')}`).slice(30);

/** Opens at 08:30 with the stock of the day, lets Slack do that, and sweeps until 08:59. */
async function morningWith(...rules: PostRule[]) {
  const channels = await openChannels('2026-11-20 08:30', { timeoutMs: 150 });
  await channels.saveStock('2026-11-20');
  channels.slack.next(...rules);
  for (const time of HOUR) await channels.sweepAt(`2026-11-20 ${time}`);
  return channels;
}

describe('an unclear end is never sent again by itself, and an error says so', () => {
  test.each<PostRule>([
    'acceptThenReset',
    'acceptThen503',
    'acceptThenHtml',
    'hang',
    { refuse: 'fatal_error' },
    { refuse: 'internal_error' },
    { refuse: 'service_unavailable' },
    { rateLimit: undefined },
  ])('%j', async (rule) => {
    const channels = await morningWith(rule);
    await channels.restart();
    await channels.sweepAt('2026-11-20 10:00');
    expect(channels.slack.attempts).toHaveLength(1);
    expect(channels.slack.posted.length).toBeLessThanOrEqual(1);
    expect(await channels.states()).toEqual(['2026-11-20 unknown']);
    expect((await channels.runs())[0]?.reason).toMatch(/./);
    expect(channels.recording.errors()).toEqual([
      'the digest may or may not be in the channel: look, and use /digest now if it is not',
    ]);
    expect(channels.recording.lines().at(-1)).toMatchObject({ channel: CHANNEL, day: '2026-11-20' });
  });
});

describe('a refusal for good ends it, and an error says so', () => {
  test.each(['not_in_channel', 'channel_not_found', 'is_archived', 'invalid_auth', 'missing_scope'])(
    '%s',
    async (code) => {
      const channels = await morningWith({ refuse: code });
      expect(channels.slack.attempts).toHaveLength(1);
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: code }]);
      expect(channels.recording.errors()).toEqual(['Slack refused the digest']);
    },
  );
});

test('a refusal that may pass is tried again with growing pauses, five times at most', async () => {
  const rule = { refuse: 'team_added_to_org' };
  const channels = await morningWith(rule, rule);
  expect(channels.slack.attempts).toHaveLength(3);
  expect(channels.slack.posted).toHaveLength(1);
  expect(await channels.runs()).toMatchObject([{ state: 'sent', attempt: 3 }]);

  const never = await morningWith(...Array(9).fill(rule));
  expect(never.slack.attempts).toHaveLength(5);
  expect(await never.runs()).toMatchObject([{ state: 'failed', attempt: 5, reason: 'team_added_to_org' }]);
});

describe('a rate limit', () => {
  test('is waited for, as long as Slack says, and then it is sent', async () => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    channels.slack.next({ rateLimit: 150 });
    for (const time of ['08:30', '08:31', '08:32']) await channels.sweepAt(`2026-11-20 ${time}`);
    expect(channels.slack.attempts).toHaveLength(1);
    expect(await channels.states()).toEqual(['2026-11-20 due']);
    await channels.sweepAt('2026-11-20 08:33');
    expect(channels.slack.posted).toHaveLength(1);
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
  });

  test('that Slack tells in words is waited for too', async () => {
    const channels = await morningWith({ refuse: 'ratelimited' });
    expect(channels.slack.attempts).toHaveLength(2);
    expect(channels.slack.posted).toHaveLength(1);
  });

  test('outlives a restart', async () => {
    const channels = await openChannels('2026-11-20 08:30');
    await channels.saveStock('2026-11-20');
    channels.slack.next({ rateLimit: 600 });
    await channels.sweepAt('2026-11-20 08:30');
    await channels.restart();
    await channels.sweepAt('2026-11-20 08:39');
    expect(channels.slack.attempts).toHaveLength(1);
    await channels.sweepAt('2026-11-20 08:40');
    expect(channels.slack.posted).toHaveLength(1);
  });
});

describe('blocks that Slack does not take', () => {
  test('are followed by plainer ones until it does, and the digest is there once', async () => {
    const channels = await morningWith({ refuse: 'invalid_blocks' }, { refuse: 'invalid_blocks' });
    const shapes = channels.slack.attempts.map(({ blocks }) =>
      blocks.map((block) => ('type' in block ? block.type : '')).join(' '),
    );
    expect(shapes).toEqual([
      'header section data_table context',
      'header section table context',
      'header section section context',
    ]);
    expect(channels.slack.posted).toHaveLength(1);
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
  });

  test('end it when it takes none', async () => {
    const channels = await morningWith(...Array(9).fill({ refuse: 'invalid_blocks' }));
    expect(channels.slack.attempts).toHaveLength(3);
    expect(await channels.states()).toEqual(['2026-11-20 failed']);
  });

  test('and a lost answer on the way down is not sent again', async () => {
    const channels = await morningWith({ refuse: 'invalid_blocks' }, 'acceptThenReset');
    expect(channels.slack.attempts).toHaveLength(2);
    expect(channels.slack.posted).toHaveLength(1);
    expect(await channels.states()).toEqual(['2026-11-20 unknown']);
  });
});

test('a process that ends between claim and post leaves it unknown, and nothing is posted', async () => {
  const channels = await openChannels('2026-11-20 08:30');
  await channels.saveStock('2026-11-20');
  channels.divert(() => ({ post: () => Promise.reject(new Error('killed')) }));
  await expect(channels.sweepAt('2026-11-20 08:30')).rejects.toThrow('killed');
  expect(await channels.states()).toEqual(['2026-11-20 sending']);

  channels.divert((outbound) => outbound);
  await channels.restart();
  expect(await channels.runs()).toMatchObject([
    { state: 'unknown', reason: 'the process ended while sending' },
  ]);
  for (const time of HOUR) await channels.sweepAt(`2026-11-20 ${time}`);
  expect(channels.slack.attempts).toEqual([]);

  await channels.saveStock('2026-11-21');
  channels.clock.set(oslo('2026-11-21 08:30'));
  await channels.sweepAt('2026-11-21 08:30');
  expect(channels.slack.posted).toHaveLength(1);
});
