import { type Generated, type Kysely, sql } from 'kysely';
import type { DigestState } from '../digest/states.ts';
import type { DigestSubscriptionTable } from '../digest/subscriptionRow.ts';
import { dialectOf, selfCounting, wideInteger } from './dialect.ts';

/** The tables of the digest. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface DigestTables {
  digest_subscription: DigestSubscriptionTable;
  digest_run: DigestRunTable;
  digest_notice: DigestNoticeTable;
  digest_pace: DigestPaceTable;
}

/** One row per team, channel, kind and business date is what keeps a digest from coming twice. */
export interface DigestRunTable {
  id: Generated<number>;
  team_id: string;
  channel_id: string;
  kind: string;
  business_date: string;
  state: DigestState;
  /** When it was to come. */
  due_at: number;
  /** How often it was taken up for sending. */
  attempt: number;
  /** Before that nothing is done about it. */
  not_before: number;
  /** Who is sending it, and until when that counts. */
  lease_owner: string | null;
  lease_until: number;
  /** When it was first on its way to Slack: nothing of it can be in the channel that is older. */
  first_sent_at: number | null;
  /** When it was last. */
  last_sent_at: Generated<number | null>;
  /** How often the channel was looked through since the outcome became unclear. */
  looks: number;
  /** When the channel is looked through for a second copy; null when there is no doubt. */
  check_at: number | null;
  /** How often it was, since the doubt came up. */
  checks: number;
  message_ts: string | null;
  reason: string | null;
  /** Who asked for it by hand. */
  asked_by: string | null;
  created_at: number;
  updated_at: number;
}

/** Something a person has to be told, once. */
export interface DigestNoticeTable {
  id: Generated<number>;
  team_id: string;
  channel_id: string;
  kind: string;
  /** What it is about: the same thing is not told twice. */
  topic: string;
  user_id: string;
  /** The digest that the buttons are about; null without buttons. */
  run_id: number | null;
  text: string;
  /** 1 once it was told, or nobody could be. */
  done: number;
  attempt: number;
  not_before: number;
  created_at: number;
}

/** When the next message of a workspace may go out: one row per team. */
export interface DigestPaceTable {
  team_id: string;
  next_at: number;
}

/** A released migration of both databases: never edited. */
export async function createDigestTables(database: Kysely<unknown>): Promise<void> {
  await extendSubscriptions(database);
  await replaceRuns(database);
  await extendStockDays(database);
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema
    .createTable('digest_notice')
    .addColumn('id', selfCounting(dialect), (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('run_id', 'integer')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('not_before', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addUniqueConstraint('digest_notice_once', ['team_id', 'channel_id', 'kind', 'topic'])
    .execute();
  await schema
    .createTable('digest_pace')
    .addColumn('team_id', 'text', (column) => column.primaryKey())
    .addColumn('next_at', instant, (column) => column.notNull())
    .execute();
}

/** Doubts are looked for every few seconds, and are a handful of rows among years of them: a released migration. */
export async function createDigestChecks({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('digest_run')
    .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await schema
    .createIndex('digest_run_by_check')
    .on('digest_run')
    .column('check_at')
    .where(sql.ref('check_at'), 'is not', null)
    .execute();
  // What is known of the last days, and measured of the last one.
  await schema.createIndex('digest_run_by_due').on('digest_run').column('due_at').execute();
}

/** A time that nobody chose is that of DIGEST_TIME, whatever it becomes: a released migration. */
export async function freeDigestTimes(database: Kysely<unknown>): Promise<void> {
  const table = () => database.schema.alterTable('digest_subscription');
  await table().renameColumn('digest_time', 'digest_time_before').execute();
  await table().addColumn('digest_time', 'text').execute();
  await sql`update digest_subscription set digest_time = digest_time_before where owner is not null`.execute(
    database,
  );
  await table().dropColumn('digest_time_before').execute();
}

/** A channel is looked through around the attempts: a released migration. */
export async function createLastAttempts(database: Kysely<unknown>): Promise<void> {
  const instant = wideInteger(dialectOf(database));
  await database.schema.alterTable('digest_run').addColumn('last_sent_at', instant).execute();
}

async function extendSubscriptions(database: Kysely<unknown>): Promise<void> {
  const instant = wideInteger(dialectOf(database));
  const table = () => database.schema.alterTable('digest_subscription');
  await table().addColumn('time_zone', 'text').execute();
  await table()
    .addColumn('weekdays', 'text', (column) => column.notNull().defaultTo('1234567'))
    .execute();
  await table().addColumn('deadline', 'text').execute();
  await table()
    .addColumn('stale_policy', 'text', (column) => column.notNull().defaultTo('post'))
    .execute();
  await table().addColumn('owner', 'text').execute();
  await table().addColumn('paused_until', 'text').execute();
  await table().addColumn('paused_reason', 'text').execute();
  await table()
    .addColumn('counts_from', instant, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update digest_subscription set counts_from = created_at`.execute(database);
}

/** A table that has states of its own cannot learn new ones in SQLite: it is written anew. */
async function replaceRuns(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema.alterTable('digest_run').renameTo('digest_run_before').execute();
  await schema
    .createTable('digest_run')
    .addColumn('id', selfCounting(dialect), (column) =>
      dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('business_date', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('due_at', instant, (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('not_before', instant, (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', instant, (column) => column.notNull().defaultTo(0))
    .addColumn('first_sent_at', instant)
    .addColumn('looks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('check_at', instant)
    .addColumn('message_ts', 'text')
    .addColumn('reason', 'text')
    .addColumn('asked_by', 'text')
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .addUniqueConstraint('digest_run_of_a_date', ['team_id', 'channel_id', 'kind', 'business_date'])
    .execute();
  await sql`
    insert into digest_run (team_id, channel_id, kind, business_date, state, due_at, attempt, not_before, lease_until,
      first_sent_at, message_ts, reason, created_at, updated_at)
    select team_id, channel_id, kind, business_date, state, created_at, attempt, not_before, 0,
      case when attempt > 0 then created_at end, message_ts, reason, created_at, updated_at
    from digest_run_before order by id`.execute(database);
  await schema.dropTable('digest_run_before').execute();
  // What is still to be done is a handful of rows among years of them.
  await schema.createIndex('digest_run_by_state').on('digest_run').columns(['state', 'not_before']).execute();
}

/** The gate of a day is one row, and one process at a time goes through it. */
async function extendStockDays(database: Kysely<unknown>): Promise<void> {
  const instant = wideInteger(dialectOf(database));
  const table = () => database.schema.alterTable('stock_day');
  await table().addColumn('lease_owner', 'text').execute();
  await table()
    .addColumn('lease_until', instant, (column) => column.notNull().defaultTo(0))
    .execute();
  await table()
    .addColumn('answered', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
