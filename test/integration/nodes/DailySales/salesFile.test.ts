import { expect, test } from 'vitest';
import { useService } from '../../../support/nodes/service.ts';

const startService = useService();
const NODE = 'retailDataDailySales';
const dates = { period: 'custom', fromSalesDate: '2026-11-18', toSalesDate: '2026-11-19' };

async function fileOf(options: Record<string, string>) {
  const service = await startService({ stores: 4, products: 8 });
  const { items } = await service.run(NODE, { parameters: { ...dates, output: 'file', options } });
  const truth = service.sandbox.truth.sales('2026-11-18', '2026-11-19');
  const [item] = items;
  const binary = item?.binary?.[options.binaryProperty ?? 'data'];
  const content = Buffer.from(binary?.data ?? '', 'base64');
  return { items, item, binary, content, text: content.toString(), truth };
}

test('writes an international CSV by default', async () => {
  const { items, item, binary, text, truth } = await fileOf({});
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    'salesDate,storeId,productId,salesVolume,salesQuantity,lastChangedDate,lastChangedTime',
  );
  expect(lines.slice(1, -1)).toEqual(
    truth.map((sale) =>
      [
        sale.salesDate,
        sale.storeId,
        sale.productId,
        sale.salesVolume,
        sale.salesQuantity,
        sale.lastChangedDate,
        sale.lastChangedTime,
      ].join(','),
    ),
  );
  expect(lines.at(-1)).toBe('');
  expect(items).toHaveLength(1);
  expect(item?.json).toEqual({
    rows: truth.length,
    fileName: 'daily-sales_2026-11-18_2026-11-19.csv',
    from: '2026-11-18',
    to: '2026-11-19',
  });
  expect(item?.pairedItem).toEqual({ item: 0 });
  expect(binary).toMatchObject({ mimeType: 'text/csv', fileName: 'daily-sales_2026-11-18_2026-11-19.csv' });
});

test('writes a Norwegian CSV with semicolons, decimal commas and a byte order mark', async () => {
  const { content, text, truth } = await fileOf({ csvStyle: 'norwegian', binaryProperty: 'sales' });
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const cells = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(';'));
  expect(cells.map((row) => row[3])).toEqual(truth.map((sale) => String(sale.salesVolume).replace('.', ',')));
});

test('writes NDJSON with one sale per line', async () => {
  const { text, truth, item } = await fileOf({ fileFormat: 'ndjson' });
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(rows).toEqual(truth.map(({ millilitres: _, ...row }) => row));
  expect(item?.json.fileName).toBe('daily-sales_2026-11-18_2026-11-19.ndjson');
});

test('a file of one day has one date in its name', async () => {
  const service = await startService({ stores: 2, products: 4 });
  const day = { period: 'custom', fromSalesDate: '2026-11-18', toSalesDate: '2026-11-18' };
  const { json } = await service.run(NODE, { parameters: { ...day, output: 'file' } });
  expect(json[0]?.fileName).toBe('daily-sales_2026-11-18.csv');
});

test('a text in which some spreadsheet sees a formula stays a text, and a decimal comma needs no quotes', async () => {
  const service = await startService();
  const sales = [
    {
      productId: '@a;"b",=c',
      salesVolume: -1.5,
      salesQuantity: 2,
      lastChanged: { date: '2026-11-20', time: '07:45' },
    },
  ];
  const body = [{ salesDate: '2026-11-19', storeSales: [{ storeId: '=1+1', sales }] }];
  service.sandbox.fail({ fault: { kind: 'shape', body }, times: 2 });
  service.sandbox.fail({ fault: { kind: 'shape', body: [] }, times: 2 });
  const options = { csvStyle: 'norwegian' };
  const { items } = await service.run(NODE, { parameters: { ...dates, output: 'file', options } });
  const text = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
  expect(text.split('\r\n')[1]).toBe(`2026-11-19;'=1+1;"'@a;""b"",'=c";-1,5;2;2026-11-20;07:45`);
});

test.each([
  [{ fromSalesDate: '2026-11-19' }, 'daily-sales_from_2026-11-19.csv'],
  [{ toSalesDate: '2026-11-19' }, 'daily-sales_until_2026-11-19.csv'],
  [{ filters: { changedSince: '2026-11-19' } }, 'daily-sales.csv'],
])('the file of %o is named %s', async (parameters, fileName) => {
  const service = await startService({ stores: 1, products: 2 });
  const { json } = await service.run(NODE, {
    parameters: { period: 'custom', output: 'file', ...parameters },
  });
  expect(json[0]?.fileName).toBe(fileName);
});
