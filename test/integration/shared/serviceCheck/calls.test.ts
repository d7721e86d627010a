import type { SandboxOptions } from 'retail-data-client/sandbox';
import { expect, test } from 'vitest';
import { Interview, MOST_STOCK_CALLS } from '../../../../shared/serviceCheck/interview.ts';
import { check, startService } from '../../../support/shared/serviceCheck/checking.ts';
import { OTHER_WAYS } from '../../../support/shared/serviceCheck/otherWays.ts';

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
  expect(sandbox.requests.filter(({ path }) => path === STOCK).length).toBeLessThanOrEqual(MOST_STOCK_CALLS);
  expect(sandbox.requests.length).toBeLessThanOrEqual(26);
  expect(new Set(sandbox.requests.map(({ method }) => method))).toEqual(new Set(['GET']));
});

test('a seventh stock call is never sent', async () => {
  let sent = 0;
  const interview = new Interview(async () => {
    sent += 1;
    return { status: 200, headers: [], text: '[]' };
  });
  for (let call = 0; call < MOST_STOCK_CALLS; call += 1) await interview.ask(STOCK, {});
  await expect(interview.ask(STOCK, {})).rejects.toThrow('nothing was sent');
  expect(sent).toBe(6);
});
