import type { TransportRequest } from './transport.ts';

/** What ends one request before its time: the caller's abort, or the request's own timeout. */
export interface RequestLimit {
  /** Aborted with the caller's reason, or when the time is over. */
  readonly signal: AbortSignal;
  /** True once the time was over. */
  isOver(): boolean;
  /** Stops the time while the reader of the body works. */
  pause(): void;
  resume(): void;
  /** Takes the timer and the listener on the caller's signal away; for when the request has ended. */
  end(): void;
}

/**
 * Begins the limit of a request. AbortSignal.any and AbortSignal.timeout do the same, but hold each other until the time
 * is over, however early the request ended: minutes of calls would gather.
 */
export function startLimit({
  signal,
  timeoutMs,
  leftMs = () => Number.POSITIVE_INFINITY,
}: Pick<TransportRequest, 'signal' | 'timeoutMs' | 'leftMs'>): RequestLimit {
  const controller = new AbortController();
  let isOver = false;
  let restMs = timeoutMs;
  let startedAt = performance.now();
  const expire = () => {
    isOver = true;
    end();
    controller.abort(new DOMException('The time of the request is over.', 'TimeoutError'));
  };
  const startTimer = () => {
    startedAt = performance.now();
    const started = setTimeout(expire, Math.max(0, Math.min(restMs, leftMs())));
    // The connection keeps the process alive as long as it is needed. Outside of Node a timer is a number.
    if (typeof started === 'object') started.unref();
    return started;
  };
  let timer = startTimer();
  const giveUp = () => {
    end();
    controller.abort(signal?.reason);
  };
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
  if (signal?.aborted === true) giveUp();
  else signal?.addEventListener('abort', giveUp, { once: true });
  return {
    signal: controller.signal,
    isOver: () => isOver,
    pause() {
      clearTimeout(timer);
      restMs -= performance.now() - startedAt;
    },
    resume() {
      if (!controller.signal.aborted) timer = startTimer();
    },
    end,
  };
}
