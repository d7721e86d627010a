import { sql } from 'kysely';
import type { Database } from '../../../bot/database/connection.ts';
import { TRANSITIONS } from '../../../bot/outbox/ledger.ts';

/** From then on a SQLite database refuses every change of a digest's state that is not in the table of ledger.ts. */
export async function guardStates(database: Database): Promise<void> {
  const allowed = Object.values(TRANSITIONS).map(
    ({ from, to }) => sql`(old.state = ${sql.lit(from)} and new.state = ${sql.lit(to)})`,
  );
  await sql`create trigger digest_states before update of state on digest_run
    when old.state <> new.state and not (${sql.join(allowed, sql` or `)})
    begin select raise(abort, 'not a transition of ledger.ts'); end`.execute(database);
}
