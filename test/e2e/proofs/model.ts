import type { Fault } from '../../../bot/demo/slack/faults.ts';
import { comesOn } from '../../../bot/standing/schedule.ts';
import { createRandom, type Random } from '../../../tools/random.ts';
import { calendar, oslo } from '../../support/bot/time.ts';
import type { Point } from '../../support/faults/points.ts';
import { digestsIn, stockDayIn } from '../processes/heldDigests.ts';
import { osloSubscriptions, PERIOD_DIGESTS, stockOf, subscribeTo } from '../processes/subscribing.ts';
import { type DigestBench, openDigestBench, type SharedService } from './digestBench.ts';

/** What may happen. Each step is drawn from the seed; the words are what a failure prints. */
export type Step =
  | { readonly kind: 'tick'; readonly afterMs: number }
  | { readonly kind: 'crash'; readonly point: Point }
  | { readonly kind: 'lateData' }
  | {
      readonly kind: 'fault';
      readonly side: 'slack' | 'service';
      readonly name: string;
      readonly fault: Fault;
    }
  /** A message of a feature, or an alert that will fire. */
  | { readonly kind: 'enqueue' | 'alert'; readonly channel: string; readonly key: string }
  | { readonly kind: 'subscribe'; readonly channel: string; readonly active: boolean }
  | {
      readonly kind: 'channel';
      readonly channel: string;
      readonly change: { readonly archived: boolean } | { readonly member: boolean };
    }
  | { readonly kind: 'jump'; readonly byMs: number };

/** The simple model: what is known of a channel on one day, from the steps alone. */
interface ChannelDay {
  subscribed: boolean;
  archived: boolean;
  /** The bot is in the channel. */
  member: boolean;
  /** Subscribed all day and open before the digest's time: one digest is a must when it is open at the end too. */
  isRequired: boolean;
  /** Subscribed at some moment of the day: one digest is allowed. */
  isAllowed: boolean;
  /** Keys of messages that were enqueued to it first, each of which is allowed once. */
  readonly known: Set<string>;
  /** Those since whose enqueueing the channel has been open: each is a must. */
  readonly enqueued: Set<string>;
}

export interface Violation {
  readonly seed: number;
  readonly text: string;
  readonly steps: readonly string[];
}

const CHANNELS = ['C0001', 'C0002'] as const;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const STEPS_A_DAY = 12;
/** A round that reads the stock and sends two digests passes about so many. */
/** How many points of a kind a step passes at most. */
const MAX_POINTS = { write: 12, call: 4, answer: 4 };
const FIRST_MONDAY = '2026-01-12';

/** Plays the sequence of that seed; gives what went wrong, or nothing. */
export async function playSequence(shared: SharedService, seed: number): Promise<Violation | undefined> {
  const random = createRandom(seed);
  const first = calendar.addDays(FIRST_MONDAY, random.below(600));
  const startAt = oslo(`${first} 08:00`);
  const bench = await openDigestBench(shared, {
    startAt,
    channelIds: CHANNELS,
    random: createRandom(seed + 1).next,
  });
  const steps: string[] = [];
  const states = new Map(CHANNELS.map((channel) => [channel as string, fresh()]));
  try {
    for (const channelId of CHANNELS) await subscribe(bench, channelId, true);
    const days = 1 + random.below(3);
    for (let count = 0; count < days; count += 1) {
      const day = calendar.addDays(first, count);
      bench.time.set(Math.max(bench.time.now(), oslo(`${day} 08:10`)));
      steps.push(`-- ${day}`);
      for (const state of states.values()) beginDay(state);
      for (let each = 0; each < STEPS_A_DAY; each += 1) {
        const step = drawStep(random, bench);
        steps.push(`${calendar.timeOf(bench.time.now())} ${JSON.stringify(step)}`);
        await carryOut(bench, states, step);
        const doubled = findDoubled(bench);
        if (doubled !== undefined) return { seed, text: doubled, steps };
      }
      await calmAfternoon(bench, day);
      const wrong = findDoubled(bench) ?? findWrong(bench, states, day);
      if (wrong !== undefined) return { seed, text: wrong, steps };
    }
    return undefined;
  } catch (error) {
    return { seed, text: error instanceof Error ? (error.stack ?? error.message) : String(error), steps };
  } finally {
    await bench.close();
  }
}

function fresh(): ChannelDay {
  return {
    subscribed: true,
    archived: false,
    member: true,
    isRequired: true,
    isAllowed: true,
    known: new Set(),
    enqueued: new Set(),
  };
}

