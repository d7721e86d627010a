import { parentPort, Worker } from 'node:worker_threads';
import { type Call, callMethod, createCaller, serveCalls } from './channel.ts';

/** A thread that serves calls. */
export interface WorkerThread {
  readonly call: Call;
  /** True once it has ended, for whatever reason. */
  hasExited(): boolean;
  /** Asks it to stop what it does, and waits until it has ended; after `timeoutMs` it is terminated. */
  close(timeoutMs: number): Promise<void>;
}

/** The one method of every thread: it closes the service and ends. */
const CLOSE = 'close';

/** Starts the module at `file` as a thread; it must call `serveWorker`. */
export function startWorker(file: URL, workerData: unknown): WorkerThread {
  const worker = new Worker(file, { workerData });
  const { call, fail } = createCaller(worker);
  let hasExited = false;
  const failed = (error: Error) => {
    hasExited = true;
    fail(error);
  };
  worker.on('error', (error) => failed(error instanceof Error ? error : new Error(String(error))));
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      failed(new Error(`The thread ended with code ${code} before it had answered.`));
      resolve();
    });
  });
  const close = async (timeoutMs: number) => {
    // Whatever it answers, it is its end that counts.
    call(CLOSE, []).catch(() => undefined);
    const timer = setTimeout(() => void worker.terminate(), timeoutMs);
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

/** What a thread serves, and how it lets go of it. */
export interface ServedInWorker {
  readonly service: object;
  close(): Promise<void>;
}

/**
 * The whole life of a thread: opens its service and answers calls until it is closed. `signal` is aborted then, so that
 * work that is under way can stop.
 */
export function serveWorker(open: (signal: AbortSignal) => Promise<ServedInWorker>): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is started as a thread by the bot, not by itself.');
  const closing = new AbortController();
  const opened = open(closing.signal);
  // Every call is answered with the failure.
  opened.catch(() => {});

  const close = async () => {
    closing.abort(new Error('the bot is stopping'));
    try {
      await (await opened).close();
    } finally {
      port.close();
    }
  };
  serveCalls(port, async (method, parameters) => {
    if (method === CLOSE) return close();
    return callMethod((await opened).service, method, parameters);
  });
}
