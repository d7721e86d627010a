import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCalendar } from 'retail-data-client';
import type { Memory } from '../support/faults/botOrder.ts';
import { countDigests } from '../support/faults/heldDigests.ts';
import { untilAllPosted } from '../support/faults/morning.ts';
import { openProofWorld, type ProofWorld } from '../support/faults/proofWorld.ts';
import { badWeather } from '../support/faults/weather.ts';
import { createRandom, type Random } from '../support/random.ts';

const USAGE = `npm run soak -- [--minutes N] [--channels N] [--seed N]
  --minutes N   how long, 60 when not set
  --channels N  subscribed channels, 20 when not set
  --seed N      faults as in the run that printed this seed
`;

const calendar = createCalendar();
const FIRST_DAY = '2026-01-05';
/** Virtual time in the minutes that count; the rest of the day is skipped. */
const RATE = 120;
const PERCENT = 12;
const WARM_UP_DAYS = 3;

/** `npm run soak`: one bot, day after day, while the lines to Slack and to the service are bad. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      channels: { type: 'string', default: '20' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return true;
  }
  const minutes = number('--minutes', values.minutes);
  const channels = number('--channels', values.channels);
  const random = createRandom(
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : number('--seed', values.seed),
  );
  print(`Soak of ${minutes} minutes, ${channels} channels, seed ${random.seed}.`);
  const world = await openProofWorld({ at: `${FIRST_DAY} 07:00`, channels });
  try {
    return await soak(world, random, minutes);
  } finally {
    await world.close();
  }
}

async function soak(world: ProofWorld, random: Random, minutes: number): Promise<boolean> {
  const end = performance.now() + minutes * 60_000;
  const bot = await world.start();
  const days: string[] = [];
  let day = FIRST_DAY;
  let atStart: Memory | undefined;
  while (performance.now() < end && bot.isAlive) {
    days.push(day);
    await morning(world, day, random);
    if (days.length === WARM_UP_DAYS) atStart = await bot.memory();
    if (days.length % 50 === 0) print(report(world, days));
    day = calendar.addDays(day, 1);
  }
  if (!bot.isAlive) print(`The bot ended by itself:\n${bot.log().slice(-2_000)}`);
  const survived = bot.isAlive;
  const atEnd = survived ? await bot.memory() : undefined;
  // The patience of a stop is counted by the clock, which stands still between the days.
  await world.setTime(world.clock.now(), 1);
  if (survived) await bot.stop();
  print(report(world, days));
  print(`memory after ${WARM_UP_DAYS} days: ${memoryLine(atStart)}; at the end: ${memoryLine(atEnd)}`);
  const { missed, doubled } = count(world, days);
  for (const key of missed) print(`missed: ${key}`);
  for (const key of doubled) print(`doubled: ${key}`);
  return survived && missed.length === 0 && doubled.length === 0;
}

/** From before the digest's minute until every channel has it; by 13:00 every deadline is over. */
async function morning(world: ProofWorld, day: string, random: Random): Promise<void> {
  world.slack.plan.setWeather(badWeather(random, 'slack', PERCENT));
  world.service.plan.setWeather(badWeather(random, 'service', PERCENT));
  await world.setTime(calendar.instantOf(day, '08:29'), RATE);
  await untilAllPosted(world, day, { rate: RATE, until: '13:00' });
  await delay(100);
  await world.setTime(calendar.instantOf(day, '23:30'));
}

function count(world: ProofWorld, days: readonly string[]) {
  const due = days.flatMap((day) => world.channelIds.map((channel) => ({ channel, day })));
  return countDigests(world.slack.workspace, due, calendar);
}

function report(world: ProofWorld, days: readonly string[]): string {
  const { due, posted, doubled, missed, brieflyDoubled } = count(world, days);
  return `${days.length} days: ${due} posts due, ${posted} posted, ${doubled.length} doubled, ${missed.length} missed (${brieflyDoubled.length} doubles found and deleted)`;
}

function memoryLine(memory: Memory | undefined): string {
  if (memory === undefined) return 'not measured';
  return `${memory.heapMb.toFixed(1)} MB heap, ${memory.residentMb.toFixed(0)} MB resident`;
}

function number(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Error(`${name} takes a whole number, not "${text}".`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
