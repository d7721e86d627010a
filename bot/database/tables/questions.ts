import type { Kysely } from 'kysely';
import { dialectOf, wideInteger } from '../dialect.ts';

export interface QuestionTables {
  recent_question: RecentQuestionTable;
  language_choice: LanguageChoiceTable;
  heard_message: HeardMessageTable;
  file_choice: FileChoiceTable;
}

/** The latest commands of each person, for App Home. Instants are milliseconds since 1970. */
export interface RecentQuestionTable {
  team_id: string;
  user_id: string;
  command: string;
  asked_at: number;
}

/** The language a person chose in App Home; no row for a person who follows Slack's language. */
export interface LanguageChoiceTable {
  team_id: string;
  user_id: string;
  /** en or nb. */
  language: string;
}

/** Messages to the bot that were taken up, so that one that Slack sends again is answered once. Kept for a day. */
export interface HeardMessageTable {
  team_id: string;
  channel_id: string;
  /** Slack's timestamp, which identifies a message in its channel. */
  ts: string;
  /** Milliseconds since 1970. */
  heard_at: number;
}

/** The format of files that a person chose in App Home; no row for a person who never chose. */
export interface FileChoiceTable {
  team_id: string;
  user_id: string;
  /** xlsx or csv. */
  format: string;
}

export async function createQuestionTables(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  const instant = wideInteger(dialectOf(database));
  await schema
    .createTable('recent_question')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('command', 'text', (column) => column.notNull())
    .addColumn('asked_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('recent_question_key', ['team_id', 'user_id', 'command'])
    .execute();
  await schema
    .createTable('language_choice')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('language_choice_key', ['team_id', 'user_id'])
    .execute();
  await schema
    .createTable('heard_message')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('channel_id', 'text', (column) => column.notNull())
    .addColumn('ts', 'text', (column) => column.notNull())
    .addColumn('heard_at', instant, (column) => column.notNull())
    .addPrimaryKeyConstraint('heard_message_key', ['team_id', 'channel_id', 'ts'])
    .execute();
  await schema
    .createTable('file_choice')
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_choice_key', ['team_id', 'user_id'])
    .execute();
}
