import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger } from '../dialect.ts';

/** The tables of the digest. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface DigestTables {
  digest_subscription: DigestSubscriptionTable;
  digest_run: DigestRunTable;
  digest_notice: DigestNoticeTable;
  digest_source: DigestSourceTable;
  digest_total: DigestTotalTable;
}

/**
 * A subscription as it is stored: one per team, channel and kind. Times of day are HH:mm and days yyyy-MM-dd, both in the
 * zone of the settings.
 */
export interface DigestSubscriptionTable {
  team_id: string;
  channel_id: string;
  /**
   * What the digest is of, with a random UUID for each further one in the channel: `stock`, `stock#<uuid>`. A newer replica may
   * know more kinds: a process reads and changes only rows of those that it knows.
   */
  kind: string;
  /** Null for DIGEST_TIME. */
  digest_time: string | null;
  /** 0 once it was ended; the row stays, so that DIGEST_CHANNELS does not bring it back. */
  active: number;
  created_at: number;
  /** Days of the week on which it comes, Monday 1 to Sunday 7, such as 12345. */
  weekdays: string;
  /** Who is told when it fails; null for one out of DIGEST_CHANNELS. */
  owner: string | null;
  /** The first day on which it comes again; null when nobody paused it. */
  paused_until: string | null;
  /** What Slack said when it paused by itself; null when it did not. */
  paused_reason: string | null;
  /** When it was made or its time, zone or days were changed: the next occurrence after that is the first. */
  counts_from: number;
  /** Which products, as JSON; null for one's own. */
  products?: string | null | undefined;
  /** In which it is written, `nb` or `en`; null for that of the settings. */
  language?: string | null | undefined;
  /** 1 when its digests show what is derived from sales: somebody who may see sales has brought them into the channel. */
  shows_sales: number;
}

export async function createLedgerState(database: Kysely<unknown>): Promise<void> {
  const wide = wideInteger(dialectOf(database));
  await database.schema
    .createTable('ledger_state')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('heartbeat_at', wide)
    .addColumn('restored_at', wide)
    .execute();
}

export const DIGEST_STATES = [
  'due',
  'sending',
  'unclear',
  'sent',
  'failed',
  'unknown',
  'missed',
  'closed',
] as const;

export type DigestState = (typeof DIGEST_STATES)[number];

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
  /** When the channel is searched for an unclear digest, or for a duplicate of one that was sent; null for neither. */
  check_at: number | null;
  /** How often Slack answered that. */
  checks: number;
  /** When its channel was last looked through for it before it is sent; null for never. */
  looked_at: Generated<number | null>;
  message_ts: string | null;
  reason: string | null;
  /** Who asked for it by hand. */
  asked_by: string | null;
  /** Of one by hand: 1 when that person may see sales. All others go by their subscription. */
  shows_sales: Generated<number>;
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
  text: string;
  /** 1 once it was told, or nobody could be. */
  done: number;
  attempt: number;
  not_before: number;
  created_at: number;
}

/** What a digest was made from: behind its buttons, and for the file that follows in its thread. */
export interface DigestSourceTable {
  /** Opaque: all that a button carries. */
  id: string;
  /** Null for a preview. */
  run_id: number | null;
  team_id: string;
  channel_id: string;
  /** The kind of its subscription. */
  content: string;
  /** The day the figures are of, or the last of several. */
  data_day: string;
  /** The first of several days; null for one day. */
  data_from: string | null;
  /** The choice of products as JSON; null for one's own. */
  products: string | null;
  language: string;
  /** 1 when it shows what is derived from sales. */
  shows_sales: number;
  /** How far the file has come. */
  file_state: 'wanted' | 'sending' | 'sent' | 'failed' | 'none';
  file_attempt: number;
  file_not_before: number;
  created_at: number;
}

/** How many digests have ended so, those that were deleted since included. Triggers of the database count them. */
export interface DigestTotalTable {
  state: (typeof COUNTED_STATES)[number];
  digests: number;
}

const COUNTED_STATES = ['sent', 'missed'] as const;

export async function countEndedDigests(database: Kysely<unknown>): Promise<void> {
  const dialect = dialectOf(database);
  await database.schema
    .createTable('digest_total')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('digests', wideInteger(dialect), (column) => column.notNull())
    .execute();
  for (const state of COUNTED_STATES) {
    await sql`insert into digest_total (state, digests)
      select ${sql.lit(state)}, count(*) from digest_run where state = ${sql.lit(state)}`.execute(database);
  }
  for (const statement of dialect === 'postgres' ? POSTGRES_COUNTING : SQLITE_COUNTING) {
    await sql.raw(statement).execute(database);
  }
}

