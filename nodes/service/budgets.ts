import { createHash } from 'node:crypto';
import type { RateLimiter } from 'retail-data-client/portable';
import { createNamedRateLimiters } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { nodeClock } from './clock.ts';

/**
 * The calls on accumulated stock that each subscription key may still make, for all executions of this process. Held
 * by the hash of the key, so that the key itself is kept nowhere. Other n8n processes have a count of their own.
 */
const rateLimiterOf = createNamedRateLimiters(nodeClock);

export function budgetOf(subscriptionKey: string): RateLimiter {
  return rateLimiterOf(createHash('sha256').update(subscriptionKey).digest('hex'));
}
