import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';

/** Whose questions they are. */
interface Asker {
  readonly teamId: string;
  readonly userId: string;
}

export interface RecentQuestion {
  /** It is read again when it is asked again: `/sales yesterday` is about the day before then. */
  readonly command: string;
  readonly askedAt: number;
}

/** The commands that each person asked last, for App Home; nothing else needs them. */
export interface RecentQuestions {
  /** Notes a command that was answered. Never fails: the answer matters more. */
  note(asker: Asker, command: string): Promise<void>;
  /** The newest first; several may be the same question in other words. */
  of(asker: Asker): Promise<readonly RecentQuestion[]>;
}

const MOST_KEPT = 20;
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

export function createRecentQuestions(
  database: Database,
  clock: Pick<Clock, 'now'>,
  log: Logger,
): RecentQuestions {
  const newestOf = (from: Database, { teamId, userId }: Asker) =>
    from
      .selectFrom('recent_question')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .where('asked_at', '>', clock.now() - KEPT_DAYS * DAY_MS)
      .orderBy('asked_at', 'desc')
      .orderBy('command')
      .limit(MOST_KEPT);
  const write = async (transaction: Database, asker: Asker, command: string) => {
    const { teamId: team_id, userId: user_id } = asker;
    const asked_at = clock.now();
    await transaction
      .insertInto('recent_question')
      .values({ team_id, user_id, command, asked_at })
      .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'command']).doUpdateSet({ asked_at }))
      .execute();
    await transaction
      .deleteFrom('recent_question')
      .where(({ and, or, eb }) =>
        or([
          eb('asked_at', '<=', asked_at - KEPT_DAYS * DAY_MS),
          and([
            eb('team_id', '=', team_id),
            eb('user_id', '=', user_id),
            eb('command', 'not in', newestOf(transaction, asker).select('command')),
          ]),
        ]),
      )
      .execute();
  };
  return {
    async note(asker, command) {
      // The answer goes out first: a commit waits for the disk.
      await yieldToEventLoop();
      try {
        await database.transaction().execute((transaction) => write(transaction, asker, command));
      } catch (error) {
        log.error({ err: error }, 'a question could not be noted for App Home');
      }
    },

    async of(asker) {
      const rows = await newestOf(database, asker).select(['command', 'asked_at']).execute();
      return rows.map(({ command, asked_at: askedAt }) => ({ command, askedAt }));
    },
  };
}
