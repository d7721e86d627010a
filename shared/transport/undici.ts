import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { InvalidInputError } from '../errors/errors.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { codeOf, failureOfNetwork } from './failures.ts';
import { type RequestLimit, startLimit } from './requestLimit.ts';
import { parseSubscriptionKey, redactKey, SUBSCRIPTION_KEY_HEADER } from './subscriptionKey.ts';
import { queryString, type Transport, TransportFailure } from './transport.ts';

export interface UndiciTransportOptions {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** Longest silence while a body is read, in milliseconds; 60 s when not set. */
  readonly idleTimeoutMs?: number | undefined;
  /** In place of connections of its own, such as a ProxyAgent. */
  readonly dispatcher?: Dispatcher | undefined;
  /** The proxy of an https service: HTTPS_PROXY (or HTTP_PROXY) unless NO_PROXY names its host. None when not set. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface UndiciTransport extends Transport {
  /** Ends the connections that are kept open. */
  close(): Promise<void>;
}

const CONNECTIONS = 8;
const FULL = {
  says: `no connection was free in time: all ${CONNECTIONS} connections are held by answers that are still being read`,
  advice:
    'Read the batches of each read to their end, or leave its loop; a client reads eight answers at once.',
};

const CLOSED = new Set(['UND_ERR_CLOSED', 'UND_ERR_DESTROYED']);
/** undici sends no request with such headers. */
const REFUSED = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);

/** zlib's default of 16 KB makes many small writes of a large body; 64 KB was the fastest measured. */
const INFLATE_CHUNK_BYTES = 64 * 1024;

/**
 * The client's way to the service in Node: undici with an agent of its own (the global one may be another version),
 * gzip asked for and decoded, redirects handed over as they are.
 */
export function createUndiciTransport(options: UndiciTransportOptions): UndiciTransport {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const key = parseSubscriptionKey(options.subscriptionKey);
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname === '/' ? '' : pathname;
  const agent = connectionsTo(baseUrl, options.environment);
  const dispatcher = options.dispatcher ?? agent;
  /** Answers of which a part is not read yet: each holds a connection. */
  let open = 0;

  return {
    redact: (text) => redactKey(text, key),
    close: () => agent.destroy(),
    async send(request) {
      const limit = startLimit(request);
      const isFull = open >= CONNECTIONS && options.dispatcher === undefined;
      try {
        const sent = dispatcher.request({
          origin,
          path: `${prefix}${request.path}${queryString(request)}`,
          method: request.method,
          headers: { ...request.headers, 'accept-encoding': 'gzip', [SUBSCRIPTION_KEY_HEADER]: key },
          body: request.body ?? null,
          bodyTimeout: options.idleTimeoutMs ?? 60_000,
          headersTimeout: 0,
          signal: limit.signal,
        });
        const answer = await orEnded(sent, limit.signal);
        const headers = plainHeaders(answer.headers);
        const body = decoded(answer.body, headers['content-encoding'], key);
        open += 1;
        body.once('close', () => {
          open -= 1;
        });
        return { status: answer.statusCode, headers, body: readBody(body, limit) };
      } catch (error) {
        limit.end();
        if (isFull && limit.isOver()) throw new TransportFailure('refused', FULL.says, FULL.advice);
        throw failureOf(error, limit, false);
      }
    },
  };
}

/** Connections of the client's own, through the proxy of the environment where there is one. */
function connectionsTo(baseUrl: string, environment: UndiciTransportOptions['environment']): Dispatcher {
  const options = { connections: CONNECTIONS, connect: { timeout: 10_000 }, maxResponseSize: -1 };
  const settingOf = (name: string) => environment?.[name.toLowerCase()] ?? environment?.[name] ?? '';
  const httpsProxy = settingOf('HTTPS_PROXY') || settingOf('HTTP_PROXY');
  // Without TLS the service is on this machine.
  if (httpsProxy === '' || !baseUrl.startsWith('https:')) return new Agent(options);
  return new EnvHttpProxyAgent({ ...options, httpProxy: '', httpsProxy, noProxy: settingOf('NO_PROXY') });
}

/** undici looks at the signal only once it has a connection for the request, which can take as long as others keep them. */
function orEnded<T>(sent: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    sent.then(resolve, reject);
  });
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]);
  }
  return Object.fromEntries(plain);
}

function decoded(body: Readable, encoding: string | undefined, key: string): Readable {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  if (name === 'identity' || name === '') return body;
  if (name === 'gzip' || name === 'x-gzip') {
    const inflate = createGunzip({ chunkSize: INFLATE_CHUNK_BYTES });
    // The error of either side reaches whoever reads `inflate`; the callback only keeps it from being unhandled.
    return pipeline(body, inflate, () => {});
  }
  body.on('error', () => {});
  body.destroy();
  throw new TransportFailure('encoding', redactKey(encoding ?? '', key).slice(0, 80));
}

async function* readBody(body: Readable, limit: RequestLimit): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of body) {
      limit.pause();
      yield chunk;
      limit.resume();
    }
  } catch (error) {
    throw failureOf(error, limit, true);
  } finally {
    limit.end();
  }
}

function failureOf(error: unknown, limit: RequestLimit, hasBegun: boolean): unknown {
  // A TypeError and its like are mistakes of ours, not of the connection.
  if (error instanceof TransportFailure || isMistake(error)) return error;
  if (limit.isOver()) return new TransportFailure('timeout', 'deadline');
  const code = codeOf(error);
  if (CLOSED.has(code)) {
    const expected = 'open: after close(), make a new client';
    return new InvalidInputError({ field: 'the client', value: 'closed', expected });
  }
  if (REFUSED.has(code)) {
    const expected = 'headers that a program may set: not connection, transfer-encoding, upgrade or expect';
    return new InvalidInputError({ field: 'headers', value: '(hidden)', expected });
  }
  return code === 'ABORT_ERR' ? error : failureOfNetwork(error, hasBegun);
}

function isMistake(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}
