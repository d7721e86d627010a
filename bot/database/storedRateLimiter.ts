import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import {
  type Acquired,
  type Clock,
  type RateLimit,
  type RateLimiter,
  STOCK_RATE_LIMITS,
  scheduleCalls,
} from 'retail-data-client/core';
import type { Database } from './connection.ts';
import type { RateLimitTables } from './tables/rateLimit.ts';

export interface StoredBudgetOptions {
  /** Whose calls are counted; only a hash of it is stored. */
  readonly subscriptionKey: string;
  /** The clock of the caller, in whose time instants are given and taken. */
  readonly clock: Pick<Clock, 'now'>;
  readonly limits?: readonly RateLimit[];
}

/** Where a budget is kept, and whose clock decides there. */
export interface BudgetStore {
  transact<T>(work: (transaction: Transaction<RateLimitTables>) => Promise<T>): Promise<T>;
  /** Milliseconds since 1970, read at the moment of the call: never the start of the transaction. */
  now(transaction: Transaction<RateLimitTables>): Promise<number>;
}

/**
 * The budget of this database's file: it outlives the process, and processes on the same file share it
 * (interface: "Limits").
 */
export function createSqliteBudget(database: Database, options: StoredBudgetOptions): RateLimiter {
  const tables = database.$pickTables<keyof RateLimitTables>();
  const store: BudgetStore = {
    transact: (work) => tables.transaction().execute(work),
    now: async () => options.clock.now(),
  };
  return createStoredBudget(store, options);
}

/** What is known of a key while its row is locked; instants in the store's time. */
interface Known {
  readonly now: number;
  /** Instants of the calls that count, the newest first. */
  readonly calls: readonly number[];
  readonly blockedUntil: number;
}

/** The rules of the budget over any store that runs transactions on one key one after the other. */
export function createStoredBudget(store: BudgetStore, options: StoredBudgetOptions): RateLimiter {
  const { clock, limits = STOCK_RATE_LIMITS } = options;
  const key = keyFingerprint(options.subscriptionKey);
  const longestWindow = Math.max(...limits.map((limit) => limit.windowMs));

  const locked = <T>(work: (known: Known, transaction: Transaction<RateLimitTables>) => Promise<T>) =>
    store.transact(async (transaction) => {
      const closing = await lockKey(transaction, key);
      // After the lock: who waited for it must not count the call as of before the wait.
      const now = await store.now(transaction);
      const blockedUntil = await knownClosing(transaction, key, closing, now);
      const calls = await knownCalls(transaction, key, now, longestWindow);
      return work({ now, calls, blockedUntil }, transaction);
    });
  const freeAt = ({ calls, blockedUntil }: Known) =>
    Math.max(
      blockedUntil,
      ...limits.map((limit) => (calls[limit.calls - 1] ?? Number.NEGATIVE_INFINITY) + limit.windowMs),
    );
  /** The store's clock may be another machine's: only distances are carried over. */
  const inCallersTime = (instant: number, now: number) => clock.now() + (instant - now);

  return {
    tryAcquire: () =>
      locked(async (known, transaction): Promise<Acquired> => {
        const { now } = known;
        const instant = freeAt(known);
        if (instant > now) return { acquired: false, retryAt: inCallersTime(instant, now) };
        await transaction.insertInto('budget_call').values({ key_fingerprint: key, taken_at: now }).execute();
        return { acquired: true };
      }),

    async blockUntil(instant) {
      const closedForMs = Math.ceil(instant - clock.now());
      await locked(async ({ now, blockedUntil }, transaction) => {
        if (now + closedForMs <= blockedUntil) return;
        await writeClosing(transaction, key, { at: now, until: now + closedForMs });
      });
    },

    remaining: () =>
      locked(async ({ now, calls, blockedUntil }) => {
        if (blockedUntil > now) return 0;
        const left = limits.map(
          (limit) => limit.calls - calls.filter((at) => at > now - limit.windowMs).length,
        );
        return Math.max(0, Math.min(...left));
      }),

    nextAllowedAt: () => locked(async (known) => inCallersTime(freeAt(known), known.now)),

    schedule: (count) =>
      locked(async (known) =>
        scheduleCalls(known, limits, count).map((instant) => inCallersTime(instant, known.now)),
      ),
  };
}

/** The same on every replica, so without a salt; the purpose keeps it from being a plain hash of the key. */
function keyFingerprint(subscriptionKey: string): string {
  return createHash('sha256').update('call budget\0').update(subscriptionKey).digest('hex');
}

interface Closing {
  readonly at: number;
  readonly until: number;
}

/** Makes everyone else wait who wants the same key, until the transaction ends. That it writes is what locks. */
async function lockKey(transaction: Transaction<RateLimitTables>, key: string): Promise<Closing> {
  const row = await transaction
    .insertInto('call_budget')
    .values({ key_fingerprint: key, closed_at: 0, closed_until: 0 })
    .onConflict((conflict) =>
      conflict
        .column('key_fingerprint')
        .doUpdateSet((row) => ({ key_fingerprint: row.ref('excluded.key_fingerprint') })),
    )
    .returning(['closed_at', 'closed_until'])
    .executeTakeFirstOrThrow();
  return { at: Number(row.closed_at), until: Number(row.closed_until) };
}

/** A clock set back would otherwise leave a closing in a future that is far away. */
async function knownClosing(
  transaction: Transaction<RateLimitTables>,
  key: string,
  closing: Closing,
  now: number,
): Promise<number> {
  if (closing.at <= now) return closing.until;
  const until = closing.until - (closing.at - now);
  await writeClosing(transaction, key, { at: now, until });
  return until;
}

async function writeClosing(
  transaction: Transaction<RateLimitTables>,
  key: string,
  { at, until }: Closing,
): Promise<void> {
  await transaction
    .updateTable('call_budget')
    .set({ closed_at: at, closed_until: until })
    .where('key_fingerprint', '=', key)
    .execute();
}

/** The calls that count, newest first. Older ones are forgotten; those of a future, by a clock set back, are of now. */
async function knownCalls(
  transaction: Transaction<RateLimitTables>,
  key: string,
  now: number,
  longestWindow: number,
): Promise<number[]> {
  const forgotten = now - longestWindow;
  const rows = await transaction
    .selectFrom('budget_call')
    .select('taken_at')
    .where('key_fingerprint', '=', key)
    .orderBy('taken_at', 'desc')
    .execute();
  const calls = rows.map((row) => Number(row.taken_at));
  if ((calls[0] ?? now) > now) {
    await transaction
      .updateTable('budget_call')
      .set({ taken_at: now })
      .where('key_fingerprint', '=', key)
      .where('taken_at', '>', now)
      .execute();
  }
  if ((calls.at(-1) ?? now) <= forgotten) {
    await transaction
      .deleteFrom('budget_call')
      .where('key_fingerprint', '=', key)
      .where('taken_at', '<=', forgotten)
      .execute();
  }
  return calls.map((at) => Math.min(at, now)).filter((at) => at > forgotten);
}
