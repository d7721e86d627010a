import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from 'retail-data-client/clock/clock';
import {
  type Acquired,
  type RateLimit,
  type RateLimiter,
  STOCK_RATE_LIMITS,
} from 'retail-data-client/rateLimit/rateLimiter';
import { createDatabaseClock } from './clock.ts';
import type { Database } from './connection.ts';
import { limitSilence } from './dialect.ts';
import type { Schema } from './schema.ts';

export interface StoredRateLimiterOptions {
  /** The key whose calls are counted. Only a hash of it is stored. */
  readonly subscriptionKey: string;
  /** The caller's clock: `blockUntil()` takes instants of it, and the other methods return them. */
  readonly clock: Pick<Clock, 'now'>;
  /** The data service's limits when not set. */
  readonly limits?: readonly RateLimit[] | undefined;
}

const MAX_SILENCE_MS = 5_000;

/**
 * The rate limiter of a subscription key, shared by all processes and threads on the database and kept across restarts
 * (interface: "Limits"). A call or a block locks the key. Looking ahead takes no lock and writes nothing.
 */
export function createRateLimiter(database: Database, options: StoredRateLimiterOptions): RateLimiter {
  const { clock, limits = STOCK_RATE_LIMITS } = options;
  const key = hashKey(options.subscriptionKey);
  const longestWindow = Math.max(...limits.map((limit) => limit.windowMs));
  const nowOf = (connection: Kysely<Schema>) => createDatabaseClock(connection, clock).now();

  const withLock = <T>(work: (transaction: Transaction<Schema>, known: KnownCalls) => Promise<T>) =>
    database
      .transaction()
      // Each statement sees what was committed before it: after the lock, the calls of all others.
      .setIsolationLevel('read committed')
      .execute(async (transaction) => {
        await limitSilence(transaction, MAX_SILENCE_MS);
        await lockKey(transaction, key);
        // Read the clock after the lock, so that a call that waited for the lock isn't dated before the wait.
        const now = await nowOf(transaction);
        await adjustToClock(transaction, key, now);
        await deleteCalls(transaction, key, now - longestWindow);
        return work(transaction, await readCalls(transaction, key, now));
      });
  const read = async () => readCalls(database, key, await nowOf(database));

  const allowedAt = ({ calls, blockedUntil }: KnownCalls) =>
    Math.max(
      blockedUntil,
      ...limits.map((limit) => (calls[limit.calls - 1] ?? Number.NEGATIVE_INFINITY) + limit.windowMs),
    );
  /** The database may run on another machine with another clock, so only the distance to now is converted. */
  const inCallersTime = (instant: number, now: number) => clock.now() + (instant - now);

  return {
    tryAcquire: () =>
      withLock(async (transaction, known): Promise<Acquired> => {
        const { now } = known;
        const instant = allowedAt(known);
        if (instant > now) return { acquired: false, retryAt: inCallersTime(instant, now) };
        await transaction.insertInto('rate_limit_call').values({ key_hash: key, called_at: now }).execute();
        return { acquired: true };
      }),

    async blockUntil(instant) {
      const blockedForMs = Math.ceil(instant - clock.now());
      await withLock(async (transaction, { now, blockedUntil }) => {
        if (now + blockedForMs <= blockedUntil) return;
        await transaction
          .updateTable('rate_limit_key')
          .set({ blocked_at: now, blocked_until: now + blockedForMs })
          .where('key_hash', '=', key)
          .execute();
      });
    },

    async remaining() {
      const { now, calls, blockedUntil } = await read();
      if (blockedUntil > now) return 0;
      const left = limits.map(
        (limit) => limit.calls - calls.filter((at) => at > now - limit.windowMs).length,
      );
      return Math.max(0, Math.min(...left));
    },

    async nextAllowedAt() {
      const known = await read();
      return inCallersTime(allowedAt(known), known.now);
    },
  };
}

/** The calls and block of a key. Instants are of the database's clock. */
interface KnownCalls {
  readonly now: number;
  /** Instants of the calls that may count, latest first. */
  readonly calls: readonly number[];
  readonly blockedUntil: number;
}

/** No salt, because every replica needs the same hash. The prefix keeps it from being a plain hash of the key. */
function hashKey(subscriptionKey: string): string {
  return createHash('sha256').update('rate limit\0').update(subscriptionKey).digest('hex');
}

/** Locks the key until the transaction ends, by writing to its row. */
async function lockKey(transaction: Transaction<Schema>, key: string): Promise<void> {
  await transaction
    .insertInto('rate_limit_key')
    .values({ key_hash: key, blocked_at: 0, blocked_until: 0 })
    .onConflict((conflict) =>
      conflict.column('key_hash').doUpdateSet((row) => ({ key_hash: row.ref('excluded.key_hash') })),
    )
    .execute();
}

/** After the clock was set back, moves calls and a block from the future to `now`. */
async function adjustToClock(transaction: Transaction<Schema>, key: string, now: number): Promise<void> {
  await transaction
    .updateTable('rate_limit_call')
    .set({ called_at: now })
    .where('key_hash', '=', key)
    .where('called_at', '>', now)
    .execute();
  await transaction
    .updateTable('rate_limit_key')
    .set((row) => ({
      blocked_until: row('blocked_until', '-', row.parens('blocked_at', '-', now)),
      blocked_at: now,
    }))
    .where('key_hash', '=', key)
    .where('blocked_at', '>', now)
    .execute();
}

async function deleteCalls(transaction: Transaction<Schema>, key: string, until: number): Promise<void> {
  await transaction
    .deleteFrom('rate_limit_call')
    .where('key_hash', '=', key)
    .where('called_at', '<=', until)
    .execute();
}

/** A single statement, so that it reads one consistent state without a lock. */
async function readCalls(database: Kysely<Schema>, key: string, now: number): Promise<KnownCalls> {
  const rows = await database
    .selectFrom('rate_limit_key')
    .leftJoin('rate_limit_call', 'rate_limit_call.key_hash', 'rate_limit_key.key_hash')
    .select(['blocked_at', 'blocked_until', 'called_at'])
    .where('rate_limit_key.key_hash', '=', key)
    .orderBy('called_at', 'desc')
    .execute();
  const [first] = rows;
  return {
    now,
    calls: rows.flatMap(({ called_at }) => (called_at === null ? [] : [Math.min(called_at, now)])),
    blockedUntil: first === undefined ? 0 : first.blocked_until - Math.max(0, first.blocked_at - now),
  };
}
