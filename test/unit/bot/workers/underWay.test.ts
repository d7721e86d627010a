import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createUnderWay } from '../../../../bot/workers/underWay.ts';
import { createFakeClock } from '../../../support/fakeClock.ts';

/** Whether a promise has been resolved by the next few turns. */
async function hasCome(promise: Promise<unknown>): Promise<boolean> {
  let come = false;
  void promise.then(() => {
    come = true;
  });
  for (let turns = 0; turns < 3; turns += 1) await turn();
  return come;
}

test('nothing is under way before anything begins, and after it has ended, however it ended', async () => {
  const underWay = createUnderWay();
  await underWay.idle();
  const request = Promise.withResolvers<void>();
  const failing = underWay.track(() => request.promise).catch(() => 'failed');
  const [idle, ended] = [underWay.idle(), underWay.ended()];
  expect(underWay.count()).toBe(1);
  expect(await hasCome(Promise.race([idle, ended]))).toBe(false);
  request.reject(new Error('failed'));
  await Promise.all([idle, ended]);
  expect(await failing).toBe('failed');
  expect(underWay.count()).toBe(0);
});

test('work that sleeps on the clock is idle, has not ended, and is at work again when it wakes', async () => {
  const underWay = createUnderWay();
  const clock = createFakeClock();
  const call = Promise.withResolvers<void>();
  const { sleep } = underWay.waiting(clock);
  const work = underWay.track(async () => {
    await sleep(500);
    await call.promise;
  });
  await underWay.idle();
  expect(await hasCome(underWay.ended())).toBe(false);
  await clock.advance(500);
  expect(underWay.count()).toBe(1);
  call.resolve();
  await work;
  await underWay.ended();
});

test('work that waits for other work is not counted beside it', async () => {
  const underWay = createUnderWay();
  const clock = createFakeClock();
  const { sleep } = underWay.waiting(clock);
  /** One read for all who ask, which sleeps before its second try. */
  let reading: Promise<void> | undefined;
  const read = () => {
    reading ??= underWay.track(() => sleep(500));
    return underWay.wait(reading);
  };
  const requests = [1, 2, 3].map(() => underWay.track(read));
  await underWay.idle();
  await clock.advance(500);
  await Promise.all(requests);
  await underWay.idle();
});

test('what goes on after the work that began it is counted by itself', async () => {
  const underWay = createUnderWay();
  const note = Promise.withResolvers<void>();
  await underWay.track(async () => {
    void underWay.track(() => note.promise);
  });
  expect(underWay.count()).toBe(1);
  note.resolve();
  await underWay.idle();
  expect(underWay.count()).toBe(0);
});

test('a sleep outside all work changes nothing', async () => {
  const underWay = createUnderWay();
  const clock = createFakeClock();
  const slept = underWay.waiting(clock).sleep(1_000);
  expect(underWay.count()).toBe(0);
  await clock.advance(1_000);
  await slept;
  expect(underWay.count()).toBe(0);
});
