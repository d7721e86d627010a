import type { RateLimiter } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { type RateLimit, STOCK_RATE_LIMITS } from 'retail-data-client/rateLimit/rateLimiter';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS, expectWithinLimits } from '../../../support/bot/callInstants.ts';
import { RATE_LIMITER_PLACES, type RateLimiterPlace } from '../../../support/bot/rateLimiterPlaces.ts';
import { createFakeClock, NOON } from '../../../support/fakeClock.ts';
import fc from '../../../support/property.ts';

let keys = 0;
/** Every test has a key of its own, of which no call is counted yet. */
function newKey(): string {
  keys += 1;
  return `key-of-test-${keys}`;
}

/** The rate limiter with that number, counted around. */
function pick(rateLimiters: readonly RateLimiter[], number: number): RateLimiter {
  const rateLimiter = rateLimiters[number % rateLimiters.length];
  if (rateLimiter === undefined) throw new Error('there are no rate limiters');
  return rateLimiter;
}

/** That many callers at the same time, over all rate limiters; gives how many got a call and when the others may come. */
async function callTogether(rateLimiters: readonly RateLimiter[], callers: number) {
  const outcomes = await Promise.all(
    Array.from({ length: callers }, (_, at) => pick(rateLimiters, at).tryAcquire()),
  );
  const granted = outcomes.filter((outcome) => outcome.acquired).length;
  return { granted, retryAt: outcomes.flatMap((outcome) => (outcome.acquired ? [] : [outcome.retryAt])) };
}

