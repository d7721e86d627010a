import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { DatabaseClock } from '../database/clock.ts';
import { MAX_OFF_MS } from '../database/clockCheck.ts';
import type { Database } from '../database/connection.ts';
import { changed, dialectOf, lockFreeRows } from '../database/dialect.ts';
import type { OldDays, OldThing } from '../database/oldDays.ts';
import type { Schema } from '../database/schema.ts';
import type { DigestRunTable, MessageState } from '../database/tables/digest.ts';
import type { LedgerBegan } from './ledgerView.ts';
import {
  type Asker,
  type MessageKey,
  type OwnKinds,
  type QueuedMessage,
  type Reason,
  STORED,
} from './message.ts';

/**
 * The states of a message and all transitions. Only `transition` below changes a state, and only as this table says.
 *
 *                       +------------------- postpone ---------------------+
 *                       v                                                  |
 *   (none) --record--> due --claim--> sending --markSent--> sent           |
 *     |                 |                | | |                             |
 *     |                 | supersede,     | | +--markFailed--> failed --retry--> due
 *     |                 | cancel         | +----------------------------> due (postpone: nothing was sent)
 *     |                 v                |
 *     +--record-----> missed <--skip-----+ --close--> closed   there was nothing to post
 *                                        | markUnclear: Slack's answer or the sender was lost
 *                                        v
 *                due --doubt--------> unclear --markFound--> sent     it is in the channel
 *                                        | |
 *                                        | +--requeue--> due          it is not, or it was never attempted and the
 *                                        v                            channel cannot be read
 *                                     unknown                         it was attempted, and the channel cannot be read
 *
 * A message that was due before this process's view of the ledger began (ledgerView.ts) may have been sent with another
 * database, for example before a restore. The process first searches its channel (doubt) and sends it only if it is
 * not found (requeue). One search is enough for all processes whose view began before it. A message that was attempted,
 * or was due a moment ago, is searched for three times, because a copy may still arrive.
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
} as const satisfies Record<string, { from: MessageState; to: MessageState }>;

type Transition = keyof typeof TRANSITIONS;

/** A message to record. Instants are milliseconds since 1970. */
export interface RecordedMessage extends MessageKey {
  /** The same each time it is recorded: it decides where the message is searched for after a loss of the database. */
  readonly dueAt: number;
  /** Why it is recorded as missed; undefined when it is due. */
  readonly missed?: string | undefined;
  readonly asker?: Asker | undefined;
  /** As JSON; undefined for a message that its kind renders. */
  readonly content?: string | undefined;
  readonly expiresAt?: number | undefined;
}

/**
 * The messages that came due, and their results. A change gives false and does nothing when another process has changed
 * the message's state first.
 */
export interface Ledger {
  /**
   * Records a message. False when its key was recorded before: so no message is posted twice. `within`: the transaction
   * that it is part of, if any.
   */
  record(message: RecordedMessage, within?: Database): Promise<boolean>;
  /** Messages that can be sent now, the oldest first. */
  due(): Promise<QueuedMessage[]>;
  /** The next instant at which a message needs work; undefined when none does. */
  nextAt(): Promise<number | undefined>;
  /** Ends due messages of these kinds for which a later occasion is due in the same channel. */
  supersede(kinds: OwnKinds, reason: string): Promise<QueuedMessage[]>;
  /** Ends a due message that is no longer wanted. */
  cancel(id: number, reason: string): Promise<boolean>;
  /** Makes a message due again that failed for `reason`. */
  retry(key: MessageKey, reason: string): Promise<boolean>;
  /** Stored messages to a channel that Slack refused. */
  failedIn(channelId: string): Promise<QueuedMessage[]>;

  /** Messages whose data is complete, that are long due, and that Slack has not taken. */
  overdue(): Promise<Overdue>;

