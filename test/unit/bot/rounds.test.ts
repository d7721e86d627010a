import { expect, test } from 'vitest';
import type { Due } from '../../../bot/due.ts';
import { createRounds, LOOK_MS } from '../../../bot/rounds.ts';
import { createFakeClock, NOON } from '../../support/fakeClock.ts';

/** Rounds of a bot that finds what the test says; `begun` are the seconds after noon at which rounds began. */
function startRounds() {
  const clock = createFakeClock(NOON);
  const stopping = new AbortController();
  const found = { mark: 'one', at: undefined as number | undefined, waiting: [0, 0], fails: false };
  const begun: number[] = [];
  let looks = 0;
  let idle = 0;
  const rounds = createRounds({
    async lookForDue(since): Promise<Due> {
      looks += 1;
      if (found.fails) throw new Error('no database');
      const { at } = found;
      return { ...found, now: clock.now(), at: at === undefined || at <= since ? undefined : at };
    },
    state: () => '',
    onIdle: () => {
      idle += 1;
    },
    clock,
    runLogged: async (_, work) => void (await work().catch(() => undefined)),
    signal: stopping.signal,
  });
  const note = async () => {
    for (let round = 0; !stopping.signal.aborted; round = rounds.latest()) {
      await rounds.after(round);
      if (!stopping.signal.aborted) begun.push((clock.now() - NOON) / 1_000);
    }
  };
  const running = Promise.all([rounds.run(), note()]);
  return {
    clock,
    rounds,
    found,
    begun,
    looks: () => looks,
    idle: () => idle,
    async stop() {
      stopping.abort(new Error('stopping'));
      await running;
    },
  };
}

test('an idle hour has a look in 30 seconds, and a round in half an hour', async () => {
  const { clock, begun, looks, idle, stop } = startRounds();
  await clock.advance(60 * 60_000);
  expect(begun).toEqual([0, 30 * 60, 60 * 60]);
  expect(looks()).toBe(121);
  expect(idle()).toBe(118);
  expect(Math.max(...clock.sleeps)).toBe(LOOK_MS);
  await stop();
});

test('a round begins at the instant that is due, and where something has come with the next look', async () => {
  const { clock, found, begun, stop } = startRounds();
  found.at = NOON + 47_300;
  await clock.advance(60_000);
  expect(begun).toEqual([0, 47.3]);
  found.mark = 'another';
  await clock.advance(60_000);
  expect(begun).toEqual([0, 47.3, 90]);
  await stop();
});

test('a round begins at once when it is woken, or when a look that is asked for finds something', async () => {
  const { clock, rounds, found, begun, stop } = startRounds();
  await clock.advance(10_000);
  rounds.look();
  await clock.advance(1_000);
  found.mark = 'another';
  rounds.look();
  await clock.advance(1_000);
  rounds.wake();
  await clock.advance(1_000);
  expect(begun).toEqual([0, 11, 12]);
  await stop();
});

test('what waits, and a job that has failed, has a round in each half minute and not more', async () => {
  const { clock, rounds, found, begun, stop } = startRounds();
  found.waiting = [0, 2];
  await clock.advance(60_000);
  rounds.look();
  await clock.advance(1_000);
  expect(begun).toEqual([0, 30, 60]);
  found.waiting = [0, 0];
  rounds.failed();
  await clock.advance(60_000);
  expect(begun).toEqual([0, 30, 60, 90]);
  await stop();
});

test('a round begins when more waits than before, and not when less does', async () => {
  const { clock, rounds, found, begun, stop } = startRounds();
  await clock.advance(1_000);
  for (const waiting of [
    [5, 0],
    [3, 0],
    [2, 1],
    [2, 0],
    [3, 0],
  ]) {
    found.waiting = waiting;
    rounds.look();
    await clock.advance(1_000);
  }
  expect(begun).toEqual([0, 1, 3, 5]);
  await stop();
});

test('a wish for a round outlasts a database that is away, and a clock that is set back begins one', async () => {
  const { clock, rounds, found, begun, stop } = startRounds();
  await clock.advance(1_000);
  found.fails = true;
  rounds.wake();
  await clock.advance(40_000);
  expect(begun).toEqual([0]);
  found.fails = false;
  await clock.advance(30_000);
  expect(begun).toEqual([0, 60]);
  clock.setAhead(-60 * 60_000);
  await clock.advance(30_000);
  expect(begun).toEqual([0, 60, 90 - 60 * 60]);
  await stop();
});
