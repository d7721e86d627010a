import { describe, expect, test } from 'vitest';
import { workflow } from '../../support/nodes/n8n.ts';
import { loadPackage, PACKAGE } from '../../support/nodes/package.ts';
import { useService } from '../../support/nodes/service.ts';

const startService = useService();
const SALES = 'retailDataDailySales';
const dates = { period: 'custom', fromSalesDate: '2026-11-18', toSalesDate: '2026-11-19' };

test.each([
  ['retailDataAccumulatedStock', /^Get how many units .* not per store\. .* 400 a day are allowed\.$/],
  ['retailDataDailySales', /^Get daily sales .* in litres and units, .* totals\. .* 07:45/],
  ['retailDataStores', /^Get stores .* opening hours/],
])('n8n tells the model of %s what its description says', async (name, description) => {
  const { type } = (await loadPackage()).getNode(name);
  if ('nodeVersions' in type) throw new Error('has versions');
  const node = { id: 'tool', name: 'Tool', typeVersion: 1, position: [0, 0] as [number, number] };
  const tool = {
    ...node,
    type: `${PACKAGE}.${name}Tool`,
    parameters: { operation: 'get', descriptionType: 'auto' },
  };
  const told = workflow.NodeHelpers.getToolDescriptionForNode(tool, type);
  expect(told).toBe(type.description.description);
  expect(told).toMatch(description);
});

describe('daily sales for an agent', () => {
  test('single sales are few and lean, and the last item says that there are more', async () => {
    const service = await startService();
    const { json } = await service.run(SALES, { parameters: { ...dates, returnAll: true }, asTool: true });
    expect(json).toHaveLength(101);
    const [first] = service.sandbox.truth.sales('2026-11-18', '2026-11-19');
    expect(json[0]).toEqual({
      salesDate: first?.salesDate,
      storeId: first?.storeId,
      productId: first?.productId,
      salesVolume: first?.salesVolume,
      salesQuantity: first?.salesQuantity,
    });
    const note = json.at(-1)?.note;
    expect(note).toContain('Only the first 100 sales are given here; there are more.');
    expect(note).toContain('Sales from 2026-11-18 to 2026-11-19 were asked for (Europe/Oslo).');
    expect(service.queries().map(({ maxResults }) => maxResults)).toEqual(['101']);
  });

  test('the default limit of 50 is no silent cut either', async () => {
    const service = await startService();
    const { json } = await service.run(SALES, { parameters: dates, asTool: true });
    expect(json).toHaveLength(51);
    expect(json.at(-1)?.note).toContain('Only the first 50 sales');
  });

  test('all there is comes without a word of a cut', async () => {
    const service = await startService({ stores: 1, products: 5 });
    const { json } = await service.run(SALES, { parameters: dates, asTool: true });
    expect(json.at(-1)).toEqual({
      note: 'Sales from 2026-11-18 to 2026-11-19 were asked for (Europe/Oslo).',
    });
  });

  test.each(['stores', 'days'])('one item per %s is cut by sales, and says so', async (output) => {
    const service = await startService();
    const { json } = await service.run(SALES, {
      parameters: { ...dates, output, returnAll: true },
      asTool: true,
    });
    const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
    const stores = output === 'stores' ? json : json.flatMap(({ storeSales }) => listOf(storeSales));
    const sales = stores.flatMap((store) => listOf(Object(store).sales));
    expect(sales).toHaveLength(100);
    expect(Object.keys(Object(sales[0]))).toEqual(['productId', 'salesVolume', 'salesQuantity']);
    expect(json[0]).toMatchObject({ salesDate: '2026-11-18' });
    expect(json.at(-1)?.note).toContain('the last item in part');
  });

  test('totals come largest first, and the rest is added up', async () => {
    const service = await startService({ stores: 4, products: 150 });
    const { json } = await service.run(SALES, {
      parameters: { ...dates, output: 'totals', groupBy: 'product' },
      asTool: true,
    });
    expect(json).toHaveLength(101);
    const shown = json.slice(0, 100).map(({ salesVolume }) => Number(salesVolume));
    expect(shown).toEqual([...shown].sort((one, other) => other - one));
    const all = service.sandbox.truth.sales('2026-11-18', '2026-11-19');
    const total = all.reduce((sum, { millilitres }) => sum + millilitres, 0);
    const rest = (total - shown.reduce((sum, litres) => sum + Math.round(litres * 1000), 0)) / 1000;
    const products = new Set(all.map(({ productId }) => productId)).size;
    expect(json.at(-1)?.note).toContain(
      `These are the 100 largest by litres of ${products} totals; the other ${products - 100} add up to ${rest} litres`,
    );
  });

  test('nothing found is said, not shown as an empty answer', async () => {
    const service = await startService();
    const { json } = await service.run(SALES, {
      parameters: { period: 'custom', fromSalesDate: '2026-11-15', toSalesDate: '2026-11-15' },
      asTool: true,
    });
    expect(json).toEqual([{ note: expect.stringContaining('No sales were found') }]);
  });

  test('a long Retry-After is not waited for: the agent is told when to come back', async () => {
    const service = await startService();
    service.sandbox.fail({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '40' } } });
    const { json } = await service.run(SALES, { parameters: dates, asTool: true });
    expect(service.sandbox.requests).toHaveLength(1);
    expect(json[0]?.error).toMatch(/429.*40 seconds/s);
  });
});

