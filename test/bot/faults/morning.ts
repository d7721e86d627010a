import { setTimeout as delay } from 'node:timers/promises';
import { calendar } from '../support/service.ts';
import { digestsIn } from './heldDigests.ts';
import type { ProofWorld } from './proofWorld.ts';

/** Real milliseconds without a call to Slack after which time is moved on. */
const QUIET_MS = 500;
const STEP_MS = 60_000;

/** Channels that have had no digest on that day. */
export function channelsWithout(world: ProofWorld, day: string): string[] {
  const had = new Set(
    digestsIn(world.slack.workspace)
      .filter(({ at }) => calendar.dayOf(at) === day)
      .map(({ channel }) => channel),
  );
  return world.channelIds.filter((channel) => !had.has(channel));
}

/** Until every channel has had the digest of the day, at most to that time; a quiet stretch is cut short. */
export async function untilAllPosted(
  world: ProofWorld,
  day: string,
  { rate, until }: { readonly rate: number; readonly until: string },
): Promise<void> {
  const end = calendar.instantOf(day, until);
  let calls = world.slack.calls.length;
  let quietSince = performance.now();
  while (channelsWithout(world, day).length > 0 && world.clock.now() < end) {
    await delay(10);
    if (world.slack.calls.length > calls) quietSince = performance.now();
    calls = world.slack.calls.length;
    if (performance.now() - quietSince < QUIET_MS) continue;
    await world.setTime(world.clock.now() + STEP_MS, rate);
    quietSince = performance.now();
  }
}
