import { type Call, type CallerPort, callMethod, createCaller, type Port, serveCalls } from './channel.ts';

/** Starts the module at `file`, which exports `open`, and sends it `data`. No call may take longer than `deadlineMs`. */
export type StartWorker = (file: URL, data: unknown, deadlineMs?: number) => Worker;

/** How threads and processes are started. */
export interface StartWorkers {
  readonly thread: StartWorker;
  readonly process: StartWorker;
}

/** A thread or a process that serves calls. */
export interface Worker {
  readonly call: Call;
  /** True after it has ended for any reason. */
  hasExited(): boolean;
  /** Asks it to stop and waits until it has ended. Terminates it after `timeoutMs`. */
  close(timeoutMs: number): Promise<void>;
}

/** A worker that has been started. */
export interface Started {
  readonly port: CallerPort;
  /** Resolves with the reason when the worker has ended. */
  readonly ended: Promise<Error>;
  terminate(): void;
}

/** The first call to every worker, with its data. Command-line arguments would be visible to other users. */
const OPEN = 'open';
/** Closes the service and ends the worker. */
const CLOSE = 'close';

export function controlWorker({ port, ended, terminate }: Started, data: unknown): Worker {
  const { call, fail } = createCaller(port);
  let hasExited = false;
  const exited = ended.then((reason) => {
    hasExited = true;
    fail(reason);
  });
  // Later calls are rejected with the reason if opening fails.
  call(OPEN, [data]).catch(() => undefined);
  const close = async (timeoutMs: number) => {
    // Ignore the result: only the end of the worker counts.
    call(CLOSE, []).catch(() => undefined);
    const timer = setTimeout(terminate, timeoutMs);
    await exited;
    clearTimeout(timer);
  };
  let closing: Promise<void> | undefined;

  return {
    call,
    hasExited: () => hasExited,
    close(timeoutMs) {
      closing ??= close(timeoutMs);
      return closing;
    },
  };
}

/** The service of a worker, and how to close it. */
export interface Served {
  readonly service: object;
  close(): Promise<void>;
}

/** What a module exports that is started as a thread or a process. */
export interface WorkerModule {
  readonly open: OpenService<never>;
}

/** Opens the service of a worker. `signal` is aborted when it is closed, so that running work can stop. */
export type OpenService<Data> = (data: Data, signal: AbortSignal) => Promise<Served>;

/**
 * Runs a worker from start to end: opens its service, answers calls until it is closed, and then releases the port with
 * `end`.
 */
export function serveUntilClosed<Data>(port: Port, open: OpenService<Data>, end: () => void): void {
  const closing = new AbortController();
  const opened = Promise.withResolvers<Served>();
  // Avoid an unhandled rejection: every call is rejected with the failure.
  opened.promise.catch(() => {});

  const close = async () => {
    closing.abort(new Error('the bot is stopping'));
    try {
      await (await opened.promise).close();
    } finally {
      end();
    }
  };
  serveCalls(port, async (method, parameters) => {
    if (method === OPEN) {
      const [data] = parameters as [Data];
      return opened.resolve(open(data, closing.signal));
    }
    if (method === CLOSE) return close();
    return callMethod((await opened.promise).service, method, parameters);
  });
}
