import { type DigestRun, runOf } from './digestRun.ts';
import { changed, type LedgerRows } from './ledgerRows.ts';
import { moveDigests } from './moves.ts';
import { stateBefore } from './states.ts';

/** How long a sender may be silent before others take over, in milliseconds: longer than one call to Slack may take. */
export const LEASE_MS = 30_000;

/** Digests in the hands of a sender. Moves away from `sending` count only for whoever holds the lease. */
export interface LeasedRuns {
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
}

export function createLeasedRuns(rows: LedgerRows): LeasedRuns {
  const { database, time, owner, after, updated, held, oneOf, select } = rows;
  return {
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
            last_sent_at: time.sql(),
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
            checks: 0,
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
      const silent = await select()
        .where('state', '=', stateBefore('lose'))
        .where('lease_until', '<=', time.sql())
        .execute();
      const taken: DigestRun[] = [];
      for (const run of silent.map(runOf).filter(({ id }) => !underWay.has(id))) {
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
  };
}
