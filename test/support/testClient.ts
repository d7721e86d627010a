import { type Clock, type RateLimiter, RetailDataClient } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { onTestFinished } from 'vitest';
import { createJumpingClock } from './fakeClock.ts';

export const KEY = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

export interface TestClientParts {
  readonly baseUrl: string;
  readonly subscriptionKey?: string;
  readonly clock?: Clock;
  readonly rateLimiter?: RateLimiter;
  readonly random?: () => number;
}

/** A client with the real transport and a clock that never makes a test wait; closed when the test ends. */
export function createTestClient(parts: TestClientParts): RetailDataClient {
  const clock = parts.clock ?? createJumpingClock();
  const client = new RetailDataClient({
    baseUrl: parts.baseUrl,
    subscriptionKey: parts.subscriptionKey ?? KEY,
    clock,
    rateLimiter: parts.rateLimiter ?? createInProcessRateLimiter(clock),
    random: parts.random ?? (() => 0),
  });
  onTestFinished(() => client.close());
  return client;
}

/** The error a promise rejects with; fails the test when it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The promise was expected to reject, but it resolved.');
}
