import type { Call } from './channel.ts';
import type { Worker } from './worker.ts';

export interface OnDemandOptions {
  readonly start: () => Worker;
  /** Without a call for so long, the worker is closed. */
  readonly idleMs: number;
  /** How long it may take to close. */
  readonly closeTimeoutMs: number;
}

export interface OnDemandWorker {
  readonly call: Call;
  close(): Promise<void>;
}

/** A worker that a call starts where there is none, or where the last one has died. */
export function createOnDemandWorker({ start, idleMs, closeTimeoutMs }: OnDemandOptions): OnDemandWorker {
  let worker: Worker | undefined;
  let pending = 0;
  let idle: NodeJS.Timeout | undefined;

  const close = async () => {
    clearTimeout(idle);
    const closing = worker;
    worker = undefined;
    await closing?.close(closeTimeoutMs);
  };

  return {
    async call(method, parameters) {
      clearTimeout(idle);
      if (worker === undefined || worker.hasExited()) worker = start();
      pending += 1;
      try {
        return await worker.call(method, parameters);
      } finally {
        pending -= 1;
        if (pending === 0) idle = setTimeout(() => void close(), idleMs).unref();
      }
    },
    close,
  };
}
