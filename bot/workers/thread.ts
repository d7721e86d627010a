import { Worker } from 'node:worker_threads';

/** A call to a thread, and what comes of it. Everything in them can be copied from one thread to another. */
export interface ThreadCall {
  readonly id: number;
  readonly method: string;
  readonly parameters: readonly unknown[];
}

export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ThreadErrorFields };

/** What crosses over of an error: its text for people, and what the log sorts by. */
export interface ThreadErrorFields {
  readonly name: string;
  readonly message: string;
  readonly kind?: string | undefined;
  readonly status?: number | undefined;
}

/** A thread failed at what it was asked for. `kind` and `status` are set when it was the service that refused. */
export class ThreadError extends Error {
  readonly kind: string | undefined;
  readonly status: number | undefined;

  constructor(fields: ThreadErrorFields) {
    super(fields.message);
    this.name = fields.name;
    this.kind = fields.kind;
    this.status = fields.status;
  }
}

/** A thread that answers calls by name. */
export interface Thread {
  call(method: string, ...parameters: readonly unknown[]): Promise<unknown>;
  /** True once it has ended, whatever of. */
  isGone(): boolean;
  /** Asks it to end what it does, and waits until it is gone; after `patienceMs` it is ended as it is. */
  end(patienceMs: number): Promise<void>;
}

/** The message that asks a thread to end. */
export const END = 'end';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the module at `file` as a thread; it must answer with `answerCalls`. */
export function startThread(file: URL, start: unknown): Thread {
  const worker = new Worker(file, { workerData: start });
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let gone: Error | undefined;

  const fail = (error: Error) => {
    gone ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    worker.unref();
  };
  worker.on('message', (reply: ThreadReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if ('error' in reply) asked?.reject(new ThreadError(reply.error));
    else asked?.resolve(reply.value);
  });
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))));
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      fail(new Error(`The thread ended with code ${code} before it had answered.`));
      resolve();
    });
  });
  worker.unref();
  const end = async (patienceMs: number) => {
    worker.ref();
    worker.postMessage(END);
    const timer = setTimeout(() => void worker.terminate(), patienceMs);
    await ended;
    clearTimeout(timer);
  };
  let asked: Promise<void> | undefined;

  return {
    call(method, ...parameters) {
      if (gone !== undefined) return Promise.reject(gone);
      const id = ++calls;
      worker.ref();
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, method, parameters } satisfies ThreadCall);
      });
    },
    isGone: () => gone !== undefined,
    end(patienceMs) {
      asked ??= end(patienceMs);
      return asked;
    },
  };
}