  /** Leases a due message for sending; undefined when another process has it, or it cannot be sent yet. */
  claim(id: number): Promise<QueuedMessage | undefined>;
  /** Renews the lease directly before sending. When false the lease is lost and nothing may be sent. */
  renew(message: QueuedMessage): Promise<boolean>;
  /** `checkInMs`: when the channel is searched for a duplicate; undefined when none can arrive. */
  markSent(message: QueuedMessage, messageTs: string, checkInMs: number | undefined): Promise<boolean>;
  /** Nothing was sent; it is tried again after `inMs`. */
  postpone(message: QueuedMessage, inMs: number, reason: string): Promise<boolean>;
  markFailed(message: QueuedMessage, reason: string): Promise<boolean>;
  skip(message: QueuedMessage, reason: string): Promise<boolean>;
  /** There was nothing to post, so it does not count as missed. */
  close(message: QueuedMessage): Promise<boolean>;
  /** It may have arrived: its channel is searched after `inMs`. */
  markUnclear(message: QueuedMessage, inMs: number, reason: string): Promise<boolean>;
  /** Takes over messages whose lease has ended, except those that this process is sending (`inFlight`). */
  expireLeases(inFlight: ReadonlySet<number>, waitMs: number): Promise<QueuedMessage[]>;

  /**
   * Messages whose channels are to be searched now, the most urgent first: unclear ones, the longest waiting first; then
   * those to be doubted; then those that were sent and may have a duplicate.
   */
  toReconcile(): Promise<QueuedMessage[]>;
  /** Reserves the search for a message for `forMs`; undefined when another process has it. */
  takeCheck(message: Pick<QueuedMessage, 'id' | 'state'>, forMs: number): Promise<QueuedMessage | undefined>;
  /** Sets the next search, unless another process has reserved the message since. */
  checkAgain(message: QueuedMessage, next: NextCheck): Promise<void>;
  /** Searches the channel for a duplicate after `inMs`, even if another process has reserved the message. */
  checkIn(id: number, inMs: number): Promise<void>;
  /** It is in the channel, which is searched for a duplicate after `checkInMs`. */
  markFound(message: QueuedMessage, messageTs: string, checkInMs: number): Promise<boolean>;
  /** It was not found in the channel, so it is sent. False when another process has reserved it since. */
  requeue(message: QueuedMessage): Promise<boolean>;
  markUnknown(message: QueuedMessage, reason: string): Promise<boolean>;

  /**
   * Deletes what a wrong clock has recorded, once the clock is right: messages of these kinds that are due in the
   * future, and unsent ones that were recorded in the future. Only for kinds that are recorded when they are due, so
   * that they are recorded again. Copies that were posted stay in the channels.
   */
  forgetFuture(kinds: OwnKinds): Promise<QueuedMessage[]>;
  /**
   * Deletes messages that ended and were due more than 400 days ago, a limited number per call. `which`: only those;
   * `what`: how a warning calls them.
   */
  deleteOld(which: (row: MessageRow) => Expression<SqlBool>, what: OldThing, oldDays: OldDays): Promise<void>;
}

export interface Overdue {
  readonly messages: number;
  /** Why one of them was not sent: Slack's code, or a reason of ours; undefined if there are none. */
  readonly reason: string | undefined;
}

/** A row of the ledger in a query. */
export type MessageRow = ExpressionBuilder<Schema, 'digest_run'>;

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
/** Per call: takes milliseconds, and the calls of one day delete years of a hundred channels. */
const DELETED_AT_ONCE = 100;
/** Longer than any pause that Slack asks for. */
const OVERDUE_MS = 30 * 60_000;
const DUE_BEFORE: Reason = 'dueBefore';
const OPEN: readonly MessageState[] = ['due', 'sending', 'unclear'];
const UNSENT: readonly MessageState[] = ['due', 'missed', 'failed'];

