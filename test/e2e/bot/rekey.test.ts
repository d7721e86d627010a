import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Sandbox, type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { claimDatabase, isOwnDatabase } from '../../../bot/database/identity.ts';
import { saveSnapshot } from '../../../bot/stock/snapshots.ts';
import { DATABASE_PLACES, type FreshPlace, SQLITE, usePlace } from '../../support/bot/databasePlaces.ts';
import { newDatabaseFile, openTestDatabase, stockRow } from '../../support/bot/databases.ts';
import { type SalesDatabase, startSalesDatabase } from '../../support/bot/salesDatabase.ts';
import { oslo } from '../../support/bot/time.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

/** A run with a server has no SQLite among its places. */
const PLACES = [SQLITE, ...DATABASE_PLACES.filter((place) => place !== SQLITE)];
const PATIENCE_MS = 60_000;
const AT = '2026-11-20 09:00';
const OLD_KEY = 'key-old-0a1b2c3d4e5f';
const NEW_KEY = 'key-new-60718293a4b5';
const SUBSCRIBED = {
  digest_time: null,
  weekdays: '12345',
  owner: 'U0OLA',
  paused_until: null,
  paused_reason: null,
  shows_sales: 1,
  counts_from: 1,
} as const;
const SENT = {
  due_at: 1,
  attempt: 1,
  not_before: 0,
  lease_owner: null,
  lease_until: 0,
  first_sent_at: 1,
  check_at: null,
  checks: 0,
  message_ts: '1.000001',
  reason: null,
  asked_by: null,
  created_at: 1,
  updated_at: 1,
} as const;

