import { AsyncLocalStorage } from 'node:async_hooks';
import { StatementSync } from 'node:sqlite';
import type { BotDatabase } from '../botDatabase.ts';
import type { BotModule } from '../bundledBot.ts';
import { whileOnServer } from '../rest.ts';

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
  readonly #database: BotDatabase;
  #isGone = false;
  #listener: StatementListener | undefined;

  constructor(database: BotDatabase) {
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
    await this.#database.tellTime();
    this.before(text);
    return await execute();
  }
}

const running = new AsyncLocalStorage<SharedProcess>();

export function createTestProcess(database: BotDatabase): TestProcess {
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

const watched = new WeakSet<object>();

/** The same for what the bot sends to PostgreSQL: the bundle, in which the bot is, has classes of its own. */
export function watchPostgres({ PostgresClient, PostgresPool }: BotModule): void {
  const { prototype } = PostgresClient;
  if (watched.has(prototype)) return;
  watched.add(prototype);
  const { query, connect } = prototype;
  Object.defineProperty(prototype, 'query', {
    value(this: object, ...parameters: unknown[]) {
      const store = running.getStore();
      const [text] = parameters;
      if (store === undefined || typeof text !== 'string') return Reflect.apply(query, this, parameters);
      return whileOnServer(store.send(text, async () => Reflect.apply(query, this, parameters)));
    },
  });
  // The pool gives a callback.
  Object.defineProperty(prototype, 'connect', {
    value(this: object, callback: (...given: unknown[]) => void) {
      const connected = Promise.withResolvers<void>();
      void whileOnServer(connected.promise);
      const tell = (...given: unknown[]) => {
        connected.resolve();
        callback(...given);
      };
      return Reflect.apply(connect, this, [tell]);
    },
  });
  // Timers of connections that wait for somebody would be taken for pauses of the bot.
  const fromPool = PostgresPool.prototype.connect;
  Object.defineProperty(PostgresPool.prototype, 'connect', {
    value(this: InstanceType<typeof PostgresPool>, ...parameters: unknown[]) {
      this.options.idleTimeoutMillis = 0;
      return Reflect.apply(fromPool, this, parameters);
    },
  });
}