const SQLITE_COUNTING = [
  `create trigger digest_run_recorded after insert on digest_run when new.state in ('sent', 'missed')
   begin update digest_total set digests = digests + 1 where state = new.state; end`,
  `create trigger digest_run_ended after update of state on digest_run
   when new.state in ('sent', 'missed') and new.state != old.state
   begin update digest_total set digests = digests + 1 where state = new.state; end`,
];

/** For whole statements: the total is locked after all rows of its statement, so two of them never wait for each other. */
const POSTGRES_COUNTING = [
  `create function count_recorded_digests() returns trigger language plpgsql as $$ begin
     update digest_total set digests = digest_total.digests + ended.digests
       from (select state, count(*) as digests from changed group by state) as ended
       where digest_total.state = ended.state;
     return null;
   end $$`,
  `create function count_ended_digests() returns trigger language plpgsql as $$ begin
     update digest_total set digests = digest_total.digests + ended.digests
       from (select changed.state, count(*) as digests from changed join before on before.id = changed.id
             where changed.state != before.state group by changed.state) as ended
       where digest_total.state = ended.state;
     return null;
   end $$`,
  `create trigger digest_run_recorded after insert on digest_run referencing new table as changed
   for each statement execute function count_recorded_digests()`,
  `create trigger digest_run_ended after update on digest_run referencing old table as before new table as changed
   for each statement execute function count_ended_digests()`,
];

/** Digests from before show what is derived from sales, and so do their channels from then on. */
export async function addShowsSales(database: Kysely<unknown>): Promise<void> {
  for (const table of ['digest_subscription', 'digest_run', 'digest_source']) {
    await database.schema
      .alterTable(table)
      .addColumn('shows_sales', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
  }
}

/** Sales digests after a weekend are of several days. */
export async function addDataFrom({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('digest_source').addColumn('data_from', 'text').execute();
}

export async function addLookedAt(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .alterTable('digest_run')
    .addColumn('looked_at', wideInteger(dialectOf(database)))
    .execute();
}

export async function createDigestTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema
    .createTable('digest_subscription')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('digest_time', 'text')
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('time_zone', 'text')
    .addColumn('weekdays', 'text', (column) => column.notNull().defaultTo('1234567'))
    .addColumn('deadline', 'text')
    .addColumn('stale_policy', 'text', (column) => column.notNull().defaultTo('post'))
    .addColumn('owner', 'text')
    .addColumn('paused_until', 'text')
    .addColumn('paused_reason', 'text')
    .addColumn('counts_from', instant, (column) => column.notNull().defaultTo(0))
    .addColumn('products', 'text')
    .addColumn('locale', 'text')
    .addColumn('language', 'text')
    .addPrimaryKeyConstraint('digest_subscription_key', ['team_id', 'channel_id', 'kind'])
    .execute();
  await schema
    .createTable('digest_run')
    .addColumn('id', ...generatedKey(dialect))
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
    .addColumn('last_sent_at', instant)
    .addColumn('check_at', instant)
    .addColumn('checks', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('message_ts', 'text')
    .addColumn('reason', 'text')
    .addColumn('asked_by', 'text')
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('updated_at', instant, (column) => column.notNull())
    .addUniqueConstraint('digest_run_of_a_date', ['team_id', 'channel_id', 'kind', 'business_date'])
    .execute();
  // What is still to be done is a handful of rows among years of them.
  await schema.createIndex('digest_run_by_state').on('digest_run').columns(['state', 'not_before']).execute();
  await schema
    .createIndex('digest_run_by_check')
    .on('digest_run')
    .column('check_at')
    .where(sql.ref('check_at'), 'is not', null)
    .execute();
  // What is known of the last days, and measured of the last one.
  await schema.createIndex('digest_run_by_due').on('digest_run').column('due_at').execute();
  await schema
    .createTable('digest_notice')
    .addColumn('id', ...generatedKey(dialect))
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('topic', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('attempt', 'integer', (column) => column.notNull())
    .addColumn('not_before', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addUniqueConstraint('digest_notice_once', ['team_id', 'channel_id', 'kind', 'topic'])
    .execute();
  await schema
    .createTable('digest_source')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'integer', (column) => column.unique())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('data_day', 'text', (column) => column.notNull())
    .addColumn('products', 'text')
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('file_state', 'text', (column) =>
      column.notNull().check(sql`file_state in ('wanted', 'sending', 'sent', 'failed', 'none')`),
    )
    .addColumn('file_attempt', 'integer', (column) => column.notNull())
    .addColumn('file_not_before', instant, (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .execute();
  // What is still to be sent is a handful of rows among those of months.
  await schema
    .createIndex('digest_source_by_file')
    .on('digest_source')
    .columns(['file_state', 'file_not_before'])
    .execute();
}
