import { expect, test } from 'vitest';
import { BOT_USER, TEAM } from '../../../../bot/demo/slack/cast.ts';
import type { Fault, FaultRule } from '../../../../bot/demo/slack/faults.ts';
import type { Author } from '../../../../bot/demo/slack/workspace.ts';
import { oslo } from '../../../support/bot/time.ts';
import {
  callsFor,
  HISTORY,
  POST,
  sleepUntil,
  startBeforeDigests,
  stockDigestsIn,
  toldToKari,
} from '../../../support/digestBot.ts';
import type { TestBot } from '../../../support/testBot.ts';

/** Each fault strikes one call, in this order. */
const strike = (bot: TestBot, channel: string, name: string, ...faults: readonly Fault[]) =>
  bot.slack.faults.add(...faults.map((fault): FaultRule => ({ fault, name, channel })));

/** Of hours in which others wrote all the time, until a local time of the day. */
function fill(bot: TestBot, channel: string, messages: number, until: string, apartMs = 500): void {
  const now = bot.clock.right();
  const end = oslo(`2026-11-20 ${until}`);
  for (let at = 0; at < messages; at += 1) {
    bot.clock.set(end - (messages - at) * apartMs);
    write(bot, channel, 'Deployed');
  }
  bot.clock.set(now);
}

function write(bot: TestBot, channel: string, text: string, metadata?: object, author?: Author): void {
  bot.slack.workspace.post({ channel, author, threadTs: undefined, text, blocks: [], metadata });
}

const ARRIVED: readonly Fault[] = [
  { kind: 'resetAfter' },
  { kind: 'statusAfter', status: 503 },
  { kind: 'wrongBody' },
  { kind: 'cutBody' },
  { kind: 'say', error: 'fatal_error', after: true },
];
const NOT_ARRIVED: readonly Fault[] = [
  { kind: 'resetBefore' },
  { kind: 'statusBefore', status: 500 },
  { kind: 'say', error: 'internal_error' },
];

