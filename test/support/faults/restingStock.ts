import { oslo } from '../bot/time.ts';
import { until } from '../until.ts';
import { digestsIn } from './heldDigests.ts';
import type { ProofWorld } from './proofWorld.ts';

/**
 * Lets the minute pass between the two looks that make the stock of a day whole, once the first one was asked for; `calls`
 * is how often it had been asked for before that day's.
 */
export async function letStockComeToRest({ service, clock, setTime }: ProofWorld, calls = 0): Promise<void> {
  await until('a first look at the stock', async () => service.stockCalls.length > calls || undefined);
  // The first look may not be noted yet, and the second comes a minute after that.
  await setTime(clock.now() + 65_000, 6);
  await until('the whole stock', async () => service.stockCalls.length >= calls + 3 || undefined);
  await setTime(clock.now(), 1);
}

/** Moves to that time, and on until so many digests have come. */
export async function goToDigests(world: ProofWorld, time: string, count: number): Promise<void> {
  const { service, clock, setTime, slack } = world;
  const calls = service.stockCalls.length;
  await setTime(oslo(time), 1);
  await letStockComeToRest(world, calls);
  // On a busy machine it had not noted the first look yet.
  await setTime(clock.now(), 6);
  await until(`${count} digests`, async () => digestsIn(slack.workspace).length === count || undefined);
  await setTime(clock.now(), 1);
}
