import { CompiledQuery, type DatabaseConnection, SqliteDriver, type TransactionSettings } from 'kysely';

/**
 * SQLite whose transactions take the right to write when they begin, and wait for it there. One that began by reading
 * could not go on to write after another connection did: SQLite refuses that at once, whatever busy_timeout says.
 * A transaction that is declared to be read only takes nothing: it sees one moment, and holds nobody up.
 */
export class WritingDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings?: TransactionSettings,
  ): Promise<void> {
    const isReading = settings?.accessMode === 'read only';
    await connection.executeQuery(CompiledQuery.raw(isReading ? 'begin' : 'begin immediate'));
  }
}