function beginDay(state: ChannelDay): void {
  state.isRequired = state.subscribed && isOpen(state);
  state.isAllowed = state.subscribed;
}

/** It takes digests: what was refused in between comes by itself once it does again. */
function isOpen({ archived, member }: ChannelDay): boolean {
  return !archived && member;
}

const POST_FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'limit', seconds: 1 },
  { kind: 'limit', seconds: 90 },
  { kind: 'limit' },
  { kind: 'say', error: 'ratelimited' },
  { kind: 'resetBefore' },
  { kind: 'resetAfter' },
  { kind: 'statusBefore', status: 500 },
  { kind: 'statusAfter', status: 503 },
  { kind: 'wrongBody' },
  { kind: 'cutBody' },
  { kind: 'late', milliseconds: 3_000 },
  { kind: 'say', error: 'internal_error' },
  { kind: 'say', error: 'fatal_error', after: true },
];
const SERVICE_FAULTS: readonly [Fault, ...Fault[]] = [
  { kind: 'resetAfter' },
  { kind: 'statusBefore', status: 503 },
  { kind: 'wrongBody' },
];
const METHODS_STRUCK = [
  'chat.postMessage',
  'chat.postMessage',
  'chat.postMessage',
  'conversations.history',
  'conversations.info',
  'chat.delete',
] as const;

function drawStep(random: Random, bench: DigestBench): Step {
  const channel = random.pick(CHANNELS);
  const draw = random.below(100);
  if (draw < 41) {
    return { kind: 'tick', afterMs: random.pick([0, 5_000, MINUTE, 10 * MINUTE, 20 * MINUTE, 45 * MINUTE]) };
  }
  if (draw < 56) {
    const at = random.pick<Point['at']>(['write', 'write', 'write', 'call', 'answer']);
    return { kind: 'crash', point: { at, number: 1 + random.below(MAX_POINTS[at]) } };
  }
  if (draw < 59) return { kind: 'lateData' };
  // Keys come again: only the first of each counts.
  if (draw < 62) return { kind: 'enqueue', channel, key: `message ${random.below(20)}` };
  if (draw < 65) return { kind: 'alert', channel, key: `alert ${random.below(20)}` };
  if (draw < 78) {
    return {
      kind: 'fault',
      side: 'slack',
      name: random.pick(METHODS_STRUCK),
      fault: random.pick(POST_FAULTS),
    };
  }
  if (draw < 83) {
    const fault = random.pick(SERVICE_FAULTS);
    return { kind: 'fault', side: 'service', name: 'accumulated-stock', fault };
  }
  if (draw < 88) return { kind: 'subscribe', channel, active: random.chance(0.5) };
  const { archived, member } = bench.slack.workspace.state(channel);
  if (draw < 92) return { kind: 'channel', channel, change: { archived: !archived } };
  if (draw < 96) return { kind: 'channel', channel, change: { member: !member } };
  return { kind: 'jump', byMs: random.pick([-HOUR, HOUR]) };
}

async function carryOut(bench: DigestBench, states: Map<string, ChannelDay>, step: Step): Promise<void> {
  switch (step.kind) {
    case 'tick':
      bench.time.set(bench.time.now() + step.afterMs);
      await bench.tick();
      return;
    case 'crash':
      bench.dieAt(step.point);
      await bench.tick();
      return;
    case 'lateData':
      bench.frozenAt ??= Math.min(bench.time.now(), oslo(`${calendar.dayOf(bench.time.now())} 08:20`));
      return;
    case 'fault':
      bench[step.side].faults.add({ name: step.name, fault: step.fault });
      return;
    case 'enqueue':
    case 'alert': {
      const isKnown = [...states.values()].some(({ known }) => known.has(step.key));
      if (step.kind === 'enqueue') await bench.enqueue(step.key, step.channel);
      else if (!isKnown) await bench.setAlert(step.key, step.channel);
      const state = states.get(step.channel);
      if (state === undefined || isKnown) return;
      state.known.add(step.key);
      if (isOpen(state)) state.enqueued.add(step.key);
      return;
    }
    case 'subscribe': {
      const state = states.get(step.channel);
      if (state === undefined || state.subscribed === step.active) return;
      await subscribe(bench, step.channel, step.active);
      state.subscribed = step.active;
      state.isRequired = false;
      state.isAllowed = true;
      return;
    }
    case 'channel': {
      const state = states.get(step.channel);
      if (state === undefined) return;
      bench.slack.workspace.change(step.channel, step.change);
      Object.assign(state, step.change);
      if (isOpen(state)) await bench.channelReturned(step.channel);
      else state.enqueued.clear();
      return;
    }
    case 'jump':
      // Back to the truth after one jump, so that it is never wrong by more than an hour.
      bench.skew = bench.skew === 0 ? step.byMs : 0;
  }
}