describe.each(RATE_LIMITER_PLACES)('the rate limiter in $name', ({ open, lasts, runs }) => {
  let place: RateLimiterPlace;
  beforeAll(async () => {
    place = await open();
  });
  afterEach(() => place.restart());
  afterAll(() => place.close());

  const start = async (count: number, limits: readonly RateLimit[] = STOCK_RATE_LIMITS) => {
    const clock = createFakeClock();
    const subscriptionKey = newKey();
    const rateLimiters = await place.rateLimiters(count, { subscriptionKey, clock, limits });
    return { clock, subscriptionKey, rateLimiters, rateLimiter: pick(rateLimiters, 0) };
  };

  test('lets 20 of 50 callers go at once, 20 after a minute and 10 after two', async () => {
    const { clock, rateLimiters } = await start(3);
    const first = await callTogether(rateLimiters, 50);
    expect(first.granted).toBe(20);
    expect(new Set(first.retryAt)).toEqual(new Set([NOON + 61_000]));
    clock.set(NOON + 60_999);
    expect((await callTogether(rateLimiters, 30)).granted).toBe(0);
    clock.set(NOON + 61_000);
    expect((await callTogether(rateLimiters, 30)).granted).toBe(20);
    clock.set(NOON + 122_000);
    expect((await callTogether(rateLimiters, 10)).granted).toBe(10);
  });

  test('never grants the 401st call of a day, and grants it when the day is over', async () => {
    const { clock, rateLimiters, rateLimiter } = await start(2);
    for (let minute = 0; minute < 20; minute += 1) {
      clock.set(NOON + minute * 61_000);
      expect((await callTogether(rateLimiters, 20)).granted).toBe(20);
    }
    for (const later of [20 * 61_000, DAY_MS / 2, DAY_MS, DAY_MS + 59_999]) {
      clock.set(NOON + later);
      expect(await callTogether(rateLimiters, 1)).toEqual({ granted: 0, retryAt: [NOON + DAY_MS + 60_000] });
    }
    expect(await rateLimiter.remaining()).toBe(0);
    clock.set(NOON + DAY_MS + 60_000);
    expect(await rateLimiter.remaining()).toBe(20);
    expect((await rateLimiter.tryAcquire()).acquired).toBe(true);
  });

  test('keeps its limits whenever callers come together, and refuses nobody without need', async () => {
    const arrival = fc.record({
      gap: fc.oneof(fc.integer({ min: 0, max: 70_000 }), fc.constantFrom(0, 60_999, 61_000, 600_000)),
      callers: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }) }, fc.constant(50)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { minLength: 1, maxLength: 25 }), async (arrivals) => {
        const { clock, rateLimiters } = await start(2);
        const instants: number[] = [];
        for (const { gap, callers } of arrivals) {
          clock.set(clock.now() + gap);
          const now = clock.now();
          const free = Math.min(
            ...STOCK_RATE_LIMITS.map(
              ({ calls, windowMs }) => calls - instants.filter((at) => at > now - windowMs).length,
            ),
          );
          const { granted } = await callTogether(rateLimiters, callers);
          expect(granted).toBe(Math.min(free, callers));
          instants.push(...Array.from({ length: granted }, () => now));
        }
        expectWithinLimits(instants);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });

  test('answers like the rate limiter of one process, whatever happens, clock set back included', async () => {
    const limits = [
      { calls: 3, windowMs: 1_000 },
      { calls: 7, windowMs: 10_000 },
    ];
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ does: fc.constant('tryAcquire'), by: fc.constant(0) }) },
      {
        weight: 4,
        arbitrary: fc.record({ does: fc.constant('wait'), by: fc.integer({ min: 0, max: 2_000 }) }),
      },
      fc.record({ does: fc.constant('set back'), by: fc.integer({ min: 1, max: 20_000 }) }),
      fc.record({ does: fc.constant('close'), by: fc.integer({ min: -500, max: 5_000 }) }),
      fc.record({ does: fc.constantFrom('remaining', 'nextAllowedAt'), by: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        const { clock, rateLimiters } = await start(2, limits);
        const model = createInProcessRateLimiter(clock, limits);
        for (const [number, { does, by }] of steps.entries()) {
          const act = async (rateLimiter: RateLimiter) => {
            if (does === 'tryAcquire') return rateLimiter.tryAcquire();
            // Calls that a clock set back has drawn together can be more than the limit: none is left then.
            if (does === 'remaining') return Math.max(0, await rateLimiter.remaining());
            // An instant that has passed means that a call is free, whichever instant it is.
            if (does === 'nextAllowedAt') return Math.max(clock.now(), await rateLimiter.nextAllowedAt());
            return does === 'close' ? rateLimiter.blockUntil(clock.now() + by) : undefined;
          };
          if (does === 'wait') clock.set(clock.now() + by);
          if (does === 'set back') {
            clock.set(clock.now() - by);
            // Looking ahead changes nothing in a database: a set clock is noticed by whoever writes.
            for (const each of [pick(rateLimiters, number), model]) await each.blockUntil(clock.now());
          }
          expect(await act(pick(rateLimiters, number))).toEqual(await act(model));
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });

  test('tells how many calls are left and when the next is free, as tryAcquire() then finds it', async () => {
    const { clock, rateLimiter } = await start(1);
    expect(await rateLimiter.remaining()).toBe(20);
    expect(await rateLimiter.nextAllowedAt()).toBeLessThanOrEqual(NOON);
    for (let count = 0; count < 20; count += 1) {
      clock.set(NOON + count * 1_000);
      expect(await rateLimiter.remaining()).toBe(20 - count);
      await rateLimiter.tryAcquire();
    }
    expect(await rateLimiter.remaining()).toBe(0);
    expect(await rateLimiter.nextAllowedAt()).toBe(NOON + 61_000);
    expect(await rateLimiter.tryAcquire()).toEqual({ acquired: false, retryAt: NOON + 61_000 });
    clock.set(NOON + 63_000);
    expect(await rateLimiter.remaining()).toBe(3);
    expect((await callTogether([rateLimiter], 4)).granted).toBe(3);
  });

  test('shares a refusal by the service with everyone who uses the key, and with no other key', async () => {
    const { clock, rateLimiters } = await start(2);
    await pick(rateLimiters, 0).blockUntil(NOON + 60_000);
    await pick(rateLimiters, 0).blockUntil(NOON + 10_000);
    const other = pick(rateLimiters, 1);
    expect(await other.tryAcquire()).toEqual({ acquired: false, retryAt: NOON + 60_000 });
    expect(await other.remaining()).toBe(0);
    expect(await other.nextAllowedAt()).toBe(NOON + 60_000);
    const stranger = await start(1);
    expect(await stranger.rateLimiter.tryAcquire()).toEqual({ acquired: true });
    clock.set(NOON + 60_000);
    expect(await other.remaining()).toBe(20);
    expect(await other.tryAcquire()).toEqual({ acquired: true });
  });

  test('counts every key by itself', async () => {
    const one = await start(1);
    const other = await start(1);
    expect((await callTogether(one.rateLimiters, 25)).granted).toBe(20);
    expect(await other.rateLimiter.remaining()).toBe(20);
    expect((await callTogether(other.rateLimiters, 25)).granted).toBe(20);
  });

  test('frees no call early when the clock is set back, and locks none away for long', async () => {
    const { clock, rateLimiters } = await start(2);
    await callTogether(rateLimiters, 20);
    clock.set(NOON - DAY_MS);
    expect((await callTogether(rateLimiters, 2)).granted).toBe(0);
    clock.set(NOON - DAY_MS + 60_999);
    expect((await callTogether(rateLimiters, 2)).granted).toBe(0);
    clock.set(NOON - DAY_MS + 61_000);
    expect((await callTogether(rateLimiters, 2)).granted).toBe(2);
  });

  if (lasts)
    test('has none left, and not fewer, when a clock set back has drawn too many calls together', async () => {
      const { clock, rateLimiter } = await start(1, [
        { calls: 2, windowMs: 1_000 },
        { calls: 9, windowMs: 9_000 },
      ]);
      for (const at of [NOON, NOON, NOON + 1_000, NOON + 1_000]) {
        clock.set(at);
        expect(await rateLimiter.tryAcquire()).toEqual({ acquired: true });
      }
      clock.set(NOON);
      expect(await rateLimiter.remaining()).toBe(0);
      expect(await rateLimiter.tryAcquire()).toEqual({ acquired: false, retryAt: NOON + 1_000 });
    });

  if (lasts)
    test('knows after a restart what was called and refused before it', async () => {
      const { clock, subscriptionKey, rateLimiters } = await start(2);
      await callTogether(rateLimiters, 15);
      const again = async (): Promise<RateLimiter[]> => {
        await place.restart();
        return place.rateLimiters(2, { subscriptionKey, clock });
      };
      const second = await again();
      expect(await pick(second, 0).remaining()).toBe(5);
      expect((await callTogether(second, 50)).granted).toBe(5);
      await pick(second, 1).blockUntil(NOON + 90_000);
      const third = await again();
      expect(await pick(third, 0).nextAllowedAt()).toBe(NOON + 90_000);
      clock.set(NOON + 89_999);
      expect((await callTogether(third, 2)).granted).toBe(0);
      clock.set(NOON + 90_000);
      expect((await callTogether(third, 2)).granted).toBe(2);
    });
});
