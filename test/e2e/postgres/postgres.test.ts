import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectDatabase, openDatabase } from '../../../bot/database/connection.ts';
import { recordIdentity } from '../../../bot/database/identity.ts';
import { saveSnapshot } from '../../../bot/stock/import/snapshots.ts';
import { latestSnapshot, readDayLevels, readProductIds } from '../../../bot/stock/queries.ts';
import { SERVER_PLACES, usePlace } from '../../support/bot/databasePlaces.ts';
import { addOwnProducts, stockRow } from '../../support/bot/databases.ts';
import { rejection } from '../../support/testClient.ts';
import { until } from '../../support/until.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const IDENTITY = { baseUrl: 'https://api.example.com', subscriptionKey: 'one key' };

describe.each(SERVER_PLACES)('a database in $name', ({ open }) => {
  const place = usePlace(open);

  const opened = async () => {
    const url = await place.fresh();
    const database = await openDatabase(url);
    onTestFinished(() => database.destroy());
    return { url, database };
  };

  test('is brought to the newest schema once, and a second start finds it so', async () => {
    const { url, database } = await opened();
    expect(await recordIdentity(database, undefined, IDENTITY, NOW)).toBe(true);
    const again = await openDatabase(url);
    onTestFinished(() => again.destroy());
    expect(await recordIdentity(again, undefined, IDENTITY, NOW + 1)).toBe(false);
    const identity = await again.selectFrom('service_identity').selectAll().executeTakeFirst();
    expect(identity?.recorded_at).toBe(NOW);
  });

  test('holds stock by the numbers of products, whatever they look like', async () => {
    const { database } = await opened();
    const rows = [
      stockRow('1101', 7),
      stockRow('00345', 3_000_000_000),
      stockRow('99', 0),
      stockRow('A-1', 2),
    ];
    await saveSnapshot(database, '2026-11-20', rows, NOW);
    await addOwnProducts(database, ['00345', '99']);
    const snapshot = { businessDate: '2026-11-20', takenAt: NOW, products: 4 };
    expect(await latestSnapshot(database)).toEqual(snapshot);
    expect(await readProductIds(database, snapshot, 'mine')).toEqual(['99', '00345']);
    expect(await readProductIds(database, snapshot, 'all')).toEqual(['99', '00345', '1101', 'A-1']);
    const days = { from: '2026-11-01', to: '2026-11-20' };
    expect(await readDayLevels(database, ['345'], days)).toMatchObject([{ stock: 3_000_000_000 }]);
  });

  test('survives that the server ends its connections: it is told, and the next query connects again', async () => {
    const url = await place.fresh();
    const lost: unknown[] = [];
    const database = await openDatabase(url, { onLost: (error) => lost.push(error) });
    onTestFinished(() => database.destroy());
    const admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await admin.end();
    await until('the loss', async () => (lost.length > 0 ? true : undefined));
    expect(await latestSnapshot(database)).toBeUndefined();
  });
});

test('a connection to PostgreSQL that cannot be opened is told', async () => {
  const lost: unknown[] = [];
  const database = await connectDatabase('postgres://bot@127.0.0.1:1/bot', {
    onLost: (error) => lost.push(error),
  });
  onTestFinished(() => database.destroy());
  const failure = await rejection(latestSnapshot(database));
  expect(lost).toEqual([failure]);
});
