import { expect, test } from 'vitest';
import { PLACES, TEAM } from '../../../../bot/demo/slack/cast.ts';
import type { HeldMessage } from '../../../../bot/demo/slack/workspace.ts';
import { oslo } from '../../../support/bot/time.ts';
import {
  callsFor,
  downUntil,
  HISTORY,
  POST,
  startBeforeDigests,
  stockDigestsIn,
  threadFilesIn,
} from '../../../support/digestBot.ts';
import type { TestBot } from '../../../support/testBot.ts';

/** A message that Slack shows only now, with the mark of the instant at which it was written. */
function showLate(
  bot: TestBot,
  time: string,
  message: Omit<HeldMessage, 'ts' | 'at' | 'deletedAt'>,
): HeldMessage {
  const now = bot.clock.right();
  bot.clock.set(oslo(`2026-11-20 ${time}`));
  const shown = bot.slack.workspace.post({ ...message, threadTs: message.threadTs });
  bot.clock.set(now);
  return shown;
}

test('the file follows the copy of a digest that stays, when the one that was taken for it is deleted', async () => {
  const id = 'C0COPIES';
  const bot = await startBeforeDigests([id]);
  bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name: POST, channel: id });
  // Slack tells of the channel before each of the two posts, and no more until both copies are there.
  const hidden = { name: 'conversations.info', channel: id, skip: 2, times: 1_000 } as const;
  bot.slack.faults.add({ ...hidden, fault: { kind: 'say', error: 'internal_error' } });
  await bot.moveTo('08:51:05');
  const [second, ...none] = stockDigestsIn(bot, id);
  if (second === undefined) throw new Error('the digest was not sent again');
  expect(none).toEqual([]);
  const first = showLate(bot, '08:50:05', second);
  await bot.pass(60);
  bot.slack.faults.clear();
  await bot.pass(4 * 60);
  expect(stockDigestsIn(bot, id).map(({ ts }) => ts)).toEqual([first.ts]);
  expect(threadFilesIn(bot, id).map(({ threadTs }) => threadTs)).toEqual([first.ts]);
});

test('a digest of two minutes ago is looked for three times before a bot that has not sent it sends it', async () => {
  const id = 'C0BEFORE';
  const bot = await startBeforeDigests([id]);
  await downUntil(bot, '2026-11-20 08:50:40');
  await bot.pass(5);
  expect(callsFor(bot, HISTORY, id)).toHaveLength(1);
  // Another process has sent it, and Slack is late to show it.
  const event_payload = { key: `${TEAM}:${id}:stock:2026-11-20` };
  showLate(bot, '08:50:20', {
    channel: id,
    author: undefined,
    threadTs: undefined,
    text: 'Stock digest · Fri 20 Nov 2026',
    blocks: [],
    metadata: { event_type: 'retail_data_digest', event_payload },
  });
  await bot.pass(3 * 60);
  expect(callsFor(bot, POST, id)).toEqual([]);
  expect(stockDigestsIn(bot, id)).toHaveLength(1);
});

test('after a refusal for a second Slack is asked for no history in the next five', async () => {
  const ids = ['C0ONE', 'C0TWO', 'C0THREE'];
  const bot = await startBeforeDigests(ids);
  for (const channel of ids) bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: POST, channel });
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 1 }, name: HISTORY });
  await bot.pass(5 * 60);
  const at = bot.slack.calls.filter(({ method }) => method === HISTORY).map((call) => call.at);
  const refused = at[0] ?? Number.NaN;
  expect(at.length).toBeGreaterThan(ids.length);
  // Those beside it were on their way.
  expect(at.filter((each) => each > refused && each < refused + 5_000)).toEqual([]);
  expect(ids.map((id) => stockDigestsIn(bot, id).length)).toEqual(ids.map(() => 1));
});

test('a second copy that is gone before it is deleted is no error, and the channel is searched twice for one', async () => {
  const id = 'C0GONE';
  const bot = await startBeforeDigests([id]);
  bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name: POST, channel: id });
  await bot.moveTo('08:51:05');
  const [sent, ...none] = stockDigestsIn(bot, id);
  if (sent === undefined) throw new Error('the digest was not sent again');
  expect(none).toEqual([]);
  const before = callsFor(bot, HISTORY, id).length;
  bot.slack.workspace.post({ ...sent, threadTs: undefined });
  const gone = { kind: 'say', error: 'message_not_found', after: true } as const;
  bot.slack.faults.add({ fault: gone, name: 'chat.delete', channel: id });
  await bot.pass(15 * 60);
  expect(stockDigestsIn(bot, id)).toHaveLength(1);
  expect(bot.logText()).toContain('a second copy of a message was deleted');
  expect(bot.logText()).not.toContain('could not be deleted');
  expect(callsFor(bot, HISTORY, id).length - before).toBe(2);
});

test('a clock that is set back does not prolong the pause that Slack asked for', async () => {
  const id = 'C0AHEAD';
  const here = PLACES['#stock'].id;
  const bot = await startBeforeDigests([id]);
  for (const channel of [id, here])
    bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: POST, channel });
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 240 }, name: HISTORY, channel: id });
  bot.clock.setAhead(4 * 60_000);
  await bot.pass(75);
  expect(callsFor(bot, HISTORY, id)).toHaveLength(1);
  bot.clock.setAhead(0);
  await bot.kari.type('/digest', 'now stock');
  await bot.pass(60);
  expect(callsFor(bot, HISTORY, here)).not.toEqual([]);
});

test('after two refusals for too many calls the messages that have not begun wait too', async () => {
  const ids = Array.from({ length: 14 }, (_, at) => `C0MANY${at}`);
  const bot = await startBeforeDigests(ids);
  bot.slack.faults.add({ fault: { kind: 'limit', seconds: 20 }, name: POST, times: ids.length });
  await bot.pass(75);
  const posts = bot.slack.calls.filter(({ method }) => method === POST);
  const first = posts.filter(({ at }) => at === posts[0]?.at);
  expect(first.length).toBeGreaterThan(1);
  // Eight at once, and one for the first refusal.
  expect(first.length).toBeLessThan(11);
  bot.slack.faults.clear();
  await bot.pass(3 * 60);
  expect(ids.map((id) => stockDigestsIn(bot, id).length)).toEqual(ids.map(() => 1));
});

test.each([3, 12])(
  'a digest whose answer is lost stands once where the clock is %s hours ahead and nobody tells the time',
  async (hours) => {
    const id = 'C0AHEAD';
    const bot = await startBeforeDigests([id], { settings: { salesHistoryDays: 2 } });
    bot.slack.setClockOffset(undefined);
    bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: POST, channel: id });
    await bot.pass(5);
    bot.clock.setAhead(hours * 60 * 60_000);
    await bot.pass(5 * 60);
    expect(callsFor(bot, HISTORY, id).length).toBeGreaterThan(0);
    expect(stockDigestsIn(bot, id)).toHaveLength(1);
  },
);
