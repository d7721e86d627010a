import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { SERVER_PLACES, SQLITE, usePlace } from '../../../support/bot/databasePlaces.ts';
import { heldRows, trueRows } from '../../../support/bot/salesDatabase.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import type { KillOrder } from './importUntilKilled.ts';

const SCRIPT = fileURLToPath(new URL('importUntilKilled.ts', import.meta.url));
const NOW = oslo('2026-11-20 09:00');
const LAST = '2026-11-19';
const HISTORY_DAYS = 25;
const FIRST = calendar.addDays(LAST, 1 - HISTORY_DAYS);
/** Killed so many milliseconds after that day of its work was begun: while it is read, staged or swapped in. */
const MOMENTS: readonly { readonly day: number; readonly afterMs: number }[] = [
  { day: 1, afterMs: 0 },
  { day: 2, afterMs: 5 },
  { day: 3, afterMs: 20 },
  { day: 2, afterMs: 40 },
  { day: 4, afterMs: 60 },
  { day: 3, afterMs: 90 },
];

/** Runs the import in a process of its own, until it is through or killed; true when it was through. */
async function runUntil(order: KillOrder, kill?: (typeof MOMENTS)[number]): Promise<boolean> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const reached = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => {
    said += String(chunk);
    if (said.split('day\n').length > (kill?.day ?? Number.POSITIVE_INFINITY)) reached.resolve();
  });
  const gone = once(child, 'close');
  if (kill !== undefined) {
    await Promise.race([reached.promise, gone]);
    await delay(kill.afterMs);
    child.kill('SIGKILL');
  }
  await gone;
  return said.includes('done');
}

/** Every day that counts is whole, and every sum beside it is of its rows. */
async function expectWhole(databasePlace: string, sandbox: Sandbox): Promise<number> {
  const database = await openDatabase(databasePlace);
  try {
    const days = await database.selectFrom('sales_day').selectAll().execute();
    for (const day of days) {
      const rows = await heldRows(database, day.sales_date, day.sales_date);
      expect(rows).toEqual(trueRows(sandbox, day.sales_date, day.sales_date));
      expect(day.rows).toBe(rows.length);
    }
    return days.length;
  } finally {
    await database.destroy();
  }
}

describe.each([SQLITE, ...SERVER_PLACES])('in $name', ({ open }) => {
  const place = usePlace(open);

  test('a process killed while it imports leaves whole days only, and the next one goes on', async () => {
    const sandbox = await startSandbox({ now: () => NOW, stores: 30, products: 60 });
    onTestFinished(() => sandbox.close());
    const databasePlace = await place.fresh();
    const { url: baseUrl, subscriptionKey } = sandbox;
    const order = { databasePlace, baseUrl, subscriptionKey, historyDays: HISTORY_DAYS };
    let now = NOW;
    let before = 0;
    for (const moment of MOMENTS) {
      expect(await runUntil({ ...order, now }, moment)).toBe(false);
      // Whoever died of asking for the last day does not ask again at once.
      now += 10 * 60_000;
      const whole = await expectWhole(databasePlace, sandbox);
      expect(whole).toBeGreaterThanOrEqual(before);
      before = whole;
    }
    expect(await runUntil({ ...order, now })).toBe(true);
    expect(await expectWhole(databasePlace, sandbox)).toBe(HISTORY_DAYS);
    const database = await openDatabase(databasePlace);
    onTestFinished(() => database.destroy());
    expect(await heldRows(database, FIRST, LAST)).toEqual(trueRows(sandbox, FIRST, LAST));
    // Nothing is left of what was cut off.
    const generations = await database.selectFrom('sales_row').select('generation').distinct().execute();
    const held = await database.selectFrom('sales_day').select('generation').where('rows', '>', 0).execute();
    expect(generations.length).toBe(held.length);
    expect(await database.selectFrom('lease').selectAll().execute()).toEqual([]);
  });
});
