/** The four operations of the service, by the names that errors and logs use. */
export type OperationName = 'permission' | 'dailySales' | 'stores' | 'accumulatedStock';

export type RetailDataErrorKind =
  | 'badRequest'
  | 'authentication'
  | 'unprocessable'
  | 'rateLimit'
  | 'server'
  | 'timeout'
  | 'deadline'
  | 'connection'
  | 'redirected'
  | 'truncated'
  | 'unexpectedResponse'
  | 'drift'
  | 'invalidInput';

export interface RetailDataErrorFields {
  readonly operation?: OperationName | undefined;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Whether the same call may come through later. */
  readonly isTemporary?: boolean | undefined;
  readonly cause?: unknown;
}

/**
 * Anything that kept the client from a whole, checked answer. `message` says what happened, `advice` what to do now;
 * neither ever contains the subscription key.
 */
export abstract class RetailDataError extends Error {
  abstract readonly kind: RetailDataErrorKind;
  advice: string;
  readonly operation: OperationName | undefined;
  /** HTTP status of the response; not set when there was none. */
  readonly status: number | undefined;
  /** How long the service, or the rate limiter, wants no further call, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same call may come through later: the client repeats such calls. */
  readonly isTemporary: boolean;
  /** The id by which the service's operator finds the request, where the answer names one. */
  requestId: string | undefined;
  /** Headers of the response by lower-case name, the key masked; not set when there was none. */
  headers: Readonly<Record<string, string>> | undefined;
  /** Rows that a read had given before it failed; they are valid, and the next one is at that offset. */
  rowsReceived: number | undefined;

  constructor(message: string, advice: string, fields: RetailDataErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = new.target.name;
    this.advice = advice;
    this.operation = fields.operation;
    this.status = fields.status;
    this.retryAfterMs = fields.retryAfterMs;
    this.isTemporary = fields.isTemporary ?? false;
  }
}

/** 400: the service did not accept a parameter or value. */
export class BadRequestError extends RetailDataError {
  readonly kind = 'badRequest';
}

/** 401 or 403: the service did not accept the subscription key for this operation. A firewall's 403 is no such error. */
export class AuthenticationError extends RetailDataError {
  readonly kind = 'authentication';
}

/** 422: the permission cannot be changed as asked. */
export class UnprocessableError extends RetailDataError {
  readonly kind = 'unprocessable';
}

/** Too many calls: said by the service (429, or 403 for the quota), or by the rate limiter before calling. */
export class RateLimitError extends RetailDataError {
  readonly kind = 'rateLimit';
}

/** A read of stock would take more calls than `maxCalls`; nobody refused one. */
export class TooManyCallsError extends RateLimitError {}

/** 5xx: the service, or a gateway before it, broke down. */
export class ServerError extends RetailDataError {
  readonly kind = 'server';
}

/** One call was not answered in whole within its own time (`timeoutMs`), or the connection was silent for too long. */
export class RequestTimeoutError extends RetailDataError {
  readonly kind = 'timeout';
}

/** The whole call or read, with its retries and waits, was not or cannot be done within `deadlineMs`. */
export class DeadlineError extends RetailDataError {
  readonly kind = 'deadline';
}

/** No connection to the service; `isTemporary` is false where waiting does not help, as with a wrong certificate. */
export class ConnectionError extends RetailDataError {
  readonly kind = 'connection';
}

/** The service answered with a redirect, which is never followed: the key would go to another address. */
export class RedirectedError extends RetailDataError {
  readonly kind = 'redirected';
}

/** The answer ended before its end: the connection broke, or the JSON stops in the middle. */
export class TruncatedResponseError extends RetailDataError {
  readonly kind = 'truncated';
}

export interface UnexpectedResponseFields extends RetailDataErrorFields {
  /** Where in the answer, such as `[3].storeSales[0].sales[1].salesVolume`; empty for the answer as a whole. */
  readonly path?: string;
}

/** An answer that the interface does not describe: not JSON, another content type, or a field of the wrong type. */
export class UnexpectedResponseError extends RetailDataError {
  readonly kind = 'unexpectedResponse';
  readonly path: string;

  constructor(message: string, advice: string, fields: UnexpectedResponseFields = {}) {
    super(message, advice, fields);
    this.path = fields.path ?? '';
  }
}

/** The data changed while it was read in pages, or a page came twice; the rows already given cannot be trusted. */
export class PageDriftError extends RetailDataError {
  readonly kind = 'drift';
}

export interface InvalidInput {
  /** Name of the parameter or setting. */
  readonly field: string;
  readonly value: unknown;
  /** Completes the sentence "it must be ...". */
  readonly expected: string;
  readonly operation?: OperationName;
}

/** A value the caller gave that cannot be right; nothing was sent. */
export class InvalidInputError extends RetailDataError {
  readonly kind = 'invalidInput';
  readonly field: string;

  constructor(input: InvalidInput) {
    super(
      `${input.field} is ${inWords(input.value)}, but it must be ${input.expected}.`,
      `Change ${input.field} and try again; nothing was sent.`,
      { operation: input.operation },
    );
    this.field = input.field;
  }
}

/** A number that a caller may give, checked. @throws InvalidInputError */
export function checkWhole(field: string, value: number | undefined, least: number): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least)) return value;
  throw new InvalidInputError({ field, value, expected: `a whole number from ${least} up` });
}

/**
 * A value as it stands in a sentence: quoted, shortened, and "not set" when there is none.
 * @param redact masks the key before a text is shortened: a part of it would no longer be recognised
 */
export function inWords(value: unknown, redact = (text: string) => text): string {
  if (value === undefined || value === null || value === '') return 'not set';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  const text = redact(String(value));
  const short = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  return typeof value === 'string' ? `"${short}"` : short;
}
