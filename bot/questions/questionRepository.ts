import { randomBytes } from 'node:crypto';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import { inBatches } from '../database/inBatches.ts';
import type { FiguresQuestion } from './answer.ts';
import { readQuestion } from './readQuestion.ts';

/** Whose question it is; nobody else can use its buttons. */
export interface Asker {
  readonly teamId: string;
  readonly userId: string;
}

export type FoundQuestion =
  | { readonly kind: 'found'; readonly question: FiguresQuestion; readonly command: string | undefined }
  /** Too old, or never there. */
  | { readonly kind: 'expired' }
  /** Somebody else's. */
  | { readonly kind: 'foreign' };

export interface RecentQuestion {
  readonly id: string;
  readonly question: FiguresQuestion;
  /** The command that asked it: `/sales yesterday`. Undefined for one that was only ever clicked. */
  readonly command: string | undefined;
  readonly askedAt: number;
}

/** Questions behind the opaque ids that buttons carry. */
export interface QuestionRepository {
  /**
   * Keeps a question and gives its id: the same one as long as the same person asks the same. `command` asks it anew,
   * with days that are counted from then.
   */
  keep(asker: Asker, question: FiguresQuestion, command?: string): Promise<string>;
  /** As `keep`, for one that is proposed to a person: it is none that was asked until it is. */
  offer(asker: Asker, question: FiguresQuestion, command?: string): Promise<string>;
  find(asker: Asker, id: string): Promise<FoundQuestion>;
  /** What a person asked last, the newest first, nothing twice. */
  recentQuestions(asker: Asker, most: number): Promise<readonly RecentQuestion[]>;
}

export const QUESTION_DAYS = 7;
const DAY_MS = 86_400_000;
const CLEAN_MS = 60 * 60_000;
const LONGEST_ID = 64;
/** How often a recent question is looked for that differs in its days alone: once a day. */
const ASKED_ALIKE = QUESTION_DAYS;
/** When a question was asked that was only proposed. */
const NEVER = 0;

export function createQuestionRepository(
  database: Database,
  clock: Pick<Clock, 'now'>,
  /** False while the clock is wrong: what seems to have expired may not have. */
  mayDelete: () => boolean = () => true,
): QuestionRepository {
  let cleanedAt = Number.NEGATIVE_INFINITY;

  const clean = async (now: number) => {
    if (!mayDelete() || now - cleanedAt < CLEAN_MS) return;
    cleanedAt = now;
    await database.deleteFrom('stored_question').where('expires_at', '<=', now).execute();
  };

  const writeAs = async (how: 'asked' | 'proposed', asked: readonly Asked[]) => {
    const now = clock.now();
    await clean(now);
    const expires = { expires_at: now + QUESTION_DAYS * DAY_MS };
    const dates = { ...expires, asked_at: how === 'asked' ? now : NEVER };
    const ids = new Map<string, string>();
    const rows = await database
      .insertInto('stored_question')
      .values(
        inOneOrder(asked).map((row) => ({
          ...row,
          ...dates,
          id: randomBytes(18).toString('base64url'),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'user_id', 'question']).doUpdateSet((row) => ({
          ...(how === 'asked' ? dates : expires),
          // A button asks the same without words; those it was asked with stay.
          command: row.fn.coalesce('excluded.command', 'stored_question.command'),
        })),
      )
      .returning(['id', 'team_id', 'user_id', 'question'])
      .execute();
    for (const row of rows) ids.set(keyOf(row), row.id);
    return asked.flatMap((each) => ids.get(keyOf(each)) ?? []);
  };
  const keep = inBatches((asked: readonly Asked[]) => writeAs('asked', asked));
  const offer = inBatches((proposed: readonly Asked[]) => writeAs('proposed', proposed));

  return {
    keep: (asker, question, command) => keep(rowOf(asker, question, command)),
    offer: (asker, question, command) => offer(rowOf(asker, question, command)),

    async find({ teamId, userId }, id) {
      if (id.length > LONGEST_ID) return { kind: 'expired' };
      const row = await database
        .selectFrom('stored_question')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined || row.expires_at <= clock.now()) return { kind: 'expired' };
      if (row.team_id !== teamId || row.user_id !== userId) return { kind: 'foreign' };
      const question = readQuestion(row.question);
      return question === undefined
        ? { kind: 'expired' }
        : { kind: 'found', question, command: row.command ?? undefined };
    },

    async recentQuestions({ teamId, userId }, most) {
      const rows = await database
        .selectFrom('stored_question')
        .select(['id', 'question', 'command', 'asked_at'])
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .where('expires_at', '>', clock.now())
        .where('asked_at', '>', NEVER)
        .orderBy('asked_at', 'desc')
        .orderBy('id')
        .limit(most * ASKED_ALIKE)
        .execute();
      const recent = new Map<string, RecentQuestion>();
      for (const { id, question, command, asked_at: askedAt } of rows) {
        const read = readQuestion(question);
        // "Yesterday" that was asked on several days is asked again with one click.
        const key = command ?? question;
        if (read === undefined || recent.has(key)) continue;
        recent.set(key, { id, question: read, command: command ?? undefined, askedAt });
      }
      return [...recent.values()].slice(0, most);
    },
  };
}

/** A question as it stands in the database; each stands there once. */
interface Asked {
  readonly team_id: string;
  readonly user_id: string;
  readonly question: string;
  readonly command: string | null;
}

function rowOf({ teamId, userId }: Asker, question: FiguresQuestion, command: string | undefined): Asked {
  return {
    team_id: teamId,
    user_id: userId,
    question: JSON.stringify(question),
    command: command ?? null,
  };
}

function keyOf({ team_id, user_id, question }: Pick<Asked, 'team_id' | 'user_id' | 'question'>): string {
  return JSON.stringify([team_id, user_id, question]);
}

/** Each once, and in an order that all processes keep: two that wrote the same rows would wait for each other. */
function inOneOrder(asked: readonly Asked[]): Asked[] {
  const each = new Map<string, Asked>();
  for (const row of asked) {
    const key = keyOf(row);
    each.set(key, { ...row, command: row.command ?? each.get(key)?.command ?? null });
  }
  return [...each].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}
