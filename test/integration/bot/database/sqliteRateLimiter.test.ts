import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { createRateLimiter } from '../../../../bot/database/rateLimiter.ts';
import { newDatabaseFile, openTestDatabase } from '../../../support/bot/databases.ts';
import { createFakeClock, NOON } from '../../../support/fakeClock.ts';

const KEY = 'secret-0123456789abcdef';

test('processes that call at the same time get no more than 20 together', async () => {
  const file = newDatabaseFile();
  await (await openDatabase(file)).destroy();
  const processes = Array.from({ length: 3 }, () => takers(file, 15));
  await Promise.all(processes.map(({ ready }) => ready));
  const granted = await Promise.all(processes.map(({ go }) => go()));
  expect(granted.reduce((sum, count) => sum + count, 0)).toBe(20);
  const rateLimiter = createRateLimiter(await openTestDatabase(file), {
    subscriptionKey: KEY,
    clock: createFakeClock(),
  });
  expect(await rateLimiter.tryAcquire()).toEqual({ acquired: false, retryAt: NOON + 61_000 });
});

/** A process of its own that waits for the word. */
function takers(file: string, callers: number) {
  const script = fileURLToPath(new URL('./acquireAtOnce.ts', import.meta.url));
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [script, file, KEY, String(NOON), String(callers)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill());
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const line = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('the process ended early');
    return String(value);
  };
  const ready = line();
  return {
    ready,
    async go() {
      child.stdin.write('go\n');
      return Number(await line());
    },
  };
}

test('a call counts from when its turn came, not from when it began to wait', async () => {
  const database = await openTestDatabase();
  const clock = createFakeClock();
  const rateLimiter = createRateLimiter(database, { subscriptionKey: KEY, clock });
  let acquired: Promise<unknown> = Promise.resolve();
  await database.transaction().execute(async () => {
    acquired = rateLimiter.tryAcquire();
    clock.set(NOON + 30_000);
  });
  await acquired;
  const calls = await database.selectFrom('rate_limit_call').select('called_at').execute();
  expect(calls).toEqual([{ called_at: NOON + 30_000 }]);
});

test('whoever looks ahead writes nothing, and does not wait while another connection writes', async () => {
  const file = newDatabaseFile();
  const [database, writer] = [await openTestDatabase(file), await openTestDatabase(file)];
  const rateLimiter = createRateLimiter(database, { subscriptionKey: KEY, clock: createFakeClock() });
  await writer.transaction().execute(async () => {
    expect(await rateLimiter.remaining()).toBe(20);
    expect(await rateLimiter.nextAllowedAt()).toBeLessThanOrEqual(NOON);
  });
  expect(await database.selectFrom('rate_limit_key').selectAll().execute()).toEqual([]);
});

test('calls that no longer count are removed, and the key is nowhere in the tables', async () => {
  const database = await openTestDatabase();
  const clock = createFakeClock();
  const rateLimiter = createRateLimiter(database, { subscriptionKey: KEY, clock });
  for (let count = 0; count < 20; count += 1) await rateLimiter.tryAcquire();
  clock.set(NOON + 24 * 3_600_000 + 60_000);
  await rateLimiter.tryAcquire();
  const calls = await database.selectFrom('rate_limit_call').selectAll().execute();
  expect(calls.map(({ called_at }) => called_at)).toEqual([clock.now()]);
  expect(
    JSON.stringify([calls, await database.selectFrom('rate_limit_key').selectAll().execute()]),
  ).not.toContain(KEY);
});
