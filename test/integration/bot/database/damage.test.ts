import { truncateSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createDamageCheck } from '../../../../bot/health/damage.ts';
import { startProcess } from '../../../../bot/workers/process.ts';
import { openTestFile } from '../../../support/bot/databases.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

test('a file is looked through at the start and once a night, and what is found is told', async () => {
  const { database, place: file } = await openTestFile();
  await database.destroy();
  const clock = createFakeClock(oslo('2026-11-20 09:00'));
  const told: string[] = [];
  const outage = {
    failed: (part: string, cause: string) => void told.push(`${part}: ${cause}`),
    works: (part: string) => void told.push(`${part}: none`),
  };
  const { signal } = new AbortController();
  const check = createDamageCheck(file, false, calendar, clock, outage, startProcess, signal);
  await check();
  await check();
  expect(told).toEqual(['damage: none']);
  // A part of the file that is gone is damage too.
  truncateSync(file, 3 * 4_096);
  clock.set(oslo('2026-11-21 02:45'));
  await check();
  expect(told).toHaveLength(1);
  clock.set(oslo('2026-11-21 03:00'));
  await check();
  await check();
  expect(told).toHaveLength(2);
  expect(told.at(-1)).toMatch(/^damage: DATABASE_URL is the SQLite file .*, but it is damaged \(/);
});
