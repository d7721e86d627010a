import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '../warehouse/database.ts';
import { dialectOf } from '../warehouse/dialect.ts';
import type { DigestRunTable } from '../warehouse/digestTables.ts';
import type { Schema } from '../warehouse/schema.ts';
import type { DigestClock } from './digestClock.ts';
import type { DigestKey } from './digestKey.ts';
import type { Occurrence } from './dueRuns.ts';
import { moveDigests } from './moves.ts';
import { DIGEST_STATES, type DigestState, FIRST_STATES, stateBefore } from './states.ts';

export interface DigestRun extends DigestKey {
  readonly id: number;
  readonly state: DigestState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly dueAt: number;
  readonly firstSentAt: number | undefined;
  readonly looks: number;
  readonly messageTs: string | undefined;
  readonly askedBy: string | undefined;
  readonly updatedAt: number;
}

/** How long a sender may be silent before others take over, in milliseconds: longer than one call to Slack may take. */
export const LEASE_MS = 30_000;

/**
 * The digests that came due, and what became of them. All that moves them on runs through states.ts; `now` in its
 * statements is the clock of the database. Moves away from `sending` count only for whoever holds the lease.
 */
export interface Ledger {
  /** Records an occurrence. False when it was known, which is what keeps it from coming twice. */
  record(occurrence: Occurrence, askedBy?: string): Promise<boolean>;
  /** Digests whose turn it is, the oldest first. */
  due(): Promise<DigestRun[]>;
  /** When the next thing is to be done about a digest. */
  nextAt(): Promise<number | undefined>;
  /** Takes a due digest for sending; undefined when somebody else has, or it is not its turn. */
  claim(id: number): Promise<DigestRun | undefined>;
  /** Directly before it goes out: false when the lease is not one's own any more, and then nothing may be sent. */
  renew(run: DigestRun): Promise<boolean>;
  arrive(run: DigestRun, messageTs: string, checkInMs: number | undefined): Promise<boolean>;
  /** Nothing was sent, and it is tried again in that time. */
  postpone(run: DigestRun, inMs: number, reason: string): Promise<boolean>;
  refuse(run: DigestRun, reason: string): Promise<boolean>;
  pass(run: DigestRun, reason: string): Promise<boolean>;
  /** Nobody knows whether it arrived: it is looked for in that time. */
  lose(run: DigestRun, inMs: number, reason: string): Promise<boolean>;
  /** Takes over from senders that have gone silent, except for those of this process that are `underWay`. */
  overtake(underWay: ReadonlySet<number>, waitMs: number): Promise<DigestRun[]>;
  /** Those that are to be looked for now. */
  unclear(): Promise<DigestRun[]>;
  /** Takes one look; undefined when somebody else does. */
  look(id: number, againInMs: number): Promise<DigestRun | undefined>;
  /** Looks again in that time; a look that gave no answer does not count. */
  lookAgain(run: DigestRun, inMs: number, counts: boolean): Promise<void>;
  find(run: DigestRun, messageTs: string): Promise<boolean>;
  clear(run: DigestRun): Promise<boolean>;
  giveUp(run: DigestRun, reason: string): Promise<boolean>;
  /** The owner's answer about one that is unknown. False when it is not unknown any more. */
  confirm(id: number): Promise<boolean>;
  /** False also when a later one of its subscription is recorded: nobody wants both. */
  order(id: number): Promise<boolean>;
  /** Takes up the newest digest of a subscription again that was refused for that reason, unless it is of another day. */
  resume(key: Omit<DigestKey, 'businessDate'>, reason: string): Promise<boolean>;
  /** Ends what is still due although a newer one of the same subscription is recorded. */
  supersede(reason: string): Promise<DigestRun[]>;
  /** Ends what is due of a subscription that is no more. */
  drop(id: number, reason: string): Promise<boolean>;
  /** Brings rows from a future back that a clock set back has left there. */
  rebase(): Promise<void>;
  /** Sent digests that may stand in the channel twice. */
  doubtful(): Promise<DigestRun[]>;
  takeDoubt(id: number, againInMs: number): Promise<DigestRun | undefined>;
  settleDoubt(id: number, messageTs: string | undefined, againInMs: number | undefined): Promise<void>;
  get(id: number): Promise<DigestRun | undefined>;
  /** The newest runs of a channel, newest first. */
  recent(teamId: string, channelId: string, limit: number): Promise<DigestRun[]>;
  /** How many digests are in each state, of those that were due since then. */
  countsSince(instant: number): Promise<ReadonlyMap<DigestState, number>>;
}

/** A channel that comes back after weeks wants no digest of then. */
const RESUMED_WITHIN_MS = 20 * 60 * 60_000;

const OPEN: readonly DigestState[] = ['due', 'sending', 'unclear'];

