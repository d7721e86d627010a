import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RateLimiter } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../../bot/database/connection.ts';
import { createRateLimiter, type StoredRateLimiterOptions } from '../../../bot/database/rateLimiter.ts';
import {
  followingClock,
  installDatabaseClock,
  setDatabaseClock,
  standingAt,
} from '../faults/databaseClock.ts';
import { createOnServer, type PostgresServer } from './postgresServers.ts';

/** Somewhere the calls of a key are counted. */
export interface RateLimiterPlace {
  /** That many rate limiters of one key, each with its own way to the place where there can be several. */
  rateLimiters(count: number, options: StoredRateLimiterOptions): Promise<RateLimiter[]>;
  /** Closes every way to the place; rate limiters from then on are those of a new start. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface RateLimiterPlaceKind {
  readonly name: string;
  /** False when what was counted ends with the process. */
  readonly lasts: boolean;
  /** How many drawn examples are enough, where each costs more. */
  readonly runs: number;
  open(): Promise<RateLimiterPlace>;
}

const server = inject('postgresServer');

/** What is not PostgreSQL has been tested where the run has a server. */
export const RATE_LIMITER_PLACES: readonly RateLimiterPlaceKind[] =
  server === undefined
    ? [
        { name: 'this process', lasts: false, runs: 40, open: inProcess },
        { name: 'a SQLite file', lasts: true, runs: 20, open: inSqlite },
      ]
    : [
        {
          name: 'PostgreSQL',
          lasts: true,
          runs: 6,
          open: async () => inPostgres(await createOnServer(server)),
        },
      ];

async function inProcess(): Promise<RateLimiterPlace> {
  const rateLimiters = new Map<string, RateLimiter>();
  return {
    async rateLimiters(count, { subscriptionKey, clock, limits }) {
      const rateLimiter = rateLimiters.get(subscriptionKey) ?? createInProcessRateLimiter(clock, limits);
      rateLimiters.set(subscriptionKey, rateLimiter);
      return Array.from({ length: count }, () => rateLimiter);
    },
    restart: async () => rateLimiters.clear(),
    close: async () => {},
  };
}

/** Rate limiters in one process share its connection; several processes have a test of their own. */
async function inSqlite(): Promise<RateLimiterPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-rate-limit-'));
  const file = join(folder, 'bot.sqlite');
  let database: Database = await openDatabase(file);
  return {
    rateLimiters: async (count, options) =>
      Array.from({ length: count }, () => createRateLimiter(database, options)),
    async restart() {
      await database.destroy();
      database = await openDatabase(file);
    },
    async close() {
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Every rate limiter has a pool of its own, as every replica has. The server's clock shows the time of the test. */
async function inPostgres(server: PostgresServer): Promise<RateLimiterPlace> {
  const opened: Database[] = [];
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((database) => database.destroy()));
  };
  await installDatabaseClock(server.url, standingAt(0));
  return {
    async rateLimiters(count, options) {
      const { now } = options.clock;
      await setDatabaseClock(server.url, standingAt(now()));
      const tellTime = followingClock(now, (reading) => setDatabaseClock(server.url, reading));
      const databases = await Promise.all(Array.from({ length: count }, () => openOn(server)));
      opened.push(...databases);
      return databases.map((database) => onTime(createRateLimiter(database, options), tellTime));
    },
    restart: closeAll,
    async close() {
      await closeAll();
      await server.stop();
    },
  };
}

/** The same rate limiter; before it does anything, the database is told what time it is. */
function onTime(rateLimiter: RateLimiter, tellTime: () => Promise<void>): RateLimiter {
  return {
    async tryAcquire() {
      await tellTime();
      return rateLimiter.tryAcquire();
    },
    async nextAllowedAt() {
      await tellTime();
      return rateLimiter.nextAllowedAt();
    },
    async blockUntil(instant, refusedUntil) {
      await tellTime();
      return rateLimiter.blockUntil(instant, refusedUntil);
    },
    async remaining() {
      await tellTime();
      return rateLimiter.remaining();
    },
  };
}

/** A pool of a replica; several may make the tables at the same time. */
export function openOn(server: PostgresServer): Promise<Database> {
  return openDatabase(server.url, { connections: 4 });
}
