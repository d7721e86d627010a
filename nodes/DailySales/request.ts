import type { IExecuteFunctions } from 'n8n-workflow';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { CSV_STYLE, CSV_STYLES, type CsvStyle } from 'retail-data-client/csv/csv';
import { FILE_FORMATS, type FileFormat } from 'retail-data-client/csv/salesFile';
import { checkRange } from 'retail-data-client/http/validation';
import { type DailySalesFilter, InvalidInputError, type ReadOptions } from 'retail-data-client/portable';
import { callOptionsOf } from '../service/agent.ts';
import { SALES_PER_PAGE } from '../service/client.ts';
import { checkedFilters, refuseEmptyExpressions } from '../service/filters.ts';
import { calendarDay, count, identifier, identifiers, limitOf, oneOf, text } from '../service/inputs.ts';
import { labelOf } from '../service/labels.ts';
import { storeRange } from '../service/storeRange.ts';
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

export function readSalesRequest(
  context: IExecuteFunctions,
  itemIndex: number,
  calendar: Calendar,
  now: number,
): SalesRequest {
  const dates = readDates(context, itemIndex, calendar, now);
  const output = oneOf('output', text(context.getNodeParameter('output', itemIndex, 'rows')), OUTPUTS);
  const options = context.getNodeParameter('options', itemIndex, {});
  const { productIds, ...others } = readFilters(context, itemIndex);
  const filter = { ...datesSent(dates), ...others };
  checkRange(
    'fromSalesDate',
    filter.fromSalesDate,
    'toSalesDate',
    filter.toSalesDate,
    labelOf('fromSalesDate'),
  );
  if (output === 'totals' || output === 'file') checkBounds(filter, output);
  return {
    dates,
    filter,
    productIds,
    output,
    limit: readLimit(context, itemIndex, output),
    read: {
      pageSize: count('pageSize', options.pageSize) ?? SALES_PER_PAGE,
      ...callOptionsOf(context, itemIndex),
    },
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
export function readGroups(context: IExecuteFunctions, itemIndex: number): Group[] {
  const given: unknown = context.getNodeParameter('groupBy', itemIndex, ['product']);
  const parts = typeof given === 'string' ? given.split(',').map((part) => part.trim()) : given;
  if (!Array.isArray(parts) || parts.length < 1 || parts.length > 2 || parts[0] === parts[1]) {
    throw new InvalidInputError({
      field: 'groupBy',
      value: given,
      expected: `one or two different ones of ${GROUPS.join(', ')}`,
    });
  }
  return parts.map((part) => oneOf('groupBy', part, GROUPS));
}

export interface FileChoice {
  readonly format: FileFormat;
  readonly style: CsvStyle;
  readonly binaryProperty: string;
}

/** What only the output as a file needs. */
export function readFileChoice(context: IExecuteFunctions, itemIndex: number): FileChoice {
  const options = context.getNodeParameter('options', itemIndex, {});
  const binaryProperty = text(options.binaryProperty ?? 'data').trim();
  if (!/^[A-Za-z_][\w-]*$/.test(binaryProperty)) {
    throw new InvalidInputError({
      field: 'binaryProperty',
      value: options.binaryProperty,
      expected: 'the name of a field such as data: letters, digits, _ and -',
    });
  }
  return {
    format: oneOf('fileFormat', text(options.fileFormat ?? 'csv'), FILE_FORMATS),
    style: CSV_STYLE[oneOf('csvStyle', text(options.csvStyle ?? 'international'), CSV_STYLES)],
    binaryProperty,
  };
}

function readDates(
  context: IExecuteFunctions,
  itemIndex: number,
  calendar: Calendar,
  now: number,
): SalesDates {
  const period = oneOf('period', text(context.getNodeParameter('period', itemIndex, 'yesterday')), PERIODS);
  if (period !== 'custom') return datesOf(period, calendar, now);
  const { fromSalesDate = '', toSalesDate = '' } = context.getNode().parameters;
  const given = {
    fromSalesDate: context.getNodeParameter('fromSalesDate', itemIndex, ''),
    toSalesDate: context.getNodeParameter('toSalesDate', itemIndex, ''),
  };
  refuseEmptyExpressions(context, given, { fromSalesDate, toSalesDate });
  return {
    from: calendarDay('fromSalesDate', given.fromSalesDate),
    to: calendarDay('toSalesDate', given.toSalesDate),
  };
}

function datesSent({ from, to }: SalesDates): DailySalesFilter {
  return {
    ...(from === undefined ? {} : { fromSalesDate: from }),
    ...(to === undefined ? {} : { toSalesDate: to }),
  };
}

function readFilters(context: IExecuteFunctions, itemIndex: number) {
  const filters = checkedFilters(context, context.getNodeParameter('filters', itemIndex, {}));
  const productIds = identifiers('productIds', filters.productId);
  return {
    productIds,
    productId: productIds.length === 1 ? productIds[0] : undefined,
    ...storeRange(filters),
    vendorId: identifier('vendorId', filters.vendorId),
    wholesalerId: identifier('wholesalerId', filters.wholesalerId),
    changedSince: calendarDay('changedSince', filters.changedSince),
  };
}

/** Totals and files are of all sales: half a sum would look like a whole one. */
function readLimit(context: IExecuteFunctions, itemIndex: number, output: Output): number | undefined {
  if (output === 'totals' || output === 'file') return undefined;
  return limitOf(context, itemIndex);
}
