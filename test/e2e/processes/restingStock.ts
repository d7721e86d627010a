import { oslo } from '../../support/bot/time.ts';
import { digestsIn } from './heldDigests.ts';
import { passQuietTime } from './morning.ts';
import type { ProofWorld } from './proofWorld.ts';

/** Real milliseconds. */
const PATIENCE_MS = 240_000;

/**
 * Lets the minute pass between the two looks that make the stock of a day whole, which are three calls; `calls` is how
 * often it had been asked for before.
 */
export async function letStockComeToRest(world: ProofWorld, calls = 0): Promise<void> {
  await passTimeUntil(world, 'the whole stock', () => world.service.stockCalls.length >= calls + 3);
}

/** Moves to that time, and on until so many digests have come. */
export async function goToDigests(world: ProofWorld, time: string, count: number): Promise<void> {
  await world.setTime(oslo(time), 1);
  await passTimeUntil(world, `${count} digests`, () => digestsIn(world.slack.workspace).length >= count);
}

/**
 * Moves time on while no bot works, until that is so. In between it goes as it does in reality: on a busy machine too
 * nobody's lease or patience ends while it works.
 */
export async function passTimeUntil(world: ProofWorld, what: string, isSo: () => boolean): Promise<void> {
  const giveUp = performance.now() + PATIENCE_MS;
  await passQuietTime(world, 1, () => {
    if (isSo()) return true;
    if (performance.now() < giveUp) return false;
    const logs = world.bots.map((bot) => bot.log().slice(-4_000));
    throw new Error(
      `${what} did not come within ${PATIENCE_MS / 1_000} s. The bots said:\n${logs.join('\n')}`,
    );
  });
}
