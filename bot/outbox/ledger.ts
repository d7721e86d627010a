import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DatabaseClock } from '../database/clock.ts';
import { MOST_OFF_MS } from '../database/clockCheck.ts';
import type { Database } from '../database/connection.ts';
import { changed, dialectOf, jsonRows, lockFreeRows } from '../database/dialect.ts';
import type { OldDays } from '../database/oldDays.ts';
import type { Schema } from '../database/schema.ts';
import type { DigestRunTable, DigestState } from '../database/tables/digest.ts';
import { type Contents, type DigestKey, isKnown, isOf, MANUAL_KINDS, subscribedKind } from './key.ts';
import type { LedgerBegan } from './ledgerView.ts';
import type { Reason } from './reasons.ts';

/**
 * The states of a digest and all transitions. Only `transition` below changes a state, and only as this table says.
 *
 *                       +------------------- postpone ---------------------+
 *                       v                                                  |
 *   (none) --record--> due --claim--> sending --markSent--> sent           |
 *     |                 |                | | |                             |
 *     |                 | supersede,     | | +--markFailed--> failed --retry--> due
 *     |                 | cancel         | +----------------------------> due (postpone: nothing was sent)
 *     |                 v                |
 *     +--record-----> missed <--skip-----+ --close--> closed   no store was open
 *                                        | markUnclear: Slack's answer or the sender was lost
 *                                        v
 *                due --doubt--------> unclear --markFound--> sent     it is in the channel
 *                                        | |
 *                                        | +--requeue--> due          it is not, or it was never attempted and the
 *                                        v                            channel cannot be read
 *                                     unknown                         it was attempted, and the channel cannot be read
 *
 * A digest that was due before this process's view of the ledger began (ledgerView.ts) may have been sent with another
 * database, for example before a restore. The process first searches its channel (doubt) and sends it only if it is
 * not found (requeue). One search is enough for all processes whose view began before it. A digest that was attempted,
 * or was due a moment ago, is searched for three times, because its message may still arrive.
 */
export const TRANSITIONS = {
  claim: { from: 'due', to: 'sending' },
  postpone: { from: 'sending', to: 'due' },
  markSent: { from: 'sending', to: 'sent' },
  markFailed: { from: 'sending', to: 'failed' },
  skip: { from: 'sending', to: 'missed' },
  close: { from: 'sending', to: 'closed' },
  markUnclear: { from: 'sending', to: 'unclear' },
  markFound: { from: 'unclear', to: 'sent' },
  requeue: { from: 'unclear', to: 'due' },
  markUnknown: { from: 'unclear', to: 'unknown' },
  retry: { from: 'failed', to: 'due' },
  cancel: { from: 'due', to: 'missed' },
  supersede: { from: 'due', to: 'missed' },
  doubt: { from: 'due', to: 'unclear' },
} as const satisfies Record<string, { from: DigestState; to: DigestState }>;

type Transition = keyof typeof TRANSITIONS;

/**
 * A row of the ledger: one digest of a channel and business date, and its state. Instants are milliseconds since 1970.
 */
export interface DigestRun extends DigestKey {
  readonly id: number;
  /** The kind of its subscription, also for a manual digest. */
  readonly subscribedKind: string;
  readonly state: DigestState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly dueAt: number;
  readonly firstSentAt: number | undefined;
  /** The last attempt: no message of this digest is much newer. */
  readonly lastSentAt: number | undefined;
  readonly messageTs: string | undefined;
  readonly askedBy: string | undefined;
  /** Manual digests only: whether the person who asked may see sales. */
  readonly showsSales: boolean;
  readonly updatedAt: number;
  /** When its channel is next searched for it, or for a duplicate; undefined for never. */
  readonly checkAt: number | undefined;
  /** How many of these searches Slack has answered. */
  readonly checks: number;
}

export type SubscriptionKey = Omit<DigestKey, 'businessDate'>;

/** An occurrence of a subscription that the ledger has not recorded yet. */
export interface Occurrence extends DigestKey {
  readonly dueAt: number;
  /** Why it is recorded as missed; undefined when it is due. */
  readonly missed: string | undefined;
}

/** The person who asked for a manual digest. */
export interface Asker {
  readonly userId: string;
  /** Whether they may see sales in the channel. */
  readonly seesSales: boolean;
}

/**
 * The digests that came due, and their results. A change gives false and does nothing when another process has changed
 * the digest's state first.
 */
