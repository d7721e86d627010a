import { readFile, rename, writeFile } from 'node:fs/promises';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { createLedger } from './ledger.ts';

/**
 * Notes that the ledger was put back from a copy: whatever was to come until now may stand in its channel already. What
 * the copy holds as unsent is looked for before it is sent, and so is what is recorded later and was due before.
 */
export async function markRestored(database: Database, time: DatabaseClock): Promise<void> {
  const now = await time.now();
  await writeState(database, { restored_at: now });
  await createLedger({ database, time, owner: 'restore' }).doubtUnsent();
}

/** Tells that a bot works with a ledger, in the ledger and beside it. */
export interface Heartbeat {
  /** True when the ledger is older than what is noted beside it: somebody has put an old file in its place, or a new one. */
  isBehind(): Promise<boolean>;
  beat(): Promise<void>;
}

/** @param file the SQLite file; the note stands beside it */
export function createHeartbeat(database: Database, file: string, time: DatabaseClock): Heartbeat {
  const note = `${file}.heartbeat`;
  return {
    async isBehind() {
      const state = await database.selectFrom('ledger_state').select('heartbeat_at').executeTakeFirst();
      const noted = Number(await readFile(note, 'utf8').catch(() => '0'));
      return noted > (state?.heartbeat_at ?? 0);
    },

    async beat() {
      const now = await time.now();
      // In this order: whoever is killed in between leaves a ledger that is ahead.
      await writeState(database, { heartbeat_at: now });
      await writeFile(`${note}.new`, String(now), { mode: 0o600 });
      await rename(`${note}.new`, note);
    },
  };
}

async function writeState(
  database: Database,
  state: { readonly heartbeat_at: number } | { readonly restored_at: number },
): Promise<void> {
  await database
    .insertInto('ledger_state')
    .values({ id: 1, heartbeat_at: null, restored_at: null, ...state })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute();
}
