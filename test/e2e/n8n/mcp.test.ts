import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { importCredentials, importWorkflows } from '../../../tools/n8n/commandLine.ts';
import { parametersOf, readExample } from '../../../tools/n8n/exampleFile.ts';
import { idOf, storedExample } from '../../../tools/n8n/examples.ts';
import { signIn } from '../../../tools/n8n/owner.ts';
import { type N8nServer, startServer } from '../../../tools/n8n/server.ts';
import { openWorld, type World } from '../../../tools/n8n/world.ts';
import { MCP_EXAMPLE } from '../../support/workflows/starts.ts';
import { type McpClient, openMcp, statusOfGreeting } from './mcpClient.ts';

const TOKEN = { id: 'mcptoken', name: 'Token of the clients' };
const SECRET = 'token-of-the-test';

let world: World;
let server: N8nServer;
let url: string;
let client: McpClient;
beforeAll(async () => {
  world = await openWorld();
  await importCredentials(world.folder, [{ ...TOKEN, type: 'httpBearerAuth', data: { token: SECRET } }]);
  const id = idOf(MCP_EXAMPLE);
  await importWorkflows(world.folder, [
    storedExample(id, readExample(MCP_EXAMPLE), { httpBearerAuth: TOKEN }),
  ]);
  server = await startServer(world.folder);
  const { rest } = await signIn(server.url, world.folder.path);
  const { versionId } = Object(await rest.get(`/rest/workflows/${id}`));
  await rest.post(`/rest/workflows/${id}/activate`, { versionId });
  url = `${server.url}/mcp/retail-data`;
  // n8n answers before the address is there.
  const registered = async () => expect(await statusOfGreeting(url, SECRET)).toBe(200);
  await vi.waitFor(registered, { timeout: 240_000, interval: 500 });
  client = await openMcp(url, SECRET);
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

test('offers the three tools that read, none that changes access', async () => {
  const { tools } = Object(await client.ask('tools/list', {}));
  expect(tools.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Sales', 'Stock', 'Stores']);
  for (const { name, description, inputSchema } of tools) {
    expect(description).toBe(parametersOf(readExample(MCP_EXAMPLE), name).toolDescription);
    expect(Object.keys(inputSchema.properties).length).toBeGreaterThan(1);
    expect(inputSchema.properties).not.toHaveProperty('operation');
  }
});

test('answers with the true stock, sales and store', async () => {
  const { truth } = world.sandbox;
  const [productId = ''] = truth.productIds();
  const [from, to] = ['2026-11-16', '2026-11-19'];
  const sold = truth.sales(from, to).filter((sale) => sale.productId === productId);
  const quantity = sold.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
  const stock = truth.stock().find((product) => product.productId === productId);
  const [, store] = truth.stores();

  expect(await client.call('Stock', { productId, limit: 1 })).toContain(
    `"productId":"${productId}","stock":${stock?.stock}`,
  );
  expect(
    await client.call('Sales', {
      productId,
      fromSalesDate: from,
      toSalesDate: to,
      groupBy: 'product',
      storeId: '',
    }),
  ).toContain(`"salesQuantity":${quantity}`);
  expect(await client.call('Stores', { storeId: store?.storeId ?? '', storeName: '' })).toContain(
    JSON.stringify(store?.storeName),
  );
});

test('tells the client what was wrong with its question', async () => {
  const answer = await client.call('Stock', { productId: 'all of them', limit: 1 });
  expect(answer).toContain("'Product IDs'");
});

test.each(['', 'wrong'])('turns away who comes with the token "%s"', async (token) => {
  expect(await statusOfGreeting(url, token)).toBeGreaterThanOrEqual(401);
  expect(await statusOfGreeting(url, token)).toBeLessThanOrEqual(403);
});
