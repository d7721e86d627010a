import { ErrorCode, LogLevel, WebClient } from '@slack/web-api';
import { expect, onTestFinished, test } from 'vitest';
import { createSetClock } from '../../../support/bot/time.ts';
import { type FaultySlack, startFaultySlack } from '../../../support/faults/faultySlack.ts';
import type { Fault } from '../../../support/slack/faults.ts';

const CHANNEL = 'C0001';
const OTHER = 'C0002';
const NOON = Date.parse('2026-11-20T12:00:00Z');

async function open() {
  const clock = createSetClock(NOON);
  const slack = await startFaultySlack({ clock, channelIds: [CHANNEL, OTHER] });
  onTestFinished(() => slack.close());
  const client = new WebClient('xoxb-test', {
    slackApiUrl: slack.url,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 200,
    logLevel: LogLevel.ERROR,
  });
  const metadata = { event_type: 'digest', event_payload: { key: 'k' } };
  const post = (channel = CHANNEL, text = 'words') => client.chat.postMessage({ channel, text, metadata });
  return { clock, slack, client, post };
}

const held = (slack: FaultySlack) => slack.workspace.held(CHANNEL).length;

const BEFORE: readonly Fault[] = [
  { kind: 'resetBefore' },
  { kind: 'hangBefore' },
  { kind: 'statusBefore', status: 503 },
  { kind: 'limit', seconds: 3 },
  { kind: 'limit' },
  { kind: 'say', error: 'internal_error' },
];

const AFTER: readonly Fault[] = [
  { kind: 'resetAfter' },
  { kind: 'hangAfter' },
  { kind: 'statusAfter', status: 502 },
  { kind: 'wrongBody' },
  { kind: 'cutBody' },
  { kind: 'say', error: 'fatal_error', after: true },
];

test.each(BEFORE)('$kind: the caller is told of a failure and the channel holds nothing', async (fault) => {
  const { slack, post } = await open();
  slack.plan.add({ name: 'chat.postMessage', fault });
  await expect(post()).rejects.toThrow();
  expect(held(slack)).toBe(0);
  await post();
  expect(held(slack)).toBe(1);
});

test.each(AFTER)(
  '$kind: the caller is told of a failure and the channel holds the message',
  async (fault) => {
    const { slack, post } = await open();
    slack.plan.add({ name: 'chat.postMessage', fault });
    await expect(post()).rejects.toThrow();
    expect(held(slack)).toBe(1);
  },
);

test('a slow body arrives whole, and a late call arrives after its caller has given up', async () => {
  const { slack, post } = await open();
  slack.plan.add({ fault: { kind: 'slowBody', milliseconds: 100 } });
  expect((await post()).ts).toBe(slack.workspace.held(CHANNEL)[0]?.ts);
  slack.plan.add({ fault: { kind: 'late', milliseconds: 1_000 } });
  await expect(post(OTHER)).rejects.toThrow();
  await expect.poll(() => slack.workspace.held(OTHER).length).toBe(1);
});

test('a channel takes one message a second, and a workspace 300 a minute with a short burst', async () => {
  const { slack, clock, post } = await open();
  await post();
  await expect(post()).rejects.toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 1 });
  await post(OTHER);
  clock.set(NOON + 1_000);
  await post();
  expect(held(slack)).toBe(2);

  let accepted = 0;
  for (let second = 2; second < 62; second += 1) {
    clock.set(NOON + second * 1_000);
    for (let more = 0; more < 8; more += 1) {
      const channel = `C1${second}X${more}`;
      slack.workspace.addChannel(channel);
      accepted += await post(channel).then(
        () => 1,
        () => 0,
      );
    }
  }
  expect(accepted).toBeGreaterThanOrEqual(300);
  expect(accepted).toBeLessThanOrEqual(320);
});

test('history: newest first, no older than asked, a page at a time, with metadata for who asks, without the deleted', async () => {
  const { slack, clock, client, post } = await open();
  for (let second = 0; second < 4; second += 1) {
    clock.set(NOON + second * 1_000);
    await post(CHANNEL, `message ${second}`);
  }
  const [, second] = slack.workspace.held(CHANNEL);
  await client.chat.delete({ channel: CHANNEL, ts: second?.ts ?? '' });
  const oldest = String(NOON / 1_000 + 0.5);
  const page = await client.conversations.history({ channel: CHANNEL, oldest, limit: 1 });
  expect(page.messages?.map(({ text }) => text)).toEqual(['message 3']);
  expect(page.messages?.[0]?.metadata).toBeUndefined();
  const cursor = page.response_metadata?.next_cursor ?? '';
  const rest = await client.conversations.history({
    channel: CHANNEL,
    oldest,
    cursor,
    include_all_metadata: true,
  });
  expect(rest.messages?.map(({ text }) => text)).toEqual(['message 2']);
  expect(rest.messages?.[0]?.metadata).toEqual({ event_type: 'digest', event_payload: { key: 'k' } });
  expect(rest.has_more).toBe(false);
  slack.withheld.add('channels:history');
  await expect(client.conversations.history({ channel: CHANNEL })).rejects.toThrow('missing_scope');
});

test('what Slack would refuse is refused: channels one is not in, archived ones, too many blocks or tables', async () => {
  const { slack, clock, client, post } = await open();
  slack.workspace.change(CHANNEL, { archived: true });
  await expect(post()).rejects.toThrow('is_archived');
  slack.workspace.change(CHANNEL, { archived: false, member: false });
  // A call that was refused counts against the limit too.
  clock.set(NOON + 1_000);
  await expect(post()).rejects.toThrow('not_in_channel');
  await expect(post('C0NOWHERE')).rejects.toThrow('channel_not_found');
  const blocks = Array.from({ length: 51 }, () => ({ type: 'divider' }));
  await expect(client.chat.postMessage({ channel: OTHER, text: 'words', blocks })).rejects.toThrow(
    'invalid_blocks',
  );
  expect(slack.workspace.all()).toEqual([]);
});
