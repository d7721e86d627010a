import { type Kysely, sql } from 'kysely';
import type { RateLimiter } from 'retail-data-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresBudget } from '../../../../bot/database/postgresRateLimiter.ts';
import type { RateLimitTables } from '../../../../bot/database/tables/rateLimit.ts';
import type { PostgresServer } from '../../../support/bot/postgresServers.ts';
import { connectTo, makeBudgetTables, POSTGRES_SERVERS } from '../../../support/bot/rateLimiterPlaces.ts';
import { createFakeClock, NOON } from '../../../support/fakeClock.ts';

const HOUR = 3_600_000;

describe.each(POSTGRES_SERVERS)('the budget that replicas share in $name', ({ start }) => {
  let server: PostgresServer;
  const opened: Kysely<RateLimitTables>[] = [];
  beforeAll(async () => {
    server = await start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.destroy()));
  });
  afterAll(() => server.stop());

  const connect = () => {
    const database = connectTo(server);
    opened.push(database);
    return database;
  };
  const migrated = async () => {
    const database = connect();
    await makeBudgetTables(database);
    return database;
  };
  /** A replica whose own clock is wrong by that much. */
  const replica = async (subscriptionKey: string, skewMs: number): Promise<RateLimiter> =>
    createPostgresBudget(await migrated(), {
      subscriptionKey,
      clock: createFakeClock(NOON + skewMs),
      databaseNow: () => sql`${NOON}::bigint`,
    });

  test('has its tables made once, by however many replicas start at the same time', async () => {
    await Promise.all(Array.from({ length: 5 }, migrated));
    const tables = (await connect().introspection.getTables()).map(({ name }) => name);
    const ofBudget = tables.filter((name) => name.includes('budget'));
    expect(ofBudget.toSorted()).toEqual(['budget_call', 'call_budget']);
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

  test('is closed for as long as the one who was refused was told, by every clock', async () => {
    const early = await replica('closed', -HOUR);
    const late = await replica('closed', HOUR);
    await late.blockUntil(NOON + HOUR + 90_000);
    expect(await early.tryAcquire()).toEqual({ acquired: false, retryAt: NOON - HOUR + 90_000 });
    expect(await late.nextAllowedAt()).toBe(NOON + HOUR + 90_000);
  });

  test('reads the clock of the server when no other is given', async () => {
    const database = await migrated();
    const wrong = createFakeClock(0);
    const budget = createPostgresBudget(database, { subscriptionKey: 'real time', clock: wrong });
    const before = Date.now();
    await Promise.all(Array.from({ length: 25 }, () => budget.tryAcquire()));
    const after = Date.now();
    const rows = await database.selectFrom('budget_call').select('taken_at').execute();
    const recent = rows.map((row) => Number(row.taken_at)).filter((at) => at !== NOON);
    expect(recent).toHaveLength(20);
    for (const at of recent) {
      expect(at).toBeGreaterThanOrEqual(before - 1);
      expect(at).toBeLessThanOrEqual(after + 1);
    }
    const next = await budget.nextAllowedAt();
    expect(next).toBeGreaterThan(61_000 - (after - before) - 5_000);
    expect(next).toBeLessThanOrEqual(61_000);
  });

  test('lets the server end a replica that falls silent while all others wait for it', async () => {
    const budget = createPostgresBudget(await migrated(), {
      subscriptionKey: 'silent',
      clock: createFakeClock(),
      databaseNow: () =>
        sql`case current_setting('idle_in_transaction_session_timeout') when '5s' then ${NOON}::bigint end`,
    });
    expect(await budget.tryAcquire()).toEqual({ acquired: true });
  });

  test('grants nothing by a clock that gives no number', async () => {
    const budget = createPostgresBudget(await migrated(), {
      subscriptionKey: 'no clock',
      clock: createFakeClock(),
      databaseNow: () => sql`null`,
    });
    await expect(budget.tryAcquire()).rejects.toThrow(/clock of the call budget .* check databaseNow/);
  });

  test('keeps no call longer than it counts, and the key nowhere', async () => {
    const database = await migrated();
    const clock = createFakeClock();
    const subscriptionKey = 'secret-0123456789abcdef';
    const budget = createPostgresBudget(database, {
      subscriptionKey,
      clock,
      databaseNow: () => sql`${clock.now()}::bigint`,
    });
    const before = await countOf(database);
    for (let count = 0; count < 20; count += 1) await budget.tryAcquire();
    expect(await countOf(database)).toBe(before + 20);
    clock.set(NOON + 24 * HOUR + 60_000);
    await budget.tryAcquire();
    expect(await countOf(database)).toBe(before + 1);
    const everything = [
      await database.selectFrom('budget_call').selectAll().execute(),
      await database.selectFrom('call_budget').selectAll().execute(),
    ];
    expect(JSON.stringify(everything)).not.toContain(subscriptionKey);
  });

  test('counts right on a server whose transactions are serializable unless told otherwise', async () => {
    const database = await migrated();
    // Of this database alone: other files are on the same server meanwhile.
    const name = sql.ref(new URL(server.url).pathname.slice(1));
    await sql`alter database ${name} set default_transaction_isolation = 'serializable'`.execute(database);
    try {
      const budgets = await Promise.all(Array.from({ length: 3 }, () => replica('strict', 0)));
      const takes = Array.from({ length: 10 }, () => budgets.map((budget) => budget.tryAcquire())).flat();
      expect((await Promise.all(takes)).filter(({ acquired }) => acquired)).toHaveLength(20);
    } finally {
      await sql`alter database ${name} reset default_transaction_isolation`.execute(database);
    }
  });
});

async function countOf(database: Kysely<RateLimitTables>): Promise<number> {
  return (await database.selectFrom('budget_call').select('taken_at').execute()).length;
}
