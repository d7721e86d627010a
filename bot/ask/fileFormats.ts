import type { Database } from '../database/connection.ts';
import type { FileFormat } from '../figures/sheet.ts';

/** The format of the files that each person gets. */
export interface FileFormats {
  /** The choice on App Home; Excel for people who made none. */
  of(teamId: string, userId: string): Promise<FileFormat>;
  choose(teamId: string, userId: string, format: FileFormat): Promise<void>;
}

export function createFileFormats(database: Database): FileFormats {
  return {
    async of(teamId, userId) {
      const row = await database
        .selectFrom('file_choice')
        .select('format')
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.format === 'csv' ? 'csv' : 'xlsx';
    },
    async choose(teamId, userId, format) {
      await database
        .insertInto('file_choice')
        .values({ team_id: teamId, user_id: userId, format })
        .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ format }))
        .execute();
    },
  };
}
