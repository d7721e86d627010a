import { type Call, type CallerPort, callMethod, createCaller, type Port, serveCalls } from './channel.ts';

/** A thread or a process that serves calls. */
export interface Worker {
  readonly call: Call;
  /** True once it has ended, for whatever reason. */
  hasExited(): boolean;
  /** Asks it to stop what it does, and waits until it has ended; after `timeoutMs` it is terminated. */
  close(timeoutMs: number): Promise<void>;
}

/** A worker that has been started. */
export interface Started {
  readonly port: CallerPort;
  /** Resolves with the reason once it has ended. */
  readonly ended: Promise<Error>;
  terminate(): void;
}

/** What every worker is called with first: what it needs to know. On a command line others could read that. */
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
  // What could not be opened is told by the calls that follow.
  call(OPEN, [data]).catch(() => undefined);
  const close = async (timeoutMs: number) => {
    // Whatever it answers, it is its end that counts.
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

/** What a worker serves, and how it lets go of it. */
export interface Served {
  readonly service: object;
  close(): Promise<void>;
}

/** Opens the service of a worker. `signal` is aborted when it is closed, so that work that is under way can stop. */
export type OpenService<Data> = (data: Data, signal: AbortSignal) => Promise<Served>;

/** The whole life of a worker: opens its service, answers calls until it is closed, and then lets go of the port by `end`. */
export function serveUntilClosed<Data>(port: Port, open: OpenService<Data>, end: () => void): void {
  const closing = new AbortController();
  const opened = Promise.withResolvers<Served>();
  // Every call is answered with the failure.
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
