import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { SUBSCRIPTION_KEY_HEADER } from '../../transport/subscriptionKey.ts';
import { TransportFailure } from '../../transport/transport.ts';
import type { ServiceSettings } from '../settings.ts';

/** One GET. There is no other method: nothing is ever changed. */
export interface Question {
  /** Path below the base URL, starting with a slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The configured key, or one that cannot be right. */
  readonly key: 'own' | 'wrong';
  readonly signal?: AbortSignal | undefined;
}

export interface Reply {
  readonly status: number;
  /** As they were sent, their case kept. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded from its content encoding. */
  readonly text: string;
}

/**
 * How a question reaches the service as it is, before any client reads it. Follows no redirect and asks for gzip.
 * @throws TransportFailure when no whole answer came.
 */
export type HttpClient = (question: Question) => Promise<Reply>;

const TIMEOUT_MS = 120_000;
/** Far above all that is asked for; a body without an end must not fill the memory. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Asks with Node's own HTTP, which shows the headers in the case they were sent in. */
export function createHttpClient(settings: ServiceSettings, timeoutMs = TIMEOUT_MS): HttpClient {
  return async (question) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = question.signal === undefined ? timeout : AbortSignal.any([question.signal, timeout]);
    try {
      return await readReply(await open(settings, question, signal));
    } catch (error) {
      question.signal?.throwIfAborted();
      throw failureOf(error, timeout);
    }
  };
}

function open(settings: ServiceSettings, question: Question, signal: AbortSignal): Promise<IncomingMessage> {
  const query = new URLSearchParams(question.query).toString().replaceAll('+', '%20');
  const url = new URL(`${settings.baseUrl}${question.path}${query === '' ? '' : `?${query}`}`);
  const own = settings.subscriptionKey;
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    [SUBSCRIPTION_KEY_HEADER]: question.key === 'own' ? own : otherThan(own),
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { method: 'GET', headers, signal, agent: false }, resolve).on('error', reject).end();
  });
}

function otherThan(key: string): string {
  const [wrong, another] = ['0'.repeat(32), 'f'.repeat(32)];
  return key === wrong ? another : wrong;
}

async function readReply(answer: IncomingMessage): Promise<Reply> {
  const { statusCode = 0, rawHeaders } = answer;
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  const isGzip = /^(x-)?gzip$/i.test(answer.headers['content-encoding']?.trim() ?? '');
  const body: Readable = isGzip ? pipeline(answer, createGunzip(), () => {}) : answer;
  return { status: statusCode, headers, text: (await buffer(limited(body))).toString('utf8') };
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES)
      throw new TransportFailure('interrupted', 'the answer is too large for this check');
    yield chunk;
  }
}

function failureOf(error: unknown, timeout: AbortSignal): TransportFailure {
  if (error instanceof TransportFailure) return error;
  if (timeout.aborted) return new TransportFailure('timeout', 'deadline');
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const isUnreachable =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_TLS|.*CERT.*|EPROTO)/.test(
      code,
    );
  return new TransportFailure(isUnreachable ? 'unreachable' : 'interrupted', code);
}