describe('stores for an agent', () => {
  test('one store has its hours and every field', async () => {
    const service = await startService();
    const { json } = await service.run('retailDataStores', {
      parameters: { output: 'raw', filters: { storeId: 94 } },
      asTool: true,
    });
    expect(json).toHaveLength(1);
    expect(json[0]).toHaveProperty('openingHours.regularHours');
  });

  test('a list is short, simplified, and says what was cut and how to get it', async () => {
    const service = await startService({ stores: 120 });
    const { json } = await service.run('retailDataStores', {
      parameters: { output: 'raw', returnAll: true },
      asTool: true,
    });
    expect(json).toHaveLength(101);
    expect(Object.keys(json[0] ?? {}).length).toBeLessThanOrEqual(10);
    expect(json.at(-1)?.note).toContain('Only the first 100 of 120 stores are given here.');
    expect(json.at(-1)?.note).toContain(`ask for one 'Store'`);
  });

  test.each([
    ['the default fields', {}, ['openingHours', 'storeId', 'storeName']],
    ['those chosen', { fields: ['storeName', 'city', 'openToday'] }, ['storeName', 'city', 'openToday']],
    ['those an expression names', { fields: '={{ "storeId, email" }}' }, ['storeId', 'email']],
  ])('selected fields are %s alone, of a longer list too', async (_, chosen, fields) => {
    const service = await startService();
    const { json } = await service.run('retailDataStores', {
      parameters: { output: 'selectedFields', returnAll: true, ...chosen },
      asTool: true,
    });
    expect(json).toHaveLength(service.sandbox.truth.stores().length);
    for (const store of json) expect(Object.keys(store)).toEqual(fields);
  });

  test('a store is ten flat fields where nothing else is chosen', async () => {
    const service = await startService();
    const { json } = await service.run('retailDataStores', {
      parameters: { filters: { storeId: 94 } },
      asTool: true,
    });
    expect(Object.keys(json[0] ?? {})).toHaveLength(10);
  });

  test.each([
    [{ output: 'all' }, `'Output' is "all"`],
    [
      { output: 'selectedFields', fields: [] },
      `'Fields' is an empty list, but it must be at least one field`,
    ],
    [{ output: 'selectedFields', fields: ['hours'] }, `'Fields' is "hours"`],
  ])('an output that there is not is refused: %o', async (parameters, message) => {
    const service = await startService();
    const { json } = await service.run('retailDataStores', { parameters, asTool: true });
    expect(json[0]?.error).toContain(message);
    expect(service.sandbox.requests).toEqual([]);
  });

  test('the choice stands on the tool, and the switch on the node', async () => {
    const { type } = (await loadPackage()).getNode('retailDataStores');
    const properties = 'properties' in type.description ? type.description.properties : [];
    const shown = (name: string) => properties.find((field) => field.name === name)?.displayOptions;
    expect(shown('simplify')).toEqual({ hide: { '@tool': [true] } });
    expect(shown('output')).toEqual({ show: { '@tool': [true] } });
    expect(shown('fields')).toEqual({ show: { '@tool': [true], output: ['selectedFields'] } });
  });

  test('no store found is said', async () => {
    const service = await startService();
    const { json } = await service.run('retailDataStores', {
      parameters: { filters: { storeNameContains: 'nowhere' } },
      asTool: true,
    });
    expect(json).toEqual([
      { note: 'No store was found. Check the number, or search by a part of the name.' },
    ]);
  });
});
