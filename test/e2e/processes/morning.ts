import { setTimeout as delay } from 'node:timers/promises';
import { calendar } from '../../support/bot/time.ts';
import { digestsIn } from './heldDigests.ts';
import type { ProofWorld } from './proofWorld.ts';

/** Real milliseconds without a call to Slack, and without a bot that works, after which time is moved on. */
const QUIET_MS = 500;
const FIRST_STEP_MS = 60_000;
const LONGEST_STEP_MS = 16 * 60_000;

export interface Pace {
  /** How fast time goes in between. */
  readonly rate: number;
  /** Nobody waits longer than to that time of the day. */
  readonly until: string;
  /** A channel that is not waited for. */
  readonly except?: string | undefined;
  /** Whether nobody waits any longer, such as for a bot that is gone. */
  readonly isOver?: () => boolean;
}

/** Channels that have had no digest on that day. */
export function channelsWithout(world: ProofWorld, day: string): string[] {
  const had = new Set(
    digestsIn(world.slack.workspace)
      .filter(({ at }) => calendar.dayOf(at) === day)
      .map(({ channel }) => channel),
  );
  return world.channelIds.filter((channel) => !had.has(channel));
}

/** How many calls to Slack there were, but for those by which a bot asks all day whether Slack is there. */
export function callsAboutMessages(world: ProofWorld): number {
  return world.slack.calls.filter(({ method }) => method !== 'auth.test').length;
}

/** Whether something has been called since it was asked last, and whether it has been quiet for long enough. */
interface Quiet {
  readonly hasCalled: boolean;
  readonly isQuiet: boolean;
}

/** However slow the machine is, a bot that has something to do is not quiet. */
function watchQuiet(world: ProofWorld): () => Promise<Quiet> {
  let calls = callsAboutMessages(world);
  let since = performance.now();
  return async () => {
    const working = await Promise.all(world.bots.map((bot) => bot.isWorking()));
    const before = calls;
    calls = callsAboutMessages(world);
    const hasCalled = calls > before;
    if (hasCalled || working.includes(true)) since = performance.now();
    return { hasCalled, isQuiet: performance.now() - since >= QUIET_MS };
  };
}

/** Until nothing is left to do that does not wait for the clock. */
export async function untilQuiet(world: ProofWorld): Promise<void> {
  const look = watchQuiet(world);
  while (!(await look()).isQuiet) await delay(10);
}

/** Until every channel has had the digest of the day, at most to a time of it. */
export async function untilAllPosted(
  world: ProofWorld,
  day: string,
  { rate, until, except, isOver = () => false }: Pace,
): Promise<void> {
  const end = calendar.instantOf(day, until);
  const isAwaited = (channel: string) => channel !== except;
  await passQuietTime(
    world,
    rate,
    () => !channelsWithout(world, day).some(isAwaited) || world.clock.now() >= end || isOver(),
  );
}

/** Until that is so; a quiet stretch is cut short. */
export async function passQuietTime(world: ProofWorld, rate: number, isSo: () => boolean): Promise<void> {
  let look = watchQuiet(world);
  let step = FIRST_STEP_MS;
  while (!isSo()) {
    await delay(10);
    const { hasCalled, isQuiet } = await look();
    if (hasCalled) step = FIRST_STEP_MS;
    if (!isQuiet || isSo()) continue;
    await world.setTime(world.clock.now() + step, rate);
    // On a day on which stores are closed nothing happens before noon.
    step = Math.min(LONGEST_STEP_MS, step * 2);
    look = watchQuiet(world);
  }
}
