import { type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger } from '../dialect.ts';

/** Tables that later migrations drop: requests that were seen, and the audit of `/access`. */
export async function createAccessTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema
    .createTable('seen_request')
    .addColumn('fingerprint', 'text', (column) => column.primaryKey())
    .addColumn('seen_at', instant, (column) => column.notNull())
    .execute();
  await schema.createIndex('seen_request_by_time').on('seen_request').column('seen_at').execute();
  await schema
    .createTable('audit_entry')
    .addColumn('id', ...generatedKey(dialect))
    .addColumn('at', instant, (column) => column.notNull())
    .addColumn('change_id', 'text', (column) => column.notNull())
    .addColumn('stage', 'text', (column) =>
      column.notNull().check(sql`stage in ('refused', 'asked', 'confirmed', 'done', 'failed')`),
    )
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('role_id', 'text')
    .addColumn('main_role_id', 'text')
    .addColumn('active', 'integer')
    .addColumn('outcome', 'text')
    .addUniqueConstraint('audit_entry_once', ['change_id', 'stage'])
    .execute();
  for (const statement of dialect === 'postgres' ? POSTGRES_GUARDS : SQLITE_GUARDS) {
    await sql.raw(statement).execute(database);
  }
}

/** The last trigger is for "insert or replace", which deletes without firing a delete trigger. */
const SQLITE_GUARDS = [
  `create trigger audit_entry_not_changed before update on audit_entry
   begin select raise(abort, 'the audit is only added to'); end`,
  `create trigger audit_entry_not_deleted before delete on audit_entry
   begin select raise(abort, 'the audit is only added to'); end`,
  `create trigger audit_entry_not_replaced before insert on audit_entry
   when exists (select 1 from audit_entry
                where id = new.id or (change_id = new.change_id and stage = new.stage))
   begin select raise(ignore); end`,
];

const POSTGRES_GUARDS = [
  `create function audit_entry_only_added_to() returns trigger language plpgsql as
   $$ begin raise exception 'the audit is only added to'; end $$`,
  `create trigger audit_entry_only_added_to before update or delete or truncate on audit_entry
   for each statement execute function audit_entry_only_added_to()`,
];
