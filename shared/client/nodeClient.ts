import type { Dispatcher } from 'undici';
import { systemClock } from '../clock/systemClock.ts';
import { createInProcessRateLimiter, createNamedRateLimiters } from '../rateLimit/inProcessRateLimiter.ts';
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
    const {
      rateLimiter = clock === systemClock
        ? rateLimiterOfKey(subscriptionKey)
        : createInProcessRateLimiter(clock),
    } = options;
    super({ ...options, transport, clock, rateLimiter });
    this.close = () => transport.close();
  }
}

/** Clients of this process with the same key share one; a clock of one's own is no time to share. */
const rateLimiterOfKey = createNamedRateLimiters(systemClock);

/** The four operations on undici, the machine's clock and a rate limiter that counts the calls of this process. */
export const RetailDataClient: new (
  options: RetailDataClientOptions,
) => RetailDataOperations & Pick<NodeClient, 'close'> = NodeClient;
/** What a client can do; a test may stand in for it with an object of its own. */
export type RetailDataClient = RetailDataOperations;
