import { setTimeout as delay } from 'node:timers/promises';
import type { BotProcess } from '../faults/botProcess.ts';
import { digestsIn } from '../faults/heldDigests.ts';
import { channelsWithout, untilAllPosted } from '../faults/morning.ts';
import type { ProofWorld } from '../faults/proofWorld.ts';
import type { Random } from '../faults/random.ts';
import { calendar, oslo } from '../support/service.ts';

export interface ReplicaRun {
  readonly days: readonly string[];
  readonly kills: number;
  readonly pauses: number;
  /** Instants at which a process went on that had been stopped for longer than a lease. */
  readonly resumedAt: readonly number[];
}

/** Virtual milliseconds, long enough for a lease to run out; or until the others have sent everything in its place. */
export type Pause = number | 'untilMadeUpFor';

export interface ReplicaOptions {
  readonly days: number;
  readonly replicas: number;
  /** A point at which a process can be stopped, the last one before the wire if there is one. */
  readonly pausePoint: string | undefined;
  /** How long a process is stopped. */
  readonly pauses: readonly [Pause, ...Pause[]];
}

/** Virtual time runs so fast. */
const RATE = 10;
/** And so fast while the copies of a process that goes on come and go: a busy machine needs time for that too. */
const SLOW_RATE = 3;
/** Real milliseconds from the digest's minute on in which things happen. */
const UNREST_MS = 2_500;
/** Virtual milliseconds in which a process that goes on has sent what it had begun. */
const GONE_ON_MS = 15_000;
/** And after which nobody waits any longer for a double to go. */
const LONGEST_WAIT_MS = 120_000;

/** Mornings on which several processes on one database send, while some are killed and some are stopped for a while. */
export async function runReplicas(
  world: ProofWorld,
  random: Random,
  options: ReplicaOptions,
): Promise<ReplicaRun> {
  const days: string[] = [];
  const resumedAt: number[] = [];
  let kills = 0;
  let pauses = 0;
  const { pausePoint } = options;
  let bots = await Promise.all(Array.from({ length: options.replicas }, () => world.start()));
  let day = calendar.dayOf(world.clock.now());

  const pause = async (bot: BotProcess) => {
    pauses += 1;
    const length = random.pick(options.pauses);
    if (length === 'untilMadeUpFor') await untilItStandsStill(world, day, bot);
    bot.signal('SIGSTOP');
    if (length === 'untilMadeUpFor') await untilAllPosted(world, day, MORNING);
    else await delay(length / RATE);
    // Every other time it dies as soon as Slack has its copy, which others then have to find.
    const dies = length === 'untilMadeUpFor' && random.chance(0.5);
    bot.dieAt(dies ? { point: 'send.answered', nth: 1 } : undefined);
    if (dies) kills += 1;
    await world.setTime(world.clock.now(), SLOW_RATE);
    // It may come by the point before it reads that it need not stop there any more.
    do {
      resumedAt.push(world.clock.now());
      bot.signal('SIGCONT');
    } while (!(await bot.answers()));
    await untilSingle(world);
    await world.setTime(world.clock.now(), RATE);
  };

  for (let count = 0; count < options.days; count += 1) {
    do day = calendar.addDays(day, 1);
    while (!world.sandbox.truth.isOpenDay(day));
    days.push(day);
    const [stopped, killed] = shuffled(bots, random);
    if (pausePoint !== undefined) {
      stopped?.dieAt({ point: pausePoint, nth: 1 + random.below(6), signal: 'SIGSTOP' });
    }
    await world.setTime(oslo(`${day} 08:29:58`), RATE);
    const unrest: Promise<void>[] = [];
    if (stopped !== undefined) {
      const begins = pausePoint === undefined ? random.below(UNREST_MS) : UNREST_MS;
      unrest.push(delay(begins).then(() => pause(stopped)));
    }
    if (killed !== undefined && random.chance(0.8)) {
      kills += 1;
      unrest.push(
        delay(200 + random.below(UNREST_MS))
          .then(() => killed.kill())
          .then(() => delay(random.below(1_500))),
      );
    }
    await Promise.all(unrest);
    bots = await Promise.all(bots.map((bot) => (bot.isAlive ? bot : world.start())));
    await untilAllPosted(world, day, MORNING);
    // Whoever was stopped may still be about to send, and what came twice is still to be found.
    await untilQuiet(world, oslo(`${day} 14:00`));
  }
  await Promise.all(bots.map((bot) => bot.stop()));
  return { days, kills, pauses, resumedAt };
}

const MORNING = { rate: RATE, until: '13:00' };

/** Until it has come to where it stops itself, or nothing is left that would bring it there. */
async function untilItStandsStill(world: ProofWorld, day: string, bot: BotProcess): Promise<void> {
  while (channelsWithout(world, day).length > 0 && (await bot.answers())) await delay(100);
}

/** Until every copy that came is gone again. */
async function untilSingle(world: ProofWorld): Promise<void> {
  const resumed = world.clock.now();
  const isDoubled = () => {
    const standing = digestsIn(world.slack.workspace).filter(({ deletedAt }) => deletedAt === undefined);
    return (
      new Set(standing.map((each) => JSON.stringify([each.channel, each.metadata]))).size < standing.length
    );
  };
  while (world.clock.now() < resumed + GONE_ON_MS) await delay(100);
  while (isDoubled() && world.clock.now() < resumed + LONGEST_WAIT_MS) await delay(100);
}

/** Runs the morning on, quickly, with everybody awake. */
async function untilQuiet(world: ProofWorld, end: number): Promise<void> {
  await world.setTime(world.clock.now() + 60_000, RATE * 4);
  let seen = world.slack.calls.length;
  let quiet = 0;
  while (quiet < 5) {
    await delay(400);
    if (world.clock.now() > end) break;
    quiet = world.slack.calls.length === seen ? quiet + 1 : 0;
    seen = world.slack.calls.length;
    await world.setTime(world.clock.now() + 30_000, RATE * 4);
  }
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ thing }) => thing);
}
