import { AsyncLocalStorage } from 'node:async_hooks';
import { StatementSync } from 'node:sqlite';

/**
 * One of several bots in the process of a test, as if it were a process of its own: before each of its statements to
 * the SQLite file something may happen. What it calls by the network is told apart by its token.
 */
export interface TestProcess {
  /** Everything that the work starts, and all that comes of it, belongs to this process. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Called with each statement before it is executed; what it throws is what comes of it. Those of threads and imports are
   * not among them.
   */
  listen(listener: StatementListener | undefined): void;
  /** From now on it changes nothing any more: no statement is executed, and open transactions end without a trace. */
  end(): void;
}

export type StatementListener = (text: string) => void;

/** What the operating system does for a process that has ended in the middle of a transaction. */
const ROLLBACK = /^\s*rollback/i;

class SharedProcess implements TestProcess {
  #isGone = false;
  #listener: StatementListener | undefined;

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return running.run(this, work);
  }

  listen(listener: StatementListener | undefined): void {
    this.#listener = listener;
  }

  end(): void {
    this.#isGone = true;
  }

  before(text: string): void {
    if (!this.#isGone) this.#listener?.(text);
    if (this.#isGone && !ROLLBACK.test(text)) throw new Error('this process is gone');
  }
}

const running = new AsyncLocalStorage<SharedProcess>();

export function createTestProcess(): TestProcess {
  return new SharedProcess();
}

for (const name of ['run', 'get', 'all', 'iterate'] as const) {
  const execute = StatementSync.prototype[name];
  Object.defineProperty(StatementSync.prototype, name, {
    value(this: StatementSync, ...parameters: unknown[]) {
      running.getStore()?.before(this.sourceSQL);
      return Reflect.apply(execute, this, parameters);
    },
  });
}
