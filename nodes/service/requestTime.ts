import type { TransportRequest } from 'retail-data-client/portable';

/**
 * The time of one request, which stops while the reader of its body works. n8n's checks forbid `setTimeout`, and a timer
 * of AbortSignal cannot be taken back: one that ends early looks at what is left and is followed by another.
 */
export class RequestTime {
  readonly #request: TransportRequest;
  readonly #over = new AbortController();
  #restMs: number;
  #runsSince: number | undefined;
  /** When the timer that is under way ends. */
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(request: TransportRequest) {
    this.#request = request;
    this.#restMs = request.timeoutMs;
    this.resume();
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  pause(): void {
    this.#restMs = this.#leftMs();
    this.#runsSince = undefined;
  }

  resume(): void {
    this.#runsSince = performance.now();
    this.#restMs = Math.min(this.#restMs, this.#request.leftMs?.() ?? Number.POSITIVE_INFINITY);
    this.#startTimer();
  }

  #leftMs(): number {
    return this.#runsSince === undefined
      ? this.#restMs
      : this.#restMs - (performance.now() - this.#runsSince);
  }

  #startTimer(): void {
    const leftMs = Math.max(0, Math.ceil(this.#leftMs()));
    const endsAt = performance.now() + leftMs;
    if (endsAt >= this.#timerAt) return;
    this.#timerAt = endsAt;
    AbortSignal.timeout(leftMs).addEventListener('abort', () => this.#look(endsAt));
  }

  #look(endsAt: number): void {
    if (endsAt === this.#timerAt) this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#runsSince === undefined) return;
    // A timer may end a little early.
    if (this.#leftMs() < 1) this.#over.abort();
    else this.#startTimer();
  }
}
