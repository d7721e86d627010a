/** The process that checks a SQLite file: see damage.ts. */
import { DatabaseSync } from 'node:sqlite';
import type { OpenService } from '../workers/worker.ts';

/** Longer than any writer locks the file. */
const BUSY_TIMEOUT_MS = 60_000;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

export const open: OpenService<string> = async (file) => ({
  service: { findDamage: async () => findDamage(file) },
  close: async () => {},
});

/** The damage that SQLite finds in the file; undefined if there is none. Reads the whole file, blocking the process. */
function findDamage(file: string): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const found = database.prepare('pragma quick_check(1)').get()?.quick_check;
    return found === 'ok' ? undefined : String(found);
  } catch (error) {
    const { errcode, message } = Object(error);
    if (DAMAGED.has(Number(errcode) & 0xff)) return String(message);
    throw error;
  } finally {
    database?.close();
  }
}
