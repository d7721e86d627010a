import { describe, expect, test } from 'vitest';
import { type Service, useService } from '../../../support/nodes/service.ts';
import { skipRetryWaits } from '../../../support/nodes/waits.ts';

const startService = useService();
skipRetryWaits();
const NODE = 'retailDataDailySales';
const small = { stores: 3, products: 6 };
const days = { fromSalesDate: '2026-11-18', toSalesDate: '2026-11-19' };
const dates = { period: 'custom', ...days };
const everything = { ...dates, returnAll: true };

function truthOf({ sandbox }: Service) {
  return sandbox.truth.sales('2026-11-18', '2026-11-19').map(({ millilitres: _, ...row }) => row);
}

function answer(body: unknown, headers: Record<string, string> = {}) {
  return {
    kind: 'status' as const,
    status: 200,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

const ONE_SALE = [
  {
    salesDate: '2026-11-18',
    storeSales: [
      {
        storeId: '0001',
        sales: [
          {
            productId: '1',
            salesVolume: 1,
            salesQuantity: 1,
            lastChanged: { date: '2026-11-19', time: '07:45' },
          },
        ],
      },
    ],
  },
];

describe('pages', () => {
  test('that change under the read are read again from the start, and a hint says so', async () => {
    const service = await startService({ ...small, salesTotalHeader: true });
    service.sandbox.fail({ fault: answer([], { 'x-total-count': '3' }), skip: 1 });
    const { json, hints } = await service.run(NODE, {
      parameters: { ...everything, options: { pageSize: 10 } },
    });
    expect(json).toEqual(truthOf(service));
    expect(hints.map(({ message }) => message)).toContain(
      'The sales changed while they were read, so they were read again from the start.',
    );
    expect(service.queries().filter(({ start }) => start === undefined)).toHaveLength(2);
  });

  test('that come again and again end the read, and no half result comes out', async () => {
    const service = await startService(small);
    service.sandbox.fail({ fault: answer(ONE_SALE), times: Number.POSITIVE_INFINITY });
    const { error, items } = await service.run(NODE, { parameters: everything });
    expect(items).toEqual([]);
    expect(error?.message).toContain('the last row, 2026-11-18, store 0001, product 1, came again');
    expect(error?.description).toContain('Read again from the start');
    expect(service.sandbox.requests).toHaveLength(9);
  });

  test('a limit that cuts says of how many, when the service counts', async () => {
    const service = await startService({ ...small, salesTotalHeader: true });
    const { items, hints } = await service.run(NODE, { parameters: { ...dates, limit: 5 } });
    expect(items).toHaveLength(5);
    expect(hints.map(({ message }) => message)).toContain(
      `5 of ${truthOf(service).length} sales were read: turn on 'Return All' or raise 'Limit' for more.`,
    );
  });
});

describe('no sales at all', () => {
  const sunday = {
    period: 'custom',
    fromSalesDate: '2026-11-15',
    toSalesDate: '2026-11-15',
    returnAll: true,
  };

  test.each(['rows', 'stores', 'days', 'totals'])('give no items as %s, and a hint', async (output) => {
    const service = await startService(small);
    const { items, hints, status } = await service.run(NODE, { parameters: { ...sunday, output } });
    expect(status).toBe('success');
    expect(items).toEqual([]);
    expect(hints.map(({ message }) => message)).toContain('No sales were found for these dates and filters.');
  });

  test.each([
    ['csv', /^salesDate,.*\r\n$/],
    ['ndjson', /^$/],
  ])('are a %s file without a line of sales', async (fileFormat, text) => {
    const service = await startService(small);
    const { items } = await service.run(NODE, {
      parameters: { ...sunday, output: 'file', options: { fileFormat } },
    });
    expect(items[0]?.json.rows).toBe(0);
    expect(Buffer.from(items[0]?.binary?.data?.data ?? '?', 'base64').toString()).toMatch(text);
  });
});

describe('an answer that is none', () => {
  test('a gateway page of HTML (502) is told by its status', async () => {
    const service = await startService(small);
    service.sandbox.fail({ fault: { kind: 'html', status: 502 }, times: Number.POSITIVE_INFINITY });
    const { error } = await service.run(NODE, { parameters: everything });
    expect(error).toMatchObject({ httpCode: '502', failure: { cause: 'temporarily-unavailable' } });
    expect(error?.message).toContain('(502)');
    expect(error?.message).not.toContain('<html');
  });

  test('of another shape is told with the path to what is wrong', async () => {
    const service = await startService(small);
    const [day] = ONE_SALE;
    const wrong = [{ ...day, storeSales: [{ storeId: '1', sales: [{ productId: '1', salesVolume: '1' }] }] }];
    service.sandbox.fail({ fault: answer(wrong), times: Number.POSITIVE_INFINITY });
    const { error } = await service.run(NODE, { parameters: everything });
    expect(error?.message).toContain('[0].storeSales[0].sales[0].salesVolume is "1"');
  });

  test('a refusal with a wait says in the details how long', async () => {
    const service = await startService(small);
    service.sandbox.fail({ fault: { kind: 'status', status: 429, headers: { 'retry-after': '600' } } });
    const { outputs } = await service.run(NODE, { parameters: everything, onError: 'continueErrorOutput' });
    expect(outputs[1]?.[0]?.json).toMatchObject({
      details: { httpStatus: 429, code: 'rateLimit', retryAfterMs: 600_000, operation: 'dailySales' },
    });
  });
});

describe('of two items one is bad', () => {
  const run = {
    input: [{ day: '2026-02-30' }, { day: '2026-11-19' }],
    parameters: {
      period: 'custom',
      fromSalesDate: '={{ $json.day }}',
      toSalesDate: '2026-11-19',
      output: 'days',
    },
  };
  const message = `'From Sales Date' is "2026-02-30", but it must be a day that exists, written yyyy-MM-dd, such as 2026-11-20 [item 0].`;

  test('Continue: both come out of the one output, in order and paired', async () => {
    const service = await startService(small);
    const { items, outputs, status } = await service.run(NODE, { ...run, onError: 'continueRegularOutput' });
    expect(status).toBe('success');
    expect(outputs).toHaveLength(1);
    expect(items.map(({ json, pairedItem }) => [json.error ?? json.salesDate, pairedItem])).toEqual([
      [message, { item: 0 }],
      ['2026-11-19', { item: 1 }],
    ]);
  });

  test('Continue (using error output): each goes its way, with its input and its pair', async () => {
    const service = await startService(small);
    const { outputs, status } = await service.run(NODE, { ...run, onError: 'continueErrorOutput' });
    expect(status).toBe('success');
    const [good = [], bad = []] = outputs;
    expect(good.map(({ json, pairedItem }) => [json.salesDate, pairedItem])).toEqual([
      ['2026-11-19', { item: 1 }],
    ]);
    expect(bad).toHaveLength(1);
    expect(bad[0]).toMatchObject({
      json: { day: '2026-02-30', error: message, details: { code: 'invalidInput' } },
      pairedItem: { item: 0 },
    });
  });

  test('Stop Workflow: the first one ends the run, with its index', async () => {
    const service = await startService(small);
    const { error, status } = await service.run(NODE, run);
    expect(status).toBe('error');
    expect(error).toMatchObject({ message, context: { itemIndex: 0 } });
    expect(service.sandbox.requests).toEqual([]);
  });
});

test.each([
  ['a locator from the list', { __rl: true, mode: 'list', value: '0094', cachedResultName: 'A store' }],
  ['a locator by number', { __rl: true, mode: 'id', value: '94' }],
  ['a number', 94],
  ['a text', '94'],
])('a store filter takes %s', async (_, storeId) => {
  const service = await startService();
  const { status } = await service.run(NODE, {
    parameters: { ...dates, filters: { storeId } },
  });
  expect(status).toBe('success');
  expect(service.queries()[0]).toMatchObject({ fromStoreId: '94', toStoreId: '94' });
});

test('a store that is no number is refused by the name on the screen', async () => {
  const service = await startService(small);
  const { error } = await service.run(NODE, { parameters: { ...dates, filters: { storeId: 'Majorstuen' } } });
  expect(error?.message).toContain(`'Store' is "Majorstuen", but it must be a whole number such as 143`);
  expect(service.sandbox.requests).toEqual([]);
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['a range', { fromStoreId: '94', toStoreId: '120' }, { fromStoreId: '94', toStoreId: '120' }],
  ['a range without an end', { fromStoreId: '94' }, { fromStoreId: '94' }],
])('store numbers can be %s', async (_, filters, sent) => {
  const service = await startService(small);
  await service.run(NODE, { parameters: { ...dates, filters, limit: 1 } });
  expect(service.queries()[0]).toEqual({ ...days, ...sent, maxResults: '1' });
});

test.each<[string, Record<string, string>, string]>([
  [
    'backwards',
    { fromStoreId: '120', toStoreId: '94' },
    `'To Store ID' is 94, but it must be 120 ('From Store ID') or higher`,
  ],
  [
    'beside one store',
    { storeId: '94', toStoreId: '120' },
    `'Store' is 94, but it must be left empty when 'From Store ID' or 'To Store ID' is set`,
  ],
])('a range of stores %s is refused', async (_, filters, message) => {
  const service = await startService(small);
  const { error } = await service.run(NODE, { parameters: { ...dates, filters } });
  expect(error?.message).toContain(message);
  expect(service.sandbox.requests).toEqual([]);
});

test('the key is nowhere in what n8n keeps, of a read that worked and of one that did not', async () => {
  const service = await startService(small);
  const { subscriptionKey } = service.credentials;
  const good = await service.run(NODE, { parameters: { ...everything, output: 'file' } });
  expect(good.status).toBe('success');
  expect(good.trace).not.toContain(subscriptionKey);
  service.sandbox.fail({
    fault: { kind: 'status', status: 400, body: `{"message":"not for ${subscriptionKey}"}` },
    times: 4,
  });
  for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
    const bad = await service.run(NODE, { parameters: everything, onError });
    expect(bad.trace).toContain('(400)');
    expect(bad.trace).not.toContain(subscriptionKey);
  }
});