/** Everything is in order again: the clock, the lines, the data, and the bot runs past every deadline. */
async function calmAfternoon(bench: DigestBench, day: string): Promise<void> {
  bench.skew = 0;
  bench.frozenAt = undefined;
  bench.slack.faults.clear();
  bench.service.faults.clear();
  bench.dieAt(undefined);
  const end = oslo(`${day} 13:30`);
  bench.time.set(Math.max(bench.time.now(), oslo(`${day} 08:40`)));
  for (let count = 0; count < 6; count += 1) {
    await bench.tick();
    bench.time.set(bench.time.now() + 30_000);
  }
  while (bench.time.now() < end) {
    await bench.tick();
    bench.time.set(bench.time.now() + 40 * MINUTE);
  }
  await bench.tick();
}

async function subscribe(bench: DigestBench, channelId: string, active: boolean): Promise<void> {
  const periods = PERIOD_DIGESTS.map(({ content }) => ({ ...stockOf(channelId), kind: content }));
  for (const place of [stockOf(channelId), ...periods]) {
    if (active) await subscribeTo(bench.database, place, bench.now());
    else await osloSubscriptions(bench.database).unsubscribe(place);
  }
}

/** A message is named by its metadata: two that stand in a channel under one name are one too many. */
function findDoubled(bench: DigestBench): string | undefined {
  const seen = new Set<string>();
  for (const message of bench.slack.workspace.all()) {
    // Answers in threads and notices have none.
    if (message.metadata === null) continue;
    const name = JSON.stringify([message.channel, message.metadata]);
    if (seen.has(name)) return `twice: ${name}${message.deletedAt === undefined ? '' : ' (deleted later)'}`;
    seen.add(name);
  }
  return undefined;
}

function findWrong(bench: DigestBench, states: Map<string, ChannelDay>, day: string): string | undefined {
  for (const [channel, state] of states) {
    const { isRequired, isAllowed } = state;
    const digests = digestsIn(bench.slack.workspace).filter((message) => message.channel === channel);
    const ofKind = (kind: string) =>
      digests.filter(({ metadata }) => JSON.stringify(metadata).includes(`:${kind}:${day}`));
    const stock = ofKind('stock').filter(({ at }) => calendar.dayOf(at) === day);
    const count = stock.length;
    const before = digests
      .filter(({ at, deletedAt }) => calendar.dayOf(at) < day && deletedAt === undefined)
      .findLast((message) => stockDayIn(message) !== undefined);
    const known = before === undefined ? undefined : stockDayIn(before);
    /** Whether no stock has changed since the digest before. */
    const isKnown = (shown: string) => known !== undefined && bench.stockOn(known) === bench.stockOn(shown);
    // Older stock than there should be is posted all the same: it says so.
    const repeated = stock
      .filter(({ text }) => !text.startsWith('Showing '))
      .find((message) => isKnown(stockDayIn(message) ?? ''));
    if (repeated !== undefined) return `nothing new in ${channel} on ${day}: ${repeated.text.slice(0, 80)}`;
    const standing = (key: string) =>
      bench.slack.workspace
        .held(channel)
        .filter(({ text, blocks }) => text === key || JSON.stringify(blocks).includes(`• ${key}!`)).length;
    const lost = [...state.enqueued].filter((key) => standing(key) === 0);
    if (lost.length > 0) return `not posted: ${lost.join(', ')} in ${channel}`;
    const doubled = [...state.known].filter((key) => standing(key) > 1);
    if (doubled.length > 0) return `twice: ${doubled.join(', ')} in ${channel}`;
    for (const { content, cadence } of PERIOD_DIGESTS) {
      const isDue = comesOn(day, { cadence, weekdays: '1234567' }, calendar);
      if (!isDue && ofKind(content).length > 0) return `${content} in ${channel} on ${day}, none was due`;
      if (isDue && isRequired && isOpen(state) && ofKind(content).length === 0) {
        return `missed: ${content} in ${channel} on ${day}`;
      }
    }
    if (isRequired && isOpen(state) && count === 0 && !isKnown(day)) return `missed: ${channel} on ${day}`;
    if (count > (isAllowed ? 1 : 0))
      return `${count} digests in ${channel} on ${day}, at most ${isAllowed ? 1 : 0} due`;
  }
  return undefined;
}
