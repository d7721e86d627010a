import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import type { Exchange, KeyChoice, Question, Reply } from '../serviceCheck/exchange.ts';
import { SUBSCRIPTION_KEY_HEADER } from '../transport/subscriptionKey.ts';
import { TransportFailure } from '../transport/transport.ts';
import type { ServiceSettings } from './settings.ts';

const TIMEOUT_MS = 120_000;
/** Far above all that is asked for; a body without an end must not fill the memory. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Asks with Node's own HTTP, which shows the headers in the case they were sent in. */
export function createHttpExchange(settings: ServiceSettings, timeoutMs = TIMEOUT_MS): Exchange {
  return async (question) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = question.signal === undefined ? deadline : AbortSignal.any([question.signal, deadline]);
    try {
      const answer = await open(settings, question, signal);
      return await replyOf(answer);
    } catch (error) {
      question.signal?.throwIfAborted();
      throw failureOf(error, deadline);
    }
  };
}

function open(settings: ServiceSettings, question: Question, signal: AbortSignal): Promise<IncomingMessage> {
  const { baseUrl, subscriptionKey } = settings;
  const query = new URLSearchParams(question.query).toString().replaceAll('+', '%20');
  const url = new URL(`${baseUrl}${question.path}${query === '' ? '' : `?${query}`}`);
  const key = keyFor(question.key, subscriptionKey);
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    ...(key === undefined ? {} : { [SUBSCRIPTION_KEY_HEADER]: key }),
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { method: 'GET', headers, signal, agent: false }, resolve).on('error', reject).end();
  });
}

function keyFor(choice: KeyChoice, own: string): string | undefined {
  if (choice === 'none') return undefined;
  if (choice === 'own') return own;
  const [wrong, another] = ['0'.repeat(32), 'f'.repeat(32)];
  return own === wrong ? another : wrong;
}

async function replyOf(answer: IncomingMessage): Promise<Reply> {
  const { statusCode = 0, rawHeaders } = answer;
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    headers.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  const isGzip = /^(x-)?gzip$/i.test(answer.headers['content-encoding']?.trim() ?? '');
  const body: Readable = isGzip ? pipeline(answer, createGunzip(), () => {}) : answer;
  const text = (await buffer(limited(body))).toString('utf8');
  return { status: statusCode, headers, text };
}

async function* limited(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new TransportFailure('interrupted', 'the answer is too large for this check');
    yield chunk;
  }
}

function failureOf(error: unknown, deadline: AbortSignal): unknown {
  if (error instanceof TransportFailure) return error;
  if (deadline.aborted) return new TransportFailure('timeout', 'deadline');
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const isUnreachable =
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|CERT_|ERR_TLS|.*CERT.*|EPROTO)/.test(
      code,
    );
  return new TransportFailure(isUnreachable ? 'unreachable' : 'interrupted', code);
}
