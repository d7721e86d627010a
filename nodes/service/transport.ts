import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Transport, TransportRequest } from 'retail-data-client/portable';
import { redactKey } from 'retail-data-client/transport/subscriptionKey';
import { CREDENTIAL_TYPE, type ServiceAddress } from './address.ts';
import { readBody } from './body.ts';
import { connectionFailure, type FailurePlace } from './connection.ts';
import { cancelSignalOf, type ServiceContext } from './context.ts';
import { RequestTime } from './requestTime.ts';
import type { Streams } from './streams.ts';

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
export function createNodeTransport(
  context: ServiceContext,
  address: ServiceAddress,
  streams: Streams,
): Transport {
  const redact = (text: string) => redactKey(text, address.subscriptionKey);
  return {
    redact,
    async send(request) {
      const time = new RequestTime(request);
      const explain = (error: unknown, place: FailurePlace) =>
        connectionFailure(error, place, time.signal, redact);
      const response = await requestService(
        endedBy(context, time.signal),
        requestOptions(address, request),
      ).catch((error: unknown) => Promise.reject(explain(error, 'unreachable')));
      streams.learnFrom(response.body);
      return {
        status: response.statusCode,
        headers: plainHeaders(response.headers),
        body: readBody(response.body, time, (error) => explain(error, 'interrupted')),
      };
    },
  };
}

async function requestService(context: ServiceContext, options: IHttpRequestOptions): Promise<FullResponse> {
  return context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, options);
}

/**
 * The same context, whose requests the deadline ends as well. n8n takes the signal of a request from the context alone,
 * and its own timeout ends with the headers: a body that stops coming would be waited for without end.
 */
function endedBy(context: ServiceContext, deadline: AbortSignal): ServiceContext {
  const cancelled = cancelSignalOf(context);
  const signal = cancelled === undefined ? deadline : AbortSignal.any([cancelled, deadline]);
  return Object.create(context, { getExecutionCancelSignal: { value: () => signal } });
}

function requestOptions(address: ServiceAddress, request: TransportRequest): IHttpRequestOptions {
  return {
    method: request.method,
    url: `${address.baseUrl}${request.path}`,
    qs: { ...request.query },
    headers: { ...request.headers, 'accept-encoding': 'gzip' },
    ...(request.body === undefined ? {} : { body: request.body }),
    encoding: 'stream',
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    disableFollowRedirect: true,
    timeout: request.timeoutMs,
  };
}

function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const plain: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue;
    plain.push([name.toLowerCase(), Array.isArray(value) ? value.join(', ') : String(value)]);
  }
  return Object.fromEntries(plain);
}
