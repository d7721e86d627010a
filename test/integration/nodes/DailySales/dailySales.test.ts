import type { INodeParameters } from 'n8n-workflow';
import type { TruthSale } from 'retail-data-client/sandbox';
import { describe, expect, test, vi } from 'vitest';
import { loadPackage } from '../../../support/nodes/package.ts';
import { useService } from '../../../support/nodes/service.ts';
import { evaluatedFor } from '../../../support/nodes/subtitle.ts';

const startService = useService();
const NODE = 'retailDataDailySales';
const days = { fromSalesDate: '2026-11-17', toSalesDate: '2026-11-19' };
const dates = { period: 'custom', ...days };
const everything = { ...dates, returnAll: true };

/** A sale of the truth as a row of the node. */
function rowOf({ millilitres: _, ...row }: TruthSale) {
  return row;
}

test('gives every sale of the dates as one flat item', async () => {
  const service = await startService();
  const { json, items } = await service.run(NODE, { parameters: everything });
  const truth = service.sandbox.truth.sales('2026-11-17', '2026-11-19');
  expect(truth.length).toBeGreaterThan(500);
  expect(json).toEqual(truth.map(rowOf));
  expect(items.every((item) => JSON.stringify(item.pairedItem) === '{"item":0}')).toBe(true);
});

test('asks for pages of 50,000 sales, and sends nothing else that is not set', async () => {
  const service = await startService({ stores: 2, products: 4 });
  await service.run(NODE, { parameters: { period: 'custom', returnAll: true } });
  expect(service.queries()[0]).toEqual({ maxResults: '50000' });
  expect(service.sandbox.requests[0]?.headers['accept-encoding']).toBe('gzip');
});

test('sends every filter under its name', async () => {
  const service = await startService();
  const [vendor = 0] = service.sandbox.truth.vendorIds();
  const [wholesaler = 0] = service.sandbox.truth.wholesalerIds();
  const filters = {
    productId: '00401',
    storeId: '0094',
    vendorId: String(vendor),
    wholesalerId: String(wholesaler),
    changedSince: '2026-11-01',
  };
  await service.run(NODE, { parameters: { ...dates, filters, limit: 7 } });
  const { storeId: _, ...sent } = filters;
  const ofStore = { fromStoreId: '94', toStoreId: '94' };
  expect(service.queries()).toEqual([{ ...days, ...sent, ...ofStore, productId: '401', maxResults: '7' }]);
});

test('stops at the limit', async () => {
  const service = await startService();
  const { json } = await service.run(NODE, { parameters: dates });
  expect(json).toHaveLength(50);
  expect(service.queries().map(({ maxResults }) => maxResults)).toEqual(['50']);
});

test('reads page by page when a page size is set', async () => {
  const service = await startService({ stores: 3, products: 6 });
  const { json } = await service.run(NODE, { parameters: { ...everything, options: { pageSize: 7 } } });
  expect(json).toEqual(service.sandbox.truth.sales('2026-11-17', '2026-11-19').map(rowOf));
  const [first, second] = service.queries();
  expect(first).toEqual({ ...days, maxResults: '7' });
  expect(second).toEqual({ ...days, maxResults: '7', start: '6' });
});

test('gives stores whole, though pages cut them in two, and counts them in the limit', async () => {
  const service = await startService({ stores: 5, products: 9 });
  const { json } = await service.run(NODE, {
    parameters: { ...dates, output: 'stores', limit: 4, options: { pageSize: 5 } },
  });
  const truth = service.sandbox.truth.sales('2026-11-17', '2026-11-19');
  const keys = [...new Set(truth.map((sale) => `${sale.salesDate} ${sale.storeId}`))].slice(0, 4);
  expect(json.map((item) => `${item.salesDate} ${item.storeId}`)).toEqual(keys);
  for (const item of json) {
    const sold = truth.filter((sale) => sale.salesDate === item.salesDate && sale.storeId === item.storeId);
    expect(item.sales).toEqual(
      sold.map(({ productId, salesVolume, salesQuantity, lastChangedDate: date, lastChangedTime: time }) => ({
        productId,
        salesVolume,
        salesQuantity,
        lastChanged: { date, time },
      })),
    );
  }
});

