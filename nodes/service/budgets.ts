import { createHash } from 'node:crypto';
import type { RateLimiter } from 'retail-data-client/portable';
import { createNamedRateLimiters } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import type { ServiceAddress } from './address.ts';
import { nodeClock } from './clock.ts';

/**
 * The calls on accumulated stock that each subscription key may still make at its address, for all executions of this
 * process. Held by a hash, so that the key itself is kept nowhere. Other n8n processes have a count of their own.
 */
const rateLimiterOf = createNamedRateLimiters(nodeClock);

export function budgetOf({ baseUrl, subscriptionKey }: ServiceAddress): RateLimiter {
  return rateLimiterOf(createHash('sha256').update(`${baseUrl} ${subscriptionKey}`).digest('hex'));
}
