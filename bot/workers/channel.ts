import { RetailDataError } from 'retail-data-client/errors/errors';

/** Calls a method by its name. Parameters and result must be cloneable between threads or processes. */
export type Call = (method: string, parameters: readonly unknown[]) => Promise<unknown>;

/** An object whose methods all return promises, so they can be called in another thread or process. */
export type Service<Methods> = {
  readonly [Name in keyof Methods]: (...parameters: never[]) => Promise<unknown>;
};

/** A service whose methods are sent through `call`. */
export function createRemote<Methods extends Service<Methods>>(call: Call): Methods {
  return new Proxy({} as Methods, {
    get(_, method) {
      // With a `then` method, the proxy would be mistaken for a promise wherever it is awaited.
      if (typeof method !== 'string' || method === 'then') return undefined;
      return (...parameters: unknown[]) => call(method, parameters);
    },
  });
}

/**
 * The call failed in the other thread or process. `kind`, `status` and `retryAfterMs` are those of the client, `code` and
 * `errcode` those of the database or the system.
 */
export class RemoteError extends Error {
  readonly kind: string | undefined;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly errcode: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor({ name, message, kind, status, retryAfterMs, code, errcode }: ErrorFields) {
    super(message);
    this.name = name;
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
    this.errcode = errcode;
  }
}

interface Request {
  readonly id: number;
  readonly method: string;
  readonly parameters: readonly unknown[];
}

type Response =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: ErrorFields };

/** The fields of an error that are copied: its message, and what the log sorts by. */
interface ErrorFields {
  readonly name: string;
  readonly message: string;
  readonly kind?: string | undefined;
  readonly status?: number | undefined;
  /** Of the system, or a SQLSTATE. */
  readonly code?: string | undefined;
  /** SQLite's extended result code. */
  readonly errcode?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** One end of a channel between threads or processes. */
export interface Port {
  onMessage(listener: (message: unknown) => void): void;
  postMessage(message: object): void;
}

/** The calling end. It keeps the process alive only between `ref` and `unref`. */
export interface CallerPort extends Port {
  ref(): void;
  unref(): void;
}

/** The calling end of a channel. */
export interface Caller {
  readonly call: Call;
  /** Rejects pending calls and all later ones. */
  fail(error: Error): void;
}

/** Calls the service at the other end of the port. The port keeps the process alive only while a call is pending. */
export function createCaller(port: CallerPort): Caller {
  const pending = new Map<number, Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>>();
  let calls = 0;
  let failure: Error | undefined;
  port.onMessage((message) => {
    const response = message as Response;
    const call = pending.get(response.id);
    pending.delete(response.id);
    if (pending.size === 0) port.unref();
    if ('error' in response) call?.reject(new RemoteError(response.error));
    else call?.resolve(response.result);
  });
  port.unref();

  return {
    async call(method, parameters) {
      if (failure !== undefined) throw failure;
      calls += 1;
      port.postMessage({ id: calls, method, parameters } satisfies Request);
      port.ref();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      pending.set(calls, { resolve, reject });
      return promise;
    },
    fail(error) {
      failure ??= error;
      for (const { reject } of pending.values()) reject(error);
      pending.clear();
      port.unref();
    },
  };
}

/** Answers the calls that arrive at the port. */
export function serveCalls(port: Port, call: Call): void {
  port.onMessage(async (message) => {
    const { id, method, parameters } = message as Request;
    try {
      const result = await call(method, parameters);
      port.postMessage({ id, result } satisfies Response);
    } catch (error) {
      port.postMessage({ id, error: fieldsOf(error) } satisfies Response);
    }
  });
}

/** Calls a method of an object by its name. */
export async function callMethod(
  service: object,
  method: string,
  parameters: readonly unknown[],
): Promise<unknown> {
  const called: unknown = Reflect.get(service, method);
  if (typeof called !== 'function') throw new Error(`The worker has no method ${method}.`);
  return Reflect.apply(called, service, [...parameters]);
}

function fieldsOf(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof RetailDataError) {
    const { kind, status, retryAfterMs } = error;
    return { name, message, kind, status, retryAfterMs };
  }
  const { code, errcode }: { readonly code?: unknown; readonly errcode?: unknown } = Object(error);
  return {
    name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof errcode === 'number' ? { errcode } : {}),
  };
}
