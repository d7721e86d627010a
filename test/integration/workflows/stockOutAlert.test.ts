import { afterEach, describe, expect, test, vi } from 'vitest';
import { useService } from '../../support/nodes/service.ts';
import { skipRetryWaits } from '../../support/nodes/waits.ts';
import { runExample } from '../../support/workflows/example.ts';
import { readExample } from '../../support/workflows/exampleFile.ts';
import { quantityPerProduct, soldOutNow } from '../../support/workflows/expected.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';

const startService = useService();
const following = { now: () => Date.now() };
const original = readExample('stock-out-alert-to-slack.json');
const example = withoutOutside(original);
const trigger = 'Stock Updated';
const told = (text: unknown) =>
  [
    ...String(text).matchAll(
      /^• Product (\d+): (\d+) sold in the last 30 days, none in stock since (\S+)$/gm,
    ),
  ].map(([, productId, quantity, since]) => ({ productId, quantity: Number(quantity), since }));

skipRetryWaits();
afterEach(() => {
  vi.useRealTimers();
});

/** What the trigger fires at that instant. */
function firedAt(instant: string) {
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
  return [{ event: 'stockUpdated', date: instant.slice(0, 10), empty: false }];
}

describe('the first alert', () => {
  test('lists the own products that are sold out, best sellers first, with the true figures', async () => {
    const service = await startService(following);
    const fired = firedAt('2026-11-20T08:00:00Z');
    const run = await runExample(example, { service, trigger, fired });
    expect(run.status).toBe('success');
    const { truth } = service.sandbox;
    const [from, to] = ['2026-10-21', '2026-11-19'];
    const quantities = quantityPerProduct(truth, from, to);
    const expected = soldOutNow(truth, from, to);
    expect(expected.length).toBeGreaterThan(1);
    const stock = new Map(truth.stock().map((product) => [product.productId, product]));
    const [{ text } = {}] = run.json('Tell the Channel');
    expect(String(text).split('\n')[0]).toBe(`*Sold out in all stores: ${expected.length} products*`);
    const lines = told(text);
    expect(lines.map(({ quantity }) => quantity)).toEqual(expected.map((id) => quantities.get(id)));
    expect(lines.map(({ productId }) => productId).sort()).toEqual([...expected].sort());
    for (const { productId = '', since } of lines) expect(since).toBe(stock.get(productId)?.updatedDate);
  });

  test('leaves out what other suppliers have', async () => {
    const service = await startService(following);
    const fired = firedAt('2026-11-20T08:00:00Z');
    const run = await runExample(example, { service, trigger, fired });
    const { truth } = service.sandbox;
    const foreign = truth.stock().filter(({ stock, productId }) => {
      return stock === 0 && !truth.productIds().includes(productId);
    });
    expect(foreign.length).toBeGreaterThan(0);
    const products = told(run.json('Tell the Channel')[0]?.text).map(({ productId }) => productId);
    for (const { productId } of foreign) expect(products).not.toContain(productId);
  });
});

