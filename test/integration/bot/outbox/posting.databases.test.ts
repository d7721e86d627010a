import { expect, onTestFinished, test } from 'vitest';
import { createDatabaseClock } from '../../../../bot/database/clock.ts';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { PEOPLE, PLACES, TEAM } from '../../../../bot/demo/slack/cast.ts';
import { eventPayload } from '../../../../bot/demo/slack/payloads.ts';
import { createLedger } from '../../../../bot/outbox/ledger.ts';
import { createEnqueue, type Enqueue, type MessageToPost } from '../../../../bot/outbox/stored.ts';
import { section } from '../../../../bot/slack/message.ts';
import { oslo } from '../../../support/bot/time.ts';
import { callsFor, downUntil, HISTORY, POST, sleepUntil } from '../../../support/digestBot.ts';
import { countPoints, happenAt, pointsOf } from '../../../support/faults/points.ts';
import { startTestBot, type TestBot, type TestBotOptions } from '../../../support/testBot.ts';

const CHANNEL = PLACES['#second'].id;
const DUE = oslo('2026-11-20 08:50');
const TEXT = 'Pale Ale is out of stock';

/** A bot at 08:49 on Friday, and a feature of it that enqueues messages. */
async function startWithFeature(options?: TestBotOptions): Promise<{
  readonly bot: TestBot;
  readonly enqueue: (fields?: Partial<MessageToPost>) => Promise<boolean>;
}> {
  const bot = await startTestBot(options);
  const database = await openDatabase(bot.databasePlace);
  onTestFinished(() => database.destroy());
  const ledger = createLedger({
    database,
    rendered: [],
    time: createDatabaseClock(database, bot.clock),
    beganAt: async () => 0,
    owner: 'feature',
  });
  const store: Enqueue = createEnqueue(ledger, () => {});
  const message = {
    teamId: TEAM,
    key: 'alert 1101 2026-11-20',
    to: CHANNEL,
    content: { text: TEXT, blocks: [section(`*${TEXT}*`)] },
    notBefore: DUE,
  };
  return { bot, enqueue: (fields) => store({ ...message, ...fields }) };
}

const messagesIn = (bot: TestBot, place: string = CHANNEL) =>
  bot.held(place).filter(({ text }) => text === TEXT);
const statesIn = async (bot: TestBot) =>
  (await bot.database.read("select state, reason from digest_run where kind = 'message' order by id")).map(
    ({ state, reason }) => [state, reason],
  );

test('a stored message is posted once, not before its instant, and its key never again', async () => {
  const { bot, enqueue } = await startWithFeature({ hasHealth: true });
  const digests = (await bot.metrics()).get('retail_bot_digests_total{state="sent"}');
  expect(await enqueue()).toBe(true);
  expect(await enqueue({ content: { text: 'Another', blocks: [] } })).toBe(false);
  expect(await enqueue({ to: PLACES['#stock'].id })).toBe(false);
  await bot.pass(59);
  expect(messagesIn(bot)).toEqual([]);
  await bot.pass(2);
  const [posted, ...more] = messagesIn(bot);
  expect(more).toEqual([]);
  expect(posted?.blocks).toEqual([
    expect.objectContaining({ text: expect.objectContaining({ text: `*${TEXT}*` }) }),
  ]);
  expect(
    JSON.stringify([posted?.metadata, posted?.blocks.map((block) => Reflect.get(Object(block), 'block_id'))]),
  ).not.toContain('1101');

  // Neither as a second message nor as a digest, by whoever enqueues it again or restarts.
  expect(await enqueue()).toBe(false);
  await bot.restart();
  await bot.pass(5 * 60);
  expect(messagesIn(bot)).toHaveLength(1);
  expect(messagesIn(bot, '#stock')).toEqual([]);
  expect((await bot.metrics()).get('retail_bot_digests_total{state="sent"}')).toBe(digests);
  expect((await bot.kari.type('/digest', `status <#${CHANNEL}>`)).text).not.toContain('alert');
  expect(await bot.database.read("select message from digest_run where kind = 'message'")).toEqual([
    { message: null },
  ]);
  expect(bot.logLines().filter(({ level }) => level >= 50)).toEqual([]);
});

