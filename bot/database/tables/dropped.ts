import { type Kysely, sql } from 'kysely';
import { dialectOf } from '../dialect.ts';

const COLUMNS = [
  ['digest_subscription', 'time_zone'],
  ['digest_subscription', 'deadline'],
  ['digest_subscription', 'stale_policy'],
  ['digest_subscription', 'locale'],
  ['digest_source', 'locale'],
] as const;

/** Drops what nothing reads: the audit of `/access`, the heartbeat of the ledger, and unused columns of digests. */
export async function dropUnused(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.dropTable('audit_entry').execute();
  if (dialectOf(database) === 'postgres') {
    await sql`drop function audit_entry_only_added_to()`.execute(database);
  }
  await schema.dropTable('ledger_state').execute();
  for (const [table, column] of COLUMNS) await schema.alterTable(table).dropColumn(column).execute();
  // The bot no longer makes this call, and its old count would stay in the metrics.
  await sql`delete from service_call where operation = 'permission'`.execute(database);
}

/** Drops the memory of requests and clicks: handling one of them twice does no harm. */
export async function dropClicks({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropTable('seen_request').execute();
  await schema.dropTable('shared_answer').execute();
}
