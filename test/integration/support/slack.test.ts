import { LogLevel, WebClient } from '@slack/web-api';
import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../../bot/demo/slack/faults.ts';
import { type Slack, startSlack } from '../../../bot/demo/slack/slack.ts';
import { createFakeClock, NOON } from '../../support/fakeClock.ts';

const CHANNEL = 'C0STOCK';
const PATIENCE_MS = 120_000;
const PLAIN = { unfurl_links: false, unfurl_media: false };

async function open({ hasRates = false } = {}) {
  const clock = createFakeClock();
  const slack = await startSlack({ clock, hasRates });
  onTestFinished(() => slack.close());
  const clientWith = (timeout: number) =>
    new WebClient('xoxb-test', {
      slackApiUrl: slack.apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout,
      logLevel: LogLevel.ERROR,
    });
  const client = clientWith(PATIENCE_MS);
  const metadata = { event_type: 'digest', event_payload: { key: 'k' } };
  const post = (fields: object = {}, by = client) =>
    by.apiCall('chat.postMessage', { channel: CHANNEL, text: 'words', metadata, ...PLAIN, ...fields });
  /** By somebody who doesn't wait for long. */
  const postImpatiently = () => post({}, clientWith(1_000));
  return { clock, slack, client, post, postImpatiently };
}

const held = (slack: Slack) => slack.workspace.held(CHANNEL).map(({ text }) => text);

const FAULTS: readonly (readonly [Fault, isCarriedOut: boolean])[] = [
  [{ kind: 'resetBefore' }, false],
  [{ kind: 'hangBefore' }, false],
  [{ kind: 'statusBefore', status: 503 }, false],
  [{ kind: 'limit', seconds: 3 }, false],
  [{ kind: 'say', error: 'internal_error' }, false],
  [{ kind: 'resetAfter' }, true],
  [{ kind: 'hangAfter' }, true],
  [{ kind: 'statusAfter', status: 502 }, true],
  [{ kind: 'wrongBody' }, true],
  [{ kind: 'cutBody' }, true],
  [{ kind: 'say', error: 'fatal_error', after: true }, true],
];

test.each(FAULTS)('%j fails for the caller; carried out: %s', async (fault, isCarriedOut) => {
  const { slack, post, postImpatiently } = await open();
  slack.faults.add({ name: 'chat.postMessage', fault });
  await expect(postImpatiently()).rejects.toThrow();
  expect(held(slack)).toEqual(isCarriedOut ? ['words'] : []);
  await post();
  expect(held(slack)).toHaveLength(isCarriedOut ? 2 : 1);
});

test('a late call is carried out when its time has come, after its caller has given up', async () => {
  const { clock, slack, postImpatiently } = await open();
  slack.faults.add({ fault: { kind: 'late', milliseconds: 1_000 } });
  await expect(postImpatiently()).rejects.toThrow();
  expect(held(slack)).toEqual([]);
  await clock.advance(1_000);
  await expect.poll(() => held(slack)).toEqual(['words']);
});

test('a channel takes one message a second where limits are wanted', async () => {
  const { slack, clock, post } = await open({ hasRates: true });
  await post();
  await expect(post()).rejects.toMatchObject({ retryAfter: 1 });
  await post({ channel: 'C0SECOND' });
  clock.set(NOON + 1_000);
  await post();
  expect(held(slack)).toHaveLength(2);
});

test('history: newest first, a page at a time, with metadata for who asks, without the deleted', async () => {
  const { slack, clock, client, post } = await open();
  for (let second = 0; second < 4; second += 1) {
    clock.set(NOON + second * 1_000);
    await post({ text: `message ${second}` });
  }
  const [, second] = slack.workspace.held(CHANNEL);
  await client.chat.delete({ channel: CHANNEL, ts: second?.ts ?? '' });
  const asked = { channel: CHANNEL, oldest: String(NOON / 1_000 + 0.5) };
  const page = await client.conversations.history({ ...asked, limit: 1 });
  expect(page.messages).toMatchObject([{ text: 'message 3' }]);
  expect(page.messages?.[0]?.metadata).toBeUndefined();
  const cursor = page.response_metadata?.next_cursor ?? '';
  const rest = await client.conversations.history({ ...asked, cursor, include_all_metadata: true });
  expect(rest).toMatchObject({
    has_more: false,
    messages: [{ text: 'message 2', metadata: { event_payload: { key: 'k' } } }],
  });
  slack.scopes.delete('channels:history');
  await expect(client.conversations.history({ channel: CHANNEL })).rejects.toThrow('missing_scope');
});

test.each([
  ['is_archived', { channel: 'C0ARCHIVED' }],
  ['not_in_channel', { channel: 'C0OUTSIDE' }],
  ['channel_not_found', { channel: 'C0NOWHERE' }],
  ['invalid_blocks', { blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }],
  // A link in it would show a page.
  ['invalid_arguments', { unfurl_links: true }],
  ['invalid_arguments', { unfurl_media: undefined }],
])('a message is refused: %s, %j', async (error, fields) => {
  const { slack, post } = await open();
  slack.workspace.addChannel('C0ARCHIVED', { archived: true });
  await expect(post(fields)).rejects.toThrow(error);
  expect(slack.workspace.all()).toEqual([]);
});

test('a method that is not known here is remembered, so that no test builds on it', async () => {
  const { slack, client } = await open();
  await expect(client.apiCall('chat.scheduleMessage')).rejects.toThrow('unknown_method');
  expect([...slack.unknownMethods]).toEqual(['chat.scheduleMessage']);
});

test('App Home that is published again is the same view: a click on what was drawn before arrives', async () => {
  const { slack, client } = await open();
  const blocks = [{ type: 'divider' as const }];
  const publish = () => client.views.publish({ user_id: 'U1', view: { type: 'home', blocks } });
  const [first, again] = [await publish(), await publish()];
  expect(again.view?.id).toBe(first.view?.id);
  expect(again.view?.hash).not.toBe(first.view?.hash);
  expect(slack.views.home('U1')?.hash).toBe(again.view?.hash);
});
