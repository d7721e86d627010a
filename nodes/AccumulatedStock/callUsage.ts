import { inDuration } from 'retail-data-client/errors/duration';
import type { Progress } from 'retail-data-client/pagination/pages';
import type { RateLimiter } from 'retail-data-client/portable';

/** What a run needed of the call budget, and what it leaves. */
export class CallUsage {
  readonly #budget: RateLimiter;
  readonly #calls: number[] = [];
  #waitedMs = 0;

  constructor(budget: RateLimiter) {
    this.#budget = budget;
  }

  /** Counts the calls of a read that begins. */
  ofRead(): (progress: Progress) => void {
    const read = this.#calls.push(0) - 1;
    return ({ pages }) => {
      this.#calls[read] = pages;
    };
  }

  waited(milliseconds: number): void {
    this.#waitedMs += milliseconds;
  }

  /** Calls needed and left, and what the number does not know. */
  async inWords(): Promise<string> {
    const needed = this.#calls.reduce((sum, calls) => sum + calls, 0);
    const left = await this.#budget.remaining();
    const waited = this.#waitedMs === 0 ? '' : ` and waited ${inDuration(this.#waitedMs)} for free calls`;
    const ran = needed === 0 ? '' : `this run needed ${inCalls(needed)}${waited}; `;
    return `Accumulated stock: ${ran}${inCalls(left)} left right now (20 a minute, 400 a day). Counted in this n8n process only: calls made elsewhere with the same key are not seen.`;
  }
}

export function inCalls(calls: number): string {
  return calls === 1 ? '1 call' : `${calls} calls`;
}
