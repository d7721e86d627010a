import { expect, test } from 'vitest';
import { ASSUMPTIONS } from '../../../../../shared/cli/checkService/assumptions.ts';
import { check, idsWith, startService } from '../../../../support/shared/cli/checkService/checking.ts';
import { HARMLESS_WAYS, OTHER_WAYS } from '../../../../support/shared/cli/checkService/otherWays.ts';

test('every assumption has options of the sandbox that break it, and no option is tied to none', () => {
  expect(Object.keys(OTHER_WAYS).toSorted()).toEqual(ASSUMPTIONS.map(({ id }) => id).toSorted());
  for (const ways of Object.values(OTHER_WAYS)) expect(ways).not.toHaveLength(0);
});

test('the sandbox as it is holds to all of them, but for the refusal that nobody provokes', async () => {
  const rows = await check(await startService());
  expect(rows.filter(({ verdict }) => verdict !== 'held')).toMatchObject([
    { id: 'throttle', verdict: 'unclear' },
  ]);
});

const variants = ASSUMPTIONS.flatMap(({ id }) => OTHER_WAYS[id].map((options) => ({ id, options })));

test.each(variants)('$id alone differs under $options', async ({ id, options }) => {
  const rows = await check(await startService(options));
  expect(idsWith(rows, 'differs')).toEqual([id]);
});

test.each(['salesChangedSince', 'storesChangedSince', 'stockChangedSince'] as const)(
  '%s alone differs when the service gives records that last changed before',
  async (id) => {
    const rows = await check(await startService({ [id]: 'ignored' }));
    expect(idsWith(rows, 'differs')).toEqual([id]);
    expect(rows.find((row) => row.id === id)?.seen).toContain('and one last changed on 2026-');
  },
);

test.each(Object.values(HARMLESS_WAYS).flat())(
  'what no reader of the data notices is no difference: %j',
  async (options) => {
    const rows = await check(await startService(options));
    expect(idsWith(rows, 'differs')).toEqual([]);
  },
);

test('a header in other letters is the same header, and is shown as it was sent', async () => {
  const rows = await check(await startService({ totalHeaderName: 'X-Total-Count', linkHeaderName: 'Link' }));
  expect(idsWith(rows, 'differs')).toEqual([]);
  expect(rows.find(({ id }) => id === 'totalHeader')?.seen).toBe('X-Total-Count: 48');
  expect(rows.find(({ id }) => id === 'linkHeader')?.seen).toBe('Link: prev and next');
});

test('a total under another name is pointed out', async () => {
  const rows = await check(await startService({ totalHeaderName: 'X-Records' }));
  expect(rows.find(({ id }) => id === 'totalHeader')?.seen).toContain('X-Records: 48');
});

test('one cap over both operations is seen on both', async () => {
  const rows = await check(await startService({ maxResultsCap: 30 }));
  expect(idsWith(rows, 'differs')).toEqual(['salesCap', 'stockCap']);
  expect(rows.find(({ id }) => id === 'stockCap')?.seen).toContain('30 came of 48');
});

test('a cap is found without a total, too', async () => {
  const rows = await check(await startService({ totalHeader: false, stockMaxResultsCap: 30 }));
  expect(idsWith(rows, 'differs')).toEqual(['stockCap', 'totalHeader']);
});