test('after a lost answer the channel is looked through before anything is sent again, and has one digest', async () => {
  const arrived = ARRIVED.map((fault, at) => ({ id: `C0ARRIVED${at}`, fault }));
  const lost = NOT_ARRIVED.map((fault, at) => ({ id: `C0LOST${at}`, fault }));
  const rest = [
    'C0LIMITED',
    'C0TWICE',
    'C0UNSEEN',
    'C0UNASKED',
    'C0PERSON',
    'C0APP',
    'C0BUSY',
    'C0BUSYLOST',
    'C0TWIN',
  ];
  const ids = [...arrived, ...lost].map(({ id }) => id).concat(rest);
  const bot = await startBeforeDigests(ids);
  for (const { id, fault } of [...arrived, ...lost]) strike(bot, id, POST, fault);
  strike(bot, 'C0LIMITED', POST, { kind: 'limit', seconds: 120 });
  strike(bot, 'C0TWICE', POST, { kind: 'resetBefore' }, { kind: 'resetAfter' });
  strike(bot, 'C0UNSEEN', POST, { kind: 'resetBefore' });
  strike(bot, 'C0UNSEEN', HISTORY, { kind: 'resetBefore' }, { kind: 'say', error: 'internal_error' });
  strike(bot, 'C0UNASKED', 'conversations.info', { kind: 'resetBefore' });
  const authors = {
    C0PERSON: { user: 'U0KARI' },
    C0APP: { user: 'U0OTHER', bot_id: 'B0OTHER', app_id: 'A0OTHER' },
    // An app may post in the name of another's user.
    C0TWIN: { user: BOT_USER, bot_id: 'B0OTHER', app_id: 'A0OTHER' },
  };
  for (const [id, author] of Object.entries(authors)) {
    strike(bot, id, POST, { kind: 'resetBefore' });
    const event_payload = { key: `${TEAM}:${id}:stock:2026-11-20` };
    write(bot, id, 'Nothing today', { event_type: 'retail_data_digest', event_payload }, author);
  }
  strike(bot, 'C0BUSY', POST, { kind: 'resetAfter' });
  strike(bot, 'C0BUSYLOST', POST, { kind: 'resetBefore' });
  for (const id of ['C0BUSY', 'C0BUSYLOST']) fill(bot, id, 3_000, '08:30');
  await bot.pass(6 * 60);

  const posts = (id: string) =>
    callsFor(bot, POST, id).filter(({ parameters }) => !('thread_ts' in parameters));
  const looksBetween = (id: string) => {
    const [first, second] = posts(id).map((call) => bot.slack.calls.indexOf(call));
    return bot.slack.calls
      .slice(first, second)
      .filter((call) => call.method === HISTORY && call.channel === id).length;
  };
  expect(ids.map((id) => [id, stockDigestsIn(bot, id).length])).toEqual(ids.map((id) => [id, 1]));
  const once = [...arrived.map(({ id }) => id), 'C0UNASKED', 'C0BUSY'];
  expect(ids.filter((id) => posts(id).length !== 2)).toEqual(ids.filter((id) => once.includes(id)));
  expect(once.map((id) => posts(id).length)).toEqual(once.map(() => 1));
  expect(lost.map(({ id }) => looksBetween(id))).toEqual(lost.map(() => 3));
  // Not before the time that Slack has named, and nobody else waits for it.
  const [refused, taken] = posts('C0LIMITED');
  expect((taken?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(120_000);
  expect(posts('C0BUSY')[0]?.at).toBeLessThan(oslo('2026-11-20 08:51'));
  // Only looks that Slack has answered count.
  expect(looksBetween('C0UNSEEN')).toBe(5);
  expect(callsFor(bot, HISTORY, 'C0UNASKED')).toEqual([]);
  expect(callsFor(bot, HISTORY, 'C0BUSY').length).toBeLessThan(40);
  for (const id of Object.keys(authors)) expect(bot.held(id)[0]?.text).toBe('Nothing today');
  expect(toldToKari(bot)).toEqual([]);

  // What was believed lost comes in after all.
  for (const id of ['C0LOST0', 'C0ARRIVED0', 'C0TWICE']) {
    const [kept] = stockDigestsIn(bot, id);
    if (kept === undefined) throw new Error('no digest');
    bot.slack.workspace.post({ ...kept, threadTs: undefined });
  }
  await bot.pass(60);
  await sleepUntil(bot, '2026-11-20 09:08');
  expect(ids.map((id) => stockDigestsIn(bot, id).length)).toEqual(ids.map(() => 1));
});

test('where nobody can tell whether a digest arrived its owner is asked to look, and it is never sent again', async () => {
  const bot = await startBeforeDigests(['C0BUSY', 'C0AWAY', 'C0REMOVED']);
  for (const id of ['C0BUSY', 'C0AWAY', 'C0REMOVED']) strike(bot, id, POST, { kind: 'resetBefore' });
  fill(bot, 'C0BUSY', 12_000, '08:49', 50);
  bot.slack.faults.add({ fault: { kind: 'resetBefore' }, name: HISTORY, channel: 'C0AWAY', times: 1_000 });
  await bot.pass(65);
  bot.slack.workspace.change('C0REMOVED', { member: false });
  await bot.pass(3 * 60);
  await sleepUntil(bot, '2026-11-20 09:10');
  const told = toldToKari(bot);
  expect(told).toHaveLength(2);
  expect(told).toContainEqual(
    expect.stringMatching(/<#C0BUSY>.*too many messages.*Check the channel.*`\/digest now` posts a new one/),
  );
  expect(told).toContainEqual(
    expect.stringMatching(/<#C0REMOVED>.*can't read the channel.*Check the channel/),
  );
  expect(callsFor(bot, HISTORY, 'C0AWAY').length).toBeLessThan(16);
  bot.slack.workspace.change('C0REMOVED', { member: true });
  await bot.pass(60);
  for (const id of ['C0BUSY', 'C0AWAY', 'C0REMOVED']) expect(callsFor(bot, POST, id)).toHaveLength(1);
  expect(toldToKari(bot)).toHaveLength(2);
});
