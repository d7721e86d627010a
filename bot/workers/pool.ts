import type { Call } from './channel.ts';
import type { Worker } from './worker.ts';

export interface WorkerPoolOptions {
  readonly start: () => Worker;
  readonly maxThreads: number;
  /** Done by a further thread before it is called; the others go on answering meanwhile. */
  readonly warmUp: (thread: Worker) => Promise<unknown>;
  /** Methods whose answers are cached in the thread: one thread is called for all of them. */
  readonly stickyMethods: ReadonlySet<string>;
  /** Without a call for so long, the threads are closed. */
  readonly idleMs: number;
  /** How long a thread may take to close. */
  readonly closeTimeoutMs: number;
}

/** Threads that all serve the same; each call goes to the one that has least to do. */
export interface WorkerPool {
  readonly call: Call;
  close(): Promise<void>;
}

interface Member {
  readonly thread: Worker;
  pending: number;
}

/** Starts the first thread with the first call, and a further one when all are busy. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const { start, maxThreads, warmUp, stickyMethods, idleMs, closeTimeoutMs } = options;
  const members: Member[] = [];
  let warming: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const close = async () => {
    clearTimeout(idle);
    const threads = members.splice(0).map(({ thread }) => thread);
    if (warming !== undefined) threads.push(warming);
    warming = undefined;
    await Promise.all(threads.map((thread) => thread.close(closeTimeoutMs)));
  };

  const grow = async () => {
    const thread = start();
    warming = thread;
    try {
      await warmUp(thread);
      if (warming === thread) members.push({ thread, pending: 0 });
    } catch {
      // The next call that finds all busy tries again; what is wrong is told by the calls themselves.
      await thread.close(closeTimeoutMs);
    } finally {
      if (warming === thread) warming = undefined;
    }
  };

  const choose = (isSticky: boolean): Member => {
    const [chosen] = isSticky ? members : members.toSorted((one, other) => one.pending - other.pending);
    if (chosen === undefined) {
      const first = { thread: start(), pending: 0 };
      members.push(first);
      return first;
    }
    const isFull = warming !== undefined || members.length >= maxThreads;
    // A thread that is starting answers later than one with a queue does.
    if (chosen.pending > 0 && !isSticky && !isFull) void grow();
    return chosen;
  };

  return {
    async call(method, parameters) {
      const chosen = choose(stickyMethods.has(method));
      chosen.pending += 1;
      clearTimeout(idle);
      try {
        return await chosen.thread.call(method, parameters);
      } finally {
        chosen.pending -= 1;
        // One that has died is replaced by the next call.
        if (chosen.thread.hasExited() && members.includes(chosen)) members.splice(members.indexOf(chosen), 1);
        if (members.every(({ pending }) => pending === 0))
          idle = setTimeout(() => void close(), idleMs).unref();
      }
    },
    close,
  };
}
