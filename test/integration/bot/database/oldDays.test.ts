import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../../../bot/database/clock.ts';
import { createOldDays, instantOfDay } from '../../../../bot/database/oldDays.ts';
import { openTestDatabase } from '../../../support/bot/databases.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

const DAY_MS = 86_400_000;
const OLDEST = instantOfDay('2026-08-01');
const BEFORE = instantOfDay('2026-08-20');

test('more than a week of old days goes a day after the log has named them, and nothing that it has not named', async () => {
  const database = await openTestDatabase();
  const clock = createFakeClock();
  const { log, lines } = createRecordingLog();
  const oldDays = createOldDays({
    database,
    time: createDatabaseClock(database, clock),
    clocks: { verdict: async () => 'right' },
    log,
  });
  const deletable = (before: number) => oldDays.deletableBefore('sales', OLDEST, before);
  expect(await deletable(BEFORE)).toBe(OLDEST);
  expect(lines()[0]).toMatchObject({ from: '2026-08-01', before: '2026-08-20' });
  clock.set(clock.now() + DAY_MS - 1);
  expect(await deletable(BEFORE + DAY_MS)).toBe(OLDEST);
  clock.set(clock.now() + 1);
  expect(await deletable(BEFORE + DAY_MS)).toBe(BEFORE);
  expect(lines()).toHaveLength(1);
});

test('a week of old days goes without a word', async () => {
  const database = await openTestDatabase();
  const { log, lines } = createRecordingLog();
  const oldDays = createOldDays({
    database,
    time: createDatabaseClock(database, createFakeClock()),
    clocks: { verdict: async () => 'right' },
    log,
  });
  const before = OLDEST + 7 * DAY_MS;
  expect(await oldDays.deletableBefore('sales', OLDEST, before)).toBe(before);
  expect(lines()).toEqual([]);
});
