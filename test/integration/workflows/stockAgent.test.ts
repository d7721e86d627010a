import { afterEach, expect, test, vi } from 'vitest';
import { readExample } from '../../../tools/n8n/exampleFile.ts';
import { useService } from '../../support/nodes/service.ts';
import { agentNodesWith } from '../../support/workflows/agentNodes.ts';
import { runExample } from '../../support/workflows/example.ts';
import { inWords, nextStep, type StockQuestion } from '../../support/workflows/stockModel.ts';

const startService = useService();
const example = readExample('stock-questions-agent.json');
const trigger = 'Stock Chat';

afterEach(() => {
  vi.useRealTimers();
});

async function ask(question: StockQuestion, service: Awaited<ReturnType<typeof startService>>) {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  const standIns = agentNodesWith((results) => nextStep(question, results));
  const fired = [{ chatInput: inWords(question), sessionId: 'session' }];
  return runExample(example, { service, trigger, fired, standIns });
}

test('the tools answer with the true stock, sales and store', async () => {
  const service = await startService();
  const { truth } = service.sandbox;
  const [product] = truth.stock().filter(({ stock }) => stock > 0);
  const [store] = truth.stores();
  const productId = truth.productIds()[0] ?? '';
  const question = { productId, from: '2026-11-16', to: '2026-11-19', storeName: store?.storeName ?? '' };
  expect(product).toBeDefined();
  const run = await ask(question, service);
  expect(run.status).toBe('success');
  const [stock = '', sales = '', stores = ''] = String(run.json('Stock Agent')[0]?.output).split('\n');
  const inStock = truth.stock().find((candidate) => candidate.productId === productId);
  expect(stock).toContain(`"productId":"${productId}","stock":${inStock?.stock}`);
  const sold = truth.sales(question.from, question.to).filter((sale) => sale.productId === productId);
  const quantity = sold.reduce((sum, { salesQuantity }) => sum + salesQuantity, 0);
  const millilitres = sold.reduce((sum, sale) => sum + sale.millilitres, 0);
  expect(quantity).toBeGreaterThan(0);
  expect(sales).toContain(
    `"productId":"${productId}","salesVolume":${millilitres / 1000},"salesQuantity":${quantity}`,
  );
  expect(stores).toContain(`"storeId":"${store?.storeId}"`);
  expect(service.queries().map(({ storeNameContains }) => storeNameContains)).toContain(store?.storeName);
});

test('the model is told the day in Oslo and what the figures are', async () => {
  const service = await startService();
  const question = { productId: '1101', from: '2026-11-16', to: '2026-11-19', storeName: 'a' };
  const run = await ask(question, service);
  const [{ systemMessage, descriptions } = {}] = run.json('Stock Agent');
  expect(systemMessage).toContain('Today is Friday 2026-11-20, 13:00 Norwegian time.');
  for (const figures of [/in stock/, /daily sales/, /stores/]) {
    expect(descriptions).toContainEqual(expect.stringMatching(figures));
  }
});

test('the agent cannot change who has access', () => {
  expect(example.nodes.map(({ type }) => type)).not.toContain(
    'n8n-nodes-retail-data.retailDataPermissionTool',
  );
});
