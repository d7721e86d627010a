import { describe, expect, test } from 'vitest';
import { createInFlight } from '../../../../bot/slack/pendingRequests.ts';
import { createTurns } from '../../../../bot/slack/turns.ts';
import { nextTurn } from '../../../../bot/workers/yieldToEventLoop.ts';

describe('work for answers', () => {
  test('waits while something arrives with every turn, and goes on when nothing does', async () => {
    const { arrived, turn } = createTurns();
    let isDone = false;
    const done = turn().then(() => {
      isDone = true;
    });
    for (let arrivals = 0; arrivals < 100; arrivals += 1) {
      arrived();
      await nextTurn();
      expect(isDone).toBe(false);
    }
    await done;
  });

  test('is done a few at a time, in its order, so that what arrives is taken between', async () => {
    const { turn } = createTurns();
    const done: number[] = [];
    const all = Promise.all(Array.from({ length: 30 }, (_, at) => turn().then(() => done.push(at))));
    let most = 0;
    for (let before = 0; done.length < 30; before = done.length) {
      await nextTurn();
      most = Math.max(most, done.length - before);
    }
    await all;
    expect(most).toBeLessThanOrEqual(3);
    expect(done).toEqual(Array.from({ length: 30 }, (_, at) => at));
  });

  test('is not put off for ever, however much arrives', async () => {
    const { arrived, turn } = createTurns();
    let isDone = false;
    void turn().then(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone && turns < 10_000; turns += 1) {
      arrived();
      await nextTurn();
    }
    expect(turns).toBeLessThan(1_000);
  });

  test('waits for no turn when it is alone', async () => {
    const inFlight = createInFlight();
    let turns = 0;
    const counting = (async () => {
      await nextTurn();
      turns += 1;
    })();
    await inFlight.track(
      (async () => {
        await null;
        await inFlight.turn();
        expect(turns).toBe(0);
      })(),
    );
    await counting;
  });
});
