import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from '../../../bot/demo/slack/faults.ts';
import type { CallListener } from '../../../bot/demo/slack/slack.ts';
import type { Random } from '../../../tools/random.ts';
import { calendar, oslo } from '../../support/bot/time.ts';
import type { DeathSentence } from '../processes/botOrder.ts';
import type { BotProcess } from '../processes/botProcess.ts';
import { untilAllPosted, untilQuiet } from '../processes/morning.ts';
import type { ProofWorld } from '../processes/proofWorld.ts';

/** What goes wrong before: the first post reaches Slack and its answer is lost, or is lost itself, or comes late; or nobody can post. */
export type Way = 'answerLost' | 'callLost' | 'late' | 'archived';

/** Where a process ends. */
export type Death =
  | ({ readonly kind: 'point'; readonly way?: Way } & DeathSentence)
  /** The nth call of that method, as it arrives or once Slack has carried it out, before an answer. */
  | {
      readonly kind: 'call';
      readonly method: string;
      readonly phase: 'arrived' | 'carriedOut';
      readonly nth: number;
    }
  /** So many real milliseconds into the sending. */
  | { readonly kind: 'moment'; readonly milliseconds: number };

export interface CrashRun {
  /** Digests that have to be there, those of channels that were archived in the morning among them. */
  readonly due: readonly { readonly channel: string; readonly day: string }[];
  /** Deaths that really struck. */
  readonly struck: number;
  /** Deaths that never came, because nothing came by there. */
  readonly notReached: readonly Death[];
}

/** Virtual time runs so fast while somebody waits for a lease or for the history. */
const RATE = 20;
const PACE = { rate: RATE, until: '13:00' };
const MINUTE = 60_000;
/** Virtual milliseconds in which the answer to the last digest has come back. */
const ANSWER_MS = 4_000;
/** And in which a copy that comes five minutes late has been found and deleted. */
const LATEST_LOOK_MS = 12 * MINUTE;

/**
 * One open day after the other: the bot sends its digests, is killed, and is started again after a second, after a
 * lease, or much later.
 */
export async function runCrashes(
  world: ProofWorld,
  deaths: readonly Death[],
  random: Random,
): Promise<CrashRun> {
  const due: { channel: string; day: string }[] = [];
  const notReached: Death[] = [];
  let day = calendar.dayOf(world.clock.now());
  let bot: BotProcess | undefined;
  for (const death of deaths) {
    do day = calendar.addDays(day, 1);
    while (!world.sandbox.truth.isOpenDay(day));
    const archived = wayTo(world, death);
    due.push(...world.channelIds.map((channel) => ({ channel, day })));
    bot = await dieOn(world, day, death, bot);
    if (bot.isAlive) notReached.push(death);
    else {
      const gap = random.pick([1_000, 45_000, 5 * MINUTE]);
      await world.setTime(world.clock.now() + gap, RATE);
      bot = await world.start();
      if (random.chance(0.3)) {
        // And once more, in the middle of making good what the first death left.
        await delay(random.below(600));
        await bot.kill();
        await world.setTime(world.clock.now() + random.pick([1_000, 2 * MINUTE]), RATE);
        bot = await world.start();
      }
    }
    await untilAllPosted(world, day, { ...PACE, except: archived });
    world.slack.faults.clear();
    if (archived !== undefined) {
      await world.unarchive(archived);
      await untilAllPosted(world, day, { rate: RATE, until: '15:00' });
    }
  }
  // Whatever an earlier process had still in flight, or a late look at the history, has come by then.
  await world.setTime(oslo(`${day} 16:00`), RATE);
  await untilQuiet(world);
  await bot?.stop();
  return { due, struck: deaths.length - notReached.length, notReached };
}

const FAULTS: Readonly<Record<Exclude<Way, 'archived'>, Fault>> = {
  answerLost: { kind: 'resetAfter' },
  callLost: { kind: 'resetBefore' },
  late: { kind: 'late', milliseconds: 5 * MINUTE },
};

/** Some points lie on ways that are only taken when something has gone wrong before; gives the channel it cost. */
function wayTo({ slack, channelIds }: ProofWorld, death: Death): string | undefined {
  if (death.kind !== 'point' || death.way === undefined) return undefined;
  if (death.way !== 'archived') {
    slack.faults.add({ name: 'chat.postMessage', fault: FAULTS[death.way] });
    return undefined;
  }
  const [channel] = channelIds;
  if (channel === undefined) return undefined;
  slack.workspace.change(channel, { archived: true });
  return channel;
}

/** Comes to the minute of the digest with a bot that is going to die; gives it dead, or alive when it went by. */
async function dieOn(
  world: ProofWorld,
  day: string,
  death: Death,
  running: BotProcess | undefined,
): Promise<BotProcess> {
  const sentence = death.kind === 'point' ? death : undefined;
  let victim: BotProcess | undefined = running;
  if (death.kind === 'call') world.slack.listen(executioner(world, death, () => victim?.pid));
  running?.dieAt(sentence);
  const due = oslo(`${day} 08:31`);
  await world.setTime(due, RATE);
  victim ??= await world.start(sentence);
  const bot = victim;
  if (death.kind === 'moment') {
    await delay(death.milliseconds);
    await bot.kill();
  } else {
    await untilAllPosted(world, day, { ...PACE, isOver: () => !bot.isAlive });
    // Looks into the history, and for second copies, come after the digest stands there.
    const end = world.clock.now() + (death.kind === 'point' ? LATEST_LOOK_MS : ANSWER_MS);
    while (bot.isAlive && world.clock.now() < end) await delay(20);
  }
  world.slack.listen(undefined);
  if (bot.isAlive) bot.dieAt(undefined);
  return bot;
}

/** Kills while Slack has the call: one that only arrived is lost with the connection. */
function executioner(
  world: ProofWorld,
  { method, phase, nth }: Extract<Death, { kind: 'call' }>,
  pid: () => number | undefined,
): CallListener {
  let seen = 0;
  return (call, at) => {
    if (call.method !== method || at !== phase) return;
    seen += 1;
    const victim = pid();
    // At its very start the parent does not know it yet; then the next call will do.
    if (seen < nth || victim === undefined || !isRunning(victim)) return;
    if (phase === 'arrived') world.slack.faults.add({ name: method, fault: { kind: 'resetBefore' } });
    process.kill(victim, 'SIGKILL');
    seen = Number.NEGATIVE_INFINITY;
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
