import { setTimeout as delay } from 'node:timers/promises';
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from 'kysely';

/** As long as others wait for the file. */
const PATIENCE_MS = 5_000;
const AGAIN_MS = 2;
/** SQLITE_BUSY: another connection writes. */
const BUSY = 5;

/**
 * SQLite for a thread that must not stand still: where the file's own wait would hold up everything until another has
 * written, this one looks again a little later. Its connection needs a busy_timeout of 0, and takes single statements,
 * no transactions.
 */
export class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    return patient(await super.acquireConnection());
  }
}

function patient(connection: DatabaseConnection): DatabaseConnection {
  return {
    executeQuery: <Row>(query: CompiledQuery) => untilFree(() => connection.executeQuery<Row>(query)),
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  };
}

async function untilFree<Row>(execute: () => Promise<QueryResult<Row>>): Promise<QueryResult<Row>> {
  for (let waited = 0; ; waited += AGAIN_MS) {
    try {
      return await execute();
    } catch (error) {
      if (!isBusy(error) || waited >= PATIENCE_MS) throw error;
    }
    await delay(AGAIN_MS);
  }
}

/** Whether that is SQLite's refusal because another connection writes. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === BUSY;
}