export interface Ledger {
  /** Records an occurrence. False when it was recorded before: so no digest is posted twice. */
  record(occurrence: Occurrence, asker?: Asker): Promise<boolean>;
  /** Digests that can be sent now, the oldest first. */
  due(): Promise<DigestRun[]>;
  /** The next instant at which a digest needs work; undefined when none does. */
  nextAt(): Promise<number | undefined>;
  /** Ends due digests of subscriptions that have a newer one. */
  supersede(reason: string): Promise<DigestRun[]>;
  /** Ends a due digest that is no longer wanted. */
  cancel(id: number, reason: string): Promise<boolean>;
  /** Makes a digest due again that failed for `reason`. */
  retry(key: DigestKey, reason: string): Promise<boolean>;

  /** Leases a due digest for sending; undefined when another process has it, or it cannot be sent yet. */
  claim(id: number): Promise<DigestRun | undefined>;
  /** Renews the lease directly before sending. When false the lease is lost and nothing may be sent. */
  renew(run: DigestRun): Promise<boolean>;
  /** `checkInMs`: when the channel is searched for a duplicate; undefined when none can arrive. */
  markSent(run: DigestRun, messageTs: string, checkInMs: number | undefined): Promise<boolean>;
  /** Nothing was sent; it is tried again after `inMs`. */
  postpone(run: DigestRun, inMs: number, reason: string): Promise<boolean>;
  markFailed(run: DigestRun, reason: string): Promise<boolean>;
  skip(run: DigestRun, reason: string): Promise<boolean>;
  /** No store was open on its days, so it does not count as missed. */
  close(run: DigestRun): Promise<boolean>;
  /** It may have arrived: its channel is searched after `inMs`. */
  markUnclear(run: DigestRun, inMs: number, reason: string): Promise<boolean>;
  /** Takes over digests whose lease has ended, except those that this process is sending (`inFlight`). */
  expireLeases(inFlight: ReadonlySet<number>, waitMs: number): Promise<DigestRun[]>;

  /**
   * Digests whose channels are to be searched now, the most urgent first: unclear ones, the longest waiting first; then
   * those to be doubted; then those that were sent and may have a duplicate.
   */
  toReconcile(): Promise<DigestRun[]>;
  /** Reserves the search for a digest for `forMs`; undefined when another process has it. */
  takeCheck(run: Pick<DigestRun, 'id' | 'state'>, forMs: number): Promise<DigestRun | undefined>;
  /** Sets the next search, unless another process has reserved the digest since. */
  checkAgain(run: DigestRun, next: NextCheck): Promise<void>;
  /** Searches the channel for a duplicate after `inMs`, even if another process has reserved the digest. */
  checkIn(id: number, inMs: number): Promise<void>;
  /** It is in the channel, which is searched for a duplicate after `checkInMs`. */
  markFound(run: DigestRun, messageTs: string, checkInMs: number): Promise<boolean>;
  /** It was not found in the channel, so it is sent. False when another process has reserved it since. */
  requeue(run: DigestRun): Promise<boolean>;
  markUnknown(run: DigestRun, reason: string): Promise<boolean>;

  /** The latest digest of a subscription, manual ones excluded. */
  newest(key: SubscriptionKey): Promise<DigestRun | undefined>;
  /** The latest digests of a channel, manual ones included, latest first; `kind`: only of that subscription. */
  recent(teamId: string, channelId: string, limit: number, kind?: string): Promise<DigestRun[]>;
  /** How many digests `recent` has without its limit. */
  count(teamId: string, channelId: string, kind?: string): Promise<number>;
  /**
   * The latest business date of each subscription that has one, by `subscriptionKey`. Digests that are due later than
   * now are ignored: a wrong clock recorded them.
   */
  lastDates(subscriptions: readonly SubscriptionKey[]): Promise<ReadonlyMap<string, string>>;
  /** How many digests that were due since `instant` are in each state. */
  countsSince(instant: number): Promise<ReadonlyMap<DigestState, number>>;
  /** How many attempts were made to send digests that were due since `instant`. */
  attemptsSince(instant: number): Promise<number>;
  /**
   * How many became missed since `instant`, by the first word of the reason; not those that were due over a week
   * before.
   */
  missedSince(instant: number): Promise<ReadonlyMap<string, number>>;
  /** How many digests were ever sent and missed, deleted ones included. */
  totals(): Promise<{ readonly sent: number; readonly missed: number }>;

