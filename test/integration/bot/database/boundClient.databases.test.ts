import type { OperationName, RetailDataOperations } from 'retail-data-client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import { startSandbox } from 'retail-data-client/sandbox';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createBoundClient } from '../../../../bot/database/boundClient.ts';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { ForeignDatabaseError } from '../../../../bot/database/identity.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { createSetClock, oslo } from '../../../support/bot/time.ts';
import { rejection } from '../../../support/testClient.ts';

const clock = createSetClock(oslo('2026-11-20 08:45'));

async function startService() {
  const sandbox = await startSandbox({ now: () => clock.now(), stores: 3, products: 4 });
  onTestFinished(() => sandbox.close());
  return { sandbox, baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey };
}

describe.each(DATABASE_PLACES)('on $name', ({ open }) => {
  const place = usePlace(open);

  async function openClients() {
    const address = await place.fresh();
    const database = await openDatabase(address);
    onTestFinished(() => database.destroy());
    const clientOf = (identity: { readonly baseUrl: string; readonly subscriptionKey: string }) => {
      const transport = createUndiciTransport(identity);
      onTestFinished(() => transport.close());
      const rateLimiter = createInProcessRateLimiter(clock);
      return createBoundClient({ transport, clock, rateLimiter, random: () => 0, database, identity });
    };
    const countsOf = async (operation: OperationName) =>
      Object.fromEntries(
        (
          await database.selectFrom('service_call').selectAll().where('operation', '=', operation).execute()
        ).map(({ outcome, calls }) => [outcome, calls]),
      );
    const bindings = () => database.selectFrom('service_identity').selectAll().execute();
    return { clientOf, countsOf, bindings };
  }

  const QUESTIONS: readonly (readonly [
    OperationName,
    (client: RetailDataOperations) => Promise<readonly unknown[]>,
  ])[] = [
    ['stores', (client) => client.stores()],
    ['dailySales', (client) => client.dailySales({ fromSalesDate: '2026-11-19' }).toArray()],
    ['accumulatedStock', (client) => client.accumulatedStock().toArray()],
  ];

  test.each(QUESTIONS)(
    'of %s nothing is handed over that another service or key was bound before',
    async (operation, ask) => {
      const { clientOf, countsOf, bindings } = await openClients();
      const ours = await startService();
      const mistyped = await rejection(ask(clientOf({ ...ours, subscriptionKey: 'mistyped' })));
      expect(mistyped).toMatchObject({ kind: 'authentication' });
      expect(await bindings()).toEqual([]);

      const client = clientOf(ours);
      expect((await ask(client)).length).toBeGreaterThan(0);
      expect((await ask(client)).length).toBeGreaterThan(0);
      expect(await countsOf(operation)).toEqual({ authentication: 1, ok: 2 });

      expect(await rejection(ask(clientOf(await startService())))).toBeInstanceOf(ForeignDatabaseError);
      expect(await bindings()).toMatchObject([{ base_url: ours.baseUrl }]);
    },
  );

  test('of two that come at once with other keys one alone gets figures', async () => {
    const { clientOf, bindings } = await openClients();
    const services = [await startService(), await startService()];
    const asked = services.map((service) => clientOf(service).stores());
    const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await bindings()).toMatchObject([{ base_url: services[outcomes.indexOf('fulfilled')]?.baseUrl }]);
  });

  test('an answer that is none binds nothing', async () => {
    const { clientOf, bindings, countsOf } = await openClients();
    const { sandbox, ...ours } = await startService();
    sandbox.fail({ operation: 'stores', fault: { kind: 'status', status: 404 } });
    expect(await rejection(clientOf(ours).stores())).toMatchObject({ kind: 'unexpectedResponse' });
    expect(await bindings()).toEqual([]);
    expect(await countsOf('stores')).toEqual({ unexpectedResponse: 1 });
  });
});
