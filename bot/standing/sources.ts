import { randomBytes } from 'node:crypto';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { OldDays } from '../database/oldDays.ts';
import { isLanguageCode } from '../language/formatter.ts';
import type { DigestFormat, SubscriptionPlace } from './subscription.ts';

/** What a digest was made from: enough to make it again. */
export interface DigestSource extends DigestFormat {
  readonly teamId: string;
  readonly channelId: string;
  /** The kind of its subscription. */
  readonly kind: string;
  /** The day of its data, or the last of several. */
  readonly dataDay: string;
  /** The first of several days; otherwise `dataDay`. */
  readonly dataFrom: string;
}

/** What goes with a digest besides its message. */
export interface PostedWith {
  /** Stands for all its figures: the same where no figure has changed. Undefined for one without an answer. */
  readonly figures?: string | undefined;
  /** False where it shows all its rows, so that no file follows. */
  readonly hasFile?: boolean;
}

/** The figures of a digest that was posted before, as `PostedWith.figures`. */
export interface PostedFigures {
  readonly figures: string;
  readonly postedAt: number;
}

/** Stores sources under opaque ids, which "Why these numbers?" carries. */
export interface DigestSources {
  /**
   * Stores a source and gives its id, which is the same for the same run. `runId` is undefined for a preview. `hasFile`:
   * whether a file follows.
   */
  keep(source: DigestSource, runId: number | undefined, digest: PostedWith): Promise<string>;
  /** The figures of the latest scheduled digest of a subscription that was posted; undefined where none is known. */
  posted(place: SubscriptionPlace): Promise<PostedFigures | undefined>;
  /**
   * The last day that the scheduled digest before `occasion` showed; undefined where that wasn't posted, and for one that
   * was due before `since`. One that was skipped is none.
   */
  shownBefore(place: SubscriptionPlace, occasion: string, since: number): Promise<string | undefined>;
  /** Undefined when it has been deleted, never existed, or belongs to another team. */
  find(teamId: string, id: string): Promise<DigestSource | undefined>;
}

export const SOURCE_DAYS = 90;
const DAY_MS = 86_400_000;
const CLEAN_MS = 60 * 60_000;
const MAX_ID_CHARACTERS = 64;

export function createDigestSources(
  database: Database,
  clock: Pick<Clock, 'now'>,
  oldDays: OldDays,
): DigestSources {
  let cleanedAt = Number.NEGATIVE_INFINITY;
  const clean = async (now: number) => {
    if (now - cleanedAt < CLEAN_MS) return;
    cleanedAt = now;
    const { oldest } = await database
      .selectFrom('digest_source')
      .select(({ fn }) => fn.min<number | null>('created_at').as('oldest'))
      .executeTakeFirstOrThrow();
    const before = await oldDays.deletableBefore(
      'sources of digests',
      oldest ?? undefined,
      now - SOURCE_DAYS * DAY_MS,
    );
    await database.deleteFrom('digest_source').where('created_at', '<', before).execute();
  };

  /** The latest run of a subscription, of those that are asked for. */
  const newestRunOf = ({ teamId, channelId, kind }: SubscriptionPlace) =>
    database
      .selectFrom('digest_run')
      .where('digest_run.team_id', '=', teamId)
      .where('digest_run.channel_id', '=', channelId)
      .where('digest_run.kind', '=', kind)
      .orderBy('digest_run.business_date', 'desc')
      .limit(1);

  return {
    async keep(source, runId, { figures, hasFile = true }) {
      const now = clock.now();
      await clean(now);
      const { dataDay, dataFrom } = source;
      const made = {
        data_day: dataDay,
        data_from: dataFrom === dataDay ? null : dataFrom,
        question: source.question,
        language: source.language,
        shows_sales: Number(source.showsSales),
        figures: figures ?? null,
      };
      const row = await database
        .insertInto('digest_source')
        .values({
          id: randomBytes(18).toString('base64url'),
          run_id: runId ?? null,
          team_id: source.teamId,
          channel_id: source.channelId,
          content: source.kind,
          file_state: runId === undefined || !hasFile ? 'none' : 'wanted',
          file_attempt: 0,
          file_not_before: 0,
          created_at: now,
          ...made,
        })
        .onConflict((conflict) => conflict.column('run_id').doUpdateSet(made))
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },

    async posted(place) {
      const row = await newestRunOf(place)
        .innerJoin('digest_source', 'digest_source.run_id', 'digest_run.id')
        .select(['digest_source.figures', 'digest_run.updated_at'])
        .where('digest_run.state', '=', 'sent')
        .executeTakeFirst();
      if (typeof row?.figures !== 'string') return undefined;
      return { figures: row.figures, postedAt: row.updated_at };
    },

    async shownBefore(place, occasion, since) {
      const row = await newestRunOf(place)
        .leftJoin('digest_source', 'digest_source.run_id', 'digest_run.id')
        .select(['digest_run.state', 'digest_source.data_day'])
        .where('digest_run.business_date', '<', occasion)
        .where('digest_run.due_at', '>=', since)
        .where('digest_run.state', '<>', 'closed')
        .executeTakeFirst();
      return row?.state === 'sent' ? (row.data_day ?? undefined) : undefined;
    },

    async find(teamId, id) {
      if (id.length > MAX_ID_CHARACTERS) return undefined;
      const row = await database
        .selectFrom('digest_source')
        .selectAll()
        .where('id', '=', id)
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return row === undefined ? undefined : sourceOf(row);
    },
  };
}

export function sourceOf(row: {
  readonly team_id: string;
  readonly channel_id: string;
  readonly content: string;
  readonly data_day: string;
  readonly data_from: string | null;
  readonly language: string;
  readonly question: string;
  readonly shows_sales: number;
}): DigestSource {
  return {
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.content,
    dataDay: row.data_day,
    dataFrom: row.data_from ?? row.data_day,
    language: isLanguageCode(row.language) ? row.language : 'en',
    question: row.question,
    showsSales: row.shows_sales === 1,
  };
}
