import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createProgress, type ExportState } from '../../../../shared/cli/sales/progress.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';
import { environmentOf, makeFolder, runCommand, startService } from '../../../support/shared/cli/running.ts';

const ARGS = ['--from', '2026-11-09', '--to', '2026-11-14', '--page-size', '60', '--out', 'sales.csv'];
const CLEAR_LINE = '\r\u001b[2K';
const STATE: ExportState = { day: '2026-11-12', days: 4, rows: 2_000, bytes: 98_765, calls: 9 };

test('a terminal shows one line, which says in the end that all was read', async () => {
  const sandbox = await startService();
  const total = sandbox.truth.sales('2026-11-09', '2026-11-14').length;
  const run = { folder: await makeFolder(), environment: environmentOf(sandbox), columns: 120 };
  const { stderr } = await runCommand(ARGS, run);
  expect(stderr.split('\n')).toHaveLength(2);
  expect(stderr.trimEnd().split(CLEAR_LINE).at(-1)).toMatch(
    new RegExp(`^2026-11-14: 6 of 6 days, ${total} sales, [\\d.]+ kB, ${sandbox.requests.length} calls$`),
  );
});

test('a terminal is drawn again ten times a second, with the time left, and shows a wait', () => {
  const clock = createFakeClock();
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 120 });
  const progress = createProgress(stream, clock);
  progress.begin(2, 8);
  progress.report(STATE);
  clock.set(clock.now() + 60_000);
  progress.report(STATE);
  progress.report({ ...STATE, rows: 2_500 });
  progress.wait('Waiting 27 seconds, as the service asked.');
  progress.end();
  expect(String(stream.read()).split(CLEAR_LINE)).toEqual([
    '',
    'Reading daily sales. 2 of 8 days are there already.',
    '2026-11-12: 4 of 8 days, 2,000 sales, 98.8 kB, 9 calls, 2 minutes left',
    'Waiting 27 seconds, as the service asked.',
    '2026-11-12: 4 of 8 days, 2,500 sales, 98.8 kB, 9 calls, 2 minutes left\n',
  ]);
});

test.each([
  [20, ['Reading daily sales', 'Waiting 27 seconds,']],
  [0, ['Reading daily sales.', 'Waiting 27 seconds, as the service asked.']],
])('on a terminal of %d columns, a line that could not be cleared is cut', (columns, lines) => {
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
  const progress = createProgress(stream, createFakeClock());
  progress.begin(0, 8);
  progress.wait('Waiting 27 seconds, as the service asked.');
  expect(String(stream.read()).split(CLEAR_LINE)).toEqual(['', ...lines]);
});

test('anything else gets a line at the start and every five seconds', () => {
  const clock = createFakeClock();
  const stream = new PassThrough();
  const progress = createProgress(stream, clock);
  progress.begin(0, 8);
  for (let second = 1; second <= 12; second += 1) {
    clock.set(clock.now() + 1_000);
    const days = Math.floor(second / 2);
    progress.report({ ...STATE, days, rows: second * 1_000, bytes: second * 50_000, calls: second });
  }
  progress.wait('Waiting 27 seconds, as the service asked.');
  progress.end();
  expect(String(stream.read())).toBe(
    [
      'Reading daily sales.',
      '2026-11-12: 2 of 8 days, 5,000 sales, 250 kB, 5 calls, 15 seconds left',
      '2026-11-12: 5 of 8 days, 10,000 sales, 500 kB, 10 calls, 6 seconds left',
      'Waiting 27 seconds, as the service asked.',
      '',
    ].join('\n'),
  );
});
