import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { startBot } from '../../../bot/app.ts';
import { openDatabase } from '../../../bot/database/connection.ts';
import { createRateLimiter } from '../../../bot/database/rateLimiter.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../bot/settings/settings.ts';
import { expectWithinLimits, mostIn } from '../../support/bot/callInstants.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { createRecordingLog } from '../../support/bot/recordingLog.ts';
import { calendar, oslo } from '../../support/bot/time.ts';
import { createFakeClock } from '../../support/fakeClock.ts';
import { startTestSlack } from '../../support/slack/testSlack.ts';
import { until } from './world.ts';

const BETWEEN_MS = 1_500;

/** A bot that ends and starts again, on one database file, with a service and a clock that go on meanwhile. */
async function openCrashLoop() {
  const clock = createFakeClock(oslo('2026-11-20 08:45'));
  const sandbox = await startSandbox({ now: () => clock.now(), stores: 4, products: 6 });
  onTestFinished(() => sandbox.close());
  const slack = await startTestSlack({ clock });
  const recording = createRecordingLog();
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    timeZone: calendar.timeZone,
    botToken: 'xoxb-crash-loop',
    appToken: undefined,
    signingSecret: 'crash-loop',
    slackApiUrl: slack.apiUrl,
    port: await freePort(),
    databaseUrl: newDatabaseFile(),
  };
  return { clock, sandbox, recording, settings };
}

const stockCalls = (sandbox: Sandbox) =>
  sandbox.requests.filter(({ path }) => path.includes('accumulated-stock'));

function expectNoneRefused(sandbox: Sandbox): void {
  expect(sandbox.requests.map(({ status }) => status)).not.toContain(429);
  expectWithinLimits(stockCalls(sandbox).map(({ at }) => at));
}

/** The worst that a crash can do: what was noted of earlier questions is gone, so that every start asks again. */
async function forgetQuestions(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl);
  await database.deleteFrom('stock_day').execute();
  await database.destroy();
}

test.each([
  [30, 'answers', [], 2],
  [10, 'fails', ['accumulatedStock'], 4],
] as const)(
  'a bot that starts %i times within a minute and asks each time a service that %s is never refused a call',
  { timeout: 120_000 },
  async (starts, _, failing, mostCalls) => {
    const { clock, sandbox, recording, settings } = await openCrashLoop();
    for (const operation of failing) {
      const fault = { kind: 'status', status: 500 } as const;
      sandbox.fail({ operation, fault, times: Number.POSITIVE_INFINITY });
    }
    // Pauses between retries are over at once.
    const impatient: typeof clock = {
      ...clock,
      sleep: async (milliseconds, signal) => {
        if (milliseconds >= 1_000) await clock.sleep(milliseconds, signal);
      },
    };
    for (let start = 0; start < starts; start += 1) {
      await forgetQuestions(settings.databaseUrl);
      const asked = timesAsked(recording.lines());
      const calls = stockCalls(sandbox).length;
      const sleeping = clock.sleeps.length;
      const bot = await startBot({
        settings,
        clock: impatient,
        log: recording.log,
        renderings: ['text'],
        stockOnThread: false,
        monotonic: clock.monotonic,
      });
      // It has asked for the stock, with all retries, or it waits for the rate limit.
      await until('the stock or a wait for it', async () => {
        if (timesAsked(recording.lines()) > asked) return true;
        return clock.sleeps.slice(sleeping).some((sleep) => isWaitForRateLimit(sleep, clock.now()))
          ? true
          : undefined;
      });
      await bot.stop();
      expect(stockCalls(sandbox).length - calls).toBeLessThanOrEqual(mostCalls);
      clock.set(clock.now() + BETWEEN_MS);
    }
    const instants = stockCalls(sandbox).map(({ at }) => at);
    // What was allowed was also used: the starts did want more. A call that a stop cuts off is counted and never arrives.
    expect(mostIn(instants, 60_000)).toBeLessThanOrEqual(20);
    expect(mostIn(instants, 60_000)).toBeGreaterThanOrEqual(17);
    expectNoneRefused(sandbox);
  },
);

/** The bot's rounds sleep too, until a whole quarter of a minute; a wait for a call of a minute ago never ends there. */
function isWaitForRateLimit(milliseconds: number, now: number): boolean {
  return milliseconds > 1_000 && milliseconds <= 61_000 && (now + milliseconds) % 15_000 !== 0;
}

function takenIn(lines: readonly { readonly msg: string }[]): number {
  return lines.filter(({ msg }) => msg === 'stock taken in').length;
}

function timesAsked(lines: readonly { readonly msg: string }[]): number {
  return lookedAt(lines) + lines.filter(({ msg }) => msg.startsWith('reading the stock')).length;
}

function lookedAt(lines: readonly { readonly msg: string }[]): number {
  return lines.filter(({ msg }) => msg.startsWith('the stock of that day has begun to come')).length;
}

test('a start while no call is left makes no call, and takes the stock in when one is free', async () => {
  const { clock, sandbox, recording, settings } = await openCrashLoop();
  const database = await openDatabase(settings.databaseUrl);
  const rateLimiter = createRateLimiter(database, { subscriptionKey: settings.subscriptionKey, clock });
  for (let count = 0; count < 20; count += 1) await rateLimiter.tryAcquire();
  await database.destroy();
  const bot = await startBot({
    settings,
    clock,
    log: recording.log,
    renderings: ['text'],
    stockOnThread: false,
    monotonic: clock.monotonic,
  });
  await until('a wait for the rate limit', async () => (clock.sleeps.includes(61_000) ? true : undefined));
  expect(stockCalls(sandbox)).toEqual([]);
  await clock.advance(61_000);
  await until('the first look', async () => (lookedAt(recording.lines()) > 0 ? true : undefined));
  await clock.advance(75_000);
  await until('the stock', async () => (takenIn(recording.lines()) > 0 ? true : undefined));
  expect(stockCalls(sandbox).map(({ status }) => status)).toEqual([200, 200, 200]);
  await bot.stop();
});
