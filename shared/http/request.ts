import type { Clock } from '../clock/clock.ts';
import { checkDuration } from '../errors/duration.ts';
import { InvalidInputError, type OperationName, RateLimitError, RetailDataError } from '../errors/errors.ts';
import type { Operation } from '../operations/operation.ts';
import { type AnnouncedWait, acquire, type RateLimiter } from '../rateLimit/rateLimiter.ts';
import { SUBSCRIPTION_KEY_HEADER } from '../transport/subscriptionKey.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { errorFromResponse } from './errorFromResponse.ts';
import { errorFromTransport } from './errorFromTransport.ts';
import type { RequestHooks } from './hooks.ts';
import { parseJson, type ResponseOrigin, readErrorBody, readText, requireJsonType } from './response.ts';
import { Retries, type RetryPolicy } from './retry.ts';
import { checkAnswer, checkHeaders, checkInput } from './validation.ts';
import { VERSION } from './version.ts';

/** Limits of one call or read; those of the client hold where a call sets none. */
export interface CallOptions {
  /** Ends the call, its waits included; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time of one HTTP call from its connection to the last byte of its body, in milliseconds; when not set 30 s
   * (permission), 60 s (stores), 2 min (accumulated stock), 5 min (daily sales). It stops while the caller works on a
   * batch. A call that takes longer is repeated; a page of daily sales is made smaller instead, down to 100 rows.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The time of everything together, in milliseconds: all pages of a read, retries, pauses, and waits for the rate
   * limiter. Ends with a DeadlineError, also before a wait that would outlast it (with a RateLimitError where that wait is
   * the rate limiter's). No limit when not set: how long a read may take depends on its rows and on the pace of who takes
   * them, and `timeoutMs` bounds each silence in it.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * The longest wait for the rate limiter or for a Retry-After, in milliseconds; 90 s when not set. Such waits are
   * bounded by this and the deadline alone: retries have a time of their own.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * How often a call that failed may be repeated; 3 when not set. None begins later than two minutes (permission: 10 s)
   * after the first failure, announced waits not counted.
   */
  readonly maxRetries?: number | undefined;
  /** Told of each wait for the rate limiter, or because the service asked for one, before it begins. */
  readonly onWait?: ((wait: AnnouncedWait) => void) | undefined;
}

/** Options of a call within a read, whose deadline has begun already. */
export interface RunningCallOptions extends CallOptions {
  /** In place of `deadlineMs`. */
  readonly deadline?: Deadline | undefined;
  /** In place of retries of the call's own. */
  readonly retries?: Retries | undefined;
}

/** A checked answer with what came beside it. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Records that satisfy the request, when the service says so (header x-total-count). */
  readonly total: number | undefined;
  /** Length of the body, decoded from its content encoding. */
  readonly bytes: number;
  readonly data: T;
}

