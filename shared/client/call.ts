import { acquireCall, type BudgetWait, type CallBudget, STOCK_LIMITS } from '../budget/budget.ts';
import type { Clock } from '../clock/clock.ts';
import type { Operation } from '../contract/operation.ts';
import {
  type Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse,
} from '../transport/transport.ts';
import { type AnswerOrigin, parseJson, readText, requireJsonType, type WholeText } from './answerText.ts';
import { checkAnswer, checkInput } from './check.ts';
import {
  InvalidInputError,
  RequestTimeoutError,
  type RetailDataError,
  ThrottledError,
  TruncatedResponseError,
  UnexpectedResponseError,
  UnreachableError,
} from './errors.ts';
import { errorOfRefusal } from './refusal.ts';
import { type RetryPolicy, withRetries } from './retry.ts';

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Deadline over one call, body included, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The longest wait for the call budget or for a Retry-After, in milliseconds; 90 s when not set. */
  readonly maxWaitMs?: number | undefined;
  /** Told of each wait for the call budget, or because the service asked for one, before it begins. */
  readonly onWait?: ((wait: BudgetWait) => void) | undefined;
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
  options: CallOptions = {},
  mayRepeat: (error: RetailDataError) => boolean = () => true,
): Promise<Answer<Data>> {
  const request = requestOf(operation, input, options);
  return repeatedly(setting, operation, options, policy, mayRepeat, async () => {
    const response = await openAnswer(setting, operation, request);
    const { text, bytes } = await readWhole(response, operation, request);
    return {
      bytes,
      status: response.status,
      headers: response.headers,
      total: totalOf(response.headers),
      data: checkAnswer(operation, parseJson(text, originOf(operation)), setting.transport.redact),
    };
  });
}

/** An answer whose body is still to be read. Iterating it rejects with a RetailDataError when it breaks off. */
export interface OpenAnswer {
  readonly total: number | undefined;
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
  options: CallOptions = {},
  mayRepeat: (error: RetailDataError) => boolean = () => true,
): Promise<OpenAnswer> {
  const request = requestOf(operation, input, options);
  const response = await repeatedly(setting, operation, options, policy, mayRepeat, () =>
    openAnswer(setting, operation, request),
  );
  return { total: totalOf(response.headers), body: explained(response.body, operation, request) };
}

export interface CallInput {
  readonly query: unknown;
  readonly body?: unknown;
}

async function repeatedly<Query, Body, Data, T>(
  setting: CallSetting,
  operation: Operation<Query, Body, Data>,
  options: CallOptions,
  policy: RetryPolicy,
  mayRepeat: (error: RetailDataError) => boolean,
  send: () => Promise<T>,
): Promise<T> {
  const { onWait, signal } = options;
  const maxWaitMs = checkDuration('maxWait', options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS);
  const attempt = async (): Promise<T> => {
    if (operation.throttled) {
      await acquireCall(setting.stockBudget, setting.clock, { maxWaitMs, onWait, signal });
    }
    return send();
  };
  return withRetries(attempt, {
    policy,
    clock: setting.clock,
    random: setting.random,
    signal,
    onWait,
    mayRepeat: (error) => mayRepeat(error) && !waitIsRefused(error, maxWaitMs),
  });
}

/** The local budget has already decided, and a Retry-After beyond the caller's limit is not waited for. */
function waitIsRefused(error: RetailDataError, maxWaitMs: number): boolean {
  if (error instanceof ThrottledError && error.status === undefined) return true;
  return (error.retryAfterMs ?? 0) > maxWaitMs;
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

/** Timers hold 31 bits of milliseconds; more would fire at once. */
function checkDuration(field: string, milliseconds: number): number {
  if (Number.isFinite(milliseconds) && milliseconds >= 0 && milliseconds <= 2_147_483_647)
    return milliseconds;
  throw new InvalidInputError({ field, value: milliseconds, expected: 'a duration of 0 to 24 days' });
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
    throw errorOfFailure(error, operation, request);
  }
  if (response.status !== 200) {
    const error = errorOfRefusal({
      ...origin,
      status: response.status,
      headers: response.headers,
      body: await readRefusal(response, origin),
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

function originOf<Query, Body, Data>(operation: Operation<Query, Body, Data>): AnswerOrigin {
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
    throw errorOfFailure(error, operation, request);
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
    throw errorOfFailure(error, operation, request);
  }
}

/** No refusal can be about more than the longest window: a wait beyond it would close the budget by a typing error. */
function closingMs(retryAfterMs: number | undefined): number {
  return Math.min(retryAfterMs ?? 60_000, Math.max(...STOCK_LIMITS.map((limit) => limit.windowMs)));
}

/** The status has already decided; a body that breaks off only shortens what can be quoted. */
async function readRefusal(response: TransportResponse, origin: AnswerOrigin): Promise<string> {
  try {
    return (await readText(response.body, origin)).text;
  } catch {
    return '';
  }
}

function totalOf(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['x-total-count'];
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

function errorOfFailure<Query, Body, Data>(
  error: unknown,
  operation: Operation<Query, Body, Data>,
  request: TransportRequest,
): unknown {
  const { name, title } = operation;
  const fields = { operation: name, cause: error };
  if (!(error instanceof TransportFailure)) return error;
  switch (error.kind) {
    case 'timeout':
      return new RequestTimeoutError(
        `${title}: the answer was not whole in time (${error.message}; the limit of the call is ${request.timeoutMs / 1000} seconds).`,
        name === 'dailySales'
          ? 'Ask for a shorter period or a smaller page size, or allow a longer timeout.'
          : 'Try again, or allow a longer timeout.',
        fields,
      );
    case 'unreachable':
      return new UnreachableError(
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
