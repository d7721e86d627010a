import { InvalidInputError } from '../errors/errors.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { failureOfNetwork } from './failures.ts';
import { type RequestLimit, startLimit } from './requestLimit.ts';
import { parseSubscriptionKey, redactKey, SUBSCRIPTION_KEY_HEADER } from './subscriptionKey.ts';
import { queryString, type Transport, TransportFailure } from './transport.ts';

export interface FetchTransportOptions {
  /** Address of the service, https; http for this machine only. */
  readonly baseUrl: string;
  /** The key from your profile at the service. */
  readonly subscriptionKey: string;
  /** In place of the global one: another HTTP client behind the same interface, or a stand-in of the service for tests. */
  readonly fetch?: typeof fetch | undefined;
}

/** The client's way to the service by `fetch`, which asks for gzip and decodes it by itself. Redirects are handed over. */
export function createFetchTransport(options: FetchTransportOptions): Transport {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const key = parseSubscriptionKey(options.subscriptionKey);
  return {
    redact: (text) => redactKey(text, key),
    async send(request) {
      const ask = options.fetch ?? fetch;
      const limit = startLimit(request);
      try {
        const response = await ask(`${baseUrl}${request.path}${queryString(request)}`, {
          method: request.method,
          headers: { ...request.headers, [SUBSCRIPTION_KEY_HEADER]: key },
          body: request.body ?? null,
          redirect: 'manual',
          signal: limit.signal,
        });
        // A browser hides the status of a redirect.
        const status = response.type === 'opaqueredirect' ? 302 : response.status;
        return { status, headers: Object.fromEntries(response.headers), body: bodyOf(response, limit) };
      } catch (error) {
        limit.end();
        throw failureOf(error, limit, false);
      }
    },
  };
}

async function* bodyOf({ body }: Response, limit: RequestLimit): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) return;
      limit.pause();
      yield next.value;
      limit.resume();
    }
  } catch (error) {
    throw failureOf(error, limit, true);
  } finally {
    limit.end();
    await reader?.cancel().catch(() => undefined);
  }
}

function failureOf(error: unknown, limit: RequestLimit, hasBegun: boolean): unknown {
  if (limit.isOver()) return new TransportFailure('timeout', 'deadline');
  if (limit.signal.aborted || error instanceof InvalidInputError) return error;
  return failureOfNetwork(error, hasBegun);
}