test('gives one item per day', async () => {
  const service = await startService({ stores: 5 });
  const { json } = await service.run(NODE, { parameters: { ...everything, output: 'days' } });
  expect(json.map(({ salesDate }) => salesDate)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
  const storeSales: unknown = json[1]?.storeSales;
  const stores = new Set(service.sandbox.truth.sales('2026-11-18', '2026-11-18').map((sale) => sale.storeId));
  expect(storeSales).toHaveLength(stores.size);
});

test.each([
  ['product', 'productId'],
  ['store', 'storeId'],
  ['day', 'salesDate'],
  ['week', 'week'],
  ['month', 'month'],
] as const)('adds up per %s, exact to the millilitre', async (groupBy, field) => {
  const service = await startService();
  const week = { period: 'custom', fromSalesDate: '2026-11-14', toSalesDate: '2026-11-19' };
  const { json } = await service.run(NODE, { parameters: { ...week, output: 'totals', groupBy } });
  const sums = new Map<string, { millilitres: number; quantity: number; salesCount: number }>();
  for (const sale of service.sandbox.truth.sales(week.fromSalesDate, week.toSalesDate)) {
    const isoWeek = sale.salesDate < '2026-11-16' ? '2026-W46' : '2026-W47';
    const key = field === 'week' ? isoWeek : field === 'month' ? '2026-11' : sale[field];
    const sum = sums.get(key) ?? { millilitres: 0, quantity: 0, salesCount: 0 };
    sum.millilitres += sale.millilitres;
    sum.quantity += sale.salesQuantity;
    sum.salesCount += 1;
    sums.set(key, sum);
  }
  const expected = [...sums].map(([key, { millilitres, quantity, salesCount }]) => {
    return { [field]: key, salesVolume: millilitres / 1000, salesQuantity: quantity, salesCount };
  });
  expect(json).toHaveLength(sums.size);
  expect(new Set(json.map((item) => JSON.stringify(item)))).toEqual(
    new Set(expected.map((item) => JSON.stringify(item))),
  );
});

test('totals and files are of all sales, whatever the limit says', async () => {
  const service = await startService();
  const { json } = await service.run(NODE, {
    parameters: { ...dates, output: 'totals', groupBy: 'day', limit: 1 },
  });
  expect(json).toHaveLength(3);
});

test('runs once per item and pairs each output with its input', async () => {
  const service = await startService();
  const { items } = await service.run(NODE, {
    input: [{ day: '2026-11-18' }, { day: '2026-11-19' }],
    parameters: {
      period: 'custom',
      fromSalesDate: '={{ $json.day }}',
      toSalesDate: '={{ $json.day }}',
      limit: 2,
    },
  });
  expect(items.map(({ json, pairedItem }) => [json.salesDate, pairedItem])).toEqual([
    ['2026-11-18', { item: 0 }],
    ['2026-11-18', { item: 0 }],
    ['2026-11-19', { item: 1 }],
    ['2026-11-19', { item: 1 }],
  ]);
});

test.each([
  ['2026-11-18T23:30:00'],
  ['2026-11-18T23:30:00.000-08:00'],
  ['={{ DateTime.fromISO("2026-11-18T23:30:00", { zone: "Pacific/Kiritimati" }) }}'],
  ['={{ "2026-11-18".toDateTime() }}'],
])('takes the calendar date of %s as it is written', async (fromSalesDate) => {
  const service = await startService();
  const { hints } = await service.run(NODE, {
    parameters: { period: 'custom', fromSalesDate, toSalesDate: '2026-11-19', limit: 1 },
    timezone: 'America/Los_Angeles',
  });
  expect(service.queries()[0]).toMatchObject({ fromSalesDate: '2026-11-18', toSalesDate: '2026-11-19' });
  expect(hints.map(({ message }) => message)).toContain(
    'Sales from 2026-11-18 to 2026-11-19 were asked for (Europe/Oslo).',
  );
});

test.each([
  [{ period: 'custom', fromSalesDate: '20.11.2026' }, `'From Sales Date' is "20.11.2026"`],
  [{ period: 'custom', toSalesDate: '2026-02-30' }, `'To Sales Date' is "2026-02-30"`],
  [
    { period: 'custom', fromSalesDate: '2026-11-19', toSalesDate: '2026-11-18' },
    `'To Sales Date' is "2026-11-18"`,
  ],
  [{ filters: { productId: '1.5' } }, `'Product IDs' is "1.5"`],
  [{ limit: 0 }, `'Limit' is 0`],
  [{ ...dates, output: 'totals', groupBy: 'shop' }, `'Group By' is "shop"`],
  [{ ...dates, output: 'totals', groupBy: [] }, `'Group By' is an empty list, but it must be one or two`],
  [{ ...dates, output: 'totals', groupBy: 'day,week,store' }, `'Group By' is "day,week,store"`],
  [{ ...dates, output: 'totals', groupBy: ['day', 'day'] }, `'Group By' is "day, day"`],
  [
    { period: 'custom', output: 'totals' },
    `'From Sales Date' is not set, but it must be a day such as 2026-11-20, because totals need dates`,
  ],
  [{ period: 'custom', output: 'file' }, `'From Sales Date' is not set`],
  [{ filters: { productId: '={{ [] }}' } }, `'Product IDs' is an empty list`],
  [{ options: { timeout: 0 } }, `'Timeout (Seconds)' is 0`],
  [{ ...dates, output: 'file', options: { binaryProperty: 'a b' } }, `'Put Output File in Field' is "a b"`],
])('refuses %j and sends nothing', async (parameters, message) => {
  const service = await startService();
  const { error, status } = await service.run(NODE, { parameters });
  expect(status).toBe('error');
  expect(error?.message).toContain(message);
  expect(service.sandbox.requests).toEqual([]);
});

test.each([
  ['an array', ['store', 'week']],
  ['a text with a comma', 'store, week'],
  ['an expression', '={{ ["store", "week"] }}'],
])('adds up by two groups given as %s', async (_, groupBy) => {
  const service = await startService({ stores: 3, products: 5 });
  const range = { period: 'custom', fromSalesDate: '2026-11-14', toSalesDate: '2026-11-19' };
  const { json } = await service.run(NODE, { parameters: { ...range, output: 'totals', groupBy } });
  const sums = new Map<string, number>();
  for (const sale of service.sandbox.truth.sales('2026-11-14', '2026-11-19')) {
    const key = `${sale.storeId} ${sale.salesDate < '2026-11-16' ? '2026-W46' : '2026-W47'}`;
    sums.set(key, (sums.get(key) ?? 0) + sale.millilitres);
  }
  expect(new Map(json.map((sum) => [`${sum.storeId} ${sum.week}`, Number(sum.salesVolume) * 1000]))).toEqual(
    new Map([...sums].map(([key, millilitres]) => [key, expect.closeTo(millilitres, 6)])),
  );
  expect(Object.keys(json[0] ?? {})).toEqual([
    'storeId',
    'week',
    'salesVolume',
    'salesQuantity',
    'salesCount',
  ]);
});

describe('several products', () => {
  const truthOf = (service: Awaited<ReturnType<typeof startService>>, ids: readonly string[]) =>
    service.sandbox.truth
      .sales('2026-11-17', '2026-11-19')
      .filter(({ productId }) => ids.includes(productId));
  const idsIn = (service: Awaited<ReturnType<typeof startService>>) => [
    ...new Set(service.sandbox.truth.sales('2026-11-17', '2026-11-19').map(({ productId }) => productId)),
  ];

  test.each([
    ['a text', (ids: readonly string[]) => ids.join(', ')],
    ['an array', (ids: readonly string[]) => `={{ [${ids.map(Number).join(',')}] }}`],
  ])('come as %s out of one pass over the dates', async (_, write) => {
    const service = await startService({ stores: 4, products: 8 });
    const ids = idsIn(service).slice(1, 3);
    const filters = { productId: write(ids) };
    const { json, hints } = await service.run(NODE, { parameters: { ...everything, filters } });
    expect(json).toEqual(truthOf(service, ids).map(rowOf));
    expect(new Set(json.map(({ productId }) => productId)).size).toBe(2);
    expect(service.queries().filter(({ start }) => start === undefined)).toEqual([
      { ...days, maxResults: '50000' },
    ]);
    expect(hints.map(({ message }) => message)).toContain(
      `The 2 products were picked out of one pass over all sales: ${json.length} of ${service.sandbox.truth.sales('2026-11-17', '2026-11-19').length} are theirs.`,
    );
  });

  test('are what a limit and totals count', async () => {
    const service = await startService({ stores: 4, products: 8 });
    const ids = idsIn(service).slice(-2);
    const filters = { productId: ids.join(',') };
    const limited = await service.run(NODE, { parameters: { ...dates, limit: 3, filters } });
    expect(limited.json).toEqual(truthOf(service, ids).slice(0, 3).map(rowOf));
    const totals = await service.run(NODE, {
      parameters: { ...dates, output: 'totals', groupBy: 'product', filters },
    });
    const counted = totals.json.map(({ productId, salesCount }) => [productId, salesCount]);
    expect(new Map(counted.map(([id, count]) => [id, count]))).toEqual(
      new Map(ids.map((id) => [id, truthOf(service, [id]).length])),
    );
  });

  test('that nobody sold are said to be none, though other sales came', async () => {
    const service = await startService({ stores: 2, products: 4 });
    const { items, hints } = await service.run(NODE, {
      parameters: { ...everything, filters: { productId: '99999998, 99999999' } },
    });
    expect(items).toEqual([]);
    expect(hints.map(({ message }) => message)).toContain('No sales were found for these dates and filters.');
  });
});

describe('without dates', () => {
  test.each(['totals', 'file'])('%s is asked for dates, also by an agent', async (output) => {
    const service = await startService({ stores: 2, products: 4 });
    const { json } = await service.run(NODE, { parameters: { period: 'custom', output }, asTool: true });
    expect(json[0]?.error).toContain(`'From Sales Date' is not set`);
    expect(json[0]?.error).toContain(`another 'Period'`);
    expect(service.sandbox.requests).toEqual([]);
  });

  test.each([
    [{ fromSalesDate: '2026-11-18' }, 'Sales from 2026-11-18 on were asked for (Europe/Oslo).'],
    [{ toSalesDate: '2026-11-18' }, 'Sales up to 2026-11-18 were asked for (Europe/Oslo).'],
    [{ filters: { changedSince: '2026-11-18' } }, 'Sales of every date were asked for.'],
  ])('one bound is enough: %o', async (bound, said) => {
    const service = await startService({ stores: 2, products: 4 });
    const parameters = { period: 'custom', output: 'totals', ...bound };
    const { status, hints } = await service.run(NODE, { parameters });
    expect(status).toBe('success');
    expect(hints.map(({ message }) => message)).toContain(said);
  });

  test.each([
    [{ period: 'custom' }, true],
    [{}, false],
    [{ period: 'lastWeek' }, false],
    [{ period: 'custom', fromSalesDate: '2026-11-18' }, false],
    [{ period: 'custom', toSalesDate: '={{ $json.day }}' }, false],
    [{ period: 'custom', filters: { changedSince: '2026-11-18' } }, false],
  ])('a warning stands on the node before it runs: %o, %s', async (parameters, isShown) => {
    const { type } = (await loadPackage()).getNode(NODE);
    const [hint] = 'description' in type && 'hints' in type.description ? (type.description.hints ?? []) : [];
    expect(hint).toMatchObject({ type: 'warning', whenToDisplay: 'beforeExecution' });
    expect(await evaluatedFor(NODE, parameters, hint?.displayCondition)).toBe(isShown);
  });
});

test('tells that the last day has no row yet, unless the limit ended the read', async () => {
  const late = Date.parse('2026-11-20T07:30:00+01:00');
  const service = await startService({ stores: 2, products: 4, now: () => late });
  vi.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00+01:00'), toFake: ['Date'] });
  const whole = await service.run(NODE, { parameters: { ...dates, output: 'totals' } });
  expect(whole.hints.map(({ message }) => message)).toContainEqual(
    expect.stringContaining(
      'There are no sales for 2026-11-19, the last day you asked for. The latest are from 2026-11-18:',
    ),
  );
  const cut = await service.run(NODE, { parameters: { ...dates, limit: 1 } });
  expect(JSON.stringify(cut.hints)).not.toContain('There are no sales for');
  const agent = await service.run(NODE, { parameters: { ...dates, output: 'totals' }, asTool: true });
  expect(agent.json.at(-1)?.note).toContain('There are no sales for 2026-11-19');
});

describe('what a builder may overlook is warned of', () => {
  const warningsOf = async (parameters: INodeParameters, input = [{}]) => {
    const service = await startService({ stores: 2, products: 4 });
    const { hints } = await service.run(NODE, { input, parameters });
    return hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
  };

  test('a filter without a value', async () => {
    const filters = { storeId: '', productId: '' };
    expect(await warningsOf({ ...dates, filters })).toEqual([
      "'Product IDs' is empty, so it filters nothing.",
      "'Store' is empty, so it filters nothing.",
    ]);
  });

  test('changes of a relative period only', async () => {
    const filters = { changedSince: '2026-11-10' };
    expect(await warningsOf({ period: 'last7Days', filters })).toContainEqual(
      expect.stringMatching(/^'Changed Since' gave changed sales of the chosen period only\./),
    );
    expect(await warningsOf({ ...dates, filters })).toEqual([]);
  });

  test('limits that are reached by some of many items, however many hints there are', async () => {
    const input = Array.from({ length: 14 }, (_, at) => ({
      day: `2026-11-${String(at + 2).padStart(2, '0')}`,
    }));
    const day = '={{ $json.day }}';
    const parameters = { period: 'custom', fromSalesDate: day, toSalesDate: day, limit: 1 };
    // Two of the days are Sundays.
    expect(await warningsOf(parameters, input)).toEqual([
      "12 of 14 input items gave as much as 'Limit' allows. Turn on 'Return All' or raise 'Limit' for more.",
    ]);
  });
});
