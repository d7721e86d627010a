import type { Call } from './channel.ts';
import type { Worker } from './worker.ts';

export interface OnDemandWorker {
  readonly call: Call;
  close(): Promise<void>;
}

/**
 * A worker that starts with the first call, and again after it has died. It is closed after `idleMs` without a call,
 * and terminated if closing takes longer than `closeTimeoutMs`.
 */
export function createOnDemandWorker(
  start: () => Worker,
  idleMs: number,
  closeTimeoutMs: number,
): OnDemandWorker {
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
