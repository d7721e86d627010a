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
 * Every way from one state of a digest to another. `transition` below goes by this table and alone writes states.
 *
 *                       +------------------- postpone ---------------------+
 *                       v                                                  |
 *   (none) --record--> due --claim--> sending --markSent--> sent           |
 *     |                 |                | | |                             |
 *     |                 | supersede,     | | +--markFailed--> failed --retry--> due
 *     |                 | cancel         | +----------------------------> due (postpone: nothing was sent)
 *     |                 v                |
 *     +--record-----> missed <--skip-----+ --close--> closed   no store was open
 *                                        | markUnclear: the answer was lost, or the sender was
 *                                        v
 *                due --doubt--------> unclear --markFound--> sent     it is in the channel
 *                                        | |
 *                                        | +--requeue--> due          it is not, or it was never attempted and the
 *                                        v                            channel cannot be read
 *                                     unknown                         it was attempted, and the channel cannot be read
 *
 * What was due before a process began to see the ledger (ledgerView.ts) may have been sent by a ledger that was there
 * before this one. That process sends it only when somebody has looked for it in its channel since: it doubts it, and
 * requeues it when it is not there. One look is enough, for all processes whose view began before it. Of a digest that
 * was attempted, or was due a moment ago, a message may still be on its way: it is looked for three times.
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

/** A row of the ledger: one digest of a channel and business date, and how it stands. Instants are milliseconds. */
export interface DigestRun extends DigestKey {
  readonly id: number;
  /** The kind of its subscription, also for one by hand. */
  readonly subscribedKind: string;
  readonly state: DigestState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly dueAt: number;
  readonly firstSentAt: number | undefined;
  /** The last attempt: nothing of it can be in the channel that is much newer. */
  readonly lastSentAt: number | undefined;
  readonly messageTs: string | undefined;
  readonly askedBy: string | undefined;
  /** Of a digest by hand: whether the person who asked for it may see sales. */
  readonly showsSales: boolean;
  readonly updatedAt: number;
  /** When its channel is searched for it, or for a duplicate. */
  readonly checkAt: number | undefined;
  /** How often that was answered. */
  readonly checks: number;
}

export type SubscriptionKey = Omit<DigestKey, 'businessDate'>;

/** An occurrence of a subscription that the ledger does not hold yet. */
export interface Occurrence extends DigestKey {
  readonly dueAt: number;
  /** Why it is recorded as missed; undefined for one that is due. */
  readonly missed: string | undefined;
}

/** Who wants a digest by hand. */
export interface Asker {
  readonly userId: string;
  /** Whether they may see sales in the channel. */
  readonly seesSales: boolean;
}

/**
 * The digests that came due, and what became of them. A change that comes too late, because another process has moved
 * the digest on, changes nothing and gives false.
 */
export interface Ledger {
  /** Records an occurrence. False when it was known, which is what keeps it from coming twice. */
  record(occurrence: Occurrence, asker?: Asker): Promise<boolean>;
  /** Digests that may be sent now, the oldest first. */
  due(): Promise<DigestRun[]>;
  /** When the next thing is to be done about a digest. */
  nextAt(): Promise<number | undefined>;
  /** Ends what is still due although a newer digest of the same subscription is recorded. */
  supersede(reason: string): Promise<DigestRun[]>;
  /** Ends a due digest that nobody wants any more. */
  cancel(id: number, reason: string): Promise<boolean>;
  /** Sends a digest after all that Slack refused for that reason. */
  retry(key: DigestKey, reason: string): Promise<boolean>;

  /** Leases a due digest for sending; undefined when another process has it, or it is not its turn. */
  claim(id: number): Promise<DigestRun | undefined>;
  /** Directly before it goes out: false when the lease is lost, and then nothing may be sent. */
  renew(run: DigestRun): Promise<boolean>;
  /** With `checkInMs` a duplicate may still come: the channel is searched for one in that time. */
  markSent(run: DigestRun, messageTs: string, checkInMs: number | undefined): Promise<boolean>;
  /** Nothing was sent, and it is tried again in that time. */
  postpone(run: DigestRun, inMs: number, reason: string): Promise<boolean>;
  markFailed(run: DigestRun, reason: string): Promise<boolean>;
  skip(run: DigestRun, reason: string): Promise<boolean>;
  /** No store was open on the days that it would be of: it is none that was missed. */
  close(run: DigestRun): Promise<boolean>;
  /** Nobody knows whether it arrived: the channel is searched in that time. */
  markUnclear(run: DigestRun, inMs: number, reason: string): Promise<boolean>;
  /** Takes over from senders whose lease has ended, except for those of this process that are `inFlight`. */
  expireLeases(inFlight: ReadonlySet<number>, waitMs: number): Promise<DigestRun[]>;