/** The service after the key was renewed; another `seed` is another supplier's. */
async function serviceOfNewKey(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({
    now: () => oslo(AT),
    stores: 8,
    products: 12,
    subscriptionKey: NEW_KEY,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A database that was filled with the old key from the service that has a new one now. */
async function filled(place: FreshPlace, service: Sandbox): Promise<SalesDatabase> {
  const sales = await startSalesDatabase(place, AT);
  await sales.sync();
  const { database } = sales;
  await saveSnapshot(database, '2026-11-20', [stockRow('1101', 7)], oslo(AT));
  const channel = { team_id: 'T0TEAM', channel_id: 'C0STOCK' };
  await database
    .insertInto('digest_subscription')
    .values({ ...channel, kind: 'stock', active: 1, created_at: 1, ...SUBSCRIBED })
    .execute();
  await database
    .insertInto('digest_run')
    .values({ ...channel, kind: 'stock', business_date: '2026-11-20', state: 'sent', ...SENT })
    .execute();
  await claimDatabase(database, { baseUrl: service.url, subscriptionKey: OLD_KEY }, 1);
  return sales;
}

async function rekey(databaseUrl: string, baseUrl: string, key = NEW_KEY) {
  const env = {
    ...cleanEnvironment(process.env.PATH ?? ''),
    RETAIL_DATA_BASE_URL: baseUrl,
    RETAIL_DATA_SUBSCRIPTION_KEY: key,
    SLACK_BOT_TOKEN: 'xoxb-test',
    SLACK_SIGNING_SECRET: 'signing-secret',
    DATABASE_URL: databaseUrl,
  };
  const command = run(process.execPath, [join('bot', 'rekey.ts')], { cwd: projectFolder, env });
  const code = await command.exit(PATIENCE_MS);
  expect(command.output()).not.toMatch(/key-(old|new)-/);
  return { code, output: command.output() };
}

const identityOf = ({ database }: SalesDatabase) =>
  database.selectFrom('service_identity').selectAll().executeTakeFirst();

/** All rows of all tables but those that say whose the database is and when the service is asked next. */
async function heldIn({ database }: SalesDatabase): Promise<ReadonlyMap<string, string>> {
  const held = new Map<string, string>();
  for (const { name } of await database.introspection.getTables()) {
    if (name === 'service_identity' || name === 'sales_sync') continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(database);
    held.set(name, JSON.stringify(rows));
  }
  return held;
}

describe.each(PLACES)('npm run rekey on $name', ({ open }) => {
  const place = usePlace(open);

  test('takes a key that reads the same sales, says what it compared, and keeps everything', async () => {
    const service = await serviceOfNewKey();
    const sales = await filled(place, service);
    const before = await heldIn(sales);
    for (const table of ['sales_row', 'own_product', 'stock_level', 'digest_subscription', 'digest_run'])
      expect(`${table} ${before.get(table)}`).not.toBe(`${table} []`);
    const { code, output } = await rekey(sales.place, service.url);
    expect(output).toMatch(/^Compared sales of 2026-11-19, the newest day/);
    expect(output).toMatch(/^ {2}products sold +(\d+) held, \1 read, \1 in both$/m);
    expect(output).toMatch(/^ {2}own products +(\d+) of the \1 read are own products/m);
    expect(output).toMatch(/^ {2}rows +(\d+) held, \1 read, \1 with the same/m);
    expect(output).toMatch(/^ {2}litres +([\d.]+) held, \1 read$/m);
    expect(output).toContain('all that it holds is kept');
    expect(code).toBe(0);
    expect(await heldIn(sales)).toEqual(before);
    const isOwn = (subscriptionKey: string) =>
      isOwnDatabase(sales.database, { baseUrl: service.url, subscriptionKey });
    expect(await isOwn(NEW_KEY)).toBe(true);
    await expect(isOwn(OLD_KEY)).rejects.toThrow(/npm run rekey \(node bot\/dist\/rekey\.js\)/);
    // Nothing of the budget of stock was spent.
    expect(service.requests.filter(({ path }) => path.includes('stock'))).toEqual([]);
    const again = await rekey(sales.place, service.url);
    expect(again).toEqual({
      code: 0,
      output: expect.stringMatching(/^The database belongs to this key already/),
    });
  });

  test("refuses another supplier's key and changes nothing", async () => {
    const service = await serviceOfNewKey({ seed: 2 });
    const sales = await filled(place, service);
    const identity = await identityOf(sales);
    const { code, output } = await rekey(sales.place, service.url);
    expect(output).toMatch(/^ {2}rows .* with the same litres and items$/m);
    expect(output).toContain("does not read the same supplier's sales");
    expect(code).toBe(1);
    expect(await identityOf(sales)).toEqual(identity);
  });
});

describe('npm run rekey', () => {
  const place = usePlace(SQLITE.open);

  test.each([
    [
      'a key that the service refuses',
      { subscriptionKey: 'key-other' },
      /^The new key could not be compared: .*401/s,
    ],
    ['a key that reads nothing', { emptyDays: ['2026-11-19'] }, /^The new key reads no sales of 2026-11-19/],
  ])('refuses %s', async (_, options, sentence) => {
    const service = await serviceOfNewKey(options);
    const sales = await filled(place, service);
    const identity = await identityOf(sales);
    const { code, output } = await rekey(sales.place, service.url);
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
    expect(await identityOf(sales)).toEqual(identity);
  });

  test('takes a key although the figures of one store in eight were corrected meanwhile', async () => {
    const service = await serviceOfNewKey();
    const sales = await filled(place, service);
    await sql`update sales_row set millilitres = millilitres + 1 where store = 1`.execute(sales.database);
    expect(await rekey(sales.place, service.url)).toMatchObject({ code: 0 });
  });

  test('refuses where there is stock but no sales to compare, and takes any accepted key where there is nothing', async () => {
    const service = await serviceOfNewKey();
    const file = newDatabaseFile();
    const empty = await openTestDatabase(file);
    await claimDatabase(empty, { baseUrl: service.url, subscriptionKey: OLD_KEY }, 1);
    expect(await rekey(file, service.url)).toEqual({
      code: 0,
      output: expect.stringMatching(/^The database holds no figures.*\nThe database belongs to the new key/),
    });
    await saveSnapshot(empty, '2026-11-20', [stockRow('1101', 7)], oslo(AT));
    expect(await rekey(file, service.url, 'key-new-another')).toEqual({
      code: 1,
      output: expect.stringContaining('Start the bot with the old key until it has read a day with sales'),
    });
  });

  test('refuses another service with 78, as a start does', async () => {
    const service = await serviceOfNewKey();
    const sales = await filled(place, service);
    const { code, output } = await rekey(sales.place, 'http://127.0.0.1:1');
    expect(output).toContain(`The database was filled from ${service.url}`);
    expect(code).toBe(78);
  });

  test('makes no new file where DATABASE_URL names none', async () => {
    const file = newDatabaseFile();
    expect(await rekey(file, 'http://127.0.0.1:1')).toEqual({
      code: 1,
      output: expect.stringContaining('which does not exist'),
    });
    expect(existsSync(file)).toBe(false);
  });
});
