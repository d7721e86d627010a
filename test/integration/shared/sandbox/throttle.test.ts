import { expect, test } from 'vitest';
import type { Sandbox } from '../../../../shared/sandbox/index.ts';
import {
  ask,
  contentOf,
  open,
  type Refused,
  SALES,
  SetClock,
  STOCK,
  STORES,
  urlOf,
} from '../../../support/shared/sandbox/asking.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function call(sandbox: Sandbox, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const response = await ask(sandbox, STOCK, { maxResults: 1 });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

const accepted = (times: number) => Array.from({ length: times }, () => 200);

test('20 calls in a minute are answered and the 21st is told how long to wait', async () => {
  const clock = new SetClock('2026-11-20T10:00:00+01:00');
  const sandbox = await open({ now: clock.now });
  expect(await call(sandbox, 5)).toEqual(accepted(5));
  clock.forward(20_500);
  expect(await call(sandbox, 15)).toEqual(accepted(15));
  const refused = await ask(sandbox, STOCK);
  expect(refused.status).toBe(429);
  const { statusCode, message } = await contentOf<Refused>(refused);
  // The refused call counts too: two of the first five must leave the window, which all do after 39.5 s.
  expect([statusCode, message]).toEqual([429, 'Rate limit is exceeded. Try again in 40 seconds.']);
  expect(refused.headers.get('retry-after')).toBe('40');
  clock.forward(39_499);
  expect(await call(sandbox, 1)).toEqual([429]);
  clock.forward(1);
  expect(await call(sandbox, 1)).toEqual([200]);
});

test('the window slides: a minute of rest makes room for 20 more', async () => {
  const clock = new SetClock('2026-11-20T10:00:59+01:00');
  const sandbox = await open({ now: clock.now });
  await call(sandbox, 20);
  clock.forward(2000);
  expect(await call(sandbox, 1)).toEqual([429]);
  clock.forward(MINUTE);
  expect(await call(sandbox, 20)).toEqual(accepted(20));
});

test('refused calls count: who goes on calling waits longer', async () => {
  const clock = new SetClock('2026-11-20T10:00:00+01:00');
  const sandbox = await open({ now: clock.now });
  await call(sandbox, 20);
  clock.forward(MINUTE / 2);
  await call(sandbox, 20);
  clock.forward(MINUTE / 2);
  expect(await call(sandbox, 1)).toEqual([429]);
});

test('the 401st call in 24 hours is refused with a long wait', async () => {
  const clock = new SetClock('2026-11-20T10:00:00+01:00');
  const sandbox = await open({ now: clock.now });
  for (let batch = 0; batch < 20; batch += 1) {
    expect(await call(sandbox, 20)).toEqual(accepted(20));
    clock.forward(MINUTE);
  }
  const refused = await ask(sandbox, STOCK);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe(String((DAY - 20 * MINUTE) / 1000));
  clock.forward(DAY - 20 * MINUTE);
  expect(await call(sandbox, 1)).toEqual([200]);
});

test('another sandbox of the same process counts for itself', async () => {
  const [one, other] = [await open(), await open()];
  expect(await call(one, 21)).toEqual([...accepted(20), 429]);
  expect(await call(other, 20)).toEqual(accepted(20));
});

test('counts every authenticated call on accumulated stock, and only those', async () => {
  const sandbox = await open({ throttle: { perMinute: 3, perDay: 100 } });
  for (let count = 0; count < 10; count += 1) {
    await ask(sandbox, STORES, { storeId: 143 });
    await ask(sandbox, SALES, { maxResults: 1 });
    await fetch(urlOf(sandbox, STOCK));
  }
  expect((await ask(sandbox, STOCK, { maxResults: 0 })).status).toBe(400);
  sandbox.fail({ fault: { kind: 'status', status: 500 } });
  expect((await ask(sandbox, STOCK)).status).toBe(500);
  expect(await call(sandbox, 2)).toEqual([200, 429]);
});
