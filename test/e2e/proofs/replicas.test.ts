import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../../tools/random.ts';
import { mostIn } from '../../support/bot/callInstants.ts';
import { calendar } from '../../support/bot/time.ts';
import { isLong, seedOfRun } from '../../support/seed.ts';
import { countDigests, digestsIn, inWords } from '../processes/heldDigests.ts';
import { openProofWorld } from '../processes/proofWorld.ts';
import { POSTGRES } from './places.ts';
import { runReplicas } from './replicas.ts';

const CHANNELS = 50;
const BETWEEN_CHECK_AND_WIRE = { at: 'call', of: 'chat.postMessage' } as const;
/** After a stopped process goes on, that long a copy may come of what it had begun: it was between check and wire. */
const WINDOW_MS = 30_000;
/** And so long a double may stand, when whoever sent the copy died: until the second check. */
const LONGEST_DOUBLE_MS = 11 * 60_000;

test('three processes on one PostgreSQL send each digest once, whoever of them is killed or stopped', {
  timeout: isLong ? 3 * 3_600_000 : 1_800_000,
}, async () => {
  const random = createRandom(seedOfRun());
  const place = await POSTGRES.open();
  onTestFinished(() => place.close());
  const world = await openProofWorld({
    at: '2026-11-17 07:00',
    channels: CHANNELS,
    seed: random.seed,
    ...place,
  });
  onTestFinished(() => world.close());
  const run = await runReplicas(world, random, {
    days: isLong ? 20 : 1,
    replicas: 3,
    pausePoint: BETWEEN_CHECK_AND_WIRE,
    pauses: isLong ? [60_000, 150_000, 'untilMadeUpFor', 'untilMadeUpFor'] : ['untilMadeUpFor'],
  });
  const due = run.days.flatMap((day) => world.channelIds.map((channel) => ({ channel, day })));
  const count = countDigests(world.slack.workspace, due, calendar);
  const copies = digestsIn(world.slack.workspace).filter(({ deletedAt }) => deletedAt !== undefined);
  const outside = copies.filter(
    ({ at }) => !run.resumedAt.some((resumed) => at >= resumed && at <= resumed + WINDOW_MS),
  );
  const stock = mostIn(
    world.service.stockCalls.toSorted((one, other) => one - other),
    60_000,
  );
  process.stdout.write(
    `replica test on ${POSTGRES.name}, seed ${random.seed}: ${run.days.length} days, ${run.kills} kills, ${run.pauses} pauses; ${inWords(count)}; copies inside the window ${copies.length - outside.length}, outside ${outside.length}; at most ${stock} stock calls in 60 s\n`,
  );
  expect(count.missed).toEqual([]);
  expect(count.doubled).toEqual([]);
  expect(outside).toEqual([]);
  expect(Math.max(0, ...count.brieflyDoubled)).toBeLessThanOrEqual(LONGEST_DOUBLE_MS);
  expect(stock).toBeLessThanOrEqual(20);
  expect([...world.slack.unknownMethods]).toEqual([]);
});
