import type { Dispatcher } from 'undici';
import { systemClock } from '../clock/systemClock.ts';
import { createInProcessRateLimiter, createNamedRateLimiters } from '../rateLimit/inProcessRateLimiter.ts';
import { parseBaseUrl } from '../transport/baseUrl.ts';
import { parseSubscriptionKey } from '../transport/subscriptionKey.ts';
import { createUndiciTransport } from '../transport/undici.ts';
import { PortableClient, type PortableClientOptions, type RetailDataOperations } from './client.ts';

/** Address and key are enough; everything else has a default. */
export interface RetailDataClientOptions extends Partial<Omit<PortableClientOptions, 'transport'>> {
  /** Address of the service, https; http for this machine only. */
  readonly baseUrl: string;
  /** The key from your profile at the service. */
  readonly subscriptionKey: string;
  /** An undici dispatcher, such as a ProxyAgent, in place of connections of the client's own. */
  readonly dispatcher?: Dispatcher | undefined;
  /**
   * Where the proxy of an https service is looked up, such as `process.env`: HTTPS_PROXY (or HTTP_PROXY), unless NO_PROXY
   * names the host. No proxy when not set.
   */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

class NodeClient extends PortableClient {
  readonly close: () => Promise<void>;
  [Symbol.asyncDispose] = () => this.close();

  constructor({ baseUrl, subscriptionKey, dispatcher, environment, ...options }: RetailDataClientOptions) {
    const transport = createUndiciTransport({ baseUrl, subscriptionKey, dispatcher, environment });
    const { clock = systemClock } = options;
    const {
      rateLimiter = clock === systemClock
        ? rateLimiterOf(`${parseBaseUrl(baseUrl)} ${parseSubscriptionKey(subscriptionKey)}`)
        : createInProcessRateLimiter(clock),
    } = options;
    super({ ...options, transport, clock, rateLimiter });
    this.close = () => transport.close();
  }
}

/** Clients of this process with the same address and key share one; a clock of one's own is no time to share. */
const rateLimiterOf = createNamedRateLimiters(systemClock);

/** The four operations on undici, the machine's clock and a rate limiter that counts the calls of this process. */
export interface RetailDataClient extends RetailDataOperations, AsyncDisposable {
  /** Ends its connections, and with them what is under way; a `dispatcher` of yours stays open. A script may also just end. */
  close(): Promise<void>;
}
export const RetailDataClient: new (options: RetailDataClientOptions) => RetailDataClient = NodeClient;
