import type { IHttpRequestOptions } from 'n8n-workflow';
import {
  InvalidInputError,
  type Transport,
  TransportFailure,
  type TransportRequest,
} from 'retail-data-client/portable';
import { redactKey } from 'retail-data-client/transport/subscriptionKey';
import { CREDENTIAL_TYPE, type ServiceAddress, type ServiceContext } from './context.ts';

interface FullResponse {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly statusCode: number;
}

/**
 * The client's way to the service inside n8n: n8n's own HTTP request with the credential, so that its proxy, TLS and
 * address rules and the cancelling of an execution hold. Redirects are handed over, not followed: n8n would carry the
 * key to wherever they point.
 */
export function createNodeTransport(context: ServiceContext, address: ServiceAddress): Transport {
  const redact = (text: string) => redactKey(text, address.subscriptionKey);
  return {
    redact,
    async send(request) {
      const [asked] = await Promise.allSettled([ask(context, requestOptions(address, request))]);
      if (asked.status === 'rejected') throw failureOf(asked.reason, redact);
      const { statusCode, headers, body } = asked.value;
      return { status: statusCode, headers: plainHeaders(headers), body: bytesOf(body) };
    },
  };
}

async function ask(context: ServiceContext, options: IHttpRequestOptions): Promise<FullResponse> {
  return context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options);
}

/** The client tells what an answer is from its bytes, whatever its content type says. */
function requestOptions(address: ServiceAddress, request: TransportRequest): IHttpRequestOptions {
  return {
    method: request.method,
    url: `${address.baseUrl}${request.path}`,
    qs: { ...request.query },
    headers: { ...request.headers, 'accept-encoding': 'gzip' },
    ...(request.body === undefined ? {} : { body: request.body }),
    encoding: 'arraybuffer',
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    disableFollowRedirect: true,
    timeout: request.timeoutMs,
  };
}

/** An evaluation run of n8n answers instead of the service, with a text or an object. */
async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  if (body instanceof Uint8Array) yield body;
  else yield Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? null));
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue;
    plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]);
  }
  return Object.fromEntries(plain);
}

const TIMED_OUT = /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const BROKE_OFF = /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|Z_.*)$/;

/**
 * What went wrong below HTTP. n8n wraps the error it was given, so the first one in the chain with a code is meant. The
 * chain itself is dropped: it holds the request and with it the key. Without a code it is n8n that refused the address.
 */
function failureOf(error: unknown, redact: (text: string) => string): Error {
  const chain = chainOf(error);
  const code = chain.map(codeOf).find((found) => found !== undefined);
  if (code === undefined) {
    const reason = redact(chain.at(-1)?.message ?? 'no reason given').slice(0, 300);
    return new InvalidInputError({
      field: 'baseUrl',
      value: 'the address of the credential',
      expected: `one that this n8n may call (n8n says: ${reason})`,
    });
  }
  if (TIMED_OUT.test(code)) return new TransportFailure('timeout', code);
  return new TransportFailure(BROKE_OFF.test(code) ? 'interrupted' : 'unreachable', code);
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let link = error; link instanceof Error && chain.length < 5; link = link.cause) chain.push(link);
  return chain;
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' && error.code !== '' ? error.code : undefined;
}
