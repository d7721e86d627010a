import { setTimeout as delay } from 'node:timers/promises';
import { calendar } from '../bot/time.ts';
import { isBusy } from './busy.ts';
import { digestsIn } from './heldDigests.ts';
import type { ProofWorld } from './proofWorld.ts';

/** Real milliseconds without a call to Slack, and without a bot that works, after which time is moved on. */
const QUIET_MS = 500;
const FIRST_STEP_MS = 60_000;
const LONGEST_STEP_MS = 16 * 60_000;

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

/** Until every channel but one has had the digest of the day, at most to that time; a quiet stretch is cut short. */
export async function untilAllPosted(
  world: ProofWorld,
  day: string,
  { rate, until }: { readonly rate: number; readonly until: string },
  except?: string,
): Promise<void> {
  const end = calendar.instantOf(day, until);
  let calls = callsAboutMessages(world);
  let quietSince = performance.now();
  let step = FIRST_STEP_MS;
  const isAwaited = (channel: string) => channel !== except;
  while (channelsWithout(world, day).some(isAwaited) && world.clock.now() < end) {
    await delay(10);
    const before = calls;
    calls = callsAboutMessages(world);
    if (calls > before) {
      quietSince = performance.now();
      step = FIRST_STEP_MS;
    }
    // On a busy machine a bot may be silent only because nobody lets it run.
    if (world.bots.some((bot) => bot.isAlive && isBusy(bot.pid))) quietSince = performance.now();
    if (performance.now() - quietSince < QUIET_MS) continue;
    await world.setTime(world.clock.now() + step, rate);
    // On a day on which stores are closed nothing happens before noon.
    step = Math.min(LONGEST_STEP_MS, step * 2);
    quietSince = performance.now();
  }
}
