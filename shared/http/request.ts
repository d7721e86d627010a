import type { Clock } from '../clock/clock.ts';
import { checkDuration } from '../errors/duration.ts';
import { type OperationName, RateLimitError, RetailDataError } from '../errors/errors.ts';
import { failureOf, type Origin } from '../errors/failures.ts';
import type { Operation } from '../operations/operation.ts';
import { type AnnouncedWait, acquire, type RateLimiter } from '../rateLimit/rateLimiter.ts';
import { SUBSCRIPTION_KEY_HEADER } from '../transport/subscriptionKey.ts';
import {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from '../transport/transport.ts';
import { Again, type AgainLimits, type RetryPolicy } from './again.ts';
import { bodyOf, describe, type OpenAnswer, parseJson, textOf, textOfRefusal } from './body.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import type { RequestHooks } from './hooks.ts';
import { errorOfRefusal } from './refusal.ts';
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
  /**
   * The header with the number of records that satisfy the request, `x-total-count` when not set; false where none of
   * the service's headers is to be taken for that number.
   */
  readonly totalHeader?: string | false | undefined;
}

/** Options of a call of a read, which has begun already. */
export interface RunningCallOptions extends CallOptions {
  readonly deadline: Deadline;
  readonly again: Again;
}

/** A checked answer with what came beside it. */
export interface Answer<T> {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Records that satisfy the request, when the service says so (`totalHeader`). */
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
const TOTAL_HEADER = 'x-total-count';
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
}

/** Calls an operation, repeats it as the policy allows, and gives the checked answer. */
export async function callOperation<Query, Body, Data>(
  context: CallContext,
  call: Call<Query, Body, Data>,
  policy: RetryPolicy,
  options: CallOptions = {},
): Promise<Answer<Data>> {
  const deadline = startDeadline(context.clock, options.deadlineMs, call.operation);
  const again = startAgain(context, policy, deadline, options);
  return again.run(() => callOnce(context, call, { ...options, deadline, again }));
}

/** The same for one call, which is not repeated. */
export async function callOnce<Query, Body, Data>(
  context: CallContext,
  call: Call<Query, Body, Data>,
  options: RunningCallOptions,
): Promise<Answer<Data>> {
  const { operation } = call;
  const answer = await openAnswer(context, call, options);
  const { status, headers } = answer;
  try {
    const { text, bytes } = await textOf(answer, operation);
    const data = checkAnswer(operation, parseJson(text, operation), context.transport.redact);
    await answer.end();
    return { status, headers, total: totalOf(headers, options), bytes, data };
  } catch (error) {
    throw await answer.failed(error);
  }
}

/** What decides, for one call or for all pages of a read, whether a call that failed is made again. */
export function startAgain(
  { clock, random }: CallContext,
  policy: RetryPolicy,
  deadline: Deadline,
  { signal, onWait, maxRetries, maxWaitMs = DEFAULT_MAX_WAIT_MS }: CallOptions,
  pages: Pick<AgainLimits, 'mayShrink' | 'refusedSize'> = {},
): Again {
  checkDuration('maxWaitMs', maxWaitMs);
  return new Again({ policy, clock, random, deadline, maxWaitMs, maxRetries, signal, onWait, ...pages });
}

/** Calls an operation once. What the body holds, and what to do when it breaks off, is the caller's. */
export async function openAnswer<Query, Body, Data>(
  context: CallContext,
  call: Call<Query, Body, Data>,
  options: RunningCallOptions,
): Promise<OpenAnswer> {
  const { clock, rateLimiter, transport } = context;
  const { operation } = call;
  const { onWait, signal, deadline, again, maxWaitMs = DEFAULT_MAX_WAIT_MS } = options;
  const request = requestOf(context, call, options);
  if (operation.isRateLimited) {
    const limits = { maxWaitMs, leftMs: deadline.leftMs(), onWait, signal };
    await again.announced(() => acquire(rateLimiter, clock, limits));
  }
  const capped = capTimeout(deadline, request);
  const ended = startAttempt(context, operation.name, again.begin());
  const explain = (error: unknown) =>
    signal?.aborted === true ? signal.reason : errorFromTransport(error, operation, capped);
  let response: TransportResponse | undefined;
  try {
    response = await send(context, operation, capped);
    return bodyOf(response, {
      origin: operation,
      redact: transport.redact,
      came: () => again.cameByte(),
      explain,
      ended: (error) => ended(response, error),
    });
  } catch (error) {
    const explained = explain(error);
    await ended(response, explained);
    throw explained;
  }
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
  const sent = inLowerCase(given);
  for (const name of SET_BY_TRANSPORT) delete sent[name];
  const response = await transport.send({ ...request, headers: sent });
  const { status, headers } = response;
  const { redact } = transport;
  const contentType = headers['content-type'];
  // An absent label is let through.
  if (status === 200 && (contentType === undefined || /[/+]json\b/i.test(contentType))) return response;
  const text = await textOfRefusal(response.body);
  const now = clock.now();
  const unexplainedWaitMs = operation.isRateLimited ? UNEXPLAINED_BLOCK_MS : undefined;
  const error = errorOfRefusal({ ...operation, status, headers, text, redact, now, unexplainedWaitMs });
  if (operation.isRateLimited && error instanceof RateLimitError) {
    const waitMs = error.retryAfterMs ?? 0;
    const blockMs = Math.min(waitMs, LONGEST_BLOCK_MS);
    await rateLimiter.blockUntil(now + blockMs, waitMs > blockMs ? now + waitMs : undefined);
  }
  throw describe(error, { headers, head: text, redact });
}

/** The error for a call that did not end in a whole HTTP answer; any other error stays as it is. */
export function errorFromTransport(
  error: unknown,
  origin: Origin,
  { timeoutMs }: Pick<TransportRequest, 'timeoutMs'>,
): unknown {
  if (!(error instanceof TransportFailure)) return error;
  const { kind, message: detail, advice } = error;
  return failureOf(kind, origin, { detail, advice, seconds: timeoutMs / 1000 }, { cause: error });
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

/** Records that satisfy the request, by the header that the caller names for it. */
export function totalOf(
  headers: Readonly<Record<string, string>>,
  { totalHeader }: Pick<CallOptions, 'totalHeader'>,
): number | undefined {
  if (totalHeader === false) return undefined;
  const text = headers[totalHeaderOf(totalHeader)];
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

/** The name of that header as it is looked up. */
export function totalHeaderOf(totalHeader: string | undefined): string {
  return (totalHeader ?? TOTAL_HEADER).trim().toLowerCase();
}
