import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { createRandom, type Random } from '../../tools/random.ts';
import { countDigests } from '../e2e/processes/heldDigests.ts';
import { untilAllPosted } from '../e2e/processes/morning.ts';
import { openProofWorld, type ProofWorld } from '../e2e/processes/proofWorld.ts';
import { badWeather } from './weather.ts';

const USAGE = `node test/long/soak.ts [--minutes N] [--mornings N] [--channels N] [--stores N] [--products N] [--seed N]
  --minutes N   how long at most, 60 when not set
  --mornings N  how many mornings at most; as many as there is time for when not set
  --channels N  subscribed channels, 20 when not set
  --stores N    stores of the service, 4 when not set
  --products N  the supplier's own products, 6 when not set
  --seed N      faults as in the run that printed this seed
`;

const calendar = createCalendar();
const FIRST_DAY = '2026-01-05';
/** Virtual time in the minutes that count; the rest of the day is skipped. */
const RATE = 120;
/** On a day on which no digest comes. */
const CLOSED_RATE = 1_200;
const PERCENT = 12;
/** By then the bot has loaded everything that a morning needs. */
const WARM_UP_DAYS = 10;
const MAX_GROWTH = 1.2;
const SAMPLE_MS = 250;
const REPORT_DAYS = 10;

/** `node test/long/soak.ts`: one built bot, day after day, while the lines to Slack and to the service are bad. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      mornings: { type: 'string', default: '100000' },
      channels: { type: 'string', default: '20' },
      stores: { type: 'string', default: '4' },
      products: { type: 'string', default: '6' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return true;
  }
  const minutes = number('--minutes', values.minutes);
  const mornings = number('--mornings', values.mornings);
  const channels = number('--channels', values.channels);
  const stores = number('--stores', values.stores);
  const products = number('--products', values.products);
  const random = createRandom(
    values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : number('--seed', values.seed),
  );
  print(
    `Soak of ${minutes} minutes, ${channels} channels, ${stores} stores, ${products} products, seed ${random.seed}.`,
  );
  const world = await openProofWorld({ at: `${FIRST_DAY} 07:00`, channels, stores, products });
  try {
    return await soak(world, random, { minutes, mornings });
  } finally {
    await world.close();
  }
}

async function soak(
  world: ProofWorld,
  random: Random,
  { minutes, mornings }: { readonly minutes: number; readonly mornings: number },
): Promise<boolean> {
  const end = performance.now() + minutes * 60_000;
  const bot = await world.start();
  const memory = watchMemory(bot.pid);
  const days: string[] = [];
  let day = FIRST_DAY;
  let atStart: number | undefined;
  while (performance.now() < end && days.length < mornings && bot.isAlive) {
    days.push(day);
    await morning(world, day, random);
    if (days.length === WARM_UP_DAYS) atStart = memory.now();
    if (days.length % REPORT_DAYS === 0) print(`${report(world, days)}; ${memory.line()}`);
    day = calendar.addDays(day, 1);
  }
  if (!bot.isAlive) print(`The bot ended by itself:\n${bot.log().slice(-2_000)}`);
  const survived = bot.isAlive;
  const atEnd = memory.now();
  memory.stop();
  // The patience of a stop is counted by the clock, which stands still between the days.
  await world.setTime(world.clock.now(), 1);
  if (survived) await bot.stop();
  print(`${report(world, days)}; ${memory.line()}`);
  const { missed, doubled } = count(world, days);
  for (const key of missed) print(`missed: ${key}`);
  for (const key of doubled) print(`doubled: ${key}`);
  return survived && missed.length === 0 && doubled.length === 0 && isFlat(atStart, atEnd);
}

/** From before the digest's minute until every channel has it; by 13:00 every deadline is over. */
async function morning(world: ProofWorld, day: string, random: Random): Promise<void> {
  world.slack.faults.setWeather(badWeather(random, 'slack', PERCENT));
  world.service.faults.setWeather(badWeather(random, 'service', PERCENT));
  const rate = isDue(day) ? RATE : CLOSED_RATE;
  await world.setTime(calendar.instantOf(day, '08:29'), rate);
  await untilAllPosted(world, day, { rate, until: '13:00' });
  await delay(100);
  await world.setTime(calendar.instantOf(day, '23:30'));
}

/** On a closed day the stock is that of the day before, and no digest repeats it. */
function isDue(day: string): boolean {
  return isOpenDay(dayOf(day));
}

function count(world: ProofWorld, days: readonly string[]) {
  const due = days.filter(isDue).flatMap((day) => world.channelIds.map((channel) => ({ channel, day })));
  return countDigests(world.slack.workspace, due, calendar);
}

function report(world: ProofWorld, days: readonly string[]): string {
  const { due, posted, doubled, missed, brieflyDoubled } = count(world, days);
  return `${days.length} days: ${due} posts due, ${posted} posted, ${doubled.length} doubled, ${missed.length} missed (${brieflyDoubled.length} doubles found and deleted)`;
}

function isFlat(atStart: number | undefined, atEnd: number): boolean {
  if (atStart === undefined) return true;
  const growth = atEnd / atStart;
  const isMet = growth <= MAX_GROWTH;
  print(
    `Memory: ${atStart.toFixed(0)} MB after ${WARM_UP_DAYS} mornings, ${atEnd.toFixed(0)} MB at the end; ratio ${growth.toFixed(2)}, must be <= ${MAX_GROWTH}: ${isMet ? 'met' : 'not met'}.`,
  );
  return isMet;
}

/** What the machine sees of the bot, and of the processes that it starts. */
function watchMemory(pid: number) {
  let latest = 0;
  let most = 0;
  let mostOfAll = 0;
  const look = () => {
    latest = residentMb(pid) ?? latest;
    const children = childrenOf(pid).reduce((sum, child) => sum + (residentMb(child) ?? 0), 0);
    most = Math.max(most, latest);
    mostOfAll = Math.max(mostOfAll, latest + children);
  };
  const timer = setInterval(look, SAMPLE_MS);
  return {
    now() {
      look();
      return latest;
    },
    line: () =>
      `${latest.toFixed(0)} MB resident, at most ${most.toFixed(0)}, with its processes ${mostOfAll.toFixed(0)}`,
    stop: () => clearInterval(timer),
  };
}

/** Undefined for a process that is gone. */
function residentMb(pid: number): number | undefined {
  const found = /^VmRSS:\s*(\d+) kB$/m.exec(contentOf(`/proc/${pid}/status`));
  return found === null ? undefined : Number(found[1]) / 1024;
}

function childrenOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  return readdirOf(tasks).flatMap((task) =>
    [...contentOf(`${tasks}/${task}/children`).matchAll(/\d+/g)].map(([child]) => Number(child)),
  );
}

function readdirOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
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
