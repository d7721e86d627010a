import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

export interface QuestionTables {
  stored_question: StoredQuestionTable;
  language_choice: LanguageChoiceTable;
}

/** A question that buttons point at, one row per person and question. Instants are milliseconds since 1970. */
export interface StoredQuestionTable {
  /** Random, and all that a button carries. */
  id: string;
  team_id: string;
  user_id: string;
  /** The `Question` as JSON. */
  question: string;
  /** What was typed to ask it, or could have been: read anew, "yesterday" is the day before then. */
  command: string | null;
  asked_at: number;
  expires_at: number;
}

/** The language that somebody has chosen on App Home; no row for whoever follows Slack. */
export interface LanguageChoiceTable {
  team_id: string;
  user_id: string;
  /** en or nb. */
  language: string;
}

export async function createQuestionTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const instant = wideInteger(dialectOf(database));
  await schema
    .createTable('stored_question')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('command', 'text')
    .addColumn('asked_at', instant, (column) => column.notNull())
    .addColumn('expires_at', instant, (column) => column.notNull())
    .addUniqueConstraint('stored_question_once', ['team_id', 'user_id', 'question'])
    .execute();
  await schema
    .createIndex('stored_question_by_age')
    .on('stored_question')
    .columns(['team_id', 'user_id', 'asked_at'])
    .execute();
  await schema
    .createTable('shared_answer')
    .addColumn('question_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('claimed_at', instant, (column) => column.notNull())
    .addColumn('arrived', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('shared_answer_key', ['question_id', 'channel_id'])
    .execute();
  await schema
    .createTable('language_choice')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('language_choice_key', ['team_id', 'user_id'])
    .execute();
}
