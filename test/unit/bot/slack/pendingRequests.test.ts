import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createPendingRequests } from '../../../../bot/slack/pendingRequests.ts';

/** So many requests at once that each answer has to wait until it is quiet. */
function startCrowd() {
  const pendingRequests = createPendingRequests();
  for (let request = 0; request < 2; request += 1) void pendingRequests.track(new Promise(() => {}));
  const arrive = () => void pendingRequests.track(Promise.resolve());
  return { whenQuiet: pendingRequests.whenQuiet, arrive };
}

describe('work for answers', () => {
  test('waits while something arrives with every turn, and goes on when nothing does', async () => {
    const { arrive, whenQuiet } = startCrowd();
    let isDone = false;
    const done = whenQuiet().then(() => {
      isDone = true;
    });
    for (let arrivals = 0; arrivals < 100; arrivals += 1) {
      arrive();
      await yieldToEventLoop();
      expect(isDone).toBe(false);
    }
    await done;
  });

  test('is done a few at a time, in its order, so that what arrives is taken between', async () => {
    const { whenQuiet } = startCrowd();
    const done: number[] = [];
    const all = Promise.all(Array.from({ length: 30 }, (_, at) => whenQuiet().then(() => done.push(at))));
    let most = 0;
    for (let before = 0; done.length < 30; before = done.length) {
      await yieldToEventLoop();
      most = Math.max(most, done.length - before);
    }
    await all;
    expect(most).toBeLessThanOrEqual(3);
    expect(done).toEqual(Array.from({ length: 30 }, (_, at) => at));
  });

  test('is not put off for ever, however much arrives', async () => {
    const { arrive, whenQuiet } = startCrowd();
    let isDone = false;
    void whenQuiet().then(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone && turns < 10_000; turns += 1) {
      arrive();
      await yieldToEventLoop();
    }
    expect(turns).toBeLessThan(1_000);
  });

  test('waits for no turn when it is alone', async () => {
    const pendingRequests = createPendingRequests();
    let turns = 0;
    const counting = (async () => {
      await yieldToEventLoop();
      turns += 1;
    })();
    await pendingRequests.track(
      (async () => {
        await null;
        await pendingRequests.whenQuiet();
        expect(turns).toBe(0);
      })(),
    );
    await counting;
  });
});

test('is settled when nothing is pending any more, however it ended', async () => {
  const pendingRequests = createPendingRequests();
  const request = Promise.withResolvers<void>();
  const failing = pendingRequests.track(request.promise).catch(() => undefined);
  let isSettled = false;
  const settled = pendingRequests.settled().then(() => {
    isSettled = true;
  });
  await yieldToEventLoop();
  expect(isSettled).toBe(false);
  request.reject(new Error('failed'));
  await Promise.all([failing, settled]);
});
