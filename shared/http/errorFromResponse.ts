import { inDuration } from '../errors/duration.ts';
import {
  AuthenticationError,
  BadRequestError,
  type OperationName,
  RateLimitError,
  RedirectedError,
  RequestTimeoutError,
  type RetailDataError,
  ServerError,
  UnexpectedResponseError,
  UnprocessableError,
} from '../errors/errors.ts';
import { readRetryAfter } from './retryAfter.ts';

/** A response whose status is not 200. */
export interface ErrorResponse {
  readonly operation: OperationName;
  readonly title: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Masks the key in whatever is quoted. */
  redact(text: string): string;
  readonly now: number;
  /** The wait after a 429 that names none. */
  readonly unexplainedWaitMs: number | undefined;
}

const QUOTA = /quota|call volume|rate limit|too many/i;
const UNEXPLAINED_QUOTA_MS = 15 * 60_000;

/** The error for a status that is not 200 (interface: "Errors"; statuses it does not list by their HTTP meaning). */
export function errorFromResponse(response: ErrorResponse): RetailDataError {
  const { operation, title, status, headers, body, now } = response;
  const said = messageOfService(response);
  const askedMs = readRetryAfter({ status, header: headers['retry-after'], body, now });
  const retryAfterMs = askedMs ?? (status === 429 ? response.unexplainedWaitMs : undefined);
  const fields = { operation, status, retryAfterMs };

  if (status >= 300 && status < 400) {
    return new RedirectedError(
      `${title}: the service answered with a redirect (${status}), which is not followed because the key would go to another address.`,
      'Check the base URL; it must be the final address of the service.',
      fields,
    );
  }
  if (status === 429) {
    return new RateLimitError(
      `${title}: the service refused the call because too many were made (429).${said}`,
      waitAdvice(retryAfterMs),
      fields,
    );
  }
  if (status === 403 && (headers['retry-after'] !== undefined || QUOTA.test(body))) {
    return new RateLimitError(
      `${title}: the service refused the call because the quota of the subscription is used up (403).${said}`,
      waitAdvice(retryAfterMs),
      { ...fields, retryAfterMs: retryAfterMs ?? UNEXPLAINED_QUOTA_MS },
    );
  }
  if (status === 401 || status === 403) {
    return new AuthenticationError(
      `${title}: the service rejected the subscription key (${status}).${said}`,
      'Check the subscription key in your profile at the service, and that its subscription includes this operation.',
      fields,
    );
  }
  if (status === 400) {
    return new BadRequestError(
      `${title}: the service did not accept a parameter or its value (400).${said}`,
      'Correct the parameter and try again.',
      fields,
    );
  }
  if (status === 422) {
    return new UnprocessableError(
      `${title}: the service could not carry out the change (422).${said}`,
      'Check that a permission with exactly this e-mail address, role id and main role id exists; it can be switched here, not created.',
      fields,
    );
  }
  if (status === 408 || status === 504) {
    return new RequestTimeoutError(
      `${title}: the service, or a gateway before it, did not answer in time (${status}).`,
      'Try again; if it happens again, ask for less data at a time.',
      fields,
    );
  }
  if (status >= 500) {
    return new ServerError(
      `${title}: the service could not answer (${status}).${said}`,
      'Try again later; if it lasts, tell the operator of the service.',
      fields,
    );
  }
  return new UnexpectedResponseError(
    `${title}: the service answered with status ${status}, which its interface does not describe.${said}`,
    status === 404
      ? 'Check the base URL: the operation was not found below it.'
      : 'Check the base URL; if it is right, tell the operator of the service.',
    fields,
  );
}

function waitAdvice(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? 'Try again in a minute.' : `Try again in ${inDuration(retryAfterMs)}.`;
}

/** What the service itself said, when it is a short plain sentence and not a page of HTML. */
function messageOfService({ body, headers, redact }: ErrorResponse): string {
  if (/html/i.test(headers['content-type'] ?? '')) return '';
  const text = redact(plainText(body)).replace(/\s+/g, ' ').trim();
  if (text === '' || text.startsWith('<')) return '';
  return ` It said: "${text.length > 200 ? `${text.slice(0, 197)}...` : text}"`;
}

/** Error bodies have no stated shape: the words in it where it is JSON, never its braces, else all of it. */
function plainText(body: string): string {
  try {
    return wordsIn(JSON.parse(body));
  } catch {
    return body;
  }
}

/** The message where there is one, else every text there is. */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  for (const name of ['message', 'error', 'detail', 'title']) {
    const words = wordsIn(Reflect.get(value, name));
    if (words !== '') return words;
  }
  return Object.values(value)
    .map(wordsIn)
    .filter((words) => words !== '')
    .join(', ');
}
