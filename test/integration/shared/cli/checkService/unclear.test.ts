import { expect, test } from 'vitest';
import { check, idsWith, startService } from '../../../../support/shared/cli/checkService/checking.ts';

const EVERY_DAY = Array.from({ length: 100 }, (_, index) =>
  new Date(Date.parse('2026-08-13') + index * 86_400_000).toISOString().slice(0, 10),
);

test('without sales, what hangs on them is unclear and says why; nothing is guessed', async () => {
  const rows = await check(await startService({ emptyDays: EVERY_DAY }));
  expect(idsWith(rows, 'differs')).toEqual([]);
  for (const id of ['rangeStart', 'rangeEnd', 'salesChangedSince', 'salesStart', 'salesCap']) {
    expect(rows.find((row) => row.id === id)).toMatchObject({
      verdict: 'unclear',
      seen: 'no sales since 2026-08-22',
    });
  }
  expect(rows.find(({ id }) => id === 'salesQuantity')?.verdict).toBe('unclear');
});

test('sales of three weeks ago are found when the last two had none', async () => {
  const rows = await check(await startService({ emptyDays: EVERY_DAY.filter((day) => day >= '2026-10-20') }));
  expect(idsWith(rows, 'differs')).toEqual([]);
  expect(rows.find(({ id }) => id === 'rangeEnd')?.verdict).toBe('held');
});

test('when no product is sold out, includeZeroStock cannot be judged', async () => {
  const rows = await check(await startService({ zeroStock: 'never' }));
  expect(rows.find(({ id }) => id === 'zeroStock')).toMatchObject({ verdict: 'unclear' });
});

test('of a small service, what needs many rows is unclear', async () => {
  const rows = await check(await startService({ stores: 2, products: 2 }));
  expect(rows.find(({ id }) => id === 'salesCap')?.verdict).toBe('unclear');
  expect(rows.find(({ id }) => id === 'stockStart')?.seen).toBe('too few products to judge from');
});

test.each([429, 403, 500])(
  'a stock call refused with %i ends the stock calls and takes nothing else along',
  async (status) => {
    const sandbox = await startService();
    const headers: Record<string, string> = status === 429 ? { 'retry-after': '30' } : {};
    sandbox.fail({
      fault: { kind: 'status', status, headers },
      operation: 'accumulatedStock',
      skip: 1,
      times: 9,
    });
    const rows = await check(sandbox);
    expect(sandbox.requests.filter(({ path }) => path.includes('accumulated-stock'))).toHaveLength(2);
    expect(rows.find(({ id }) => id === 'zeroStock')?.seen).toContain(`refused (${status})`);
    expect(rows.find(({ id }) => id === 'rangeEnd')?.verdict).toBe('held');
    const throttle = { 429: 'held', 403: 'differs', 500: 'unclear' }[String(status)];
    expect(rows.find(({ id }) => id === 'throttle')?.verdict).toBe(throttle);
  },
);

test('an answer that breaks off makes its rows unclear, and the rest is asked all the same', async () => {
  const sandbox = await startService();
  sandbox.fail({ fault: { kind: 'reset' }, operation: 'dailySales', times: Number.POSITIVE_INFINITY });
  sandbox.fail({ fault: { kind: 'truncate', framing: 'content-length' }, operation: 'accumulatedStock' });
  const rows = await check(sandbox);
  expect(idsWith(rows, 'differs')).toEqual([]);
  expect(rows.find(({ id }) => id === 'rangeEnd')?.seen).toContain('no whole answer came');
  expect(rows.find(({ id }) => id === 'gpsCoordForm')?.verdict).toBe('held');
});