export function createLedger(database: Database, time: DigestClock, owner: string): Ledger {
  const isPostgres = dialectOf(database) === 'postgres';
  const after = (ms: number) => sql<number>`${time.sql()} + cast(${Math.ceil(ms)} as bigint)`;
  const updated = () => ({ updated_at: time.sql() });
  const held = (run: DigestRun, transition: Parameters<typeof moveDigests>[1]) =>
    moveDigests(database, transition)
      .set({ ...updated(), lease_owner: null, lease_until: 0 })
      .where('id', '=', run.id)
      .where('lease_owner', '=', owner)
      .where('attempt', '=', run.attempt);
  const unheld = (id: number, transition: Parameters<typeof moveDigests>[1]) =>
    moveDigests(database, transition).set(updated()).where('id', '=', id);
  /** One row for whoever comes first; on PostgreSQL nobody waits for a row that another is taking. */
  const oneOf = (
    id: number,
    condition: (row: ExpressionBuilder<Schema, 'digest_run'>) => ReturnType<typeof row.and>,
  ) => {
    const chosen = database.selectFrom('digest_run').select('id').where('id', '=', id).where(condition);
    return isPostgres ? chosen.forUpdate().skipLocked() : chosen;
  };
  const select = () => database.selectFrom('digest_run').selectAll().orderBy('id');

  return {
    async record(occurrence, askedBy) {
      const result = await database
        .insertInto('digest_run')
        .values({
          team_id: occurrence.teamId,
          channel_id: occurrence.channelId,
          kind: occurrence.kind,
          business_date: occurrence.businessDate,
          state: occurrence.missed === undefined ? FIRST_STATES.due : FIRST_STATES.missed,
          due_at: occurrence.dueAt,
          attempt: 0,
          not_before: 0,
          lease_owner: null,
          lease_until: 0,
          first_sent_at: null,
          looks: 0,
          check_at: null,
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

    due: async () =>
      runsOf(
        await select()
          .where('state', '=', stateBefore('claim'))
          .where('not_before', '<=', time.sql())
          .execute(),
      ),

    async nextAt() {
      // What is due already waits for figures: time alone does not bring them.
      const first = async (
        column: 'not_before' | 'lease_until' | 'check_at',
        states: readonly DigestState[],
      ) => {
        const row = await database
          .selectFrom('digest_run')
          .select((each) => each.fn.min<number | null>(column).as('at'))
          .where('state', 'in', states)
          .where(column, '>', time.sql())
          .executeTakeFirst();
        return row?.at ?? Number.POSITIVE_INFINITY;
      };
      const earliest = Math.min(
        await first('not_before', [stateBefore('claim'), stateBefore('find')]),
        await first('lease_until', [stateBefore('lose')]),
        await first('check_at', DIGEST_STATES),
      );
      return Number.isFinite(earliest) ? earliest : undefined;
    },

    async claim(id) {
      const row = await moveDigests(database, 'claim')
        .set((set) => ({
          ...updated(),
          attempt: set('attempt', '+', 1),
          lease_owner: owner,
          lease_until: after(LEASE_MS),
        }))
        .where(
          'id',
          '=',
          oneOf(id, (row) =>
            row.and([row('state', '=', stateBefore('claim')), row('not_before', '<=', time.sql())]),
          ),
        )
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    renew: (run) =>
      changed(
        database
          .updateTable('digest_run')
          .set((set) => ({
            ...updated(),
            lease_until: after(LEASE_MS),
            first_sent_at: set.fn.coalesce('first_sent_at', time.sql()),
          }))
          .where('id', '=', run.id)
          .where('state', '=', stateBefore('arrive'))
          .where('lease_owner', '=', owner)
          .where('attempt', '=', run.attempt)
          .where('lease_until', '>', time.sql())
          .executeTakeFirst(),
      ),

    arrive: (run, messageTs, checkInMs) =>
      changed(
        held(run, 'arrive')
          .set({
            message_ts: messageTs,
            reason: null,
            check_at: checkInMs === undefined ? null : after(checkInMs),
          })
          .executeTakeFirst(),
      ),
    postpone: (run, inMs, reason) =>
      changed(
        held(run, 'postpone')
          .set({ not_before: after(inMs), reason, first_sent_at: run.firstSentAt ?? null })
          .executeTakeFirst(),
      ),
    refuse: (run, reason) =>
      changed(
        held(run, 'refuse')
          .set({ reason, first_sent_at: run.firstSentAt ?? null })
          .executeTakeFirst(),
      ),
    pass: (run, reason) => changed(held(run, 'pass').set({ reason }).executeTakeFirst()),
    lose: (run, inMs, reason) =>
      changed(
        held(run, 'lose')
          .set({ not_before: after(inMs), looks: 0, reason })
          .executeTakeFirst(),
      ),

    async overtake(underWay, waitMs) {
      const silent = runsOf(
        await select()
          .where('state', '=', stateBefore('lose'))
          .where('lease_until', '<=', time.sql())
          .execute(),
      ).filter((run) => !underWay.has(run.id));
      const taken: DigestRun[] = [];
      for (const run of silent) {
        const wasOnItsWay = run.firstSentAt !== undefined;
        // A sender that has not renewed its lease has sent nothing, and cannot any more.
        const done = await changed(
          moveDigests(database, wasOnItsWay ? 'lose' : 'postpone')
            .set({
              ...updated(),
              lease_owner: null,
              lease_until: 0,
              looks: 0,
              not_before: after(wasOnItsWay ? waitMs : 0),
              reason: 'the process that sent it has gone silent',
            })
            .where('id', '=', run.id)
            .where('attempt', '=', run.attempt)
            .where('lease_until', '<=', time.sql())
            .executeTakeFirst(),
        );
        if (done) taken.push(run);
      }
      return taken;
    },

    unclear: async () =>
      runsOf(
        await select()
          .where('state', '=', stateBefore('find'))
          .where('not_before', '<=', time.sql())
          .execute(),
      ),

    async look(id, againInMs) {
      const row = await database
        .updateTable('digest_run')
        .set((set) => ({ ...updated(), looks: set('looks', '+', 1), not_before: after(againInMs) }))
        .where(
          'id',
          '=',
          oneOf(id, (row) =>
            row.and([row('state', '=', stateBefore('find')), row('not_before', '<=', time.sql())]),
          ),
        )
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async lookAgain(run, inMs, counts) {
      await database
        .updateTable('digest_run')
        .set({ ...updated(), not_before: after(inMs), looks: counts ? run.looks : run.looks - 1 })
        .where('id', '=', run.id)
        .where('state', '=', stateBefore('find'))
        .where('looks', '=', run.looks)
        .execute();
    },

    find: (run, messageTs) =>
      changed(unheld(run.id, 'find').set({ message_ts: messageTs, reason: null }).executeTakeFirst()),
    clear: (run) =>
      changed(
        unheld(run.id, 'clear')
          .set({ not_before: 0, looks: 0 })
          .where('looks', '=', run.looks)
          .executeTakeFirst(),
      ),
    giveUp: (run, reason) => changed(unheld(run.id, 'giveUp').set({ reason }).executeTakeFirst()),
    confirm: (id) =>
      changed(unheld(id, 'confirm').set({ reason: 'a person saw it in the channel' }).executeTakeFirst()),
    order: (id) =>
      changed(
        unheld(id, 'order')
          .set({ not_before: 0, reason: null })
          .where((row) => row.not(hasLater(row)))
          .executeTakeFirst(),
      ),

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
          .where('due_at', '>', after(-RESUMED_WITHIN_MS))
          .executeTakeFirst(),
      );
    },

    async supersede(reason) {
      const rows = await moveDigests(database, 'supersede')
        .set({ ...updated(), reason: sql<string>`coalesce(reason || '; ', '') || ${reason}` })
        .where(hasLater)
        .returningAll()
        .execute();
      return rows.map(runOf);
    },

    drop: (id, reason) => changed(unheld(id, 'supersede').set({ reason }).executeTakeFirst()),

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

    doubtful: async () => runsOf(await select().where('check_at', '<=', time.sql()).execute()),

    async takeDoubt(id, againInMs) {
      const row = await database
        .updateTable('digest_run')
        .set({ check_at: after(againInMs) })
        .where(
          'id',
          '=',
          oneOf(id, (row) => row.and([row('check_at', '<=', time.sql())])),
        )
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async settleDoubt(id, messageTs, againInMs) {
      await database
        .updateTable('digest_run')
        .set({
          check_at: againInMs === undefined ? null : after(againInMs),
          ...(messageTs === undefined ? {} : { message_ts: messageTs }),
        })
        .where('id', '=', id)
        .execute();
    },

    async get(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async recent(teamId, channelId, limit) {
      const rows = await select()
        .clearOrderBy()
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return runsOf(rows);
    },

    async countsSince(instant) {
      const rows = await database
        .selectFrom('digest_run')
        .select((row) => ['state', row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant)
        .groupBy('state')
        .execute();
      return new Map(rows.map(({ state, count }) => [state, Number(count)]));
    },
  };
}

/** Whether a later digest of the same subscription is recorded. */
function hasLater(row: ExpressionBuilder<Schema, 'digest_run'>) {
  return row.exists(
    row
      .selectFrom('digest_run as newer')
      .select('newer.id')
      .whereRef('newer.team_id', '=', 'digest_run.team_id')
      .whereRef('newer.channel_id', '=', 'digest_run.channel_id')
      .whereRef('newer.kind', '=', 'digest_run.kind')
      .whereRef('newer.business_date', '>', 'digest_run.business_date'),
  );
}

async function changed(update: Promise<{ readonly numUpdatedRows: bigint }>): Promise<boolean> {
  return (await update).numUpdatedRows > 0n;
}

type Row = Omit<DigestRunTable, 'id'> & { readonly id: number };

function runsOf(rows: readonly Row[]): DigestRun[] {
  return rows.map(runOf);
}

function runOf(row: Row): DigestRun {
  return {
    id: row.id,
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.kind,
    businessDate: row.business_date,
    state: row.state,
    attempt: row.attempt,
    reason: row.reason,
    dueAt: row.due_at,
    firstSentAt: row.first_sent_at ?? undefined,
    looks: row.looks,
    messageTs: row.message_ts ?? undefined,
    askedBy: row.asked_by ?? undefined,
    updatedAt: row.updated_at,
  };
}
