import { setTimeout as delay } from 'node:timers/promises';
import type { BotProcess } from '../faults/botProcess.ts';
import { untilAllPosted } from '../faults/morning.ts';
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

export interface ReplicaOptions {
  readonly days: number;
  readonly replicas: number;
  /** A point at which a process can be stopped, the last one before the wire if there is one. */
  readonly pausePoint: string | undefined;
  /** Virtual milliseconds, all long enough for a lease to run out, some for a successor to have sent. */
  readonly pausesMs: readonly [number, ...number[]];
}

/** Virtual time runs so fast. */
const RATE = 10;
/** Real milliseconds from the digest's minute on in which things happen. */
const UNREST_MS = 2_500;

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
    bot.signal('SIGSTOP');
    await delay(random.pick(options.pausesMs) / RATE);
    bot.dieAt(undefined);
    // It may come by the point before it reads that it need not stop there any more.
    do {
      resumedAt.push(world.clock.now());
      bot.signal('SIGCONT');
    } while (!(await bot.answers()));
  };

  for (let count = 0; count < options.days; count += 1) {
    do day = calendar.addDays(day, 1);
    while (!world.sandbox.truth.isOpenDay(day));
    days.push(day);
    const [stopped, killed] = shuffled(bots, random);
    if (pausePoint !== undefined) {
      stopped?.dieAt({ point: pausePoint, nth: 1 + random.below(12), signal: 'SIGSTOP' });
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
    await untilAllPosted(world, day, { rate: RATE, until: '13:00' });
    // Whoever was stopped may still be about to send, and what came twice is still to be found.
    await untilQuiet(world, oslo(`${day} 14:00`));
  }
  await Promise.all(bots.map((bot) => bot.stop()));
  return { days, kills, pauses, resumedAt };
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
