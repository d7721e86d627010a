import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importWorkflows } from '../../../tools/n8n/commandLine.ts';
import { nodeOf, use } from '../../../tools/n8n/everyNode.ts';
import { type Rest, signIn } from '../../../tools/n8n/owner.ts';
import { type N8nServer, startServer } from '../../../tools/n8n/server.ts';
import { retailDataCredential } from '../../../tools/n8n/stored.ts';
import { openWorld, type World } from '../../../tools/n8n/world.ts';

const STOCK_WATCH = {
  id: 'stockwatch',
  name: 'Stock watch',
  active: false,
  nodes: [nodeOf(use('Stock Updated', 'retailDataTrigger', { event: 'stockUpdated' }), 0)],
  connections: {},
  settings: { executionOrder: 'v1' },
};

let world: World;
let server: N8nServer;
let rest: Rest;
beforeAll(async () => {
  world = await openWorld();
  await importWorkflows(world.folder, [STOCK_WATCH]);
  server = await startServer(world.folder);
  ({ rest } = await signIn(server.url, world.folder.path));
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

describe('the test of the credential', () => {
  const testWith = (baseUrl: string, key: string) =>
    rest.post('/rest/credentials/test', { credentials: retailDataCredential(baseUrl, key) });

  test('accepts the right key', async () => {
    const { url, subscriptionKey } = world.sandbox;
    expect(await testWith(url, subscriptionKey)).toMatchObject({ status: 'OK' });
  });

  test('refuses a wrong key and says which field it is', async () => {
    expect(await testWith(world.sandbox.url, 'wrong')).toMatchObject({
      status: 'Error',
      message: expect.stringContaining("'Subscription Key'"),
    });
  });

  test('refuses an address where nothing is, and says which field it is', async () => {
    const { url, subscriptionKey } = world.sandbox;
    expect(await testWith(`${url}/nothing-here`, subscriptionKey)).toMatchObject({
      status: 'Error',
      message: expect.stringContaining("'Base URL'"),
    });
  });

  test('asks the service for nothing that counts against a limit', () => {
    expect(new Set(world.sandbox.requests.map(({ path }) => path.replace('/nothing-here', '')))).toEqual(
      new Set(['/stores/v0/details']),
    );
  });
});

test('an active trigger fires once for the stock of the day', async () => {
  const { versionId } = Object(await rest.get('/rest/workflows/stockwatch'));
  await rest.post('/rest/workflows/stockwatch/activate', { versionId });
  const executions = async (): Promise<readonly { status: string; mode: string }[]> =>
    Object(await rest.get('/rest/executions?filter={"workflowId":"stockwatch"}')).results;
  await expect.poll(executions, { timeout: 240_000 }).toMatchObject([{ status: 'success', mode: 'trigger' }]);
  // The list, and whether more follows it.
  expect(world.sandbox.requests.filter(({ path }) => path.includes('accumulated-stock'))).toHaveLength(2);
});

test.each(['Stores/1.0.0/get', 'AccumulatedStock/1.0.0/get', 'Permission/1.0.0/set'])(
  'the editor finds the output fields of %s before its first run',
  async (path) => {
    const response = await fetch(`${server.url}/schemas/n8n-nodes-retail-data.retailData${path}.json`);
    expect(response.status).toBe(200);
    expect(Object.keys(Object(await response.json()).properties).length).toBeGreaterThan(3);
  },
);
