import type * as z from 'zod/mini';
import { valueAt } from '../../errors/valueAt.ts';
import { accumulatedStockOperation } from '../../operations/accumulatedStock.ts';
import { dailySalesOperation } from '../../operations/dailySales.ts';
import { storesOperation } from '../../operations/stores.ts';
import { differs, type Finding, held, Unclear } from './finding.ts';
import { checkForm } from './forms.ts';
import type { Prober } from './prober.ts';
import { salesIn, textsAt } from './records.ts';
import { salesRecords } from './salesChecks.ts';
import { askAllStock } from './stockChecks.ts';

/** Checks every record that came against the schema the client holds it to. */
export async function checkRecordForm(prober: Prober): Promise<Finding> {
  const read: (readonly [name: string, z.ZodMiniType, readonly unknown[], counted: string])[] = [
    ['stores', storesOperation.answer, (await prober.ask(storesOperation.path)).records, 'stores'],
    ['sales', dailySalesOperation.answer, await salesRecords(prober), 'days of sales'],
    ['stock', accumulatedStockOperation.answer, (await askAllStock(prober)).records, 'stock'],
  ];
  const came = read.filter(([, , records]) => records.length > 0);
  if (came.length === 0) throw new Unclear('no record to judge from');
  for (const [name, schema, records] of came) {
    const issue = schema.safeParse(records).error?.issues[0];
    if (issue === undefined) continue;
    const found = valueAt(records, issue.path);
    const what = found === undefined ? 'absent' : JSON.stringify(found);
    return differs(`${name}, ${issue.path.join('.')} is ${what}`);
  }
  return held(came.map(([, , records, counted]) => `${records.length} ${counted}`).join(', '));
}

export async function checkChangeDates(prober: Prober): Promise<Finding> {
  const stores = (await prober.ask(storesOperation.path)).records;
  const sales = salesIn(await salesRecords(prober));
  const stock = (await askAllStock(prober)).records;
  const dates = [
    ...textsAt(stores, 'lastChanged', 'date'),
    ...textsAt(sales, 'changed'),
    ...textsAt(stock, 'updatedDate'),
  ];
  return checkForm(dates, /^\d{4}-\d{2}-\d{2}$/);
}