/** What the calls of one client share. */
export interface CallContext {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Numbers from 0 up to 1: jitter keeps clients from coming back all at once. */
  readonly random: () => number;
  readonly rateLimiter: RateLimiter;
  /** Sent with every request, beside the client's own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: RequestHooks;
}

const DEFAULT_MAX_WAIT_MS = 90_000;
/** After each hour a call is made all the same: what the service says of its quota may be wrong, or be over. */
const LONGEST_BLOCK_MS = 3_600_000;
/** A refusal that does not say for how long is about the shortest. */
const UNEXPLAINED_BLOCK_MS = 60_000;

/** Headers that the transport adds; nobody else can. */
const SET_BY_TRANSPORT = [SUBSCRIPTION_KEY_HEADER.toLowerCase(), 'accept-encoding'];

const USER_AGENT = `retail-data-client/${VERSION}`;

/** One operation to be called. */
export interface Call<Query, Body, Data> {
  readonly operation: Operation<Query, Body, Data>;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly policy: RetryPolicy;
}

/** Calls an operation, repeats it as the policy allows, and gives the checked answer. */
export function callOperation<Query, Body, Data>(
  context: CallContext,
  call: Call<Query, Body, Data>,
  options: RunningCallOptions = {},
): Promise<Answer<Data>> {
  const { operation } = call;
  return callWithRetries(context, call, options, async (response, _request, ended) => {
    const { status, headers, body } = response;
    const { text, bytes } = await readText(body, originOf(operation));
    const data = checkAnswer(operation, parseJson(text, originOf(operation)), context.transport.redact);
    await ended(response);
    return { status, headers, total: totalOf(headers), bytes, data };
  });
}

/** A response whose body is still to be read. Iterating it rejects with a RetailDataError when it breaks off. */
export interface OpenResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly total: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Calls an operation and repeats it as long as no response has begun. What the body holds, and what to do when it breaks
 * off, is the caller's: only the caller knows what was used of it.
 */
export function openOperation<Query, Body, Data>(
  context: CallContext,
  call: Call<Query, Body, Data>,
  options: RunningCallOptions = {},
): Promise<OpenResponse> {
  return callWithRetries(context, call, options, async (response, request, ended) => ({
    headers: response.headers,
    total: totalOf(response.headers),
    body: explainBreaks(response, call.operation, request, ended),
  }));
}

async function callWithRetries<Query, Body, Data, T>(
  context: CallContext,
  call: Call<Query, Body, Data>,
  options: RunningCallOptions,
  receive: (response: TransportResponse, request: TransportRequest, ended: Ended) => Promise<T>,
): Promise<T> {
  const { clock, rateLimiter, transport } = context;
  const { operation, policy } = call;
  const { onWait, signal } = options;
  const request = requestOf(context, call, options);
  const deadline = options.deadline ?? startDeadline(clock, options.deadlineMs, originOf(operation));
  const maxWaitMs = maxWaitOf(options);
  const admit = () => acquire(rateLimiter, clock, { maxWaitMs, leftMs: deadline.leftMs(), onWait, signal });

  let attempts = 0;
  const attempt = async () => {
    const capped = capTimeout(deadline, request);
    attempts += 1;
    const ended = startAttempt(context, operation.name, attempts);
    let response: TransportResponse | undefined;
    try {
      response = await send(context, operation, capped);
      return await receive(response, capped, ended);
    } catch (error) {
      const explained = withHeaders(errorOf(error, operation, capped), response?.headers, transport.redact);
      await ended(response, explained);
      throw explained;
    }
  };
  const retries = options.retries ?? startRetries(context, policy, deadline, options);
  return retries.run(attempt, operation.isRateLimited ? admit : undefined);
}

/** The retries of one call, or of all pages of a read. */
export function startRetries(
  { clock, random }: CallContext,
  policy: RetryPolicy,
  deadline: Deadline,
  options: CallOptions,
): Retries {
  const { signal, onWait, maxRetries = policy.maxRetries } = options;
  if (!Number.isSafeInteger(maxRetries) || maxRetries < 0) {
    throw new InvalidInputError({
      field: 'maxRetries',
      value: maxRetries,
      expected: 'a whole number from 0 up',
    });
  }
  const maxWaitMs = maxWaitOf(options);
  return new Retries({
    policy: { ...policy, maxRetries },
    clock,
    random,
    deadline,
    maxWaitMs,
    signal,
    onWait,
  });
}

function maxWaitOf({ maxWaitMs = DEFAULT_MAX_WAIT_MS }: CallOptions): number {
  return checkDuration('maxWaitMs', maxWaitMs);
}

/** The request with no more time than is left in all. */
function capTimeout(deadline: Deadline, request: TransportRequest): TransportRequest {
  const leftMs = deadline.leftMs();
  if (leftMs === 0) throw deadline.missed('no time was left for a further call.');
  return { ...request, timeoutMs: Math.ceil(Math.min(request.timeoutMs, leftMs)), leftMs: deadline.leftMs };
}

function requestOf<Query, Body, Data>(
  context: CallContext,
  { operation, query, body }: Call<Query, Body, Data>,
  options: CallOptions,
): TransportRequest {
  const checkedQuery = checkInput(operation.query, query ?? {}, operation.name);
  const isChange = operation.method === 'PUT';
  return {
    method: operation.method,
    path: operation.path,
    query: toQuery(checkedQuery),
    headers: {
      'user-agent': USER_AGENT,
      ...inLowerCase(context.headers),
      accept: 'application/json',
      ...(isChange ? { 'content-type': 'application/json' } : {}),
    },
    ...(isChange ? { body: JSON.stringify(checkInput(operation.body, body, operation.name)) } : {}),
    timeoutMs: checkDuration('timeoutMs', options.timeoutMs ?? operation.timeoutMs),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Two spellings of a name would be sent as two headers. */
function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Parameters that are not set are not sent; integers and booleans travel as their text. */
function toQuery(query: unknown): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) entries.push([name, String(value)]);
  }
  return Object.fromEntries(entries);
}

