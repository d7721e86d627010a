import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { daysRead } from '../../../../shared/cli/daysRead.ts';
import { createProgress, type ExportState } from '../../../../shared/cli/progress.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { environmentOf, makeFolder, runCommand, startService } from '../../../support/shared/cli/running.ts';

const ARGS = ['--from', '2026-11-09', '--to', '2026-11-14', '--page-size', '60', '--out', 'sales.csv'];
const NOTHING_YET: ExportState = {
  rows: 0,
  bytes: 87,
  pages: 0,
  total: undefined,
  callsNeeded: undefined,
  days: { asked: 8, over: 0 },
};

/** Everything the stream took, without the signs that move the cursor. */
function drawn(text: string): string {
  const escapeSign = String.fromCharCode(27);
  return text
    .split(escapeSign)
    .map((part) => part.replace(/^(\[[?\d;]*[A-Za-z]|[78])/, ''))
    .join('\n');
}

test('a terminal shows a bar that is full in the end, when the service gives a total', async () => {
  const sandbox = await startService({ salesTotalHeader: true });
  const total = sandbox.truth.sales('2026-11-09', '2026-11-14').length;
  const run = { folder: await makeFolder(), environment: environmentOf(sandbox), columns: 120 };
  const { code, stderr } = await runCommand(ARGS, run);
  expect(code).toBe(0);
  expect(drawn(stderr)).toContain(`[${'='.repeat(24)}] 100% ${total} of ${total} sales, `);
  expect(drawn(stderr)).toContain(`${Math.ceil(total / 60) + 2} calls`);
});

test('a terminal shows a bar of days when the service gives no total, and it is full in the end', async () => {
  const sandbox = await startService();
  const total = sandbox.truth.sales('2026-11-09', '2026-11-14').length;
  const run = { folder: await makeFolder(), environment: environmentOf(sandbox), columns: 120 };
  const { stderr } = await runCommand(ARGS, run);
  expect(drawn(stderr)).toMatch(
    new RegExp(`\\[={24}\\] 100% ${total} sales, [\\d.]+ kB, \\d+ calls, 6 of 6 days`),
  );
});

test('a bar of days is as full as the days that are over', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const progress = createProgress(stream, createFakeClock());
  progress.begin(NOTHING_YET);
  progress.report({ ...NOTHING_YET, rows: 2_000, bytes: 98_765, pages: 2, days: { asked: 8, over: 4 } });
  progress.end();
  const text = drawn(String(stream.read()));
  expect(text).toContain(`[${'-'.repeat(24)}] 0% 0 sales, 87 bytes, 0 of 8 days`);
  expect(text).toContain(
    `[${'='.repeat(12)}${'-'.repeat(12)}] 50% 2,000 sales, 98.8 kB, 2 calls, 4 of 8 days`,
  );
});

test.each([
  [null, 0],
  ['2026-10-30', 0],
  ['2026-11-09', 5],
  ['2026-11-14', 10],
  ['2026-12-24', 11],
])('a period of eleven days whose last sale is of %s has %d days over', (last, over) => {
  expect(daysRead('2026-11-04', '2026-11-14', last)).toEqual({ asked: 11, over });
});

test.each([
  ['2026-11-14', '2026-11-14', 0],
  ['2026-11-13', '2026-11-14', 1],
  ['2026-11-09', '2026-11-13', 5],
  ['2026-11-04', '2026-11-14', 10],
  ['2026-11-06', '2026-11-06', 2],
  ['2026-11-09', '2026-11-06', 5],
])('with the last sale of %s and the first of %s, %d days are over', (last, first, over) => {
  expect(daysRead('2026-11-04', '2026-11-14', last, first)).toEqual({ asked: 11, over });
});

test('a terminal shows the bar half full, the rest in calls, and a wait', () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const progress = createProgress(stream, createFakeClock());
  progress.begin({ ...NOTHING_YET, total: 4_000 });
  progress.report({ ...NOTHING_YET, rows: 2_000, bytes: 98_765, pages: 2, total: 4_000, callsNeeded: 2 });
  progress.wait('Waiting 27 seconds, as the service asked.');
  progress.end();
  const text = drawn(String(stream.read()));
  expect(text).toContain(`[${'-'.repeat(24)}] 0% 0 of 4,000 sales, 87 bytes`);
  expect(text).toContain(
    `[${'='.repeat(12)}${'-'.repeat(12)}] 50% 2,000 of 4,000 sales, 98.8 kB, 2 calls, 2 more needed`,
  );
  expect(text).toContain('Waiting 27 seconds, as the service asked.');
});

test('anything else gets a line at the start and every five seconds', () => {
  const clock = createFakeClock();
  const stream = new PassThrough();
  const progress = createProgress(stream, clock);
  progress.begin(NOTHING_YET);
  for (let second = 1; second <= 12; second += 1) {
    clock.set(clock.now() + 1_000);
    const rows = second * 1_000;
    const days = { asked: 8, over: Math.floor(second / 2) };
    progress.report({ ...NOTHING_YET, rows, bytes: rows * 50, pages: second, days });
  }
  progress.wait('Waiting 27 seconds, as the service asked.');
  progress.end();
  expect(String(stream.read())).toBe(
    [
      'Reading daily sales.',
      '5,000 sales, 250 kB, 5 calls, 2 of 8 days.',
      '10,000 sales, 500 kB, 10 calls, 5 of 8 days.',
      'Waiting 27 seconds, as the service asked.',
      '',
    ].join('\n'),
  );
});
