import {
  ConnectionError,
  RequestTimeoutError,
  TruncatedResponseError,
  UnexpectedResponseError,
} from '../errors/errors.ts';
import { TransportFailure, type TransportRequest } from '../transport/transport.ts';
import type { ResponseOrigin } from './response.ts';

/** The error for a call that did not end in a whole HTTP answer; any other error stays as it is. */
export function errorFromTransport(
  error: unknown,
  origin: ResponseOrigin,
  request: TransportRequest,
): unknown {
  const { operation, title } = origin;
  const fields = { operation, cause: error };
  if (!(error instanceof TransportFailure)) return error;
  switch (error.kind) {
    case 'timeout':
      return new RequestTimeoutError(
        `${title}: the answer was not whole in time (${error.message}; the limit of the call is ${request.timeoutMs / 1000} seconds).`,
        operation === 'dailySales'
          ? 'Ask for a shorter period or a smaller page size, or allow a longer timeout.'
          : 'Try again, or allow a longer timeout.',
        fields,
      );
    case 'unreachable':
      return new ConnectionError(
        `${title}: the service could not be reached (${error.message}).`,
        'Check the base URL and the network, then try again.',
        fields,
      );
    case 'interrupted':
      return new TruncatedResponseError(
        `${title}: the connection broke before the answer was whole (${error.message}).`,
        'Try again; with daily sales, a smaller page size also helps.',
        fields,
      );
    case 'encoding':
      return new UnexpectedResponseError(
        `${title}: the service answered in a content encoding that was not asked for (${error.message}).`,
        'Check the base URL; a proxy may stand between.',
        fields,
      );
  }
}
