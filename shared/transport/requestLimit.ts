import type { TransportRequest } from './transport.ts';

/** What ends one request before its time: the caller's abort, or the request's own deadline. */
export interface RequestLimit {
  /** Aborted with the caller's reason, or when the time is over. */
  readonly signal: AbortSignal;
  /** True once the time was over. */
  isOver(): boolean;
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
}: Pick<TransportRequest, 'signal' | 'timeoutMs'>): RequestLimit {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    end();
    controller.abort(new DOMException('The time of the request is over.', 'TimeoutError'));
  }, timeoutMs);
  // The connection keeps the process alive as long as it is needed.
  timer.unref();
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
  return { signal: controller.signal, isOver: () => isOver, end };
}
