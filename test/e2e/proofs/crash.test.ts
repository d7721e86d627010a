import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { createRandom } from '../../../tools/random.ts';
import { calendar } from '../../support/bot/time.ts';
import { isLong, seedOfRun } from '../../support/seed.ts';
import type { Moment } from '../processes/botOrder.ts';
import { countDigests, inWords } from '../processes/heldDigests.ts';
import { openProofWorld, type ProofWorld } from '../processes/proofWorld.ts';
import { subscribeStock } from '../processes/subscribing.ts';
import { type Death, runCrashes, type Way } from './crashes.ts';
import { POSTGRES, SQLITE } from './places.ts';

const CHANNELS = 3;
const MOMENTS = isLong ? 200 : 1;

const RUN: Moment = { at: 'write', of: 'digest_run' };
const STOCK: Moment = { at: 'write', of: 'stock_day' };
const POST: Moment = { at: 'call', of: 'chat.postMessage' };
const POSTED: Moment = { at: 'answer', of: 'chat.postMessage' };
const LOOK: Moment = { at: 'call', of: 'conversations.history' };
const LOOKED: Moment = { at: 'answer', of: 'conversations.history' };
const DELETED: Moment = { at: 'answer', of: 'chat.delete' };

const points = (moment: Moment, count: number, way?: Way): Death[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'point',
    ...moment,
    nth: at + 1,
    ...(way === undefined ? {} : { way }),
  }));

/** All on the ways from the stock of the day to a recorded outcome; the short run takes some, on each database others. */
const POINTS = [
  ...points(STOCK, 3),
  ...points(RUN, 12),
  ...points(POST, 3),
  ...points(POSTED, 3),
  ...points(LOOK, 1, 'answerLost'),
  ...points(LOOKED, 1, 'answerLost'),
  ...points(RUN, 16, 'answerLost').slice(12),
  ...points(LOOKED, 1, 'callLost'),
  ...points(RUN, 16, 'callLost').slice(12),
  ...points(DELETED, 1, 'late'),
  ...points(RUN, 12, 'archived').slice(4),
];

const CALLS: readonly Death[] = [
  { kind: 'call', method: 'chat.postMessage', phase: 'arrived', nth: 1 },
  { kind: 'call', method: 'chat.postMessage', phase: 'carriedOut', nth: 1 },
  { kind: 'call', method: 'chat.postMessage', phase: 'carriedOut', nth: 3 },
];

describe.each([
  { ...SQLITE, short: [...points(POST, 1), ...points(POSTED, 1)] },
  { ...POSTGRES, short: [...points(POSTED, 1), ...points(RUN, 5, 'archived').slice(-1)] },
])('on $name', ({ open, short }) => {
  test('a bot that is killed anywhere on the way has sent one digest to each channel on each day', {
    timeout: isLong ? 3 * 3_600_000 : 1_800_000,
  }, async () => {
    const random = createRandom(seedOfRun());
    const place = await open();
    onTestFinished(() => place.close());
    const world = await openProofWorld({
      at: '2025-01-07 07:00',
      channels: CHANNELS,
      seed: random.seed,
      ...place,
    });
    onTestFinished(() => world.close());
    await giveOwner(world);
    const moments = Array.from(
      { length: MOMENTS },
      (): Death => ({ kind: 'moment', milliseconds: random.below(400) }),
    );
    const run = await runCrashes(
      world,
      [...(isLong ? POINTS : short), ...CALLS.slice(0, isLong ? 3 : 1), ...moments],
      random,
    );
    const count = countDigests(world.slack.workspace, run.due, calendar);
    const notReached = run.notReached
      .filter(({ kind }) => kind === 'point')
      .map((death) => JSON.stringify(death));
    process.stdout.write(`crash test, seed ${random.seed}: ${run.struck} deaths, ${inWords(count)}\n`);
    expect(count.missed).toEqual([]);
    expect(count.doubled).toEqual([]);
    // Only the way to the deletion of a double makes one, on purpose.
    expect(count.brieflyDoubled.length).toBeLessThanOrEqual(isLong ? 1 : 0);
    expect(notReached).toEqual([]);
    expect([...world.slack.unknownMethods]).toEqual([]);
  });
});

/** Channels that a setting subscribed have nobody who is told; here they get somebody, before the bot comes. */
async function giveOwner(world: ProofWorld): Promise<void> {
  const database = await openDatabase(world.databasePlace);
  for (const channelId of world.channelIds) await subscribeStock(database, channelId, world.clock.now());
  await database.destroy();
}
