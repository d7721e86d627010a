import { expect, test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../../../shared/sandbox/index.ts';
import {
  ask,
  askFor,
  open,
  type Parameters,
  SALES,
  STOCK,
  STORES,
} from '../../../support/shared/sandbox/asking.ts';

interface Day {
  readonly salesDate: string;
  readonly storeSales: readonly {
    readonly storeId: string;
    readonly sales: readonly {
      readonly productId: string;
      readonly lastChanged: { date: string; time: string };
    }[];
  }[];
}

const THURSDAY = '2026-11-19';

function sales(days: readonly Day[]) {
  return days.flatMap(({ storeSales }) => storeSales.flatMap((store) => store.sales));
}

test.each<[string, Parameters, SandboxOptions]>([
  ['fromSalesDate', { fromSalesDate: THURSDAY }, { rangeStart: 'exclusive' }],
  ['toSalesDate', { fromSalesDate: THURSDAY, toSalesDate: THURSDAY }, { rangeEnd: 'exclusive' }],
  ['fromStoreId', { fromSalesDate: THURSDAY, fromStoreId: 1977 }, { storeRangeStart: 'exclusive' }],
  ['toStoreId', { fromSalesDate: THURSDAY, toStoreId: 94 }, { storeRangeEnd: 'exclusive' }],
])('an exclusive end of %s leaves out what stands there', async (_, parameters, options) => {
  expect(sales(await askFor<Day[]>(await open(), SALES, parameters)).length).toBeGreaterThan(0);
  expect(sales(await askFor<Day[]>(await open(options), SALES, parameters))).toEqual([]);
});

test('start and maxResults can count stores', async () => {
  const whole = await askFor<Day[]>(await open(), SALES, { fromSalesDate: THURSDAY });
  const options: SandboxOptions = { salesStart: 'stores', salesMaxResults: 'stores' };
  const page = await askFor<Day[]>(await open(options), SALES, {
    fromSalesDate: THURSDAY,
    start: 2,
    maxResults: 3,
  });
  expect(page).toEqual([{ salesDate: THURSDAY, storeSales: whole[0]?.storeSales.slice(2, 5) }]);
});

test('formats change what is written and nothing else', async () => {
  const usual = await askFor<Day[]>(await open(), SALES, { fromSalesDate: THURSDAY });
  const other = await askFor<Day[]>(
    await open({ changeDateFormat: 'dd.MM.yyyy', changeTimeFormat: 'HH:mm' }),
    SALES,
    { fromSalesDate: THURSDAY },
  );
  const text = JSON.stringify(usual).replace(
    /"date":"(\d{4})-(\d\d)-(\d\d)","time":"(\d\d:\d\d):\d\d"/g,
    '"date":"$3.$2.$1","time":"$4"',
  );
  expect(JSON.stringify(other)).toBe(text);
});

test('an absent opening time can be null or left out', async () => {
  for (const [absentValues, expected] of [
    ['emptyText', ''],
    ['null', null],
    ['leftOut', undefined],
  ] as const) {
    const [store] = await askFor<{ openingHours: { regularHours: { openingTime?: string | null }[] } }[]>(
      await open({ absentValues }),
      STORES,
      { storeId: 101 },
    );
    expect(store?.openingHours.regularHours[6]?.openingTime).toBe(expected);
  }
});

test('a default page of stock is not a cap on the page that is asked for', async () => {
  const sandbox = await open({ stockDefaultResults: 10 });
  expect(await askFor<unknown[]>(sandbox, STOCK)).toHaveLength(10);
  expect(await askFor<unknown[]>(sandbox, STOCK, { maxResults: 20 })).toHaveLength(20);
});

test('each operation can have a cap of its own', async () => {
  const sandbox = await open({ stockMaxResultsCap: 10 });
  expect(await askFor<unknown[]>(sandbox, STOCK, { maxResults: 20 })).toHaveLength(10);
  expect(sales(await askFor<Day[]>(sandbox, SALES, { maxResults: 20 }))).toHaveLength(20);
});

test('a redirect is answered before anything else, to an address of its own', async () => {
  const sandbox = await open({ redirect: 'always' });
  const response = await ask(sandbox, STORES);
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe(`${sandbox.url}/moved${STORES}`);
});

test.each<[string, SandboxOptions]>([
  ['idOrder', JSON.parse('{"idOrder":"random"}')],
  ['storeIdOrder', JSON.parse('{"storeIdOrder":"random"}')],
  ['rangeEnd', JSON.parse('{"rangeEnd":"half"}')],
  ['missingKeyStatus', JSON.parse('{"missingKeyStatus":200}')],
  ['stockDefaultResults', { stockDefaultResults: 0 }],
  ['largestMaxResults', { largestMaxResults: 1.5 }],
  ['totalHeaderName', { totalHeaderName: '' }],
])('a senseless %s is refused by name', async (name, options) => {
  await expect(startSandbox(options)).rejects.toThrow(name);
});