export function createLedger(options: {
  readonly database: Database;
  /** The kinds that this process renders. Others are left to a newer replica, which knows them. */
  readonly rendered: readonly OwnKinds[];
  readonly time: DatabaseClock;
  readonly beganAt: LedgerBegan;
  /** Identifies this process among the replicas. */
  readonly owner: string;
}): Ledger {
  const { database, rendered, time, beganAt, owner } = options;
  const dialect = dialectOf(database);
  const updated = () => ({ updated_at: time.sql() });
  /** Now plus `milliseconds`, on the database's clock. */
  const after = (milliseconds: number): RawBuilder<number> =>
    sql<number>`${time.sql()} + cast(${Math.ceil(milliseconds)} as bigint)`;
  const kinds = [isStored, ...rendered.map((own) => () => own('kind'))];
  const isKnown = (row: MessageRow) => row.or(kinds.map((is) => is(row)));
  const known = () => database.selectFrom('digest_run').where(isKnown);
  const select = () => known().selectAll().orderBy('id');
  const change = () => database.updateTable('digest_run').where(isKnown);
  const update = () => change().set(updated());
  const transition = (name: Transition) =>
    update().set({ state: TRANSITIONS[name].to }).where('state', '=', TRANSITIONS[name].from);
  /** A transition of a message that this process has leased. It releases the lease. */
  const leased = (message: QueuedMessage, name: Transition) =>
    transition(name)
      .set({ lease_owner: null, lease_until: 0 })
      .where('id', '=', message.id)
      .where('lease_owner', '=', owner)
      .where('attempt', '=', message.attempt);
  /** The row if it meets the condition. On PostgreSQL it skips a row that another process has locked. */
  const oneOf = (id: number, condition: (row: MessageRow) => ReturnType<MessageRow['and']>) => {
    const chosen = database.selectFrom('digest_run').select('id').where('id', '=', id).where(condition);
    return lockFreeRows(dialect, chosen);
  };
  const isDue = (row: MessageRow) => row.and([row('state', '=', 'due'), row('not_before', '<=', time.sql())]);
  /** Whether this ledger would know if the message had been sent, for a view that began at `began`. */
  const isCertain = (began: number) => (row: MessageRow) =>
    row.or([row('due_at', '>=', began), row('looked_at', '>=', began)]);
  const isDoubtful = (began: number) => (row: MessageRow) =>
    row.and([
      isDue(row),
      row('due_at', '<', began),
      row.or([row('looked_at', 'is', null), row('looked_at', '<', began)]),
    ]);
  const isToCheck = (row: MessageRow) => row.and([row('check_at', '<=', time.sql())]);
  const checkAfter = (inMs: number | undefined) => (inMs === undefined ? null : after(inMs));

  return {
    record: (message, within = database) =>
      changed(
        within
          .insertInto('digest_run')
          .values({
            state: message.missed === undefined ? 'due' : 'missed',
            team_id: message.teamId,
            channel_id: message.channelId,
            kind: message.kind,
            business_date: message.occasion,
            due_at: message.dueAt,
            attempt: 0,
            not_before: message.kind === STORED ? message.dueAt : 0,
            lease_owner: null,
            lease_until: 0,
            first_sent_at: null,
            check_at: null,
            checks: 0,
            message_ts: null,
            reason: message.missed ?? null,
            asked_by: message.asker?.userId ?? null,
            shows_sales: message.asker && Number(message.asker.seesSales),
            message: message.content ?? null,
            expires_at: message.expiresAt ?? null,
            created_at: time.sql(),
            ...updated(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      ),

    async due() {
      const began = await beganAt();
      return (await select().where(isDue).where(isCertain(began)).execute()).map(readMessage);
    },

    async nextAt() {
      // Skips messages that are due already: they wait for data, not for an instant.
      const first = async (
        column: 'not_before' | 'lease_until' | 'check_at',
        states?: readonly MessageState[],
      ) => {
        const row = await known()
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

    async supersede(superseded, reason) {
      const ended = await transition('supersede')
        .where(superseded('kind'))
        .set({ reason: sql<string>`coalesce(reason || '; ', '') || ${reason}` })
        .where((row) => hasLater(row, time.sql()))
        .returningAll()
        .execute();
      return ended.map(readMessage);
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
          .where('business_date', '=', key.occasion)
          .where('reason', '=', reason)
          .executeTakeFirst(),
      ),

    async failedIn(channelId) {
      const failed = await select()
        .where('state', '=', 'failed')
        .where('channel_id', '=', channelId)
        .where(isStored)
        .execute();
      return failed.map(readMessage);
    },

    async overdue() {
      const { messages, reason } = await known()
        .select(({ fn }) => [
          fn.countAll<number | string>().as('messages'),
          fn.max<string | null>('reason').as('reason'),
        ])
        .where('state', 'in', OPEN)
        // One that was never attempted waits for its data.
        .where('attempt', '>', 0)
        .where('due_at', '<=', sql<number>`${time.sql()} - ${sql.lit(OVERDUE_MS)}`)
        .executeTakeFirstOrThrow();
      return { messages: Number(messages), reason: reason ?? undefined };
    },

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
      return row === undefined ? undefined : readMessage(row);
    },

    async renew(message) {
      // The view may have begun again since the claim.
      const began = await beganAt();
      return changed(
        update()
          .set((set) => ({
            lease_until: after(LEASE_MS),
            first_sent_at: set.fn.coalesce('first_sent_at', time.sql()),
            last_sent_at: time.sql(),
          }))
          .where('id', '=', message.id)
          .where('state', '=', 'sending')
          .where('lease_owner', '=', owner)
          .where('attempt', '=', message.attempt)
          .where('lease_until', '>', time.sql())
          .where(isCertain(began))
          .executeTakeFirst(),
      );
    },

    markSent: (message, messageTs, checkInMs) =>
      changed(
        leased(message, 'markSent')
          .set({
            message_ts: messageTs,
            message: null,
            reason: null,
            check_at: checkAfter(checkInMs),
            checks: 0,
          })
          .executeTakeFirst(),
      ),

    postpone: (message, inMs, reason) =>
      changed(
        leased(message, 'postpone')
          .set({ not_before: after(inMs), reason, first_sent_at: message.firstSentAt ?? null })
          .executeTakeFirst(),
      ),

    markFailed: (message, reason) =>
      changed(
        leased(message, 'markFailed')
          .set({ reason, first_sent_at: message.firstSentAt ?? null })
          .executeTakeFirst(),
      ),

    skip: (message, reason) => changed(leased(message, 'skip').set({ reason }).executeTakeFirst()),

    close: (message) => changed(leased(message, 'close').set({ reason: null }).executeTakeFirst()),

    markUnclear: (message, inMs, reason) =>
      changed(
        leased(message, 'markUnclear')
          .set({ check_at: after(inMs), checks: 0, reason })
          .executeTakeFirst(),
      ),

    async expireLeases(inFlight, waitMs) {
      const silent = await select()
        .where('state', '=', 'sending')
        .where('lease_until', '<=', time.sql())
        .execute();
      const taken: QueuedMessage[] = [];
      for (const message of silent.map(readMessage).filter(({ id }) => !inFlight.has(id))) {
        // A sender that never renewed its lease has sent nothing, and can no longer send.
        const wasSent = message.firstSentAt !== undefined;
        const isTaken = await changed(
          transition(wasSent ? 'markUnclear' : 'postpone')
            .set({
              lease_owner: null,
              lease_until: 0,
              ...(wasSent ? { check_at: after(waitMs), checks: 0 } : {}),
              reason: 'senderSilent' satisfies Reason,
            })
            .where('id', '=', message.id)
            .where('attempt', '=', message.attempt)
            .where('lease_until', '<=', time.sql())
            .executeTakeFirst(),
        );
        if (isTaken) taken.push(message);
      }
      return taken;
    },

    async toReconcile() {
      const began = await beganAt();
      const toCheck = (
        await select().clearOrderBy().where(isToCheck).orderBy('check_at').orderBy('id').execute()
      ).map(readMessage);
      const doubtful = (await select().where(isDoubtful(began)).execute()).map(readMessage);
      const isUnclear = ({ state }: QueuedMessage) => state === 'unclear';
      return [...toCheck.filter(isUnclear), ...doubtful, ...toCheck.filter((message) => !isUnclear(message))];
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
      return row === undefined ? undefined : readMessage(row);
    },

    async checkAgain(message, { inMs, counts, messageTs }) {
      await change()
        .set({
          check_at: checkAfter(inMs),
          checks: message.checks + Number(counts),
          message_ts: messageTs,
        })
        .where('id', '=', message.id)
        .where('check_at', '=', message.checkAt ?? null)
        .execute();
    },

    async checkIn(id, inMs) {
      await change()
        .set({ check_at: after(inMs), checks: 0 })
        .where('id', '=', id)
        .execute();
    },

    markFound: (message, messageTs, checkInMs) =>
      changed(
        transition('markFound')
          .set({ message_ts: messageTs, message: null, reason: null, check_at: after(checkInMs), checks: 0 })
          .where('id', '=', message.id)
          .executeTakeFirst(),
      ),

    requeue: (message) =>
      changed(
        transition('requeue')
          .set({ not_before: 0, check_at: null, checks: 0, looked_at: time.sql() })
          .set({ reason: message.reason === DUE_BEFORE ? null : message.reason })
          .where('id', '=', message.id)
          .where('check_at', '=', message.checkAt ?? null)
          .executeTakeFirst(),
      ),

    markUnknown: (message, reason) =>
      changed(
        transition('markUnknown')
          .set({ reason, check_at: null })
          .where('id', '=', message.id)
          .executeTakeFirst(),
      ),

    async forgetFuture(recorded) {
      const future = await database
        .deleteFrom('digest_run')
        .where(recorded('kind'))
        .where((row) =>
          row.or([
            // A correct clock may be a little ahead. Unsent messages are recorded again when they are due.
            row('due_at', '>', after(MAX_OFF_MS)),
            row.and([row('due_at', '>', time.sql()), row('state', 'in', UNSENT)]),
            // A clock that was ahead has recorded messages of today as missed.
            row.and([row('created_at', '>', after(MAX_OFF_MS)), row('state', 'in', UNSENT)]),
          ]),
        )
        .returningAll()
        .execute();
      return future.map(readMessage);
    },

    async deleteOld(which, what, oldDays) {
      const deletable = known()
        .where('due_at', '<', sql<number>`${time.sql()} - ${sql.lit(RETENTION_MS)}`)
        // `not in`, so that SQLite reads by age and not through years of ended states by their index.
        .where('state', 'not in', OPEN)
        .where('check_at', 'is', null)
        .where(which)
        .orderBy('due_at');
      const oldest = await deletable.select('due_at').limit(1).executeTakeFirst();
      if (oldest === undefined) return;
      const before = await oldDays.deletableBefore(what, oldest.due_at, (await time.now()) - RETENTION_MS);
      const old = deletable.select('id').where('due_at', '<', before).limit(DELETED_AT_ONCE);
      await database.deleteFrom('digest_run').where('id', 'in', lockFreeRows(dialect, old)).execute();
    },
  };
}

/** Whether a row is a message that is stored with its content. */
export function isStored(row: MessageRow): Expression<SqlBool> {
  return row('kind', '=', STORED);
}

export function readMessage(row: Selectable<DigestRunTable>): QueuedMessage {
  return {
    id: row.id,
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.kind,
    occasion: row.business_date,
    state: row.state,
    attempt: row.attempt,
    reason: row.reason,
    dueAt: row.due_at,
    expiresAt: row.expires_at ?? undefined,
    content: row.message ?? undefined,
    firstSentAt: row.first_sent_at ?? undefined,
    lastSentAt: row.last_sent_at ?? undefined,
    messageTs: row.message_ts ?? undefined,
    asker: row.asked_by === null ? undefined : { userId: row.asked_by, seesSales: row.shows_sales === 1 },
    updatedAt: row.updated_at,
    checkAt: row.check_at ?? undefined,
    checks: row.checks,
  };
}

/** Whether the same channel has a later message of the same kind that is due by now. */
export function hasLater(row: MessageRow, now: RawBuilder<number>) {
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
