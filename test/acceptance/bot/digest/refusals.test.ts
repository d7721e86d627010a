import { expect, test } from 'vitest';
import { eventPayload } from '../../../../bot/demo/slack/payloads.ts';
import type { ChannelState } from '../../../../bot/demo/slack/workspace.ts';
import {
  callsFor,
  POST,
  sleepUntil,
  startBeforeDigests,
  stockDigestsIn,
  toldToKari,
} from '../../../support/digestBot.ts';

/** How a channel does not take a digest, and what its owner is told. */
const CLOSED: Readonly<Record<string, [Partial<ChannelState>, RegExp]>> = {
  C0REMOVED: [{ member: false }, /Invite it with/],
  C0ARCHIVED: [{ archived: true }, /Unarchive it/],
  C0SHARED1: [{ shared: true }, /another organisation/],
  C0INVITED: [{ aboutToBeShared: true }, /another organisation/],
};
const SAID: Readonly<Record<string, [string, RegExp]>> = {
  C0SCOPE: ['missing_scope', /reinstall it/],
  C0RESTRICTED: ['restricted_action', /channel's settings\. The app tries again at the next scheduled time/],
  C0UNKNOWN: ['user_not_found', /couldn't post the/],
};
const OPEN = { member: true, archived: false, shared: false, aboutToBeShared: false };
/** What Slack tells when a channel takes messages again. */
const RETURNS = {
  C0REMOVED: 'member_joined_channel',
  C0SHARED1: 'channel_unshared',
  C0INVITED: 'group_unarchive',
};

test('a channel that does not take a digest gets none, its owner is told once, and it comes again by itself', async () => {
  const ids = [...Object.keys(CLOSED), ...Object.keys(SAID)];
  const bot = await startBeforeDigests([...ids, 'C0TAKES']);
  for (const [id, [state]] of Object.entries(CLOSED)) bot.slack.workspace.change(id, state);
  for (const [channel, [error]] of Object.entries(SAID))
    bot.slack.faults.add({ fault: { kind: 'say', error }, name: POST, channel });
  await bot.pass(3 * 60);
  const daysIn = (id: string) =>
    stockDigestsIn(bot, id)
      .map(({ text }) => /Stock digest · \w+ (\d+)/.exec(text)?.[1])
      .join(', ');
  const days = () => Object.fromEntries(ids.map((id) => [id, daysIn(id)]));
  const none = Object.fromEntries(ids.map((id) => [id, '']));
  expect(days()).toEqual(none);
  expect(daysIn('C0TAKES')).toBe('20');
  for (const id of Object.keys(CLOSED)) expect(callsFor(bot, POST, id)).toEqual([]);
  const toldOf = (id: string) => toldToKari(bot).filter((text) => text.includes(`<#${id}>`));
  for (const [id, [, fix]] of Object.entries({ ...CLOSED, ...SAID }))
    expect(toldOf(id)).toEqual([expect.stringMatching(fix)]);
  const list = (await bot.kari.type('/digest', 'list')).text;
  expect(list).toMatch(/<#C0UNKNOWN>.* · :warning: Fri 20 Nov 2026: refused by Slack/);
  expect(list).toMatch(/<#C0SCOPE>.* · Paused: Slack doesn't let the app post there/);

  // Slack tells of a channel that still does not take it, and of another one.
  const tell = (type: string, channel?: string) => bot.send(eventPayload({ type, channel, user: 'U0KARI' }));
  await tell('member_joined_channel', 'C0REMOVED');
  await tell('member_joined_channel', 'C0TAKES');
  await tell('channel_unarchive');
  await bot.pass(60);
  expect(days()).toEqual(none);
  for (const [id, type] of Object.entries(RETURNS)) {
    bot.slack.workspace.change(id, OPEN);
    await tell(type, id);
    await bot.pass(2);
    expect([id, daysIn(id)]).toEqual([id, '20']);
  }
  expect(toldToKari(bot)).toHaveLength(ids.length);

  // This one comes back the next day, when the digest of the day before is old.
  bot.slack.workspace.change('C0ARCHIVED', OPEN);
  await sleepUntil(bot, '2026-11-21 07:00');
  await tell('channel_unarchive', 'C0ARCHIVED');
  await bot.pass(2);
  expect(daysIn('C0ARCHIVED')).toBe('');
  // A refusal is news again after a digest has come. Of others nobody tells: the next digest is tried at its time.
  bot.slack.workspace.change('C0REMOVED', { member: false });
  await sleepUntil(bot, '2026-11-21 08:50');
  await bot.pass(2 * 60);
  expect(toldOf('C0REMOVED')).toHaveLength(2);
  expect(days()).toEqual({
    C0REMOVED: '20',
    C0ARCHIVED: '21',
    C0SHARED1: '20, 21',
    C0INVITED: '20, 21',
    C0SCOPE: '21',
    C0RESTRICTED: '21',
    C0UNKNOWN: '21',
  });
  expect(toldToKari(bot)).toHaveLength(ids.length + 1);
});

test('what Kari is to be told waits for Slack, comes once though answers are lost, and a digest comes plainer', async () => {
  const bot = await startBeforeDigests(['C0REMOVED', 'C0PLAIN']);
  bot.slack.workspace.change('C0REMOVED', { member: false });
  const tells = { name: POST, channel: 'U0KARI' };
  bot.slack.faults.add(
    { ...tells, fault: { kind: 'limit', seconds: 30 } },
    { ...tells, fault: { kind: 'resetBefore' } },
    { ...tells, fault: { kind: 'resetAfter' } },
  );
  const refusal = { kind: 'say', error: 'invalid_blocks' } as const;
  bot.slack.faults.add({ fault: refusal, name: POST, channel: 'C0PLAIN', times: 2 });
  const other = await bot.replica();
  await bot.pass(5 * 60);
  await other.stop();
  // What Slack does not take in one form comes plainer.
  expect(stockDigestsIn(bot, 'C0PLAIN')).toHaveLength(1);
  expect(JSON.stringify(stockDigestsIn(bot, 'C0PLAIN')[0]?.blocks)).not.toContain('data_table');
  await sleepUntil(bot, '2026-11-20 09:20');
  expect(toldToKari(bot)).toHaveLength(1);
});
