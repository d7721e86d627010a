import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';
import type { DigestKind, DigestState } from '../database/tables/digest.ts';
import type { DigestClock } from './digestClock.ts';
import { type DigestKey, kindsLike } from './digestKey.ts';
import { type DigestRun, runOf } from './digestRun.ts';
import { createDoubtfulRuns, type DoubtfulRuns } from './doubtfulRuns.ts';
import type { Occurrence } from './dueRuns.ts';
import { createLeasedRuns, type LeasedRuns } from './leasedRuns.ts';
import { changed, createLedgerRows, hasLater, LATEST_MS } from './ledgerRows.ts';
import { firstState, moveDigests } from './moves.ts';
import { stateBefore } from './states.ts';

/** The digests that came due, and what became of them. All that moves them on runs through states.ts. */
export interface Ledger extends LeasedRuns, DoubtfulRuns {
  /** Records an occurrence. False when it was known, which is what keeps it from coming twice. */
  record(occurrence: Occurrence, askedBy?: string): Promise<boolean>;
  /** Digests whose turn it is, the oldest first. */
  due(): Promise<DigestRun[]>;
  /** When the next thing is to be done about a digest. */
  nextAt(): Promise<number | undefined>;
  /** Takes up the newest digest of a subscription again that was refused for that reason, unless it is of another day. */
  resume(key: Omit<DigestKey, 'businessDate'>, reason: string): Promise<boolean>;
  /** Ends what is still due although a newer one of the same subscription is recorded. */
  supersede(reason: string): Promise<DigestRun[]>;
  /** Ends what is due of a subscription that is no more. */
  drop(id: number, reason: string): Promise<boolean>;
  /** Fails what is due of a subscription that cannot be served now; `resume` takes it up again by that reason. */
  withhold(id: number, reason: string): Promise<boolean>;
  /** Brings rows from a future back that a clock set back has left there. */
  rebase(): Promise<void>;
  get(id: number): Promise<DigestRun | undefined>;
  /** The newest digest of a subscription; those by hand are none of it. */
  newest(key: Omit<DigestKey, 'businessDate'>): Promise<DigestRun | undefined>;
  /** The newest digests of a channel, by hand or not, newest first; of stock or sales alone where that is named. */
  recent(teamId: string, channelId: string, limit: number, content?: DigestKind): Promise<DigestRun[]>;
  /** How many there are of those. */
  count(teamId: string, channelId: string, content?: DigestKind): Promise<number>;
  /** How many digests are in each state, of those that were due since then. */
  countsSince(instant: number): Promise<ReadonlyMap<DigestState, number>>;
}

const OPEN: readonly DigestState[] = ['due', 'sending', 'unclear'];

export function createLedger(database: Database, time: DigestClock, owner: string): Ledger {
  const rows = createLedgerRows(database, time, owner);
  const { after, updated, unheld, select } = rows;

  return {
    ...createLeasedRuns(rows),
    ...createDoubtfulRuns(rows),

    async record(occurrence, askedBy) {
      const result = await database
        .insertInto('digest_run')
        .values({
          ...firstState(occurrence.missed === undefined ? 'due' : 'missed'),
          team_id: occurrence.teamId,
          channel_id: occurrence.channelId,
          kind: occurrence.kind,
          business_date: occurrence.businessDate,
          due_at: occurrence.dueAt,
          attempt: 0,
          not_before: 0,
          lease_owner: null,
          lease_until: 0,
          first_sent_at: null,
          looks: 0,
          check_at: null,
          checks: 0,
          message_ts: null,
          reason: occurrence.missed ?? null,
          asked_by: askedBy ?? null,
          created_at: time.sql(),
          ...updated(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
    },

    async due() {
      const found = await select()
        .where('state', '=', stateBefore('claim'))
        .where('not_before', '<=', time.sql())
        .execute();
      return found.map(runOf);
    },

    async nextAt() {
      // What is due already waits for figures: time alone does not bring them.
      const first = async (
        column: 'not_before' | 'lease_until' | 'check_at',
        states?: readonly DigestState[],
      ) => {
        const row = await database
          .selectFrom('digest_run')
          .select((each) => each.fn.min<number | null>(column).as('at'))
          .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
          .where(column, '>', time.sql())
          .executeTakeFirst();
        return row?.at ?? Number.POSITIVE_INFINITY;
      };
      const earliest = Math.min(
        await first('not_before', [stateBefore('claim'), stateBefore('find')]),
        await first('lease_until', [stateBefore('lose')]),
        await first('check_at'),
      );
      return Number.isFinite(earliest) ? earliest : undefined;
    },

    async resume(key, reason) {
      const newest = await select()
        .where('team_id', '=', key.teamId)
        .where('channel_id', '=', key.channelId)
        .where('kind', '=', key.kind)
        .clearOrderBy()
        .orderBy('business_date', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) return false;
      return changed(
        unheld(newest.id, 'resume')
          .set({ not_before: 0 })
          .where('reason', '=', reason)
          .where('due_at', '>', after(-LATEST_MS))
          .executeTakeFirst(),
      );
    },

    async supersede(reason) {
      const ended = await moveDigests(database, 'supersede')
        .set({ ...updated(), reason: sql<string>`coalesce(reason || '; ', '') || ${reason}` })
        .where(hasLater)
        .returningAll()
        .execute();
      return ended.map(runOf);
    },

    drop: (id, reason) => changed(unheld(id, 'supersede').set({ reason }).executeTakeFirst()),

    withhold: (id, reason) => changed(unheld(id, 'withhold').set({ reason }).executeTakeFirst()),

    async rebase() {
      const now = time.sql();
      await database
        .updateTable('digest_run')
        .set((set) => ({
          updated_at: now,
          not_before: sql<number>`${set.ref('not_before')} - (${set.ref('updated_at')} - ${now})`,
          lease_until: sql<number>`${set.ref('lease_until')} - (${set.ref('updated_at')} - ${now})`,
          check_at: sql<number | null>`${set.ref('check_at')} - (${set.ref('updated_at')} - ${now})`,
        }))
        .where('updated_at', '>', sql<number>`${now} + 1000`)
        .where((row) => row.or([row('state', 'in', OPEN), row('check_at', 'is not', null)]))
        .execute();
    },

    async get(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async newest({ teamId, channelId, kind }) {
      const row = await select()
        .clearOrderBy()
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .where('kind', '=', kind)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async recent(teamId, channelId, limit, content) {
      const found = await select()
        .clearOrderBy()
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .$if(content !== undefined, (query) => query.where(isOf(content)))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return found.map(runOf);
    },

    async count(teamId, channelId, content) {
      const { count } = await database
        .selectFrom('digest_run')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .$if(content !== undefined, (query) => query.where(isOf(content)))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async countsSince(instant) {
      const counted = await database
        .selectFrom('digest_run')
        .select((row) => ['state', row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant)
        .groupBy('state')
        .execute();
      return new Map(counted.map(({ state, count }) => [state, Number(count)]));
    },
  };
}

function isOf(content: DigestKind | undefined) {
  const { like, unlike } = kindsLike(content);
  return (row: ExpressionBuilder<Schema, 'digest_run'>) =>
    row.and([
      row.or(like.map((pattern) => row('kind', 'like', pattern))),
      ...unlike.map((pattern) => row('kind', 'not like', pattern)),
    ]);
}
