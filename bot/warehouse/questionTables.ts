import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from './dialect.ts';

export interface QuestionTables {
  stored_question: StoredQuestionTable;
}

/** A question that buttons point at, one row per person and question. Instants are milliseconds since 1970. */
export interface StoredQuestionTable {
  /** Random, and all that a button carries. */
  id: string;
  team_id: string;
  user_id: string;
  /** The `Question` as JSON. */
  question: string;
  asked_at: number;
  expires_at: number;
  /** When its answer was last shown to a whole channel; 0 when it never was. */
  shared_at: number;
}

/** A released migration of both databases: never edited. */
export async function createQuestionTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const instant = wideInteger(dialectOf(database));
  await schema
    .createTable('stored_question')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('asked_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addColumn('shared_at', instant, (column) => column.notNull())
    .addUniqueConstraint('stored_question_once', ['team_id', 'user_id', 'question'])
    .execute();
  await schema
    .createIndex('stored_question_by_age')
    .on('stored_question')
    .columns(['team_id', 'user_id', 'asked_at'])
    .execute();
}