  /**
   * Digests whose channels are to be searched now: the unclear ones, whichever has waited longest first, those to be
   * doubted, and what was sent and may stand there twice, which waits for those that may not stand there at all.
   */
  toReconcile(): Promise<DigestRun[]>;
  /** Takes one of them for so long; undefined when another process has it. */
  takeCheck(run: Pick<DigestRun, 'id' | 'state'>, forMs: number): Promise<DigestRun | undefined>;
  /** Searches again in that time, or never when it is undefined; unless another process has taken it since. */
  checkAgain(run: DigestRun, next: NextCheck): Promise<void>;
  /** A duplicate may stand in the channel: whatever was taken before, it is searched anew in that time. */
  checkIn(id: number, inMs: number): Promise<void>;
  /** It is in the channel, which is searched for a duplicate in that time. */
  markFound(run: DigestRun, messageTs: string, checkInMs: number): Promise<boolean>;
  /** It is not in the channel, as far as that can be read: it is sent. False when another process has taken it since. */
  requeue(run: DigestRun): Promise<boolean>;
  markUnknown(run: DigestRun, reason: string): Promise<boolean>;

  /** The newest digest of a subscription; those by hand are none of it. */
  newest(key: SubscriptionKey): Promise<DigestRun | undefined>;
  /** The newest digests of a channel, by hand or not, newest first; of one subscription where its kind is named. */
  recent(teamId: string, channelId: string, limit: number, kind?: string): Promise<DigestRun[]>;
  /** How many there are of those. */
  count(teamId: string, channelId: string, kind?: string): Promise<number>;
  /**
   * The newest business date of each of these that has one, by `subscriptionKey`. A digest that is due later than now was
   * recorded by a clock that was wrong, and is none of them.
   */
  lastDates(subscriptions: readonly SubscriptionKey[]): Promise<ReadonlyMap<string, string>>;
  /** How many digests are in each state, of those that were due since then. */
  countsSince(instant: number): Promise<ReadonlyMap<DigestState, number>>;
  /** Attempts to send those that were due since then. */
  attemptsSince(instant: number): Promise<number>;
  /** How many were found to be missed since then, due at most a week before it, by the first word of the reason. */
  missedSince(instant: number): Promise<ReadonlyMap<string, number>>;
  /** How many digests were ever sent and missed, also those that are deleted. */
  totals(): Promise<{ readonly sent: number; readonly missed: number }>;

  /**
   * Forgets what a wrong clock has recorded, once the clock is right: digests that are due or were recorded in the future. What was posted
   * of them stays in its channel; readers of their day get a digest with its figures all the same.
   */
  forgetFuture(): Promise<DigestRun[]>;
  /**
   * Deletes some of the digests that ended more than 400 days ago; at most as many as hold nobody up. The newest of a
   * subscription stays, since it keeps what was due before it from being recorded again, and so does one with a file or
   * buttons that are kept.
   */
  deleteOld(oldDays: OldDays): Promise<void>;
}

export interface NextCheck {
  readonly inMs: number | undefined;
  /** False when Slack did not answer. */
  readonly counts: boolean;
  /** The message that stands there; as it was when undefined. */
  readonly messageTs?: string | undefined;
}

/** Longer than one call to Slack may take: a sender that is silent for so long is replaced. */
const LEASE_MS = 30_000;

