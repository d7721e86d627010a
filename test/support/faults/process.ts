import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Database, ThroughDialect } from '../../../bot/database/connection.ts';
import type { Schema } from '../../../bot/database/schema.ts';
import type { BotDatabase } from '../botDatabase.ts';

/**
 * One of several bots in the process of a test, as if it were a process of its own: before each of its statements to
 * the database something may happen. What it calls by the network is told apart by its token.
 */
export interface TestProcess {
  /** Everything that is sent to a database opened through it belongs to this process. */
  readonly throughDialect: ThroughDialect;
  /**
   * Called with each statement before it is executed; what it throws is what comes of it. Those of threads and imports are
   * not among them. A transaction that has only read ends with `end`, which is no write.
   */
  listen(listener: StatementListener | undefined): void;
  /** From now on it changes nothing any more: no statement is executed, and open transactions end without a trace. */
  end(): void;
  readonly isGone: boolean;
  /** Another process begins, with the same connections. */
  begin(): void;
}

export type StatementListener = (text: string) => void;

export function isWrite(statement: string): boolean {
  return /^\s*(?:insert|update|delete|commit)/i.test(statement);
}

/** What the operating system does for a process that has ended in the middle of a transaction. */
const ROLLBACK = /^\s*rollback/i;

/** `database`: one that must be told the time of the test. */
export function createTestProcess(database?: Pick<BotDatabase, 'tellTime'>): TestProcess {
  let isGone = false;
  let listener: StatementListener | undefined;
  const before = async (text: string) => {
    await database?.tellTime();
    if (!isGone) listener?.(text);
    if (isGone && !ROLLBACK.test(text)) throw new Error('this process is gone');
  };
  return {
    throughDialect: (own) => new WatchedDialect(own, before),
    listen(next) {
      listener = next;
    },
    end() {
      isGone = true;
    },
    get isGone() {
      return isGone;
    },
    begin() {
      isGone = false;
      listener = undefined;
    },
  };
}

/** One connection for all who are given it, such as processes on a database in memory. */
export interface SharedConnection {
  readonly throughDialect: ThroughDialect;
  /** The same database, as that process has it. */
  as(process: TestProcess): Database;
}

export function shareConnection(): SharedConnection {
  let shared: Dialect | undefined;
  return {
    throughDialect(own) {
      const driver = own.createDriver();
      const ready = driver.init();
      driver.init = () => ready;
      shared = {
        createDriver: () => driver,
        createAdapter: () => own.createAdapter(),
        createQueryCompiler: () => own.createQueryCompiler(),
        createIntrospector: (database) => own.createIntrospector(database),
      };
      return shared;
    },
    as(process) {
      if (shared === undefined) throw new Error('the database is opened first');
      return new Kysely<Schema>({ dialect: process.throughDialect(shared) });
    },
  };
}

type Before = (text: string) => Promise<void>;

class WatchedDialect implements Dialect {
  readonly #own: Dialect;
  readonly #before: Before;

  constructor(own: Dialect, before: Before) {
    this.#own = own;
    this.#before = before;
  }

  createDriver(): Driver {
    return new WatchedDriver(this.#own.createDriver(), this.#before);
  }

  createQueryCompiler() {
    return this.#own.createQueryCompiler();
  }

  createAdapter() {
    return this.#own.createAdapter();
  }

  createIntrospector(database: Kysely<unknown>) {
    return this.#own.createIntrospector(database);
  }
}

class WatchedDriver implements Driver {
  readonly #own: Driver;
  readonly #before: Before;

  constructor(own: Driver, before: Before) {
    this.#own = own;
    this.#before = before;
  }

  init(): Promise<void> {
    return this.#own.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new WatchedConnection(await this.#own.acquireConnection(), this.#before);
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#before('begin');
    if (connection instanceof WatchedConnection) connection.hasWritten = false;
    await this.#own.beginTransaction(ownOf(connection), settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const isWriting = connection instanceof WatchedConnection && connection.hasWritten;
    await this.#before(isWriting ? 'commit' : 'end');
    await this.#own.commitTransaction(ownOf(connection));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#before('rollback');
    await this.#own.rollbackTransaction(ownOf(connection));
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#own.releaseConnection(ownOf(connection));
  }

  destroy(): Promise<void> {
    return this.#own.destroy();
  }
}

class WatchedConnection implements DatabaseConnection {
  readonly own: DatabaseConnection;
  /** Since its transaction began. */
  hasWritten = false;
  readonly #before: Before;

  constructor(own: DatabaseConnection, before: Before) {
    this.own = own;
    this.#before = before;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#before(query.sql);
    this.hasWritten ||= isWrite(query.sql);
    return this.own.executeQuery<Row>(query);
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    await this.#before(query.sql);
    yield* this.own.streamQuery<Row>(query, chunkSize);
  }
}

function ownOf(connection: DatabaseConnection): DatabaseConnection {
  return connection instanceof WatchedConnection ? connection.own : connection;
}
