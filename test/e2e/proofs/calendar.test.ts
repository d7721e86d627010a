import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../../tools/random.ts';
import { isLong, seedOfRun } from '../../support/seed.ts';
import { runCalendar } from './calendarRun.ts';
import { startSharedService } from './digestBench.ts';

/** 800 days from there hold each change of the clocks twice; the short run goes over each of 2026. */
const SPANS = isLong
  ? [{ firstDay: '2026-01-01', days: 800 }]
  : [
      { firstDay: '2026-03-27', days: 5 },
      { firstDay: '2026-10-23', days: 12 },
    ];

test.each(SPANS)(
  '$days days from $firstDay: one digest a day at its local time, or when the bot is back',
  {
    timeout: 2 * 3_600_000,
  },
  async (span) => {
    const shared = await startSharedService();
    onTestFinished(() => shared.sandbox.close());
    const random = createRandom(seedOfRun());
    const run = await runCalendar(shared, random, span);
    process.stdout.write(
      `calendar test, seed ${random.seed}: ${run.days} days, ${run.due} digests due at 4 times, ${run.downtimes} downtimes, ${run.complaints.length} complaints\n`,
    );
    expect(run.complaints).toEqual([]);
  },
);
