import { AsyncLocalStorage } from 'node:async_hooks';
import { StatementSync } from 'node:sqlite';
import type { Client } from 'pg';
import type { BotDatabase } from '../botDatabase.ts';

/**
 * One of several bots in the process of a test, as if it were a process of its own: before each of its statements to
 * the database something may happen. What it calls by the network is told apart by its token.
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
  readonly #database: Pick<BotDatabase, 'tellTime'> | undefined;
  #isGone = false;
  #listener: StatementListener | undefined;

  constructor(database?: Pick<BotDatabase, 'tellTime'>) {
    this.#database = database;
  }

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

  async send<Result>(text: string, execute: () => Promise<Result>): Promise<Result> {
    await this.#database?.tellTime();
    this.before(text);
    return await execute();
  }
}

const running = new AsyncLocalStorage<SharedProcess>();

/** `database`: one that must be told the time of the test. */
export function createTestProcess(database?: Pick<BotDatabase, 'tellTime'>): TestProcess {
  return new SharedProcess(database);
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

/** The same for what is sent to PostgreSQL by that class, of which a bundle has one of its own; `during` sees each result. */
export function watchPostgres(
  { prototype }: typeof Client,
  during: <Result>(sent: Promise<Result>) => Promise<Result> = (sent) => sent,
): void {
  const { query } = prototype;
  Object.defineProperty(prototype, 'query', {
    value(this: Client, ...parameters: unknown[]) {
      const execute = (): unknown => Reflect.apply(query, this, parameters);
      const store = running.getStore();
      const [text] = parameters;
      const sent =
        store === undefined || typeof text !== 'string' ? execute() : store.send(text, async () => execute());
      return sent instanceof Promise ? during(sent) : sent;
    },
  });
}
