import { type Kysely, sql } from 'kysely';
import { dialectOf, wideInteger } from './dialect.ts';

export interface DigestSourceTables {
  digest_source: DigestSourceTable;
}

/** What a digest was made from: behind its buttons, and for the file that follows in its thread. */
export interface DigestSourceTable {
  /** Opaque: all that a button carries. */
  id: string;
  /** Null for a preview. */
  run_id: number | null;
  team_id: string;
  channel_id: string;
  /** `stock` or `sales`. */
  content: string;
  /** The day the figures are of. */
  data_day: string;
  /** The choice of products as JSON; null for one's own. */
  products: string | null;
  locale: string;
  /** How far the file has come. */
  file_state: 'wanted' | 'sending' | 'sent' | 'failed' | 'none';
  file_attempt: number;
  file_not_before: number;
  created_at: number;
}

/** A released migration of both databases: never edited. */
export async function createDigestSources(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const instant = wideInteger(dialectOf(database));
  for (const column of ['products', 'locale']) {
    await schema.alterTable('digest_subscription').addColumn(column, 'text').execute();
  }
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
