import { describe, expect, test } from 'vitest';
import { NOON, type Service, useService } from '../../../support/nodes/service.ts';
import { jumpOverWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
const { waits } = jumpOverWaits(NOON);
const NODE = 'retailDataAccumulatedStock';
const clocked = { now: () => Date.now() };
const zero = { includeZeroStock: true };
const byItem = { filters: { ...zero, productId: '={{ $json.id }}' } };

function idsOf({ sandbox }: Service, count: number) {
  return sandbox.truth
    .stock()
    .slice(0, count)
    .map(({ productId }) => productId);
}

function stockOf({ sandbox }: Service, ids: readonly string[]) {
  const stock = new Map(sandbox.truth.stock().map((product) => [product.productId, product]));
  return ids.map((id) => stock.get(id));
}

describe('items with the same filters', () => {
  test('share one read, and each has its own copy', async () => {
    const service = await startService(clocked);
    const { items, hints } = await service.run(NODE, { input: [{}, {}, {}], parameters: { limit: 2 } });
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 0, 1, 1, 2, 2].map((item) => ({ item })));
    expect(items[2]?.json).toEqual(items[0]?.json);
    expect(items[2]?.json).not.toBe(items[0]?.json);
    expect(service.sandbox.requests).toHaveLength(1);
    expect(hints.at(-1)?.message).toContain('this run needed 1 call;');
  });

  test('share a refusal too', async () => {
    const service = await startService(clocked);
    service.sandbox.fail({ fault: { kind: 'status', status: 400 } });
    const { outputs } = await service.run(NODE, {
      input: [{}, {}],
      parameters: { limit: 2 },
      onError: 'continueErrorOutput',
    });
    expect(outputs[1]?.map(({ json, pairedItem }) => [json.details, pairedItem])).toMatchObject([
      [{ httpStatus: 400 }, { item: 0 }],
      [{ httpStatus: 400 }, { item: 1 }],
    ]);
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test('with other filters have a read of their own', async () => {
    const service = await startService(clocked);
    await service.run(NODE, {
      input: [{ zero: true }, { zero: false }, { zero: true }],
      parameters: { limit: 2, filters: { includeZeroStock: '={{ $json.zero }}' } },
    });
    expect(service.queries().map(({ includeZeroStock }) => includeZeroStock)).toEqual(['true', 'false']);
  });
});

describe('several product ids', () => {
  test('of three hundred items cost one read of the list, without a wait', async () => {
    const service = await startService({ ...clocked, products: 500 });
    const ids = idsOf(service, 300);
    expect(ids).toHaveLength(300);
    const { json, items, hints } = await service.run(NODE, {
      input: ids.map((id) => ({ id })),
      parameters: byItem,
    });
    expect(json).toEqual(stockOf(service, ids));
    expect(items.at(-1)?.pairedItem).toEqual({ item: 299 });
    expect(service.queries()).toEqual([{ includeZeroStock: 'true' }]);
    expect(waits).toEqual([]);
    expect(hints[0]?.message).toBe(
      '300 products were looked up in the list of all products, in 1 call; one by one they would have needed 300.',
    );
  });

  test.each([
    ['a text with commas', (ids: readonly string[]) => ids.join(', ')],
    ['an array', (ids: readonly string[]) => `={{ [${ids.map((id) => `"${id}"`).join(',')}] }}`],
    ['numbers', (ids: readonly string[]) => `={{ [${ids.map(Number).join(',')}] }}`],
    ['each twice', (ids: readonly string[]) => [...ids, ...ids].join(',')],
  ])('come as %s, in the order given', async (_, write) => {
    const service = await startService(clocked);
    const ids = idsOf(service, 3).reverse();
    const filters = { ...zero, productId: write(ids) };
    const { json } = await service.run(NODE, { parameters: { filters } });
    expect(json).toEqual(stockOf(service, ids));
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test('are asked for one by one when the list would need more calls, and the hint says so', async () => {
    const service = await startService(clocked);
    const ids = service.sandbox.truth
      .stock()
      .slice(-3)
      .map(({ productId }) => productId);
    const { json, hints } = await service.run(NODE, {
      input: ids.map((id) => ({ id })),
      parameters: { ...byItem, options: { pageSize: 4 } },
    });
    expect(json).toEqual(stockOf(service, ids));
    // The list is given up when it has taken as many calls as there are products.
    expect(service.queries().map(({ productId }) => productId)).toEqual([
      undefined,
      undefined,
      undefined,
      ...ids.map((id) => String(Number(id))),
    ]);
    expect(hints[0]?.message).toMatch(
      /^3 of 3 products were asked for one by one: the list has more pages than there are products to ask for\.$/,
    );
    expect(hints.at(-1)?.message).toContain('this run needed 6 calls;');
  });

  test('end the read of the list as soon as all are found', async () => {
    const service = await startService(clocked);
    const ids = idsOf(service, 3);
    const { json } = await service.run(NODE, {
      input: ids.map((id) => ({ id })),
      parameters: { ...byItem, options: { pageSize: 10 } },
    });
    expect(json).toEqual(stockOf(service, ids));
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test('that nobody knows give nothing, and are not asked for again', async () => {
    const service = await startService(clocked);
    const [known = ''] = idsOf(service, 1);
    const { json, items } = await service.run(NODE, {
      input: [{ id: '99999998' }, { id: known }, { id: '99999999' }],
      parameters: byItem,
    });
    expect(json).toEqual(stockOf(service, [known]));
    expect(items[0]?.pairedItem).toEqual({ item: 1 });
    // The whole list, and what shows that nothing follows.
    expect(service.sandbox.requests).toHaveLength(2);
  });

  test('a wrong one among them fails its own item alone', async () => {
    const service = await startService(clocked);
    const [one, other] = idsOf(service, 2);
    const { outputs } = await service.run(NODE, {
      input: [{ id: one }, { id: 'x' }, { id: other }],
      parameters: byItem,
      onError: 'continueErrorOutput',
    });
    expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
    expect(outputs[1]?.[0]?.json.error).toContain(`'Product IDs' is "x"`);
    expect(service.sandbox.requests).toHaveLength(1);
  });

  test.each([['={{ [] }}'], [' , ']])(
    'a list without any (%s) is refused: it would read everything',
    async (productId) => {
      const service = await startService(clocked);
      const { error } = await service.run(NODE, { parameters: { filters: { productId } } });
      expect(error?.message).toContain("'Product IDs' is");
      expect(service.sandbox.requests).toEqual([]);
    },
  );

  test('a limit that leaves some out is said', async () => {
    const service = await startService(clocked);
    const ids = idsOf(service, 3);
    const { json, hints } = await service.run(NODE, {
      parameters: { limit: 2, filters: { ...zero, productId: ids.join(',') } },
    });
    expect(json).toEqual(stockOf(service, ids.slice(0, 2)));
    expect(hints[0]?.message).toContain(`2 of 3 products were returned: turn on 'Return All'`);
  });

  test('are one call for an agent too', async () => {
    const service = await startService(clocked);
    const ids = idsOf(service, 3);
    const { json } = await service.run(NODE, {
      parameters: { filters: { ...zero, productId: ids.join(', ') } },
      asTool: true,
    });
    expect(json).toEqual(stockOf(service, ids));
    expect(service.sandbox.requests).toHaveLength(1);
  });
});

test('without a total the list is left after as many calls as there are products, and all are still found', async () => {
  const service = await startService({ ...clocked, totalHeader: false });
  const ids = service.sandbox.truth
    .stock()
    .slice(-3)
    .map(({ productId }) => productId);
  const { json, hints } = await service.run(NODE, {
    input: ids.map((id) => ({ id })),
    parameters: { ...byItem, options: { pageSize: 4 } },
  });
  expect(json).toEqual(stockOf(service, ids));
  const ofList = service.queries().filter(({ productId }) => productId === undefined);
  expect(ofList).toHaveLength(3);
  expect(service.sandbox.requests).toHaveLength(6);
  expect(hints[0]?.message).toContain(
    'asked for one by one: the list has more pages than there are products to ask for.',
  );
});
