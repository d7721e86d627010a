import { acquireCall, type BudgetWait, type CallBudget, STOCK_LIMITS } from '../budget/budget.ts';
import type { Clock } from '../clock/clock.ts';
import type { Operation } from '../contract/operation.ts';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.ts';
import {
  type AnswerOrigin,
  parseJson,
  readBeginning,
  readText,
  requireJsonType,
  type WholeText,
} from './answerText.ts';
import { errorOfFailure } from './brokenCall.ts';
import { checkAnswer, checkInput } from './check.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { checkDuration } from './duration.ts';
import { type RetailDataError, ThrottledError } from './errors.ts';
import { type NextLink, nextLinkOf } from './nextLink.ts';
import { errorOfRefusal } from './refusal.ts';
import { type RetryPolicy, withRetries } from './retry.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /**
   * The time of one HTTP call from its connection to the last byte of its body, in milliseconds; when not set 30 s
   * (permission), 60 s (stores), 2 min (accumulated stock), 5 min (daily sales). It stops while the caller works on a
   * batch. A call that takes longer is repeated; a page of daily sales is made smaller instead, down to 100 rows.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The time of everything together, in milliseconds: all pages of a read, repetitions, pauses, and waits for the call
   * budget or for an earlier change of the same permission. Ends with a DeadlineError, also before a wait that would
   * outlast it. No limit when not set: how long a read may take depends on its rows and on the pace of who takes them,
   * and `timeoutMs` bounds each silence in it.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * The longest wait for the call budget or for a Retry-After, in milliseconds; 90 s when not set. Such waits are
   * bounded by this and the deadline alone: retries have a time of their own.
   */
  readonly maxWaitMs?: number | undefined;
  /**
   * Calls in all, the first included, when one that failed may be repeated; 4 when not set. None begins later than two
   * minutes (permission: 10 s) after the first failure, announced waits not counted.
   */
  readonly attempts?: number | undefined;
  /** Told of each wait for the call budget, or because the service asked for one, before it begins. */
  readonly onWait?: ((wait: BudgetWait) => void) | undefined;
}

/** Options of a call within a read, whose deadline has begun already. */
export interface RunningOptions extends CallOptions {
  /** In place of `deadlineMs`. */
  readonly deadline?: Deadline | undefined;
}

/** A checked answer with what came beside it. */
export interface Answer<T> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Records that satisfy the request, when the service says so (header x-total-count). */
  readonly total: number | undefined;
  /** The page behind this one, when the service names it (header link). It is compared, never followed. */
  readonly next: NextLink | undefined;
  /** Length of the body, decoded from its content encoding. */
  readonly bytes: number;
  readonly data: T;
}

/** What the calls of one client share. */
export interface CallSetting {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly stockBudget: CallBudget;
}

export const DEFAULT_MAX_WAIT_MS = 90_000;

/** Sends one operation, repeats it as the policy allows, and gives the checked answer. */
export async function callOperation<Query, Body, Data>(
  setting: CallSetting,
  operation: Operation<Query, Body, Data>,
  input: CallInput,
  policy: RetryPolicy,
  options: RunningOptions = {},
  mayRepeat: (error: RetailDataError) => boolean = () => true,
): Promise<Answer<Data>> {
  const request = requestOf(operation, input, options);
  const deadline = deadlineOf(setting, operation, options);
  return repeatedly(setting, operation, { ...options, deadline }, policy, mayRepeat, async () => {
    const inTime = within(deadline, request);
    const response = await openAnswer(setting, operation, inTime);
    const { text, bytes } = await readWhole(response, operation, inTime);
    return {
      bytes,
      status: response.status,
      headers: response.headers,
      total: totalOf(response.headers),
      next: nextLinkOf(response.headers.link),
      data: checkAnswer(operation, parseJson(text, originOf(operation)), setting.transport.redact),
    };
  });
}

