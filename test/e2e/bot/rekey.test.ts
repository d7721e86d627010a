import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RetailDataClient } from 'retail-data-client';
import { type SandboxOptions, startSandbox } from 'retail-data-client/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../bot/database/connection.ts';
import { claimDatabase } from '../../../bot/database/identity.ts';
import { freePort } from '../../../bot/demo/standIn.ts';
import { DayOfSales } from '../../../bot/sales/dayRows.ts';
import { createDayWriter } from '../../../bot/sales/dayWriter.ts';
import { loadSalesKeys } from '../../../bot/sales/idDictionary.ts';
import { newDatabaseFile } from '../../support/bot/databases.ts';
import { cleanEnvironment, projectFolder, run } from '../start/strangersMachine.ts';

const PATIENCE_MS = 60_000;
const NOW = Date.parse('2026-11-20T11:00:00Z');
const OLD_KEY = 'old-key-0123456789abcdef';
const NEW_KEY = 'new-key-fedcba9876543210';
const DAYS = ['2026-11-18', '2026-11-19'];

/** A database with two days of sales, read with the old key; afterwards a service at the same address. */
async function openWorld(days: readonly string[], then: SandboxOptions) {
  const port = await freePort();
  const file = newDatabaseFile();
  const before = await startSandbox({ now: () => NOW, port, subscriptionKey: OLD_KEY });
  const baseUrl = before.url;
  const database = await openDatabase(file);
  await claimDatabase(database, { baseUrl, subscriptionKey: OLD_KEY }, NOW);
  const client = new RetailDataClient({ baseUrl, subscriptionKey: OLD_KEY });
  const keys = await loadSalesKeys(database);
  const writer = createDayWriter({ database, pause: async () => {}, requireLease: async () => {} });
  for (const day of days) {
    const rows = await client.dailySales({ fromSalesDate: day, toSalesDate: day }).toArray();
    await keys.ensure(
      rows.map(({ productId }) => productId),
      rows.map(({ storeId }) => storeId),
    );
    const sales = new DayOfSales(day);
    for (const row of rows) sales.add(row, keys);
    await writer.replaceDay(sales, NOW);
  }
  await client.close();
  await database.destroy();
  await before.close();
  const service = await startSandbox({ now: () => NOW, port, subscriptionKey: NEW_KEY, ...then });
  onTestFinished(() => service.close());

  const rekey = async (settings: NodeJS.ProcessEnv = {}) => {
    const command = run(process.execPath, [join(projectFolder, 'bot', 'rekey.ts')], {
      cwd: tmpdir(),
      env: {
        ...cleanEnvironment(process.env.PATH ?? ''),
        RETAIL_DATA_BASE_URL: baseUrl,
        RETAIL_DATA_SUBSCRIPTION_KEY: NEW_KEY,
        DATABASE_URL: file,
        ...settings,
      },
    });
    const code = await command.exit(PATIENCE_MS);
    expect(command.output()).not.toMatch(/old-key|new-key/);
    return { code, output: command.output() };
  };
  /** What a start with that key is told; undefined when it may begin. */
  const refusalOf = async (subscriptionKey: string) => {
    const opened = await openDatabase(file);
    const refusal = await claimDatabase(opened, { baseUrl, subscriptionKey }, NOW).catch(String);
    await opened.destroy();
    return refusal;
  };
  return { service, rekey, refusalOf };
}

test('a renewed key of the same supplier takes over what is there, once it has been compared', async () => {
  const { service, rekey, refusalOf } = await openWorld(DAYS, {});
  expect(await refusalOf(NEW_KEY)).toContain('npm run rekey');
  const { code, output } = await rekey();
  expect(output).toMatch(
    /^Compared the sales of 2026-11-19:\n {2}rows +(\d+) in the database, \1 read with the new key, \1 the same\n {2}products +(\d+) in the database, \2 read with the new key, \2 the same\nThey are the same: /,
  );
  expect(code).toBe(0);
  expect(new Set(service.requests.map(({ path }) => path))).toEqual(
    new Set(['/my-products/v0/daily-sales-per-store']),
  );
  expect(await refusalOf(NEW_KEY)).toBeUndefined();
  expect(await refusalOf(OLD_KEY)).toContain('another subscription key');
  expect(await rekey()).toEqual({
    code: 0,
    output: 'The database belongs to this key already. Nothing was changed.\n',
  });
});

test.each([
  ['another supplier', DAYS, { seed: 2 }, /The new key does not read the same sales/],
  ['a supplier that sold nothing', DAYS, { emptyDays: DAYS }, /0 read with the new key[\s\S]*does not read/],
  ['nothing to compare with', [], {}, /holds no sales, so nothing can prove whose key this is/],
  ['a key that is not accepted', DAYS, { subscriptionKey: 'another' }, /subscription key/],
])('%s: the old key stays', async (_, days, service, sentence) => {
  const { rekey, refusalOf } = await openWorld(days, service);
  const { code, output } = await rekey();
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
  expect(await refusalOf(OLD_KEY)).toBeUndefined();
});

test('wrong settings and another service end it with 78', async () => {
  const { rekey, refusalOf } = await openWorld(DAYS, {});
  const wrong = await rekey({ RETAIL_DATA_SUBSCRIPTION_KEY: '', RETAIL_DATA_BASE_URL: 'nonsense' });
  expect(wrong.code).toBe(78);
  expect(wrong.output.trim().split('\n')).toHaveLength(2);
  const other = await rekey({ RETAIL_DATA_BASE_URL: 'http://127.0.0.1:9' });
  expect(other.code).toBe(78);
  expect(other.output).toMatch(/^The database was filled from /);
  expect(await refusalOf(OLD_KEY)).toBeUndefined();
});
