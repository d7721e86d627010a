import type { Thread } from './thread.ts';

export interface ThreadPoolOptions {
  readonly start: () => Thread;
  readonly most: number;
  /** What a further thread does before it is asked anything; the others go on answering meanwhile. */
  readonly prepare: (thread: Thread) => Promise<unknown>;
  /** Threads are ended when nobody has asked anything for so long. */
  readonly idleMs: number;
  /** How long a thread may take to end. */
  readonly patienceMs: number;
}

/** Threads that all answer the same calls. */
export interface ThreadPool {
  /** Asks the thread that has least to do, or always the same one where `sameThread` is set. */
  call(method: string, parameters: readonly unknown[], sameThread?: boolean): Promise<unknown>;
  end(): Promise<void>;
}

interface Member {
  readonly thread: Thread;
  busy: number;
}

/** Starts the first thread with the first call, and a further one when all are busy. */
export function createThreadPool(options: ThreadPoolOptions): ThreadPool {
  const { start, most, prepare, idleMs, patienceMs } = options;
  const members: Member[] = [];
  let joining: Thread | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const threads = members.splice(0).map(({ thread }) => thread);
    if (joining !== undefined) threads.push(joining);
    joining = undefined;
    await Promise.all(threads.map((thread) => thread.end(patienceMs)));
  };
  const endWhenIdle = () => {
    clearTimeout(idle);
    if (members.some(({ busy }) => busy > 0)) return;
    idle = setTimeout(() => void end(), idleMs).unref();
  };

  /** One that is being started would keep whoever asks it waiting longer than the queue of another. */
  const join = async () => {
    const thread = start();
    joining = thread;
    try {
      await prepare(thread);
      if (joining === thread) members.push({ thread, busy: 0 });
    } catch {
      // The next call that finds all busy tries again; what is wrong is told by the calls themselves.
      await thread.end(patienceMs);
    } finally {
      if (joining === thread) joining = undefined;
    }
  };

  const choose = (sameThread: boolean): Member => {
    const [chosen] = sameThread ? members : members.toSorted((one, other) => one.busy - other.busy);
    if (chosen === undefined) {
      const first = { thread: start(), busy: 0 };
      members.push(first);
      return first;
    }
    if (chosen.busy > 0 && !sameThread && joining === undefined && members.length < most) void join();
    return chosen;
  };

  return {
    async call(method, parameters, sameThread = false) {
      const chosen = choose(sameThread);
      chosen.busy += 1;
      clearTimeout(idle);
      try {
        return await chosen.thread.call(method, ...parameters);
      } catch (error) {
        // One that has died is replaced by the next call.
        const at = members.indexOf(chosen);
        if (at >= 0 && chosen.thread.isGone()) members.splice(at, 1);
        throw error;
      } finally {
        chosen.busy -= 1;
        endWhenIdle();
      }
    },
    async end() {
      clearTimeout(idle);
      await end();
    },
  };
}
