import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../../tools/random.ts';
import { calendar, oslo } from '../../support/bot/time.ts';
import type { DeathSentence, Moment } from '../processes/botOrder.ts';
import type { BotProcess } from '../processes/botProcess.ts';
import { digestsIn } from '../processes/heldDigests.ts';
import { callsAboutMessages, channelsWithout, untilAllPosted, untilQuiet } from '../processes/morning.ts';
import type { ProofWorld } from '../processes/proofWorld.ts';

export interface ReplicaRun {
  /** Days on which a digest was due. */
  readonly days: readonly string[];
  readonly kills: number;
  readonly pauses: number;
  /** Instants at which a process went on that had been stopped for longer than a lease. */
  readonly resumedAt: readonly number[];
}

/** Virtual milliseconds, long enough for a lease to run out; or until the others have sent everything in its place. */
export type Pause = number | 'untilMadeUpFor';

export interface ReplicaOptions {
  /** Days on which processes are killed and stopped; days on which stores are closed come quietly between them. */
  readonly days: number;
  readonly replicas: number;
  /** A point at which a process can be stopped, the last one before the wire if there is one. */
  readonly pausePoint: Moment | undefined;
  /** How long a process is stopped. */
  readonly pauses: readonly [Pause, ...Pause[]];
}

/** Virtual time runs so fast. */
const RATE = 10;
/** So fast on days on which nothing is done to the processes. */
const CLOSED_RATE = 60;
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
  // Beginning with today: a digest that is jumped over would be made up for on the morning after.
  let day = calendar.addDays(calendar.dayOf(world.clock.now()), -1);

  /** It need not stop there any more, and goes on if it has; it may come by the point before it reads that. */
  const goOn = async (bot: BotProcess, sentence?: DeathSentence) => {
    bot.dieAt(sentence);
    while (!(await bot.answers())) {
      resumedAt.push(world.clock.now());
      bot.signal('SIGCONT');
    }
  };
  const pause = async (candidates: readonly [BotProcess, ...BotProcess[]]) => {
    pauses += 1;
    const length = random.pick(options.pauses);
    const bot = length === 'untilMadeUpFor' ? await firstToStandStill(world, day, candidates) : candidates[0];
    bot.signal('SIGSTOP');
    await Promise.all(candidates.filter((other) => other !== bot).map((other) => goOn(other)));
    if (length === 'untilMadeUpFor') await untilAllPosted(world, day, MORNING);
    else await delay(length / RATE);
    // Every other time it dies as soon as Slack has its copy, which others then have to find.
    const dies = length === 'untilMadeUpFor' && random.chance(0.5);
    if (dies) kills += 1;
    await world.setTime(world.clock.now(), SLOW_RATE);
    await goOn(bot, dies ? { at: 'answer', of: 'chat.postMessage', nth: 1 } : undefined);
    await untilSingle(world);
    await world.setTime(world.clock.now(), RATE);
  };

  for (let count = 0; count < options.days; count += 1) {
    day = calendar.addDays(day, 1);
    while (!world.sandbox.truth.isOpenDay(day)) {
      await closedDay(world, day);
      day = calendar.addDays(day, 1);
    }
    days.push(day);
    const [killed, stopped, ...others] = shuffled(bots, random);
    // Whoever read the stock sends most of it: one of these comes to the point, and nobody knows which.
    if (pausePoint !== undefined) {
      for (const bot of bots.filter((each) => each !== killed)) {
        bot.dieAt({ ...pausePoint, nth: 1 + random.below(6), signal: 'SIGSTOP' });
      }
    }
    await world.setTime(oslo(`${day} 08:29:58`), RATE);
    const unrest: Promise<void>[] = [];
    if (stopped !== undefined) {
      const begins = pausePoint === undefined ? random.below(UNREST_MS) : UNREST_MS;
      unrest.push(delay(begins).then(() => pause([stopped, ...others])));
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
    await letChecksCome(world, oslo(`${day} 14:00`));
  }
  await Promise.all(bots.map((bot) => bot.stop()));
  return { days, kills, pauses, resumedAt };
}

const MORNING = { rate: RATE, until: '13:00' };

/** A day without new stock, and so without a digest; jumped over, it would be made up for on the morning after it. */
async function closedDay(world: ProofWorld, day: string): Promise<void> {
  await world.setTime(oslo(`${day} 08:29:58`), CLOSED_RATE);
  await untilAllPosted(world, day, { rate: CLOSED_RATE, until: '13:00' });
  await letChecksCome(world, oslo(`${day} 14:00`));
}

/** Whoever first comes to where it stops itself; the first of them when nothing is left that would bring one there. */
async function firstToStandStill(
  world: ProofWorld,
  day: string,
  candidates: readonly [BotProcess, ...BotProcess[]],
): Promise<BotProcess> {
  while (channelsWithout(world, day).length > 0) {
    const answers = await Promise.all(candidates.map((bot) => bot.answers()));
    const standing = candidates[answers.indexOf(false)];
    if (standing !== undefined) return standing;
    await delay(100);
  }
  return candidates[0];
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

/** The second check for duplicates comes after ten minutes. */
const CHECKED_MS = 11 * 60_000;
const STEP_MS = 60_000;

/** Runs the morning on, quickly, with everybody awake, until so long nobody has called Slack about a message. */
async function letChecksCome(world: ProofWorld, end: number): Promise<void> {
  let calls = callsAboutMessages(world);
  let since = world.clock.now();
  while (world.clock.now() < Math.min(end, since + CHECKED_MS)) {
    await world.setTime(world.clock.now() + STEP_MS, RATE);
    await untilQuiet(world);
    if (callsAboutMessages(world) > calls) since = world.clock.now();
    calls = callsAboutMessages(world);
  }
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, order: random.next() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ thing }) => thing);
}
