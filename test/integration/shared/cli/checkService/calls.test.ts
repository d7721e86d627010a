import type { SandboxOptions } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { MAX_STOCK_CALLS, Prober } from '../../../../../shared/cli/checkService/prober.ts';
import { check, startService } from '../../../../support/shared/cli/checkService/checking.ts';
import { OTHER_WAYS } from '../../../../support/shared/cli/checkService/otherWays.ts';

const STOCK = '/press-products/v0/accumulated-stock';

const SERVICES: readonly (readonly [string, SandboxOptions])[] = [
  ['as it is', {}],
  ['no total and a cap', { totalHeader: false, stockMaxResultsCap: 30 }],
  ['no total and a default page', { totalHeader: false, stockDefaultResults: 30 }],
  ...Object.entries(OTHER_WAYS)
    .flatMap(([id, ways]) => ways.map((way) => [id, way] as const))
    .filter(([id]) => /stock|total|zero|link|throttle/i.test(id)),
];

test.each(SERVICES)('at most six stock calls, and nothing but GET: %s', async (_, options) => {
  const sandbox = await startService(options);
  await check(sandbox);
  expect(sandbox.requests.filter(({ path }) => path === STOCK).length).toBeLessThanOrEqual(MAX_STOCK_CALLS);
  expect(sandbox.requests.length).toBeLessThanOrEqual(26);
  expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('a seventh stock call is never sent', async () => {
  let sent = 0;
  const prober = new Prober(async () => {
    sent += 1;
    return { status: 200, headers: [], text: '[]' };
  }, '2026-11-20');
  for (let start = 1; start <= MAX_STOCK_CALLS; start += 1) await prober.ask(STOCK, { start });
  await expect(prober.ask(STOCK, {})).rejects.toThrow('nothing was sent');
  expect(sent).toBe(6);
});

test('the same question with a key that cannot be right is another one', async () => {
  const keys: string[] = [];
  const prober = new Prober(async ({ key }) => {
    keys.push(key);
    return { status: key === 'own' ? 200 : 401, headers: [], text: '[]' };
  }, '2026-11-20');
  const stores = '/stores/v0/details';
  expect(await prober.ask(stores, { storeId: 1 }, 'wrong')).toMatchObject({ status: 401 });
  expect(await prober.ask(stores, { storeId: 1 })).toMatchObject({ status: 200 });
  expect(keys).toEqual(['wrong', 'own']);
});

test('no question is asked twice', async () => {
  const sandbox = await startService();
  await check(sandbox);
  const questions = sandbox.requests.map(({ path, query }) => JSON.stringify([path, query]));
  expect(new Set(questions).size).toBe(questions.length);
});
