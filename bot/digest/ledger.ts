import type { Database } from '../warehouse/database.ts';

/** A digest of one channel and business date; `kind` is `stock`, or `manual:<id>` for one that was asked for. */
export interface DigestKey {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: string;
  readonly businessDate: string;
}

const MANUAL = 'manual:';

/** The kind of a digest that somebody asked for by hand: it never takes the place of the daily one. */
export function manualKind(id: string): string {
  return `${MANUAL}${id}`;
}

export function isManual(kind: string): boolean {
  return kind.startsWith(MANUAL);
}

export interface DigestRun extends DigestKey {
  readonly id: number;
  readonly state: 'due' | 'sending' | 'sent' | 'failed' | 'unknown' | 'missed';
  readonly attempt: number;
  readonly reason: string | null;
}

/**
 * The states of a digest, and the only code that moves them.
 *
 *   (none) --record--> due --claim--> sending --+--> sent      it is in the channel
 *                       ^                       +--> failed    Slack refused it for good
 *                       +------- postpone ------+--> unknown   Slack's answer was lost: never sent again by itself
 *                      due --expire--> missed   its day went by
 */
export interface Ledger {
  /** Records that a digest is due. False when that was known, which is what keeps it from coming twice. */
  record(key: DigestKey, now: number): Promise<boolean>;
  due(now: number): Promise<DigestRun[]>;
  /** Takes a due digest for sending; undefined when somebody else has. */
  claim(id: number, now: number): Promise<DigestRun | undefined>;
  sent(id: number, messageTs: string, now: number): Promise<void>;
  postpone(id: number, until: number, reason: string, now: number): Promise<void>;
  end(id: number, state: 'failed' | 'unknown', reason: string, now: number): Promise<void>;
  /** Ends what an earlier process left half sent: nobody knows whether it arrived. */
  endAbandoned(now: number): Promise<DigestRun[]>;
  /** Ends what is still due of business dates before `date`. */
  expire(date: string, now: number): Promise<DigestRun[]>;
  /** The newest runs of a channel, newest first. */
  recent(teamId: string, channelId: string, limit: number): Promise<DigestRun[]>;
}

export function createLedger(database: Database): Ledger {
  const move = (id: number, from: 'due' | 'sending', values: object) =>
    database.updateTable('digest_run').set(values).where('id', '=', id).where('state', '=', from);

  return {
    async record(key, now) {
      const result = await database
        .insertInto('digest_run')
        .values({
          team_id: key.teamId,
          channel_id: key.channelId,
          kind: key.kind,
          business_date: key.businessDate,
          state: 'due',
          attempt: 0,
          not_before: now,
          message_ts: null,
          reason: null,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
    },

    async due(now) {
      const rows = await database
        .selectFrom('digest_run')
        .selectAll()
        .where('state', '=', 'due')
        .where('not_before', '<=', now)
        .orderBy('id')
        .execute();
      return rows.map(runOf);
    },

    async claim(id, now) {
      const row = await move(id, 'due', { state: 'sending', updated_at: now })
        .set((set) => ({ attempt: set('attempt', '+', 1) }))
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async sent(id, messageTs, now) {
      await move(id, 'sending', {
        state: 'sent',
        message_ts: messageTs,
        reason: null,
        updated_at: now,
      }).execute();
    },

    async postpone(id, until, reason, now) {
      await move(id, 'sending', { state: 'due', not_before: until, reason, updated_at: now }).execute();
    },

    async end(id, state, reason, now) {
      await move(id, 'sending', { state, reason, updated_at: now }).execute();
    },

    async endAbandoned(now) {
      const rows = await database
        .updateTable('digest_run')
        .set({ state: 'unknown', reason: 'the process ended while sending', updated_at: now })
        .where('state', '=', 'sending')
        .returningAll()
        .execute();
      return rows.map(runOf);
    },

    async expire(date, now) {
      const rows = await database
        .updateTable('digest_run')
        .set({ state: 'missed', updated_at: now })
        .where('state', '=', 'due')
        .where('business_date', '<', date)
        .returningAll()
        .execute();
      return rows.map(runOf);
    },

    async recent(teamId, channelId, limit) {
      const rows = await database
        .selectFrom('digest_run')
        .selectAll()
        .where('team_id', '=', teamId)
        .where('channel_id', '=', channelId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(runOf);
    },
  };
}

function runOf(row: {
  id: number;
  team_id: string;
  channel_id: string;
  kind: string;
  business_date: string;
  state: DigestRun['state'];
  attempt: number;
  reason: string | null;
}): DigestRun {
  return {
    id: row.id,
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.kind,
    businessDate: row.business_date,
    state: row.state,
    attempt: row.attempt,
    reason: row.reason,
  };
}
