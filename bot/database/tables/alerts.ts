import { type Generated, type Kysely, sql } from 'kysely';
import { dialectOf, generatedKey, wideInteger } from '../dialect.ts';

export interface AlertTables {
  alert: AlertTable;
  alert_state: AlertStateTable;
}

/** A rule to post about. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface AlertTable {
  id: Generated<number>;
  team_id: string;
  /** Where it is posted: a channel, or a person for a direct message. */
  target: string;
  /** The person who set it. */
  owner: string;
  /** en or nb. */
  language: string;
  /** stock or sales. A process leaves subjects that it doesn't know to a newer one. */
  subject: string;
  /** What the alert is about, as JSON of its subject. */
  rule: string;
  created_at: number;
  /** The day of the data that it was last judged by; null before the first. */
  judged_day: string | null;
  /** The day of the data that it last posted about; null for never. */
  fired_day: string | null;
  /** It posts nothing before this instant; null when it isn't muted. */
  muted_until: number | null;
  /** Why it isn't judged; null when it is. */
  paused_reason: string | null;
}

/** On which side of the line an item was last seen. */
export interface AlertStateTable {
  alert_id: number;
  /** What the figure is of, such as a product number; empty for a sum. */
  item: string;
  /** armed or fired. */
  state: string;
  /** The figure it was last judged by. */
  figure: number;
}

export async function createAlertTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const dialect = dialectOf(database);
  const instant = wideInteger(dialect);
  await schema
    .createTable('alert')
    .addColumn('id', ...generatedKey(dialect))
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('target', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('judged_day', 'text')
    .addColumn('fired_day', 'text')
    .addColumn('muted_until', instant)
    .addColumn('paused_reason', 'text')
    .execute();
  await schema.createIndex('alert_of_place').on('alert').columns(['team_id', 'target', 'subject']).execute();
  await schema
    .createTable('alert_state')
    .addColumn('alert_id', 'integer', (column) => column.notNull())
    .addColumn('item', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('armed', 'fired')`))
    .addColumn('figure', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_state_key', ['alert_id', 'item'])
    .execute();
}
