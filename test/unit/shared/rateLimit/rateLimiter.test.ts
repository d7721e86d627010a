import { RateLimitError, type RateLimiter } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { type AnnouncedWait, acquire, STOCK_RATE_LIMITS } from 'retail-data-client/rateLimit/rateLimiter';
import { describe, expect, test } from 'vitest';
import {
  createFakeClock,
  createJumpingClock,
  type FakeClock,
  NOON,
  settled,
} from '../../../support/fakeClock.ts';
import fc from '../../../support/property.ts';
import { rejection } from '../../../support/testClient.ts';

const DAY_MS = 24 * 3_600_000;
const PATIENT = { maxWaitMs: 30 * DAY_MS };

/** Notes the instant of every call that was granted. */
function watched(clock: FakeClock): { budget: RateLimiter; granted: readonly number[] } {
  const granted: number[] = [];
  const inner = createInProcessRateLimiter(clock);
  const budget: RateLimiter = {
    ...inner,
    async tryAcquire() {
      const taken = await inner.tryAcquire();
      if (taken.acquired) granted.push(clock.now());
      return taken;
    },
  };
  return { budget, granted };
}

/** The most calls in any stretch of that many milliseconds, both ends included. */
function mostIn(granted: readonly number[], milliseconds: number): number {
  let most = 0;
  granted.forEach((last, index) => {
    const first = granted.findIndex((at) => at >= last - milliseconds);
    most = Math.max(most, index - first + 1);
  });
  return most;
}

function expectWithinLimits(granted: readonly number[]): void {
  expect(mostIn(granted, 60_000)).toBeLessThanOrEqual(20);
  expect(mostIn(granted, DAY_MS)).toBeLessThanOrEqual(400);
}

describe('the budget of accumulated stock', () => {
  test('lets 20 of 50 callers go at once, 20 after a minute and 10 after two', async () => {
    const clock = createFakeClock();
    const { budget, granted } = watched(clock);
    const callers = Array.from({ length: 50 }, () => acquire(budget, clock, PATIENT));
    await settled();
    expect(granted).toHaveLength(20);
    expect(new Set(granted)).toEqual(new Set([NOON]));
    await clock.runUntilIdle();
    await Promise.all(callers);
    expect(granted).toHaveLength(50);
    expectWithinLimits(granted);
    expect(clock.now() - NOON).toBe(2 * 61_000);
  });

  test('keeps its limits whenever callers come, and makes nobody wait without need', async () => {
    // From bursts that spend a day's calls within the hour to callers who come now and then.
    const gaps = fc
      .constantFrom(50, 3_000, 30_000, 600_000)
      .chain((max) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 900, size: 'max' }));
    await fc.assert(
      fc.asyncProperty(gaps, async (drawn) => {
        const clock = createFakeClock();
        const { budget, granted } = watched(clock);
        for (const milliseconds of drawn) {
          clock.set(clock.now() + milliseconds);
          const taken = await budget.tryAcquire();
          if (taken.acquired) continue;
          // Refused means that one more call here would break a limit, kept a little longer than stated.
          const now = clock.now();
          const full = STOCK_RATE_LIMITS.some(
            ({ calls, windowMs }) => granted.filter((at) => at > now - windowMs).length >= calls,
          );
          expect(full).toBe(true);
          expect(taken.retryAt).toBeGreaterThan(now);
          clock.set(taken.retryAt - 1);
          expect((await budget.tryAcquire()).acquired).toBe(false);
          clock.set(taken.retryAt);
          expect((await budget.tryAcquire()).acquired).toBe(true);
        }
        expectWithinLimits(granted);
      }),
      // Making a failing list of hundreds smaller takes minutes and shows no more.
      { numRuns: 60, endOnFailure: true },
    );
  });

  test('keeps its limits with callers who wait, come and give up at random', async () => {
    const caller = fc.record({
      after: fc.integer({ min: 0, max: 20_000 }),
      patience: fc.constantFrom(0, 1_000, 61_000, DAY_MS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(caller, { minLength: 30, maxLength: 120, size: 'max' }), async (callers) => {
        const clock = createFakeClock();
        const { budget, granted } = watched(clock);
        const calls: Promise<unknown>[] = [];
        for (const { after, patience } of callers) {
          await clock.advance(after);
          calls.push(acquire(budget, clock, { maxWaitMs: patience }).catch((error: unknown) => error));
        }
        await clock.runUntilIdle();
        for (const outcome of await Promise.all(calls)) {
          if (outcome !== undefined) expect(outcome).toBeInstanceOf(RateLimitError);
        }
        expectWithinLimits(granted);
      }),
      { numRuns: 15 },
    );
  });

  test('tells how many calls are left and when the next is free', async () => {
    const clock = createFakeClock();
    const budget = createInProcessRateLimiter(clock);
    expect(await budget.remaining()).toBe(20);
    expect(await budget.nextAllowedAt()).toBeLessThanOrEqual(NOON);
    for (let count = 0; count < 20; count += 1) {
      clock.set(NOON + count * 1_000);
      await budget.tryAcquire();
    }
    expect(await budget.remaining()).toBe(0);
    expect(await budget.nextAllowedAt()).toBe(NOON + 61_000);
    clock.set(NOON + 63_000);
    expect(await budget.remaining()).toBe(3);
  });
});