describe('later alerts', () => {
  test('tell what sold out since, and what is in stock again', async () => {
    const service = await startService(following);
    const first = firedAt('2026-11-16T08:00:00Z');
    const { remembered } = await runExample(example, { service, trigger, fired: first });
    const before = soldOutNow(service.sandbox.truth, '2026-10-17', '2026-11-15');

    const fired = firedAt('2026-11-20T08:00:00Z');
    const run = await runExample(example, { service, trigger, fired, remembered });
    const { truth } = service.sandbox;
    const now = soldOutNow(truth, '2026-10-21', '2026-11-19');
    const fresh = now.filter((productId) => !before.includes(productId));
    const back = truth.stock().filter(({ productId, stock }) => stock > 0 && before.includes(productId));
    expect(fresh.length + back.length).toBeGreaterThan(0);
    const text = String(run.json('Tell the Channel')[0]?.text);
    expect(
      told(text)
        .map(({ productId }) => productId)
        .sort(),
    ).toEqual([...fresh].sort());
    for (const { productId, stock } of back)
      expect(text).toContain(`• Product ${productId}: ${stock} in stock`);
    expect(text.match(/in stock$/gm) ?? []).toHaveLength(back.length);
  });

  test('say nothing when the same day runs again', async () => {
    const service = await startService(following);
    const fired = firedAt('2026-11-20T08:00:00Z');
    const { remembered } = await runExample(example, { service, trigger, fired });
    const again = await runExample(example, { service, trigger, fired, remembered });
    expect(again.status).toBe('success');
    expect(again.items('Tell the Channel')).toEqual([]);
  });

  test('are repeated when Slack did not take the one before', async () => {
    const service = await startService(following);
    const fired = firedAt('2026-11-20T08:00:00Z');
    const broken = withoutOutside(original, { failing: ['Tell the Channel'] });
    const failed = await runExample(broken, { service, trigger, fired });
    expect(failed.status).toMatch(/^error/);
    const { remembered } = failed;
    const next = await runExample(example, { service, trigger, fired, remembered });
    expect(told(next.json('Tell the Channel')[0]?.text).length).toBeGreaterThan(0);
  });
});

describe('what cannot be read', () => {
  test.each(['dailySales', 'accumulatedStock'] as const)(
    '%s: the channel is told once, and the run ends as failed',
    async (operation) => {
      const service = await startService(following);
      const fired = firedAt('2026-11-20T08:00:00Z');
      service.sandbox.fail({ operation, fault: { kind: 'status', status: 400 }, times: Infinity });
      const run = await runExample(example, { service, trigger, fired });
      expect(run.status).toMatch(/^error: .*could not be read/);
      expect(run.json('Tell of the Failure')).toEqual([
        { text: expect.stringMatching(/^The stock-out alert could not be made today\. .{20,}/) },
      ]);
      expect(run.items('Tell the Channel')).toEqual([]);
      expect(JSON.stringify(run.json('Tell of the Failure'))).not.toContain(
        service.credentials.subscriptionKey,
      );
    },
  );
});

test.each(['dailySales', 'accumulatedStock'] as const)(
  'an empty answer of %s is a failure, not "nothing has sold out"',
  async (operation) => {
    const service = await startService(following);
    const fired = firedAt('2026-11-20T08:00:00Z');
    service.sandbox.fail({ operation, fault: { kind: 'shape', body: [] }, times: Infinity });
    const run = await runExample(example, { service, trigger, fired });
    expect(run.status).toMatch(/^error: .*could not be read/);
    expect(run.json('Tell of the Failure')).toMatchObject([{ text: expect.stringContaining('lists no') }]);
    expect(run.items('Tell the Channel')).toEqual([]);
  },
);

test('what the service calls its products cannot mention anyone or make a link', async () => {
  const service = await startService(following);
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z'), toFake: ['Date'] });
  const productId = '<!channel> & <http://example.com|1>';
  const lastChanged = { date: '2026-11-19', time: '07:00:00' };
  const sale = { productId, salesVolume: 1, salesQuantity: 2, lastChanged };
  const day = { salesDate: '2026-11-19', storeSales: [{ storeId: '1', sales: [sale] }] };
  service.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [day] }, times: 2 });
  service.sandbox.fail({ operation: 'dailySales', fault: { kind: 'shape', body: [] }, times: Infinity });
  const stock = { productId, stock: 0, numberOfStoresWithStock: 0, updatedDate: '<today>', updatedTime: '' };
  service.sandbox.fail({ operation: 'accumulatedStock', fault: { kind: 'shape', body: [stock] }, times: 2 });
  service.sandbox.fail({
    operation: 'accumulatedStock',
    fault: { kind: 'shape', body: [] },
    times: Infinity,
  });
  const run = await runExample(example, { service, trigger, fired: [{ date: '2026-11-20', empty: false }] });
  expect(run.status).toBe('success');
  const text = String(run.json('Tell the Channel')[0]?.text);
  expect(text).toContain('&lt;!channel&gt; &amp; &lt;http://example.com|1&gt;: 2 sold');
  expect(text).not.toMatch(/[<>]/);
});
