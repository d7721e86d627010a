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
  /** units, cover or out. A process leaves kinds that it doesn't know to a newer one. */
  kind: string;
  /** Units or days of cover; 0 for `out`. */
  line: number;
  /** The products, as JSON; empty for all of the supplier's own. */
  products: string;
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

/** On which side of the line a product was last seen. */
export interface AlertStateTable {
  alert_id: number;
  /** Without leading zeros. */
  product_id: string;
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
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('products', 'text', (column) => column.notNull())
    .addColumn('created_at', instant, (column) => column.notNull())
    .addColumn('judged_day', 'text')
    .addColumn('fired_day', 'text')
    .addColumn('muted_until', instant)
    .addColumn('paused_reason', 'text')
    .addUniqueConstraint('alert_once', ['team_id', 'target', 'kind', 'line', 'products'])
    .execute();
  await schema
    .createTable('alert_state')
    .addColumn('alert_id', 'integer', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('armed', 'fired')`))
    .addColumn('figure', 'double precision', (column) => column.notNull())
    .addPrimaryKeyConstraint('alert_state_key', ['alert_id', 'product_id'])
    .execute();
}
