import type { IDataObject } from 'n8n-workflow';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { checkRange } from 'retail-data-client/http/validation';
import { type DailySalesFilter, InvalidInputError, type ReadOptions } from 'retail-data-client/portable';
import { SALES_PER_PAGE } from '../service/client.ts';
import { calendarDay, count, identifiers, oneOf } from '../service/inputs.ts';
import type { Item } from '../service/item.ts';
import { labelOf } from '../service/labels.ts';
import { salesFilter } from '../service/salesFilter.ts';
import { datesOf, PERIODS, type SalesDates } from './period.ts';
import { GROUPS, type Group } from './totals.ts';

export const OUTPUTS = ['days', 'file', 'rows', 'stores', 'totals'] as const;
export type Output = (typeof OUTPUTS)[number];

/** The parameters of one item, read and checked. */
export interface SalesRequest {
  readonly dates: SalesDates;
  readonly filter: DailySalesFilter;
  /** Only these products; with several of them the filter has none, and the others are left out of what comes. */
  readonly productIds: readonly number[];
  readonly output: Output;
  /** Items at most: sales with `rows`, whole stores and days with `stores` and `days`; all when undefined. */
  readonly limit: number | undefined;
  readonly read: ReadOptions;
}

export function readSalesRequest(item: Item, calendar: Calendar, now: number): SalesRequest {
  const dates = readDates(item, calendar, now);
  const output = item.choice('output', 'rows', OUTPUTS);
  const { productIds, ...others } = readFilters(item.filters);
  const filter = { fromSalesDate: dates.from, toSalesDate: dates.to, ...others };
  checkRange('fromSalesDate', dates.from, 'toSalesDate', dates.to, labelOf('fromSalesDate'));
  if (output === 'totals' || output === 'file') checkBounds(filter, output);
  return {
    dates,
    filter,
    productIds,
    output,
    // Totals and files are of all sales: half a sum would look like a whole one.
    limit: output === 'totals' || output === 'file' ? undefined : item.limit,
    read: { pageSize: count('pageSize', item.options.pageSize) ?? SALES_PER_PAGE, ...item.call },
  };
}

/** Totals and files are of all that is asked for: without any bound that is years of sales, and hardly what was meant. */
function checkBounds({ fromSalesDate, toSalesDate, changedSince }: DailySalesFilter, output: Output): void {
  if ((fromSalesDate ?? toSalesDate ?? changedSince) !== undefined) return;
  throw new InvalidInputError({
    field: 'fromSalesDate',
    value: undefined,
    expected: `a day such as 2026-11-20, because ${output === 'file' ? 'a file needs' : 'totals need'} dates (or set 'To Sales Date', 'Changed Since' or another 'Period')`,
  });
}

/** What only the output as totals needs: one or two groups, in the order given. */
export function readGroups(item: Item): Group[] {
  const { given, parts } = item.list('groupBy', ['product']);
  if (parts.length < 1 || parts.length > 2 || parts[0] === parts[1]) {
    throw new InvalidInputError({
      field: 'groupBy',
      value: Array.isArray(given) && given.length > 0 ? given.join(', ') : given,
      expected: `one or two different ones of ${GROUPS.join(', ')}`,
    });
  }
  return parts.map((part) => oneOf('groupBy', part, GROUPS));
}

function readDates(item: Item, calendar: Calendar, now: number): SalesDates {
  const period = item.choice('period', 'yesterday', PERIODS);
  if (period !== 'custom') return datesOf(period, calendar, now);
  const { fromSalesDate, toSalesDate } = item.bounds('fromSalesDate', 'toSalesDate');
  return {
    from: calendarDay('fromSalesDate', fromSalesDate),
    to: calendarDay('toSalesDate', toSalesDate),
  };
}

function readFilters(filters: IDataObject) {
  const productIds = identifiers('productIds', filters.productId);
  return {
    productIds,
    productId: productIds.length === 1 ? productIds[0] : undefined,
    ...salesFilter(filters),
    changedSince: calendarDay('changedSince', filters.changedSince),
  };
}