describe('a clock that is set back', () => {
  test('frees no call early and locks none away for long', async () => {
    const clock = createFakeClock();
    const budget = createInProcessRateLimiter(clock);
    for (let count = 0; count < 20; count += 1) await budget.tryAcquire();
    clock.set(NOON - DAY_MS);
    expect((await budget.tryAcquire()).acquired).toBe(false);
    clock.set(NOON - DAY_MS + 60_999);
    expect((await budget.tryAcquire()).acquired).toBe(false);
    clock.set(NOON - DAY_MS + 61_000);
    expect((await budget.tryAcquire()).acquired).toBe(true);
  });

  test('keeps a closed budget closed no longer than it was to be', async () => {
    const clock = createFakeClock();
    const budget = createInProcessRateLimiter(clock);
    await budget.blockUntil(NOON + 60_000);
    clock.set(NOON - DAY_MS);
    expect((await budget.tryAcquire()).acquired).toBe(false);
    clock.set(NOON - DAY_MS + 59_999);
    expect((await budget.tryAcquire()).acquired).toBe(false);
    clock.set(NOON - DAY_MS + 60_000);
    expect((await budget.tryAcquire()).acquired).toBe(true);
  });

  test('over and over, with callers in between, breaks no limit in the time that really passed', async () => {
    const step = fc.record({
      real: fc.integer({ min: 0, max: 5_000 }),
      back: fc.integer({ min: 0, max: 3_600_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 50, maxLength: 200, size: 'max' }), async (steps) => {
        const clock = createFakeClock();
        const budget = createInProcessRateLimiter(clock);
        const grantedReally: number[] = [];
        let real = 0;
        for (const { real: passed, back } of steps) {
          real += passed;
          clock.set(clock.now() + passed - (back % 7 === 0 ? back : 0));
          if ((await budget.tryAcquire()).acquired) grantedReally.push(real);
        }
        expectWithinLimits(grantedReally);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a budget that was closed', () => {
  test('opens at the instant, and an earlier one does not shorten it', async () => {
    const clock = createFakeClock();
    const budget = createInProcessRateLimiter(clock);
    await budget.blockUntil(NOON + 60_000);
    await budget.blockUntil(NOON + 10_000);
    expect(await budget.tryAcquire()).toEqual({ acquired: false, retryAt: NOON + 60_000 });
    expect(await budget.remaining()).toBe(0);
    expect(await budget.nextAllowedAt()).toBe(NOON + 60_000);
    clock.set(NOON + 60_000);
    expect(await budget.tryAcquire()).toEqual({ acquired: true });
    expect(await budget.remaining()).toBe(19);
  });

  test('stays closed for its window when the calls in it are free earlier', async () => {
    const clock = createFakeClock();
    const budget = createInProcessRateLimiter(clock, [{ calls: 1, windowMs: 1_000 }]);
    await budget.tryAcquire();
    await budget.blockUntil(NOON + 5_000);
    expect(await budget.nextAllowedAt()).toBe(NOON + 5_000);
    const other = createInProcessRateLimiter(clock, [{ calls: 1, windowMs: 9_000 }]);
    await other.tryAcquire();
    await other.blockUntil(NOON + 5_000);
    expect(await other.nextAllowedAt()).toBe(NOON + 9_000);
  });
});

describe('waiting for a call', () => {
  const full = async (clock: FakeClock) => {
    const budget = createInProcessRateLimiter(clock);
    for (let count = 0; count < 20; count += 1) await budget.tryAcquire();
    return budget;
  };

  test('is announced before it begins, with how long and why', async () => {
    const clock = createJumpingClock();
    const budget = createInProcessRateLimiter(clock);
    for (let count = 0; count < 20; count += 1) await budget.tryAcquire();
    const waits: (AnnouncedWait & { at: number })[] = [];
    await acquire(budget, clock, {
      maxWaitMs: 61_000,
      onWait: (wait) => waits.push({ ...wait, at: clock.now() }),
    });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toMatchObject({ waitMs: 61_000, at: NOON });
    expect(waits[0]?.reason).toMatch(/61 seconds.*20 calls a minute and 400 a day/);
    expect(clock.sleeps).toEqual([61_000]);
  });

  test('is not announced when there is none', async () => {
    const clock = createFakeClock();
    const onWait = () => expect.unreachable('there is no wait');
    await acquire(createInProcessRateLimiter(clock), clock, { maxWaitMs: 0, onWait });
  });

  test('is refused at once when it is longer than the caller allows, saying how long', async () => {
    const clock = createFakeClock();
    const budget = await full(clock);
    const error = await rejection(acquire(budget, clock, { maxWaitMs: 60_999 }));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterMs: 61_000, status: undefined, operation: 'accumulatedStock' });
    expect(String(error)).toContain('61 seconds');
    expect(clock.sleeps).toEqual([]);
  });

  test('ends with the reason of an abort, and the call stays free', async () => {
    const clock = createFakeClock();
    const budget = await full(clock);
    const abort = new AbortController();
    const waiting = rejection(acquire(budget, clock, { ...PATIENT, signal: abort.signal }));
    await settled();
    const reason = new Error('the person left');
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    await clock.advance(61_000);
    expect(await budget.remaining()).toBe(20);
  });

  test('does not begin for a caller who has already left', async () => {
    const clock = createFakeClock();
    const budget = createInProcessRateLimiter(clock);
    const reason = new Error('the person left');
    expect(await rejection(acquire(budget, clock, { ...PATIENT, signal: AbortSignal.abort(reason) }))).toBe(
      reason,
    );
    expect(await budget.remaining()).toBe(20);
  });
});
