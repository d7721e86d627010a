import type { Dispatcher } from 'undici';
import { systemClock } from '../clock/systemClock.ts';
import { createInProcessRateLimiter } from '../rateLimit/inProcessRateLimiter.ts';
import type { RateLimiter } from '../rateLimit/rateLimiter.ts';
import { createUndiciTransport } from '../transport/undici.ts';
import {
  PortableClient,
  type PortableClientOptions,
  type RetailDataClient as RetailDataOperations,
} from './client.ts';

/** Address and key are enough; everything else has a default. */
export interface RetailDataClientOptions extends Partial<Omit<PortableClientOptions, 'transport'>> {
  /** Address of the service, https; http for this machine only. */
  readonly baseUrl: string;
  /** The key from your profile at the service. */
  readonly subscriptionKey: string;
  /** An undici dispatcher, such as a ProxyAgent, in place of connections of the client's own. */
  readonly dispatcher?: Dispatcher | undefined;
}

class NodeClient extends PortableClient {
  /** Ends the connections that are kept open; those of a given dispatcher stay. A script may also just end. */
  readonly close: () => Promise<void>;

  constructor({ baseUrl, subscriptionKey, dispatcher, ...options }: RetailDataClientOptions) {
    const transport = createUndiciTransport({ baseUrl, subscriptionKey, dispatcher });
    const { clock = systemClock } = options;
    const { rateLimiter = rateLimiterOf(subscriptionKey, clock) } = options;
    super({ ...options, transport, clock, rateLimiter });
    this.close = () => transport.close();
  }
}

const rateLimiters = new Map<string, RateLimiter>();

/** The service counts by key, so clients of this process with the same key share one. */
function rateLimiterOf(subscriptionKey: string, clock: typeof systemClock): RateLimiter {
  if (clock !== systemClock) return createInProcessRateLimiter(clock);
  const known = rateLimiters.get(subscriptionKey);
  if (known !== undefined) return known;
  const limiter = createInProcessRateLimiter(clock);
  rateLimiters.set(subscriptionKey, limiter);
  return limiter;
}

/** The four operations on undici, the machine's clock and a rate limiter that counts the calls of this process. */
export const RetailDataClient: new (
  options: RetailDataClientOptions,
) => RetailDataOperations & Pick<NodeClient, 'close'> = NodeClient;
/** What a client can do; a test may stand in for it with an object of its own. */
export type RetailDataClient = RetailDataOperations;
