import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Browser, openBrowser } from '../../../tools/browser.ts';
import { importWorkflows } from '../../../tools/n8n/commandLine.ts';
import { type Editor, type NodeView, openEditor } from '../../../tools/n8n/editor.ts';
import { SHOWN_ID, shownWorkflow } from '../../../tools/n8n/everyNode.ts';
import { exampleFiles, readExample } from '../../../tools/n8n/exampleFile.ts';
import { idOf, storedExamples } from '../../../tools/n8n/examples.ts';
import { signIn } from '../../../tools/n8n/owner.ts';
import { type N8nServer, startServer } from '../../../tools/n8n/server.ts';
import { openWorld, type World } from '../../../tools/n8n/world.ts';
import { totalPerStore } from '../../support/workflows/expected.ts';

/** The first page of n8n's table. */
const SHOWN_ITEMS = 25;

let world: World;
let server: N8nServer;
let browser: Browser;
let editor: Editor;
beforeAll(async () => {
  browser = await openBrowser();
  world = await openWorld();
  await importWorkflows(world.folder, [shownWorkflow(world.sandbox), ...storedExamples()]);
  server = await startServer(world.folder);
  const { owner } = await signIn(server.url, world.folder.path);
  editor = await openEditor(browser, server.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await world?.close();
});

async function executed(nodeId: string): Promise<NodeView> {
  const node = await editor.openNode(SHOWN_ID, nodeId);
  await node.execute();
  return node;
}

const cellsOf = (values: object) => Object.values(values).map(String);

describe('the output panel shows', () => {
  test('daily sales: the totals of each day and the dates that were sent', async () => {
    const node = await executed('node0');
    const [head = [], ...rows] = await node.table();
    const column = (name: string) => rows.map((row) => row[head.indexOf(name)]);
    const sales = world.sandbox.truth.sales('2026-11-13', '2026-11-19');
    const days = [...new Set(sales.map(({ salesDate }) => salesDate))];
    expect(column('salesDate')).toEqual(days);
    const totals = days.map((day) => [...totalPerStore(world.sandbox.truth, day, day).values()]);
    const sums = (field: 'millilitres' | 'quantity') =>
      totals.map((stores) => stores.reduce((sum, store) => sum + store[field], 0));
    expect(column('salesVolume')).toEqual(sums('millilitres').map((sum) => String(sum / 1000)));
    expect(column('salesQuantity')).toEqual(sums('quantity').map(String));
    expect(await node.output.innerText()).toContain('2026-11-13 to 2026-11-19');
  });

  test('stores: each with its name, and how many there are', async () => {
    const node = await executed('node1');
    const stores = world.sandbox.truth.stores();
    const [head = [], ...rows] = await node.table();
    const shown = rows.map((row) => [row[head.indexOf('storeId')], row[head.indexOf('storeName')]]);
    expect(shown).toEqual(stores.slice(0, SHOWN_ITEMS).map(({ storeId, storeName }) => [storeId, storeName]));
    expect(await node.output.innerText()).toContain(`${stores.length} items`);
  });

  test('accumulated stock: each product with its stock, and how many calls are left', async () => {
    const node = await executed('node2');
    const stock = world.sandbox.truth.stock();
    const [head, ...rows] = await node.table();
    expect(head).toEqual(Object.keys(stock[0] ?? {}));
    expect(rows).toEqual(stock.slice(0, SHOWN_ITEMS).map(cellsOf));
    const text = await node.output.innerText();
    expect(text).toContain(`${stock.length} items`);
    expect(text).toMatch(/\d+ calls left/);
  });

  test('permission: who has no access any more', async () => {
    const node = await executed('node3');
    const [existing] = world.sandbox.truth.permissions();
    const [head = [], row = []] = await node.table();
    expect(row[head.indexOf('email')]).toBe(existing?.email);
    expect(row[head.indexOf('active')]).toBe('false');
    expect(existing?.active).toBe(false);
  });

  test('trigger: a sample of the event', async () => {
    const node = await executed('trigger');
    const [head = [], row = []] = await node.table();
    expect(row[head.indexOf('event')]).toBe('stockUpdated');
    expect(row[head.indexOf('date')]).toBe('2026-11-20');
  });

  test('what is wrong with the parameters, and no data', async () => {
    const node = await executed('node4');
    const text = await node.output.innerText();
    expect(text).toContain('2026-11-19');
    expect(text).toContain('2026-11-16');
    expect(await node.table()).toEqual([]);
  });
});

describe('whoever types "Retail Data" is offered', () => {
  const actions = [
    'Retail Data Accumulated Stock',
    'Retail Data Daily Sales',
    'Retail Data Permission',
    'Retail Data Stores',
  ];

  test('each node in the panel of nodes, and the trigger', async () => {
    const names = await editor.searchNodes(SHOWN_ID, 'Retail Data');
    // n8n leaves the word Trigger out.
    expect(names.sort()).toEqual(['Retail Data', ...actions]);
  });

  test('each action that gets data among the tools of an agent', async () => {
    const names = await editor.searchNodes(idOf('stock-questions-agent.json'), 'Retail Data', 'ai_tool');
    const tools = actions.filter((name) => name !== 'Retail Data Permission');
    expect(names.sort()).toEqual(tools.map((name) => `${name} Tool`));
  });
});

test('the credential has its two fields, is tested when it is opened, and does not show the key', async () => {
  const modal = await editor.openCredential('Retail Data API account');
  await modal.getByText('Connection tested successfully').waitFor();
  const text = await modal.innerText();
  expect(text).toContain('Base URL');
  expect(text).toContain('Subscription Key');
  expect(await modal.innerHTML()).not.toContain(world.sandbox.subscriptionKey);
});

describe('the canvas shows every node with its name', () => {
  beforeAll(() => editor.showWorkflow(SHOWN_ID));

  test.each(exampleFiles())('of %s', async (file) => {
    const nodes = readExample(file).nodes.filter(({ type }) => !type.endsWith('.stickyNote'));
    await goTo(`/workflow/${idOf(file)}`);
    await vi.waitFor(
      async () => {
        const names = await editor.page.getByTestId('canvas-node').allInnerTexts();
        expect(names).toHaveLength(nodes.length);
        for (const { name } of nodes) expect(names).toContainEqual(expect.stringContaining(name));
      },
      { timeout: 240_000, interval: 100 },
    );
  });

  /** As a link in the editor does: to load all of it again takes seconds. */
  async function goTo(path: string): Promise<void> {
    await editor.page.evaluate(
      `history.pushState({}, '', '${path}'); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
    );
  }
});