  /**
   * Deletes what a wrong clock has recorded, once the clock is right: digests that are due in the future, and unsent
   * ones that were recorded in the future. Their messages stay in the channels, and their days get a digest all the
   * same.
   */
  forgetFuture(): Promise<DigestRun[]>;
  /**
   * Deletes digests that ended and were due more than 400 days ago, a limited number per call. The latest digest of a
   * subscription stays, because it keeps earlier ones from being recorded again. So do digests with stored sources.
   */
  deleteOld(oldDays: OldDays): Promise<void>;
}

export interface NextCheck {
  /** Undefined for never. */
  readonly inMs: number | undefined;
  /** False when Slack did not answer this search. */
  readonly counts: boolean;
  /** The message that was found; undefined keeps the stored one. */
  readonly messageTs?: string | undefined;
}

/** Longer than one call to Slack may take, so an expired lease means that its sender is gone. */
const LEASE_MS = 30_000;

/** As long as sales are stored by default. */
const RETENTION_MS = 400 * 24 * 60 * 60_000;
/** Digests that were due longer ago are not counted: so long an outage is noticed without a metric. */
const MISSED_MS = 7 * 24 * 60 * 60_000;
/** Per call: takes milliseconds, and the calls of one day delete years of a hundred channels. */
const DELETED_AT_ONCE = 100;
const DUE_BEFORE: Reason = 'dueBefore';
const OPEN: readonly DigestState[] = ['due', 'sending', 'unclear'];
const UNSENT: readonly DigestState[] = ['due', 'missed', 'failed'];

type Row = ExpressionBuilder<Schema, 'digest_run'>;