/** Sends a request; gives the response once its status and content type are right, its body unread. */
async function send<Query, Body, Data>(
  context: CallContext,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { transport, clock, hooks, rateLimiter } = context;
  const { method, path, query } = request;
  const given = { ...request.headers };
  await hooks.beforeRequest?.({ operation: operation.name, method, path, query, headers: given });
  checkHeaders(given, operation.name);
  const headers = inLowerCase(given);
  for (const name of SET_BY_TRANSPORT) delete headers[name];
  const response = await transport.send({ ...request, headers });
  const { status } = response;
  const { redact } = transport;
  if (status === 200) {
    requireJsonType(response, originOf(operation), redact);
    return response;
  }
  const body = await readErrorBody(response.body);
  const now = clock.now();
  const error = errorFromResponse({
    ...originOf(operation),
    status,
    headers: response.headers,
    body,
    redact,
    now,
    unexplainedWaitMs: operation.isRateLimited ? UNEXPLAINED_BLOCK_MS : undefined,
  });
  if (operation.isRateLimited && error instanceof RateLimitError) {
    const waitMs = error.retryAfterMs ?? 0;
    const blockMs = Math.min(waitMs, LONGEST_BLOCK_MS);
    await rateLimiter.blockUntil(now + blockMs, waitMs > blockMs ? now + waitMs : undefined);
  }
  throw withHeaders(error, response.headers, redact);
}

/** Tells the hook how an attempt ended. The first call counts: a hook that throws is not told of its own error. */
type Ended = (response: TransportResponse | undefined, error?: unknown) => Promise<void>;

function startAttempt({ clock, hooks }: CallContext, operation: OperationName, attempt: number): Ended {
  const startedAt = clock.now();
  let isTold = false;
  return async (response, error) => {
    if (isTold) return;
    isTold = true;
    const failed = error instanceof RetailDataError ? error : undefined;
    await hooks.afterAttempt?.({
      operation,
      attempt,
      status: response?.status ?? failed?.status,
      headers: response?.headers ?? failed?.headers ?? {},
      elapsedMs: clock.now() - startedAt,
      error,
    });
  };
}

/** What the caller gets to know of a failure: the reason of the signal, where that ended the call. */
function errorOf<Query, Body, Data>(
  error: unknown,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
): unknown {
  if (request.signal?.aborted === true) return request.signal.reason;
  return errorFromTransport(error, originOf(operation), request);
}

/** The error of a response, with its headers. */
export function withHeaders(
  error: unknown,
  headers: Readonly<Record<string, string>> | undefined,
  redact: (text: string) => string,
): unknown {
  if (error instanceof RetailDataError && headers !== undefined) {
    error.headers ??= Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, redact(value)]),
    );
  }
  return error;
}

export function originOf<Query, Body, Data>(operation: Operation<Query, Body, Data>): ResponseOrigin {
  return { operation: operation.name, title: operation.title };
}

/** The same chunks; where they break off, the error of the operation. */
async function* explainBreaks<Query, Body, Data>(
  response: TransportResponse,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
  ended: Ended,
): AsyncGenerator<Uint8Array, void, undefined> {
  let failure: unknown;
  try {
    for await (const chunk of response.body) yield chunk;
  } catch (error) {
    failure = errorOf(error, operation, request);
    throw failure;
  } finally {
    await ended(response, failure);
  }
}

function totalOf(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['x-total-count'];
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
