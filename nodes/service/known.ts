import { createHash } from 'node:crypto';
import { createTotals, type Totals } from 'retail-data-client/pagination/totals';
import type { RateLimiter } from 'retail-data-client/portable';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import type { ServiceAddress } from './address.ts';
import { nodeClock } from './clock.ts';

/** What this process knows of a subscription key at its address, for all executions. Other n8n processes have their own. */
interface Known {
  /** The calls on accumulated stock that may still be made. */
  readonly rateLimiter: RateLimiter;
  readonly totals: Totals;
}

/** By a hash, so that the key itself is kept nowhere. */
const known = new Map<string, Known>();

export function knownOf({ baseUrl, subscriptionKey }: ServiceAddress): Known {
  const name = createHash('sha256').update(`${baseUrl} ${subscriptionKey}`).digest('hex');
  const found = known.get(name) ?? {
    rateLimiter: createInProcessRateLimiter(nodeClock),
    totals: createTotals(),
  };
  known.set(name, found);
  return found;
}