export function createLedger(options: {
  readonly database: Database;
  readonly contents: Contents;
  readonly time: DatabaseClock;
  readonly beganAt: LedgerBegan;
  /** Identifies this process among the replicas. */
  readonly owner: string;
}): Ledger {
  const { database, contents, time, beganAt, owner } = options;
  const dialect = dialectOf(database);
  const updated = () => ({ updated_at: time.sql() });
  /** Now plus `milliseconds`, on the database's clock. */
  const after = (milliseconds: number): RawBuilder<number> =>
    sql<number>`${time.sql()} + cast(${Math.ceil(milliseconds)} as bigint)`;
  /** Leaves out kinds that only a newer replica knows: that replica sends them. */
  const runs = () => database.selectFrom('digest_run').where(isKnown('kind', contents));
  const select = () => runs().selectAll().orderBy('id');
  const change = () => database.updateTable('digest_run').where(isKnown('kind', contents));
  const runOf = (row: Selectable<DigestRunTable>) => readRun(row, contents);
  const update = () => change().set(updated());
  const transition = (name: Transition) =>
    update().set({ state: TRANSITIONS[name].to }).where('state', '=', TRANSITIONS[name].from);
  /** A transition of a digest that this process has leased. It releases the lease. */
  const leased = (run: DigestRun, name: Transition) =>
    transition(name)
      .set({ lease_owner: null, lease_until: 0 })
      .where('id', '=', run.id)
      .where('lease_owner', '=', owner)
      .where('attempt', '=', run.attempt);
  /** The row if it meets the condition. On PostgreSQL it skips a row that another process has locked. */
  const oneOf = (id: number, condition: (row: Row) => ReturnType<Row['and']>) => {
    const chosen = database.selectFrom('digest_run').select('id').where('id', '=', id).where(condition);
    return lockFreeRows(dialect, chosen);
  };
  const isDue = (row: Row) => row.and([row('state', '=', 'due'), row('not_before', '<=', time.sql())]);
  /** Whether this ledger would know if the digest had been sent, for a view that began at `began`. */
  const isCertain = (began: number) => (row: Row) =>
    row.or([row('due_at', '>=', began), row('looked_at', '>=', began)]);
  const isDoubtful = (began: number) => (row: Row) =>
    row.and([
      isDue(row),
      row('due_at', '<', began),
      row.or([row('looked_at', 'is', null), row('looked_at', '<', began)]),
    ]);
  const isToCheck = (row: Row) => row.and([row('check_at', '<=', time.sql())]);
  const checkAfter = (inMs: number | undefined) => (inMs === undefined ? null : after(inMs));

  return {
    record: (occurrence, asker) =>
      changed(
        database
          .insertInto('digest_run')
          .values({
            state: occurrence.missed === undefined ? 'due' : 'missed',
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
            check_at: null,
            checks: 0,
            message_ts: null,
            reason: occurrence.missed ?? null,
            asked_by: asker?.userId ?? null,
            shows_sales: asker && Number(asker.seesSales),
            created_at: time.sql(),
            ...updated(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      ),

    async due() {
      const began = await beganAt();
      return (await select().where(isDue).where(isCertain(began)).execute()).map(runOf);
    },

    async nextAt() {
      // Skips digests that are due already: they wait for data, not for an instant.
      const first = async (
        column: 'not_before' | 'lease_until' | 'check_at',
        states?: readonly DigestState[],
      ) => {
        const row = await runs()
          .select((each) => each.fn.min<number | null>(column).as('at'))
          .$if(states !== undefined, (query) => query.where('state', 'in', states ?? []))
          .where(column, '>', time.sql())
          .executeTakeFirst();
        return row?.at ?? Number.POSITIVE_INFINITY;
      };
      const earliest = Math.min(
        await first('not_before', ['due']),
        await first('lease_until', ['sending']),
        await first('check_at'),
      );
      return Number.isFinite(earliest) ? earliest : undefined;
    },

    async supersede(reason) {
      const ended = await transition('supersede')
        .set({ reason: sql<string>`coalesce(reason || '; ', '') || ${reason}` })
        .where((row) => hasLater(row, time.sql()))
        .returningAll()
        .execute();
      return ended.map(runOf);
    },

    cancel: (id, reason) =>
      changed(transition('cancel').set({ reason }).where('id', '=', id).executeTakeFirst()),

    retry: (key, reason) =>
      changed(
        transition('retry')
          .set({ not_before: 0 })
          .where('team_id', '=', key.teamId)
          .where('channel_id', '=', key.channelId)
          .where('kind', '=', key.kind)
          .where('business_date', '=', key.businessDate)
          .where('reason', '=', reason)
          .executeTakeFirst(),
      ),

    async claim(id) {
      const began = await beganAt();
      const row = await transition('claim')
        .set((set) => ({
          attempt: set('attempt', '+', 1),
          lease_owner: owner,
          lease_until: after(LEASE_MS),
        }))
        // Check both conditions before locking: a row that this process may not send must stay free for another.
        .where(
          'id',
          '=',
          oneOf(id, (row) => row.and([isDue(row), isCertain(began)(row)])),
        )
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async renew(run) {
      // The view may have begun again since the claim.
      const began = await beganAt();
      return changed(
        update()
          .set((set) => ({
            lease_until: after(LEASE_MS),
            first_sent_at: set.fn.coalesce('first_sent_at', time.sql()),
            last_sent_at: time.sql(),
          }))
          .where('id', '=', run.id)
          .where('state', '=', 'sending')
          .where('lease_owner', '=', owner)
          .where('attempt', '=', run.attempt)
          .where('lease_until', '>', time.sql())
          .where(isCertain(began))
          .executeTakeFirst(),
      );
    },

    markSent: (run, messageTs, checkInMs) =>
      changed(
        leased(run, 'markSent')
          .set({ message_ts: messageTs, reason: null, check_at: checkAfter(checkInMs), checks: 0 })
          .executeTakeFirst(),
      ),

    postpone: (run, inMs, reason) =>
      changed(
        leased(run, 'postpone')
          .set({ not_before: after(inMs), reason, first_sent_at: run.firstSentAt ?? null })
          .executeTakeFirst(),
      ),

    markFailed: (run, reason) =>
      changed(
        leased(run, 'markFailed')
          .set({ reason, first_sent_at: run.firstSentAt ?? null })
          .executeTakeFirst(),
      ),

    skip: (run, reason) => changed(leased(run, 'skip').set({ reason }).executeTakeFirst()),

    close: (run) => changed(leased(run, 'close').set({ reason: null }).executeTakeFirst()),

    markUnclear: (run, inMs, reason) =>
      changed(
        leased(run, 'markUnclear')
          .set({ check_at: after(inMs), checks: 0, reason })
          .executeTakeFirst(),
      ),

    async expireLeases(inFlight, waitMs) {
      const silent = await select()
        .where('state', '=', 'sending')
        .where('lease_until', '<=', time.sql())
        .execute();
      const taken: DigestRun[] = [];
      for (const run of silent.map(runOf).filter(({ id }) => !inFlight.has(id))) {
        // A sender that never renewed its lease has sent nothing, and can no longer send.
        const wasSent = run.firstSentAt !== undefined;
        const isTaken = await changed(
          transition(wasSent ? 'markUnclear' : 'postpone')
            .set({
              lease_owner: null,
              lease_until: 0,
              ...(wasSent ? { check_at: after(waitMs), checks: 0 } : {}),
              reason: 'senderSilent' satisfies Reason,
            })
            .where('id', '=', run.id)
            .where('attempt', '=', run.attempt)
            .where('lease_until', '<=', time.sql())
            .executeTakeFirst(),
        );
        if (isTaken) taken.push(run);
      }
      return taken;
    },

    async toReconcile() {
      const began = await beganAt();
      const toCheck = (
        await select().clearOrderBy().where(isToCheck).orderBy('check_at').orderBy('id').execute()
      ).map(runOf);
      const doubtful = (await select().where(isDoubtful(began)).execute()).map(runOf);
      const isUnclear = ({ state }: DigestRun) => state === 'unclear';
      return [...toCheck.filter(isUnclear), ...doubtful, ...toCheck.filter((run) => !isUnclear(run))];
    },

    async takeCheck({ id, state }, forMs) {
      const began = await beganAt();
      const isNew = state === 'due';
      const taken = isNew ? transition('doubt').set({ checks: 0, reason: DUE_BEFORE }) : change();
      const row = await taken
        .set({ check_at: after(forMs) })
        .where('id', '=', oneOf(id, isNew ? isDoubtful(began) : isToCheck))
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async checkAgain(run, { inMs, counts, messageTs }) {
      await change()
        .set({
          check_at: checkAfter(inMs),
          checks: run.checks + Number(counts),
          message_ts: messageTs,
        })
        .where('id', '=', run.id)
        .where('check_at', '=', run.checkAt ?? null)
        .execute();
    },

    async checkIn(id, inMs) {
      await change()
        .set({ check_at: after(inMs), checks: 0 })
        .where('id', '=', id)
        .execute();
    },

    markFound: (run, messageTs, checkInMs) =>
      changed(
        transition('markFound')
          .set({ message_ts: messageTs, reason: null, check_at: after(checkInMs), checks: 0 })
          .where('id', '=', run.id)
          .executeTakeFirst(),
      ),

    requeue: (run) =>
      changed(
        transition('requeue')
          .set({ not_before: 0, check_at: null, checks: 0, looked_at: time.sql() })
          .set({ reason: run.reason === DUE_BEFORE ? null : run.reason })
          .where('id', '=', run.id)
          .where('check_at', '=', run.checkAt ?? null)
          .executeTakeFirst(),
      ),

    markUnknown: (run, reason) =>
      changed(
        transition('markUnknown').set({ reason, check_at: null }).where('id', '=', run.id).executeTakeFirst(),
      ),

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

    async recent(teamId, channelId, limit, kind) {
      const found = await select()
        .clearOrderBy()
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .$if(kind !== undefined, (query) => query.where(isOf('kind', kind ?? '', contents)))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return found.map(runOf);
    },

    async count(teamId, channelId, kind) {
      const { count } = await runs()
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .$if(kind !== undefined, (query) => query.where(isOf('kind', kind ?? '', contents)))
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async lastDates(subscriptions) {
      // One index lookup per subscription: `group by` would read years of the ledger.
      const keys = subscriptions.map(({ teamId, channelId, kind }) => [teamId, channelId, kind]);
      const { rows } = await sql<{ team: string; channel: string; kind: string; last: string | null }>`
        select value ->> 0 as team, value ->> 1 as channel, value ->> 2 as kind,
          (select business_date from digest_run
           where team_id = value ->> 0 and channel_id = value ->> 1 and kind = value ->> 2 and due_at <= ${time.sql()}
           order by business_date desc limit 1) as last
        from ${jsonRows(dialect, keys)}`.execute(database);
      return new Map(
        rows.flatMap(({ team, channel, kind, last }) =>
          last === null ? [] : [[subscriptionKey({ teamId: team, channelId: channel, kind }), last]],
        ),
      );
    },

    async countsSince(instant) {
      // An expression, so that SQLite uses the index of due times and not that of states, which spans years.
      const byState = sql<DigestState>`state || ''`;
      const counted = await runs()
        .select((row) => [byState.as('state'), row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant)
        .groupBy(byState)
        .execute();
      return new Map(counted.map(({ state, count }) => [state, Number(count)]));
    },

    async missedSince(instant) {
      const missed = await runs()
        .select((row) => ['reason', row.fn.countAll<number>().as('count')])
        .where('due_at', '>=', instant - MISSED_MS)
        // An expression, so that SQLite uses the index of due times.
        .where(sql<string>`state || ''`, '=', 'missed' satisfies DigestState)
        .where('updated_at', '>=', instant)
        .groupBy('reason')
        .execute();
      const counts = new Map<string, number>();
      for (const { reason, count } of missed) {
        const word = /^\w+/.exec(reason ?? '')?.[0] ?? 'unknown';
        counts.set(word, (counts.get(word) ?? 0) + Number(count));
      }
      return counts;
    },

    async attemptsSince(instant) {
      const { attempts } = await runs()
        .select(({ fn }) => fn.sum<number | null>('attempt').as('attempts'))
        .where('due_at', '>=', instant)
        .executeTakeFirstOrThrow();
      return Number(attempts ?? 0);
    },

    async totals() {
      const rows = await database.selectFrom('digest_total').selectAll().execute();
      const totalOf = (wanted: string) => Number(rows.find(({ state }) => state === wanted)?.digests ?? 0);
      return { sent: totalOf('sent'), missed: totalOf('missed') };
    },

    async forgetFuture() {
      const future = await database
        .deleteFrom('digest_run')
        .where(isKnown('kind', contents))
        .where((row) =>
          row.or([
            // A correct clock may be a little ahead. Unsent digests are recorded again when they are due.
            row('due_at', '>', after(MOST_OFF_MS)),
            row.and([row('due_at', '>', time.sql()), row('state', 'in', UNSENT)]),
            // A clock that was ahead has recorded today's digest as missed.
            row.and([row('created_at', '>', after(MOST_OFF_MS)), row('state', 'in', UNSENT)]),
          ]),
        )
        .returningAll()
        .execute();
      return future.map(runOf);
    },

    async deleteOld(oldDays) {
      const deletable = runs()
        .where('due_at', '<', sql<number>`${time.sql()} - ${sql.lit(RETENTION_MS)}`)
        // `not in`, so that SQLite reads by age and not through years of ended states by their index.
        .where('state', 'not in', OPEN)
        .where('check_at', 'is', null)
        .where((row) => row.or([row('kind', 'like', MANUAL_KINDS), hasLater(row, time.sql())]))
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('digest_source')
                .select('digest_source.id')
                .whereRef('digest_source.run_id', '=', 'digest_run.id'),
            ),
          ),
        )
        .orderBy('due_at');
      const oldest = await deletable.select('due_at').limit(1).executeTakeFirst();
      if (oldest === undefined) return;
      const before = await oldDays.deletableBefore(
        'digests',
        oldest.due_at,
        (await time.now()) - RETENTION_MS,
      );
      const old = deletable.select('id').where('due_at', '<', before).limit(DELETED_AT_ONCE);
      await database.deleteFrom('digest_run').where('id', 'in', lockFreeRows(dialect, old)).execute();
    },
  };
}

/** A key of maps. */
export function subscriptionKey({ teamId, channelId, kind }: SubscriptionKey): string {
  return `${teamId} ${channelId} ${kind}`;
}

export function readRun(row: Selectable<DigestRunTable>, contents: Contents): DigestRun {
  return {
    id: row.id,
    subscribedKind: subscribedKind(row.kind, contents),
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.kind,
    businessDate: row.business_date,
    state: row.state,
    attempt: row.attempt,
    reason: row.reason,
    dueAt: row.due_at,
    firstSentAt: row.first_sent_at ?? undefined,
    lastSentAt: row.last_sent_at ?? undefined,
    messageTs: row.message_ts ?? undefined,
    askedBy: row.asked_by ?? undefined,
    showsSales: row.shows_sales === 1,
    updatedAt: row.updated_at,
    checkAt: row.check_at ?? undefined,
    checks: row.checks,
  };
}

/** Whether the same subscription has a later digest that is due by now. */
function hasLater(row: Row, now: RawBuilder<number>) {
  return row.exists(
    row
      .selectFrom('digest_run as newer')
      .select('newer.id')
      .whereRef('newer.team_id', '=', 'digest_run.team_id')
      .whereRef('newer.channel_id', '=', 'digest_run.channel_id')
      .whereRef('newer.kind', '=', 'digest_run.kind')
      .whereRef('newer.business_date', '>', 'digest_run.business_date')
      .where('newer.due_at', '<=', now),
  );
}
