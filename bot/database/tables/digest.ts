import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger } from '../dialect.ts';

/** The tables of the digest. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface DigestTables {
  digest_subscription: DigestSubscriptionTable;
  digest_run: DigestRunTable;
  digest_source: DigestSourceTable;
  digest_total: DigestTotalTable;
}

/**
 * A question that is answered in a channel at times. Times of day are HH:mm and days yyyy-MM-dd, both in the zone of
 * the settings.
 */
export interface DigestSubscriptionTable {
  team_id: string;
  channel_id: string;
  /** Its preset, with a random UUID for each further one in the channel: `stock`, `stock#<uuid>`, `question#<uuid>`. */
  kind: string;
  /** Null for DIGEST_TIME. */
  digest_time: string | null;
  /** 0 after it ended. The row stays, so that DIGEST_CHANNELS doesn't create it again. */
  active: number;
  created_at: number;
  /** The question with its period as it was said: `/sales last week by:store`. */
  question: string;
  /** How often it is answered. */
  cadence: 'daily' | 'weekly' | 'monthly';
  /** Days of the week on which it is posted, Monday 1 to Sunday 7, such as 12345. */
  weekdays: string;
  /** The person to notify when it fails; null for a subscription from DIGEST_CHANNELS. */
  owner: string | null;
  /** The first day on which it is posted again; null if nobody paused it. */
  paused_until: string | null;
  /** Slack's error after which the bot paused it; null if the bot did not pause it. */
  paused_reason: string | null;
  /** When it was created or its time, zone or days changed: its first occurrence is the next one after that. */
  counts_from: number;
  /** The name of a further subscription, unique in its place; null for the first of its preset. */
  name?: string | null | undefined;
  /** The language of the digest, `nb` or `en`; null for the language of the settings. */
  language?: string | null | undefined;
  /** 1 if its digests show data based on sales: a person who can see sales added it to the channel. */
  shows_sales: number;
}

export const MESSAGE_STATES = [
  'due',
  'sending',
  'unclear',
  'sent',
  'failed',
  'unknown',
  'missed',
  'closed',
] as const;

export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * A message of the outbox, at most one per team, channel, kind and occasion, so that none is posted twice. The table has
 * the names of digests, the first messages.
 */
export interface DigestRunTable {
  id: Generated<number>;
  team_id: string;
  /** A channel, or a person for a direct message. */
  channel_id: string;
  /** `message` for a message that is stored with its content; its occasion is unique in the whole team. */
  kind: string;
  /** The occasion: a date that stands for the day, week or month of a digest; the key of a stored message. */
  business_date: string;
  state: MessageState;
  /** When it should be posted. */
  due_at: number;
  /** How often a process claimed it for sending. */
  attempt: number;
  /** No process handles it before this instant. */
  not_before: number;
  /** The process that is sending it, and until when its lease is valid. */
  lease_owner: string | null;
  lease_until: number;
  /** When it was first sent to Slack: no copy of it is older. */
  first_sent_at: number | null;
  /** When it was last sent to Slack. */
  last_sent_at: Generated<number | null>;
  /** When the channel is searched for an unclear message, or for a duplicate of one that was sent; null for neither. */
  check_at: number | null;
  /** How many of these searches Slack answered. */
  checks: number;
  /** When the channel was last searched for it before sending; null for never. */
  looked_at: Generated<number | null>;
  message_ts: string | null;
  reason: string | null;
  /** The user who posted it manually; null for a scheduled one. */
  asked_by: string | null;
  /** For a message posted manually, 1 if that user may see sales. Scheduled ones follow their subscription. */
  shows_sales: Generated<number>;
  /** The content of a stored message that is not posted yet, as JSON; null for one that is rendered when posted. */
  message: Generated<string | null>;
  /** When a stored message is no longer worth posting; null for never. */
  expires_at: Generated<number | null>;
  created_at: number;
  updated_at: number;
}

