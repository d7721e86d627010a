import { inDuration } from '../errors/duration.ts';
import type { RetailDataError } from '../errors/errors.ts';
import { type FailureName, failureOf, type Origin } from '../errors/failures.ts';
import { readRetryAfter } from './retryAfter.ts';
import { isPage, saidInRefusal, saidUnder200 } from './said.ts';

/** A response without data: its status is not 200, or it is not labelled as JSON, such as a gateway's page. */
export interface Refusal extends Origin {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Masks the key in whatever is quoted. */
  redact(text: string): string;
  readonly now: number;
  /** The wait after a 429 that names none. */
  readonly unexplainedWaitMs: number | undefined;
}

const QUOTA = /quota|call volume|rate limit|too many/i;
const UNEXPLAINED_QUOTA_MS = 15 * 60_000;

const BY_STATUS: Readonly<Record<number, FailureName>> = {
  200: 'contentType',
  304: 'notModified',
  400: 'parameter',
  401: 'key',
  403: 'key',
  404: 'notFound',
  407: 'proxySignIn',
  408: 'gatewayTimeout',
  422: 'change',
  429: 'tooManyCalls',
  504: 'gatewayTimeout',
};

/** The error of a refusal (interface: "Errors"; statuses it does not list by their HTTP meaning). */
export function errorOfRefusal(refusal: Refusal): RetailDataError {
  const { status, headers, text, redact, now, unexplainedWaitMs } = refusal;
  const body = { text, contentType: headers['content-type'], redact };
  const asked = readRetryAfter({ status, header: headers['retry-after'], body: text, now });
  const name = nameOf(refusal);
  const unexplained = { quota: UNEXPLAINED_QUOTA_MS, tooManyCalls: unexplainedWaitMs };
  const retryAfterMs = asked ?? (name === 'quota' || name === 'tooManyCalls' ? unexplained[name] : undefined);
  const wait = retryAfterMs === undefined ? 'a minute' : inDuration(retryAfterMs);
  const said = status === 200 ? saidUnder200(body) : saidInRefusal(body);
  const type = redact(headers['content-type'] ?? '').slice(0, 80);
  return failureOf(name, refusal, { status, said, wait, type }, { status, retryAfterMs });
}

function nameOf({ status, headers, text }: Refusal): FailureName {
  if (status === 403 && (headers['retry-after'] !== undefined || QUOTA.test(text))) return 'quota';
  if ((status === 401 || status === 403) && isPage({ text, contentType: headers['content-type'] }))
    return 'firewall';
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 500 ? 'server' : 'status';
}
