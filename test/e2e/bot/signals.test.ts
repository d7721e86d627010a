import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { oslo } from '../../support/bot/time.ts';
import { digestsIn } from '../../support/faults/heldDigests.ts';
import { openProofWorld, type ProofWorld } from '../../support/faults/proofWorld.ts';
import { letStockComeToRest } from '../../support/faults/restingStock.ts';
import { until } from '../../support/until.ts';

const POST = 'chat.postMessage';

/** The real bot in a process of its own, a few minutes after 08:30, while time goes on. */
async function morning(channels: number): Promise<ProofWorld> {
  const world = await openProofWorld({ at: '2025-01-07 08:35', channels });
  onTestFinished(() => world.close());
  await world.setTime(oslo('2025-01-07 08:35'), 1);
  return world;
}

async function statesOf(world: ProofWorld): Promise<string[]> {
  const database = await openDatabase(world.databasePlace);
  const rows = await database.selectFrom('digest_run').select('state').orderBy('id').execute();
  await database.destroy();
  return rows.map(({ state }) => state);
}

function heldIn(world: ProofWorld): number[] {
  const digests = digestsIn(world.slack.workspace);
  return world.channelIds.map((id) => digests.filter(({ channel }) => channel === id).length);
}
const posted = (world: ProofWorld) => world.slack.calls.filter(({ method }) => method === POST).length;

test('SIGTERM in the middle of many digests: what is under way is finished, the rest is handed back at once', {
  timeout: 120_000,
}, async () => {
  const world = await morning(40);
  const first = await world.start();
  await letStockComeToRest(world);
  await until('a first digest', async () => (posted(world) > 0 ? true : undefined));
  expect(await first.stop()).toBe(0);
  const states = await statesOf(world);
  const sent = states.filter((state) => state === 'sent').length;
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(40);
  expect(heldIn(world).filter((count) => count === 1)).toHaveLength(sent);
  expect(new Set(states)).toEqual(new Set(['sent', 'due']));

  // Nobody's lease is waited for, and no clock moved on.
  await world.start();
  await until('the others', async () => (posted(world) === 40 ? true : undefined));
  expect(heldIn(world)).toEqual(world.channelIds.map(() => 1));
});

test('a second signal ends it at once, whatever hangs; the next start finds what was sent', {
  timeout: 120_000,
}, async () => {
  const world = await morning(1);
  world.slack.plan.add({ fault: { kind: 'hangAfter' }, name: POST });
  const first = await world.start();
  await letStockComeToRest(world);
  await until('the post', async () => (posted(world) > 0 ? true : undefined));
  first.signal('SIGTERM');
  await delay(700);
  expect(first.isAlive).toBe(true);
  expect(await first.stop()).toBe(130);
  expect(await statesOf(world)).toEqual(['sending']);

  await world.start();
  await until('the outcome', async () => {
    await world.setTime(world.clock.now() + 30_000, 1);
    await delay(300);
    return (await statesOf(world))[0] === 'sent' ? true : undefined;
  });
  expect(heldIn(world)).toEqual([1]);
  expect(posted(world)).toBe(1);
});
