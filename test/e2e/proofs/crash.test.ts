import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { createRandom } from '../../../tools/random.ts';
import { calendar } from '../../support/bot/time.ts';
import { CRASH_POINTS, type CrashPoint } from '../../support/faults/crashPoints.ts';
import { countDigests, inWords } from '../../support/faults/heldDigests.ts';
import { openProofWorld, type ProofWorld } from '../../support/faults/proofWorld.ts';
import { subscribeStock } from '../../support/faults/subscribing.ts';
import { isLong, seedOfRun } from '../../support/seed.ts';
import { type Death, runCrashes } from './crashes.ts';
import { POSTGRES, SQLITE } from './places.ts';

const CHANNELS = 3;
const MOMENTS = isLong ? 200 : 1;

/** Points that every digest comes by; the short run takes some of them, on one database these and on another those. */
const POINTS = CRASH_POINTS.map((point) => ({ kind: 'point', point, nth: 1 }) as const);

const CALLS: readonly Death[] = [
  { kind: 'call', method: 'chat.postMessage', phase: 'arrived', nth: 1 },
  { kind: 'call', method: 'chat.postMessage', phase: 'carriedOut', nth: 1 },
  { kind: 'call', method: 'chat.postMessage', phase: 'carriedOut', nth: 3 },
];

/** All of them in the long run. */
function chosen(points: readonly CrashPoint[]): Death[] {
  return POINTS.filter(({ point }) => isLong || points.includes(point));
}

describe.each([
  { ...SQLITE, points: ['after ledger.renew', 'after outbound.post'] as const },
  { ...POSTGRES, points: ['after outbound.post', 'before ledger.markFailed'] as const },
])('on $name', ({ open, points }) => {
  test('a bot that is killed anywhere on the way has sent one digest to each channel on each day', {
    timeout: isLong ? 3 * 3_600_000 : 300_000,
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
      [...chosen(points), ...CALLS.slice(0, isLong ? 3 : 1), ...moments],
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
