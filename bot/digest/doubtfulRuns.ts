import { type DigestRun, runOf } from './digestRun.ts';
import { changed, hasLater, LATEST_MS, type LedgerRows } from './ledgerRows.ts';
import { stateBefore } from './states.ts';

/** Digests of which somebody has to look into the channel: whether they arrived, or whether they stand there twice. */
export interface DoubtfulRuns {
  /** Those that are to be looked for now. */
  unclear(): Promise<DigestRun[]>;
  /** Takes one look; undefined when somebody else does. */
  look(id: number, againInMs: number): Promise<DigestRun | undefined>;
  /** Looks again in that time; a look that gave no answer does not count. */
  lookAgain(run: DigestRun, inMs: number, counts: boolean): Promise<void>;
  /** It is in the channel; with `checkInMs` a second copy may still come. */
  find(run: DigestRun, messageTs: string, checkInMs?: number): Promise<boolean>;
  clear(run: DigestRun): Promise<boolean>;
  giveUp(run: DigestRun, reason: string): Promise<boolean>;
  /** The owner's answer about one that is unknown. False when it is not unknown any more. */
  confirm(id: number): Promise<boolean>;
  /** False also when a later one of its subscription is recorded: nobody wants both. */
  order(id: number): Promise<boolean>;
  /** Those given up for one of these reasons that are still of use, of one channel or of all. */
  givenUp(reasons: readonly string[], channelId?: string): Promise<DigestRun[]>;
  /** The channel can be read again: it is looked for anew. */
  reopen(id: number): Promise<boolean>;
  /** Digests that may stand in the channel twice, whoever has waited longest first. */
  doubtful(): Promise<DigestRun[]>;
  takeDoubt(id: number, againInMs: number): Promise<DigestRun | undefined>;
  /** Ends a doubt as it was taken, or puts it off; one that came up again since stays. */
  settleDoubt(run: DigestRun, messageTs: string | undefined, againInMs: number | undefined): Promise<void>;
  /** A second copy may stand in the channel: it is looked for in that time. */
  doubt(id: number, inMs: number): Promise<void>;
}

export function createDoubtfulRuns(rows: LedgerRows): DoubtfulRuns {
  const { database, time, after, updated, unheld, oneOf, select } = rows;
  return {
    async unclear() {
      const found = await select()
        .where('state', '=', stateBefore('find'))
        .where('not_before', '<=', time.sql())
        .execute();
      return found.map(runOf);
    },

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

    find: (run, messageTs, checkInMs) =>
      changed(
        unheld(run.id, 'find')
          .set({
            message_ts: messageTs,
            reason: null,
            ...(checkInMs === undefined ? {} : { check_at: after(checkInMs), checks: 0 }),
          })
          .executeTakeFirst(),
      ),

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

    async givenUp(reasons, channelId) {
      const found = await select()
        .where('state', '=', stateBefore('reopen'))
        .where('reason', 'in', reasons)
        .where('due_at', '>', after(-LATEST_MS))
        .where((row) => row.not(hasLater(row)))
        .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId ?? ''))
        .execute();
      return found.map(runOf);
    },

    reopen: (id) => changed(unheld(id, 'reopen').set({ not_before: 0, looks: 0 }).executeTakeFirst()),

    async doubtful() {
      const found = await database
        .selectFrom('digest_run')
        .selectAll()
        .where('check_at', '<=', time.sql())
        .orderBy('check_at')
        .orderBy('id')
        .execute();
      return found.map(runOf);
    },

    async takeDoubt(id, againInMs) {
      const row = await database
        .updateTable('digest_run')
        .set((set) => ({ check_at: after(againInMs), checks: set('checks', '+', 1) }))
        .where(
          'id',
          '=',
          oneOf(id, (row) => row.and([row('check_at', '<=', time.sql())])),
        )
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? undefined : runOf(row);
    },

    async settleDoubt(run, messageTs, againInMs) {
      await database
        .updateTable('digest_run')
        .set({
          check_at: againInMs === undefined ? null : after(againInMs),
          ...(messageTs === undefined ? {} : { message_ts: messageTs }),
        })
        .where('id', '=', run.id)
        .where('check_at', '=', run.checkAt ?? null)
        .execute();
    },

    async doubt(id, inMs) {
      await database
        .updateTable('digest_run')
        .set({ check_at: after(inMs), checks: 0 })
        .where('id', '=', id)
        .execute();
    },
  };
}
