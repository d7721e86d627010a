import type * as z from 'zod';
import { valueAt } from '../errors/valueAt.ts';
import { accumulatedStockOperation, productStock } from '../operations/accumulatedStock.ts';
import { dailySalesOperation, productSale, salesDay, storeSales } from '../operations/dailySales.ts';
import { store, storesOperation } from '../operations/stores.ts';
import { differs, type Finding, type Findings, held, unclear } from './finding.ts';
import { judgeForm } from './forms.ts';
import { judgeIdOrder } from './idOrder.ts';
import { runsOf, type SaleSeen } from './salesSeen.ts';
import { listAt, textsAt } from './textAt.ts';

/** The records that came, from which forms are judged without a further question. */
export interface Records {
  readonly stores: readonly unknown[];
  readonly days: readonly unknown[];
  readonly sales: readonly SaleSeen[];
  readonly stock: readonly unknown[];
}

export function judgeRecords(records: Records): Findings {
  const { stores, sales, stock } = records;
  const dates = [
    ...textsAt(stores, 'lastChanged', 'date'),
    ...sales.map(({ changed }) => changed),
    ...textsAt(stock, 'updatedDate'),
  ];
  const times = [
    ...textsAt(stores, 'lastChanged', 'time'),
    ...sales.map(({ time }) => time),
    ...textsAt(stock, 'updatedTime'),
  ];
  const ofStores = runsOf(sales, ({ day, storeId }) => `${day} ${storeId}`);
  return {
    changeDateFormat: judgeForm(present(dates), /^\d{4}-\d{2}-\d{2}$/),
    changeTimeFormat: judgeForm(present(times), /^\d{2}:\d{2}:\d{2}$/),
    salesQuantity: judgeNumbers(
      sales.map(({ quantity }) => quantity),
      Number.isInteger,
    ),
    volumeDecimals: judgeNumbers(
      sales.map(({ volume }) => volume),
      hasThreeDecimals,
    ),
    storeIdOrder: judgeIdOrder(
      runsOf(sales, ({ day }) => day).map((ofDay) =>
        runsOf(ofDay, ({ storeId }) => storeId).map(([sale]) => sale?.storeId ?? ''),
      ),
    ),
    productIdOrder: judgeIdOrder([
      ...ofStores.map((run) => run.map(({ productId }) => productId)),
      textsAt(stock, 'productId'),
    ]),
    recordForm: judgeAgainstSchemas(records),
    extraFields: judgeExtraFields(records),
  };
}

function present(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text !== '');
}

function judgeNumbers(values: readonly unknown[], isExpected: (value: number) => boolean): Finding {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return unclear('no number to judge from');
  const odd = numbers.find((value) => !isExpected(value));
  return odd === undefined ? held(`in all of ${numbers.length}`) : differs(`one is ${odd}`);
}

function hasThreeDecimals(litres: number): boolean {
  return Math.abs(litres * 1000 - Math.round(litres * 1000)) < 1e-6;
}

function judgeAgainstSchemas({ stores, days, stock }: Records): Finding {
  const read: (readonly [z.ZodType, readonly unknown[], string])[] = [
    [storesOperation.answer, stores, 'stores'],
    [dailySalesOperation.answer, days, 'sales'],
    [accumulatedStockOperation.answer, stock, 'stock'],
  ];
  const asked = read.filter(([, records]) => records.length > 0);
  if (asked.length === 0) return unclear('no record to judge from');
  for (const [schema, records, name] of asked) {
    const issue = schema.safeParse(records).error?.issues[0];
    if (issue === undefined) continue;
    const found = valueAt(records, issue.path);
    return differs(
      `${name}, ${issue.path.join('.')} is ${found === undefined ? 'absent' : JSON.stringify(found)}`,
    );
  }
  return held(
    asked
      .map(([, records, name]) => `${records.length} ${name === 'sales' ? 'days of sales' : name}`)
      .join(', '),
  );
}

function judgeExtraFields({ stores, days, stock }: Records): Finding {
  const ofStores = days.flatMap((day) => listAt(day, 'storeSales'));
  const sales = ofStores.flatMap((entry) => listAt(entry, 'sales'));
  const read: (readonly [z.ZodObject, readonly unknown[]])[] = [
    [store, stores],
    [store.shape.address, stores.map((record) => valueAt(record, ['address']))],
    [store.shape.openingHours, stores.map((record) => valueAt(record, ['openingHours']))],
    [salesDay, days],
    [storeSales, ofStores],
    [productSale, sales],
    [productStock, stock],
  ];
  if (read.every(([, records]) => records.length === 0)) return unclear('no record to judge from');
  const extra = new Set(read.flatMap(([schema, records]) => [...extraKeys(schema, records)]));
  return extra.size === 0 ? held('none') : differs([...extra].join(', '));
}

function extraKeys(schema: z.ZodObject, records: readonly unknown[]): ReadonlySet<string> {
  const extra = new Set<string>();
  for (const record of records) {
    if (typeof record !== 'object' || record === null) continue;
    for (const key of Object.keys(record)) if (!(key in schema.shape)) extra.add(key);
  }
  return extra;
}
