import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { InvalidInputError } from '../errors/errors.ts';
import { parseBaseUrl } from './baseUrl.ts';
import { type RequestLimit, startLimit } from './requestLimit.ts';
import { parseSubscriptionKey, redactKey, SUBSCRIPTION_KEY_HEADER } from './subscriptionKey.ts';
import { type Transport, TransportFailure, type TransportRequest } from './transport.ts';

export interface UndiciTransportOptions {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** Longest silence while a body is read, in milliseconds; 60 s when not set. */
  readonly idleTimeoutMs?: number | undefined;
  /** In place of connections of its own, such as a ProxyAgent. */
  readonly dispatcher?: Dispatcher | undefined;
}

export interface UndiciTransport extends Transport {
  /** Ends the connections that are kept open. */
  close(): Promise<void>;
}

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
  const agent = new Agent({ connections: 8, connect: { timeout: 10_000 }, maxResponseSize: -1 });
  const dispatcher = options.dispatcher ?? agent;

  return {
    redact: (text) => redactKey(text, key),
    close: () => agent.destroy(),
    async send(request) {
      const limit = startLimit(request);
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
        return {
          status: answer.statusCode,
          headers,
          body: readBody(decoded(answer.body, headers['content-encoding'], key), limit),
        };
      } catch (error) {
        limit.end();
        throw failureOf(error, limit, 'unreachable');
      }
    },
  };
}

/** undici looks at the signal only once it has a connection for the request, which can take as long as others keep them. */
function orEnded<T>(sent: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    sent.then(resolve, reject);
  });
}

/** A space travels as %20: not every server reads a plus sign as one. */
function queryString(request: TransportRequest): string {
  const text = new URLSearchParams(request.query).toString().replaceAll('+', '%20');
  return text === '' ? '' : `?${text}`;
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
    throw failureOf(error, limit, 'interrupted');
  } finally {
    limit.end();
  }
}

/** The cause is left out on purpose where it could carry request headers; the code says enough. */
function failureOf(error: unknown, limit: RequestLimit, otherwise: 'unreachable' | 'interrupted'): unknown {
  // A TypeError and its like are mistakes of ours, not of the connection.
  if (error instanceof TransportFailure || isMistake(error)) return error;
  if (limit.isOver()) return new TransportFailure('timeout', 'deadline');
  const proxy = error instanceof Error ? /Proxy response \((\d+)\)/.exec(error.message) : null;
  if (proxy !== null) return new TransportFailure('unreachable', `the proxy answers with status ${proxy[1]}`);
  const code = codeOf(error);
  if (CLOSED.has(code)) {
    const expected = 'open: after close(), make a new client';
    return new InvalidInputError({ field: 'the client', value: 'closed', expected });
  }
  if (REFUSED.has(code)) {
    const expected = 'headers that a program may set: not connection, transfer-encoding, upgrade or expect';
    return new InvalidInputError({ field: 'headers', value: '(hidden)', expected });
  }
  if (/TIMEOUT|ETIMEDOUT/.test(code) && otherwise === 'interrupted')
    return new TransportFailure('timeout', code);
  if (code === 'ABORT_ERR') return error;
  const answered =
    otherwise === 'interrupted' || /^(UND_ERR_SOCKET|ECONNRESET|HPE_.*|HTTPParserError)$/.test(code);
  return new TransportFailure(answered ? 'interrupted' : 'unreachable', code);
}

function isMistake(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name;
}
