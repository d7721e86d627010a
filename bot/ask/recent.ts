import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { UnderWay } from '../workers/underWay.ts';

interface Asker {
  readonly teamId: string;
  readonly userId: string;
}

export interface RecentQuestion {
  /** Parsed again when it is asked again, so `/sales yesterday` gets a new day. */
  readonly command: string;
  readonly askedAt: number;
}

/** The last commands of each person, for App Home. */
export interface RecentQuestions {
  /** Stores a command that was answered. Logs a failure and never throws. */
  note(asker: Asker, command: string): Promise<void>;
  /** The latest first. Several may be the same question in other words. */
  of(asker: Asker): Promise<readonly RecentQuestion[]>;
}

const MAX_STORED = 20;
const STORED_DAYS = 7;
const DAY_MS = 86_400_000;

export function createRecentQuestions(
  database: Database,
  clock: Pick<Clock, 'now'>,
  underWay: Pick<UnderWay, 'track'>,
  log: Logger,
): RecentQuestions {
  const latestOf = (from: Database, { teamId, userId }: Asker) =>
    from
      .selectFrom('recent_question')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .where('asked_at', '>', clock.now() - STORED_DAYS * DAY_MS)
      .orderBy('asked_at', 'desc')
      .orderBy('command')
      .limit(MAX_STORED);
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
          eb('asked_at', '<=', asked_at - STORED_DAYS * DAY_MS),
          and([
            eb('team_id', '=', team_id),
            eb('user_id', '=', user_id),
            eb('command', 'not in', latestOf(transaction, asker).select('command')),
          ]),
        ]),
      )
      .execute();
  };
  return {
    note: (asker, command) =>
      underWay.track(async () => {
        // Let the answer go out first: a commit waits for the disk.
        await yieldToEventLoop();
        try {
          await database.transaction().execute((transaction) => write(transaction, asker, command));
        } catch (error) {
          log.error({ err: error }, 'a question could not be noted for App Home');
        }
      }),

    async of(asker) {
      const rows = await latestOf(database, asker).select(['command', 'asked_at']).execute();
      return rows.map(({ command, asked_at: askedAt }) => ({ command, askedAt }));
    },
  };
}