/** So long a digest is kept: as long as sales, where nothing else is set. */
const KEPT_MS = 400 * 24 * 60 * 60_000;
/** A bot that was down for longer has been missed otherwise. */
const MISSED_MS = 7 * 24 * 60 * 60_000;
/** In each sweep: takes milliseconds, and a day of sweeps deletes years of a hundred channels. */
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
  /** Names this process among the replicas. */
  readonly owner: string;
}): Ledger {
  const { database, contents, time, beganAt, owner } = options;
  const dialect = dialectOf(database);
  const updated = () => ({ updated_at: time.sql() });
  /** The instant in so many milliseconds. */
  const after = (milliseconds: number): RawBuilder<number> =>
    sql<number>`${time.sql()} + cast(${Math.ceil(milliseconds)} as bigint)`;
  /** Digests of kinds that a newer replica alone knows are neither read nor changed: they are its work. */
  const runs = () => database.selectFrom('digest_run').where(isKnown('kind', contents));
  const select = () => runs().selectAll().orderBy('id');
  const change = () => database.updateTable('digest_run').where(isKnown('kind', contents));
  const runOf = (row: Selectable<DigestRunTable>) => readRun(row, contents);
  const update = () => change().set(updated());
  const transition = (name: Transition) =>
    update().set({ state: TRANSITIONS[name].to }).where('state', '=', TRANSITIONS[name].from);
  /** A transition of a digest that this process has leased; it gives the lease back. */
  const held = (run: DigestRun, name: Transition) =>
    transition(name)
      .set({ lease_owner: null, lease_until: 0 })
      .where('id', '=', run.id)
      .where('lease_owner', '=', owner)
      .where('attempt', '=', run.attempt);
  /** One row for whoever comes first; on PostgreSQL nobody waits for a row that another is taking. */
  const oneOf = (id: number, condition: (row: Row) => ReturnType<Row['and']>) => {
    const chosen = database.selectFrom('digest_run').select('id').where('id', '=', id).where(condition);
    return lockFreeRows(dialect, chosen);
  };
  const isDue = (row: Row) => row.and([row('state', '=', 'due'), row('not_before', '<=', time.sql())]);
  /** Whether it cannot be in its channel without this ledger's knowing, for a view that began at that instant. */
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
      // What is due already waits for figures: time alone does not bring them.
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
        // Both conditions choose the row: one that this process may not send must not be locked for another.
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
      // The ledger may have become another one since the claim.
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
        held(run, 'markSent')
          .set({ message_ts: messageTs, reason: null, check_at: checkAfter(checkInMs), checks: 0 })
          .executeTakeFirst(),
      ),

    postpone: (run, inMs, reason) =>
      changed(
        held(run, 'postpone')
          .set({ not_before: after(inMs), reason, first_sent_at: run.firstSentAt ?? null })
          .executeTakeFirst(),
      ),

    markFailed: (run, reason) =>
      changed(
        held(run, 'markFailed')
          .set({ reason, first_sent_at: run.firstSentAt ?? null })
          .executeTakeFirst(),
      ),

    skip: (run, reason) => changed(held(run, 'skip').set({ reason }).executeTakeFirst()),

    close: (run) => changed(held(run, 'close').set({ reason: null }).executeTakeFirst()),

    markUnclear: (run, inMs, reason) =>
      changed(
        held(run, 'markUnclear')
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
        // A sender that has not renewed its lease has sent nothing, and cannot any more.
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
      // One look into the index for each: a group over the ledger would read years of it.
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
      // As an expression: by the column alone SQLite would go through years of digests in the order of their states.
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
        // As an expression: the index of the due times is the short way, not that of the states.
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
            // A clock may be a little ahead when it sends; what it has not sent is recorded anew in time.
            row('due_at', '>', after(MOST_OFF_MS)),
            row.and([row('due_at', '>', time.sql()), row('state', 'in', UNSENT)]),
            // To a clock that was ahead, today's digest was one of those that it had missed.
            row.and([row('created_at', '>', after(MOST_OFF_MS)), row('state', 'in', UNSENT)]),
          ]),
        )
        .returningAll()
        .execute();
      return future.map(runOf);
    },

    async deleteOld(oldDays) {
      const deletable = runs()
        .where('due_at', '<', sql<number>`${time.sql()} - ${sql.lit(KEPT_MS)}`)
        // Not "in" the others: SQLite would go through years of them by their index instead of by age.
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
      const before = await oldDays.deletableBefore('digests', oldest.due_at, (await time.now()) - KEPT_MS);
      const old = deletable.select('id').where('due_at', '<', before).limit(DELETED_AT_ONCE);
      await database.deleteFrom('digest_run').where('id', 'in', lockFreeRows(dialect, old)).execute();
    },
  };
}

/** One string for a subscription, as a key of maps. */
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

/** Whether a later digest of the same subscription is recorded that is due by now. */
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
