import { AsyncLocalStorage } from 'node:async_hooks';
import { StatementSync } from 'node:sqlite';
import { Client } from 'pg';

/**
 * One of several bots in the process of a test, as if it were a process of its own: its statements to the database are
 * counted, and before each of them something may happen. What it calls by the network is told apart by its token.
 */
export interface TestProcess {
  /** Statements to the database so far; those of threads and imports are not among them. */
  readonly statements: number;
  readonly isGone: boolean;
  /** Everything that the work starts, and all that comes of it, belongs to this process. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Called with the number and text of each statement before it is executed; what it throws is what comes of it. */
  listen(listener: StatementListener | undefined): void;
  /** From now on it changes nothing any more: no statement is executed, and open transactions end without a trace. */
  end(): void;
}

export type StatementListener = (statement: number, text: string) => void;

/** What the operating system does for a process that has ended in the middle of a transaction. */
const ROLLBACK = /^\s*rollback/i;

class CountingProcess implements TestProcess {
  statements = 0;
  isGone = false;
  #listener: StatementListener | undefined;

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return running.run(this, work);
  }

  listen(listener: StatementListener | undefined): void {
    this.#listener = listener;
  }

  end(): void {
    this.isGone = true;
  }

  before(text: string): void {
    if (!this.isGone) {
      this.statements += 1;
      this.#listener?.(this.statements, text);
    }
    if (this.isGone && !ROLLBACK.test(text)) throw new Error('this process is gone');
  }
}

const running = new AsyncLocalStorage<CountingProcess>();

export function createTestProcess(): TestProcess {
  return new CountingProcess();
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

const { query } = Client.prototype;
Object.defineProperty(Client.prototype, 'query', {
  value(this: Client, ...parameters: [string | { text: string }]) {
    const [asked] = parameters;
    try {
      running.getStore()?.before(typeof asked === 'string' ? asked : asked.text);
    } catch (error) {
      return Promise.reject(error);
    }
    return Reflect.apply(query, this, parameters);
  },
});