/** What a digest was made from, for its buttons and for the file that follows in its thread. */
export interface DigestSourceTable {
  /** An opaque id, the only thing a button carries. */
  id: string;
  /** Null for a preview. */
  run_id: number | null;
  team_id: string;
  channel_id: string;
  /** The kind of its subscription. */
  content: string;
  /** The day of the data, or the last of several days. */
  data_day: string;
  /** The first of several days; null for one day. */
  data_from: string | null;
  /** The question that it answers, with its days. */
  question: string;
  /** Stands for all its figures: the same where no figure has changed; null where that isn't compared. */
  figures?: string | null | undefined;
  language: string;
  /** 1 if it shows data based on sales. */
  shows_sales: number;
  /** Progress of sending the file. */
  file_state: 'wanted' | 'sending' | 'sent' | 'failed' | 'none';
  file_attempt: number;
  file_not_before: number;
  created_at: number;
}

/** How many digests ended in a state, including deleted ones. Database triggers count them. */
export interface DigestTotalTable {
  state: (typeof COUNTED_STATES)[number];
  digests: number;
}

const COUNTED_STATES = ['sent', 'missed'] as const;

async function countEndedDigests(database: Kysely<unknown>): Promise<void> {
  const dialect = dialectOf(database);
  await database.schema
    .createTable('digest_total')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('digests', wideInteger(dialect), (column) => column.notNull())
    .execute();
  for (const state of COUNTED_STATES) {
    await sql`insert into digest_total (state, digests) values (${sql.lit(state)}, 0)`.execute(database);
  }
  for (const statement of dialect === 'postgres' ? POSTGRES_COUNTING : SQLITE_COUNTING) {
    await sql.raw(statement).execute(database);
  }
}

/** Messages that are stored with their content don't count as digests. */
const SQLITE_COUNTING = [
  `create trigger digest_run_recorded after insert on digest_run
   when new.state in ('sent', 'missed') and new.kind != 'message'
   begin update digest_total set digests = digests + 1 where state = new.state; end`,
  `create trigger digest_run_ended after update of state on digest_run
   when new.state in ('sent', 'missed') and new.state != old.state and new.kind != 'message'
   begin update digest_total set digests = digests + 1 where state = new.state; end`,
];

/** Statement-level triggers lock the total after all rows of their statement, so two statements can't deadlock. */
const POSTGRES_COUNTING = [
  `create function count_recorded_digests() returns trigger language plpgsql as $$ begin
     update digest_total set digests = digest_total.digests + ended.digests
       from (select state, count(*) as digests from changed where kind != 'message' group by state) as ended
       where digest_total.state = ended.state;
     return null;
   end $$`,
  `create function count_ended_digests() returns trigger language plpgsql as $$ begin
     update digest_total set digests = digest_total.digests + ended.digests
       from (select changed.state, count(*) as digests from changed join before on before.id = changed.id
             where changed.state != before.state and changed.kind != 'message' group by changed.state) as ended
       where digest_total.state = ended.state;
     return null;
   end $$`,
  `create trigger digest_run_recorded after insert on digest_run referencing new table as changed
   for each statement execute function count_recorded_digests()`,
  `create trigger digest_run_ended after update on digest_run referencing old table as before new table as changed
   for each statement execute function count_ended_digests()`,
];

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
    .addColumn('weekdays', 'text', (column) => column.notNull().defaultTo('1234567'))
    .addColumn('owner', 'text')
    .addColumn('paused_until', 'text')
    .addColumn('paused_reason', 'text')
    .addColumn('counts_from', instant, (column) => column.notNull().defaultTo(0))
    .addColumn('name', 'text')
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('cadence', 'text', (column) => column.notNull())
    .addColumn('language', 'text')
    .addColumn('shows_sales', 'integer', (column) => column.notNull().defaultTo(1))
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
    .addColumn('shows_sales', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('message', 'text')
    .addColumn('expires_at', instant)
    .addColumn('looked_at', instant)
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
  await schema
    .createIndex('digest_run_stored')
    .unique()
    .on('digest_run')
    .columns(['team_id', 'business_date'])
    .where(sql.ref('kind'), '=', sql.lit('message'))
    .execute();
  // What is known of the last days, and measured of the last one.
  await schema.createIndex('digest_run_by_due').on('digest_run').column('due_at').execute();
  await schema
    .createTable('digest_source')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('run_id', 'integer', (column) => column.unique())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('data_day', 'text', (column) => column.notNull())
    .addColumn('data_from', 'text')
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('figures', 'text')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('shows_sales', 'integer', (column) => column.notNull().defaultTo(1))
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
  await countEndedDigests(database);
}
