import { sql } from 'kysely';
import type { RateLimiter } from 'retail-data-client';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '../../../bot/database/connection.ts';
import { createRateLimiter } from '../../../bot/database/rateLimiter.ts';
import { createOnServer, type PostgresServer } from '../../support/bot/postgresServers.ts';
import { openOn } from '../../support/bot/rateLimiterPlaces.ts';
import { createFakeClock, NOON } from '../../support/fakeClock.ts';
import { installDatabaseClock, setDatabaseClock, standingAt } from '../../support/faults/databaseClock.ts';

const HOUR = 3_600_000;
const AT_NOON = standingAt(NOON);

describe('the rate limiter that replicas share', () => {
  let server: PostgresServer;
  const opened: Database[] = [];
  beforeAll(async () => {
    server = await createOnServer(inject('postgresServer') ?? '');
    await installDatabaseClock(server.url, AT_NOON);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.destroy()));
  });
  afterAll(() => server.stop());

  const open = async () => {
    const database = await openOn(server);
    opened.push(database);
    return database;
  };
  /** A replica whose own clock is wrong by that much. */
  const replica = async (subscriptionKey: string, skewMs: number): Promise<RateLimiter> =>
    createRateLimiter(await open(), {
      subscriptionKey,
      clock: createFakeClock(NOON + skewMs),
    });

  test('has its tables made once, by however many replicas start at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, open));
    const tables = (await (await open()).introspection.getTables()).map(({ name }) => name);
    const own = tables.filter((name) => name.includes('rate_limit'));
    expect(own.toSorted()).toEqual(['rate_limit_call', 'rate_limit_key']);
  });

  test('goes by the clock of the server, whatever the clocks of the replicas say', async () => {
    const early = await replica('skewed', -HOUR);
    const late = await replica('skewed', HOUR);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, at) => (at % 2 === 0 ? early : late).tryAcquire()),
    );
    expect(outcomes.filter(({ acquired }) => acquired)).toHaveLength(20);
    // Told in the time of the one who asks, or it would wait an hour too long or ask without a pause.
    expect(await early.tryAcquire()).toEqual({ acquired: false, retryAt: NOON - HOUR + 61_000 });
    expect(await late.tryAcquire()).toEqual({ acquired: false, retryAt: NOON + HOUR + 61_000 });
  });

  test('is blocked for as long as the one who was refused was told, by every clock', async () => {
    const early = await replica('blocked', -HOUR);
    const late = await replica('blocked', HOUR);
    await late.blockUntil(NOON + HOUR + 90_000);
    expect(await early.tryAcquire()).toEqual({ acquired: false, retryAt: NOON - HOUR + 90_000 });
    expect(await late.nextAllowedAt()).toBe(NOON + HOUR + 90_000);
  });

  test('looks ahead without writing anything', async () => {
    const rateLimiter = await replica('looked at', 0);
    const database = await open();
    const keys = () => database.selectFrom('rate_limit_key').selectAll().orderBy('key_hash').execute();
    const before = await keys();
    expect(await rateLimiter.remaining()).toBe(20);
    expect(await rateLimiter.nextAllowedAt()).toBeLessThanOrEqual(NOON);
    expect(await keys()).toEqual(before);
  });

  test('looks ahead while another replica holds the lock of the key', async () => {
    const rateLimiter = await replica('locked', 0);
    await rateLimiter.tryAcquire();
    const other = await open();
    await other.transaction().execute(async (transaction) => {
      await transaction.selectFrom('rate_limit_key').selectAll().forUpdate().execute();
      expect(await rateLimiter.remaining()).toBe(19);
      expect(await rateLimiter.nextAllowedAt()).toBeLessThanOrEqual(NOON);
    });
  });

  test('lets the server end a replica that falls silent while all others wait for it', async () => {
    const database = await open();
    await sql`create table silence (limit_of_it text)`.execute(database);
    await sql`create function note_silence() returns trigger language plpgsql as $$ begin
      insert into silence values (current_setting('idle_in_transaction_session_timeout'));
      return new;
    end $$`.execute(database);
    await sql`create trigger note_silence before insert on rate_limit_call for each row execute function note_silence()`.execute(
      database,
    );
    await (await replica('silent', 0)).tryAcquire();
    expect((await sql`select * from silence`.execute(database)).rows).toEqual([{ limit_of_it: '5s' }]);
    await sql`drop trigger note_silence on rate_limit_call`.execute(database);
  });

  test('keeps no call longer than it counts, and the key nowhere', async () => {
    const database = await open();
    const subscriptionKey = 'secret-0123456789abcdef';
    const rateLimiter = createRateLimiter(database, {
      subscriptionKey,
      clock: createFakeClock(),
    });
    const before = await countOf(database);
    for (let count = 0; count < 20; count += 1) await rateLimiter.tryAcquire();
    expect(await countOf(database)).toBe(before + 20);
    await setDatabaseClock(server.url, { ...AT_NOON, time: NOON + 24 * HOUR + 60_000 });
    await rateLimiter.tryAcquire();
    await setDatabaseClock(server.url, AT_NOON);
    expect(await countOf(database)).toBe(before + 1);
    const everything = [
      await database.selectFrom('rate_limit_call').selectAll().execute(),
      await database.selectFrom('rate_limit_key').selectAll().execute(),
    ];
    expect(JSON.stringify(everything)).not.toContain(subscriptionKey);
  });

  test('counts right on a server whose transactions are serializable unless told otherwise', async () => {
    const database = await open();
    // Of this database alone: other files are on the same server meanwhile.
    const name = sql.ref(new URL(server.url).pathname.slice(1));
    await sql`alter database ${name} set default_transaction_isolation = 'serializable'`.execute(database);
    try {
      const rateLimiters = await Promise.all(Array.from({ length: 3 }, () => replica('strict', 0)));
      const takes = Array.from({ length: 10 }, () =>
        rateLimiters.map((rateLimiter) => rateLimiter.tryAcquire()),
      ).flat();
      expect((await Promise.all(takes)).filter(({ acquired }) => acquired)).toHaveLength(20);
    } finally {
      await sql`alter database ${name} reset default_transaction_isolation`.execute(database);
    }
  });
});

async function countOf(database: Database): Promise<number> {
  return (await database.selectFrom('rate_limit_call').select('called_at').execute()).length;
}
