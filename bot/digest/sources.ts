import { randomBytes } from 'node:crypto';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import type { OldDays } from '../database/oldDays.ts';
import { columnsOf, type DigestFormat, formatOf } from './format.ts';
import { type Contents, isKnown } from './key.ts';

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

/** Stores sources under opaque ids, which buttons carry. */
export interface DigestSources {
  /** Stores a source and gives its id, which is the same for the same run. `runId` is undefined for a preview. */
  keep(source: DigestSource, runId: number | undefined): Promise<string>;
  /** Undefined when it has been deleted, never existed, or belongs to another team. */
  find(teamId: string, id: string): Promise<DigestSource | undefined>;
}

export const SOURCE_DAYS = 90;
const DAY_MS = 86_400_000;
const CLEAN_MS = 60 * 60_000;
const MAX_ID_CHARACTERS = 64;

export function createDigestSources(
  database: Database,
  contents: Contents,
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
    await database
      .deleteFrom('digest_source')
      .where('created_at', '<', before)
      .where(isKnown('content', contents))
      .execute();
  };

  return {
    async keep(source, runId) {
      const now = clock.now();
      await clean(now);
      const { dataDay, dataFrom } = source;
      const made = {
        data_day: dataDay,
        data_from: dataFrom === dataDay ? null : dataFrom,
        ...columnsOf(source),
      };
      const row = await database
        .insertInto('digest_source')
        .values({
          id: randomBytes(18).toString('base64url'),
          run_id: runId ?? null,
          team_id: source.teamId,
          channel_id: source.channelId,
          content: source.kind,
          file_state: runId === undefined ? 'none' : 'wanted',
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

    async find(teamId, id) {
      if (id.length > MAX_ID_CHARACTERS) return undefined;
      const row = await database
        .selectFrom('digest_source')
        .selectAll()
        .where('id', '=', id)
        .where('team_id', '=', teamId)
        .where(isKnown('content', contents))
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
  readonly selection: string | null;
  readonly language: string;
  readonly shows_sales: number;
}): DigestSource {
  return {
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.content,
    dataDay: row.data_day,
    dataFrom: row.data_from ?? row.data_day,
    ...formatOf(row, 'en'),
  };
}
