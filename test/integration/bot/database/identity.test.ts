import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { claimDatabase, ForeignDatabaseError } from '../../../../bot/database/identity.ts';
import { newDatabaseFile, openTestDatabase } from '../../../support/bot/databases.ts';
import { rejection } from '../../../support/testClient.ts';

const KEY = 'key-0a1b2c3d4e5f60718293';
const PAIR = { baseUrl: 'https://api.example.com', subscriptionKey: KEY };

test('a database stays with the service and key it was filled from, over restarts', async () => {
  const file = newDatabaseFile();
  for (let start = 0; start < 3; start += 1) {
    const database = await openDatabase(file);
    await claimDatabase(database, PAIR, start);
    await database.destroy();
  }
  expect(readFileSync(file).includes(KEY)).toBe(false);
});

test('another service is refused with both addresses and the fix', async () => {
  const database = await openTestDatabase();
  await claimDatabase(database, PAIR, 0);
  const error = await rejection(claimDatabase(database, { ...PAIR, baseUrl: 'https://test.example.com' }, 1));
  if (!(error instanceof ForeignDatabaseError)) throw error;
  expect(error.message).toContain('filled from https://api.example.com');
  expect(error.message).toContain('RETAIL_DATA_BASE_URL is https://test.example.com');
  expect(error.message).toContain('give DATABASE_URL a new file');
  expect(error.message).not.toContain(KEY);
});

test('of two that claim a new database at once for other services one is refused', async () => {
  const database = await openTestDatabase();
  const claims = ['https://one.example.com', 'https://two.example.com'].map((baseUrl) =>
    claimDatabase(database, { ...PAIR, baseUrl }, 0),
  );
  const outcomes = await Promise.allSettled(claims);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find(({ status }) => status === 'rejected');
  expect(refused).toMatchObject({ reason: expect.any(ForeignDatabaseError) });
});

test('the same key gives another fingerprint in another database', async () => {
  const fingerprints = await Promise.all(
    [0, 1].map(async () => {
      const database = await openTestDatabase();
      await claimDatabase(database, PAIR, 0);
      return (await database.selectFrom('service_identity').selectAll().executeTakeFirstOrThrow())
        .key_fingerprint;
    }),
  );
  expect(new Set(fingerprints).size).toBe(2);
});