/** An answer whose body is still to be read. Iterating it rejects with a RetailDataError when it breaks off. */
export interface OpenAnswer {
  readonly total: number | undefined;
  readonly next: NextLink | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends one operation and repeats it as long as no answer has begun. What the body holds, and what to do when it breaks
 * off, is the caller's: only the caller knows what was used of it.
 */
export async function openOperation<Query, Body, Data>(
  setting: CallSetting,
  operation: Operation<Query, Body, Data>,
  input: CallInput,
  policy: RetryPolicy,
  options: RunningOptions = {},
  mayRepeat: (error: RetailDataError) => boolean = () => true,
): Promise<OpenAnswer> {
  const request = requestOf(operation, input, options);
  const deadline = deadlineOf(setting, operation, options);
  return repeatedly(setting, operation, { ...options, deadline }, policy, mayRepeat, async () => {
    const inTime = within(deadline, request);
    const { headers, body } = await openAnswer(setting, operation, inTime);
    return {
      total: totalOf(headers),
      next: nextLinkOf(headers.link),
      body: explained(body, operation, inTime),
    };
  });
}

export interface CallInput {
  readonly query: unknown;
  readonly body?: unknown;
}

async function repeatedly<Query, Body, Data, T>(
  setting: CallSetting,
  operation: Operation<Query, Body, Data>,
  options: CallOptions & { readonly deadline: Deadline },
  policy: RetryPolicy,
  mayRepeat: (error: RetailDataError) => boolean,
  send: () => Promise<T>,
): Promise<T> {
  const { deadline, onWait, signal } = options;
  const maxWaitMs = maxWaitOf(options);
  const admit = () =>
    acquireCall(setting.stockBudget, setting.clock, {
      maxWaitMs,
      leftMs: deadline.leftMs(),
      onWait,
      signal,
    });
  return withRetries(send, {
    policy: options.attempts === undefined ? policy : { ...policy, attempts: options.attempts },
    clock: setting.clock,
    deadline,
    maxWaitMs,
    random: setting.random,
    signal,
    onWait,
    admit: operation.throttled ? admit : undefined,
    mayRepeat: (error) => mayRepeat(error) && !(operation.throttled && closesTooLong(error, maxWaitMs)),
  });
}

export function maxWaitOf({ maxWaitMs = DEFAULT_MAX_WAIT_MS }: CallOptions): number {
  return checkDuration('maxWait', maxWaitMs);
}

function deadlineOf<Query, Body, Data>(
  setting: CallSetting,
  operation: Operation<Query, Body, Data>,
  options: RunningOptions,
): Deadline {
  return options.deadline ?? startDeadline(setting.clock, options.deadlineMs, originOf(operation));
}

/** The request with no more time than is left in all. */
function within(deadline: Deadline, request: TransportRequest): TransportRequest {
  const leftMs = deadline.leftMs();
  if (leftMs === 0) throw deadline.missed('no time was left for a further call.');
  return { ...request, timeoutMs: Math.ceil(Math.min(request.timeoutMs, leftMs)), leftMs: deadline.leftMs };
}

/** A refusal closes the call budget, also where it does not say for how long; a wait beyond the limit is not begun. */
function closesTooLong(error: RetailDataError, maxWaitMs: number): boolean {
  return error instanceof ThrottledError && closingMs(error.retryAfterMs) > maxWaitMs;
}

function requestOf<Query, Body, Data>(
  operation: Operation<Query, Body, Data>,
  input: CallInput,
  options: CallOptions,
): TransportRequest {
  const query = checkInput(operation.query, input.query, operation.name);
  const body =
    operation.method === 'PUT' ? checkInput(operation.body, input.body, operation.name) : undefined;
  return {
    method: operation.method,
    path: operation.path,
    query: onTheWire(query),
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    timeoutMs: checkDuration('timeout', options.timeoutMs ?? operation.timeoutMs),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Parameters that are not set are not sent; integers and booleans travel as their text. */
function onTheWire(query: unknown): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) entries.push([name, String(value)]);
  }
  return Object.fromEntries(entries);
}

/** Sends a request; gives the answer once its status and content type are right, its body unread. */
async function openAnswer<Query, Body, Data>(
  setting: CallSetting,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { transport, clock } = setting;
  const origin = originOf(operation);
  let response: TransportResponse;
  try {
    response = await transport.send(request);
  } catch (error) {
    request.signal?.throwIfAborted();
    throw errorOfFailure(error, origin, request);
  }
  if (response.status !== 200) {
    const error = errorOfRefusal({
      ...origin,
      status: response.status,
      headers: response.headers,
      body: await readBeginning(response.body),
      redact: transport.redact,
      now: clock.now(),
    });
    if (operation.throttled && error instanceof ThrottledError) {
      await setting.stockBudget.closeUntil(clock.now() + closingMs(error.retryAfterMs));
    }
    throw error;
  }
  await requireJsonType(response, origin, transport.redact);
  return response;
}

export function originOf<Query, Body, Data>(operation: Operation<Query, Body, Data>): AnswerOrigin {
  return { operation: operation.name, title: operation.title };
}

async function readWhole<Query, Body, Data>(
  response: TransportResponse,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
): Promise<WholeText> {
  try {
    return await readText(response.body, originOf(operation));
  } catch (error) {
    request.signal?.throwIfAborted();
    throw errorOfFailure(error, originOf(operation), request);
  }
}

/** The same bytes; where they break off, the error of the operation. */
async function* explained<Query, Body, Data>(
  body: AsyncIterable<Uint8Array>,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    request.signal?.throwIfAborted();
    throw errorOfFailure(error, originOf(operation), request);
  }
}

/** No refusal can be about more than the longest window: a wait beyond it would close the budget by a typing error. */
function closingMs(retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? 60_000, Math.max(...STOCK_LIMITS.map((limit) => limit.windowMs)));
}

function totalOf(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['x-total-count'];
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}