test('whichever write, call or answer a process ends at, another posts the message once', async () => {
  const counted = await startWithFeature();
  await counted.enqueue();
  await counted.bot.pass(59);
  const counts = countPoints(counted.bot);
  await counted.bot.pass(1);
  expect(messagesIn(counted.bot)).toHaveLength(1);
  await counted.bot.stop();

  const points = pointsOf(counts);
  expect(points.length).toBeGreaterThan(6);
  const { bot: first, enqueue } = await startWithFeature();
  let bot = first;
  for (const [at, point] of points.entries()) {
    const channel = `C0CASE${at}`;
    bot.slack.workspace.addChannel(channel);
    const dueAt = DUE + at * 5 * 60_000;
    await enqueue({ key: `case ${at}`, to: channel, notBefore: dueAt });
    bot.clock.set(dueAt - 60_000);
    await bot.pass(59);
    const dying = bot;
    const hasEnded = happenAt(dying, point, () => dying.end());
    await dying.pass(1);
    expect(hasEnded(), JSON.stringify(point)).toBe(true);
    bot = await dying.replica();
    await dying.stop();
    await bot.pass(120);
    expect(messagesIn(bot, channel).length, JSON.stringify(point)).toBe(1);
  }
  expect(new Set((await statesIn(bot)).map(([state]) => state))).toEqual(new Set(['sent']));
});

test('a lost answer is looked for before the message is sent again, in a channel and in direct messages', async () => {
  const { bot, enqueue } = await startWithFeature();
  bot.slack.scopes.add('im:history');
  const [kari, ola] = [PEOPLE.kari.id, PEOPLE.ola.id];
  bot.slack.faults.add(
    { fault: { kind: 'resetAfter' }, name: POST, channel: CHANNEL },
    { fault: { kind: 'resetAfter' }, name: POST, channel: kari },
    { fault: { kind: 'resetBefore' }, name: POST, channel: ola },
  );
  await enqueue();
  await enqueue({ key: 'hello kari', to: kari });
  await enqueue({ key: 'hello ola', to: ola });
  await bot.pass(4 * 60);
  expect([CHANNEL, 'D0KARI', 'D0OLA'].map((place) => messagesIn(bot, place).length)).toEqual([1, 1, 1]);
  expect([CHANNEL, kari, ola].map((to) => callsFor(bot, POST, to).length)).toEqual([1, 1, 2]);
  expect(await statesIn(bot)).toEqual([
    ['sent', null],
    ['sent', null],
    ['sent', null],
  ]);
});

test('without the scope for direct messages one whose answer was lost is not sent again', async () => {
  const { bot, enqueue } = await startWithFeature();
  bot.slack.scopes.delete('im:history');
  bot.slack.faults.add({ fault: { kind: 'resetAfter' }, name: POST, channel: PEOPLE.kari.id });
  await enqueue({ to: PEOPLE.kari.id });
  await bot.pass(4 * 60);
  expect(messagesIn(bot, 'D0KARI')).toHaveLength(1);
  expect(callsFor(bot, POST, PEOPLE.kari.id)).toHaveLength(1);
  expect(await statesIn(bot)).toEqual([['unknown', 'channelUnreadable missing_scope']]);
});

test('a message that Slack refused is posted when its channel returns, unless it has expired', async () => {
  const { bot, enqueue } = await startWithFeature();
  for (const id of ['C0BACK', 'C0LATE']) bot.slack.workspace.addChannel(id, { member: false });
  await enqueue({ key: 'back', to: 'C0BACK' });
  await enqueue({ key: 'late', to: 'C0LATE', expiresAt: oslo('2026-11-20 09:10') });
  await enqueue({ key: 'expired', expiresAt: DUE });
  await bot.pass(2 * 60);
  expect(await statesIn(bot)).toEqual([
    ['failed', 'not_in_channel'],
    ['failed', 'not_in_channel'],
    ['missed', 'expired'],
  ]);
  await sleepUntil(bot, '2026-11-20 09:15');
  for (const channel of ['C0BACK', 'C0LATE']) {
    bot.slack.workspace.change(channel, { member: true });
    await bot.send(eventPayload({ type: 'member_joined_channel', user: 'U0BOT', channel }));
  }
  await bot.pass(60);
  expect(['C0BACK', 'C0LATE', CHANNEL].map((id) => messagesIn(bot, id).length)).toEqual([1, 0, 0]);
  expect(await statesIn(bot)).toEqual([
    ['sent', null],
    ['missed', 'expired'],
    ['missed', 'expired'],
  ]);
});

test('a database from before that is put back finds the message that was posted since', async () => {
  const { bot, enqueue } = await startWithFeature();
  await enqueue();
  await bot.pass(2 * 60);
  await bot.stop();
  await bot.database.execute("delete from digest_run where kind = 'message'");
  await downUntil(bot, '2026-11-20 09:30');
  expect(await enqueue()).toBe(true);
  await bot.pass(4 * 60);
  expect(messagesIn(bot)).toHaveLength(1);
  expect(callsFor(bot, HISTORY, CHANNEL).length).toBeGreaterThan(0);
  expect(await statesIn(bot)).toEqual([['sent', null]]);
});
