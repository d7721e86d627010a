import type { SalesRow } from 'retail-data-client';
import { CSV_STYLE } from 'retail-data-client/csv/csv';
import { salesHead, salesLines } from 'retail-data-client/csv/salesFile';
import type { SalesExport } from '../../../../shared/cli/sales/exportSales.ts';
import type { ExportProgress } from '../../../../shared/cli/sales/progress.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../memoryService.ts';
import type { MemoryFileSystem } from './memoryFileSystem.ts';

export const ROOT = '/exports';
export const OUT = `${ROOT}/sales.csv`;
export const FOLDER = `${ROOT}/sales.csv.days`;
export const MANIFEST = `${FOLDER}/export.json`;
export const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18'];

export function fileOf(day: string): string {
  return `${FOLDER}/${day}.csv`;
}

/** Three days of four stores and four products each. */
export function someSales(): SalesRow[] {
  return [16, 17, 18].flatMap((day) =>
    [1, 2, 3, 4].flatMap((store) => [1, 2, 3, 4].map((product) => saleOf(day, store, product))),
  );
}

/** Sales as a CSV file has them. */
export function csvOf(rows: readonly SalesRow[]): string {
  const style = CSV_STYLE.international;
  return salesHead('csv', style) + salesLines(rows, 'csv', style);
}

export const silence: ExportProgress = { begin() {}, report() {}, wait() {}, end() {} };

/** A client of a service in memory, and the days it was asked for, one for each call. */
export function clientOf(rows: readonly SalesRow[], failAt = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const client = createMemoryClient((request) => {
    asked.push(request.query.fromSalesDate ?? '');
    if (asked.length > failAt) throw new Error('the service went away');
    const { fromSalesDate = '', toSalesDate = '' } = request.query;
    const inPeriod = rows.filter((row) => row.salesDate >= fromSalesDate && row.salesDate <= toSalesDate);
    return { data: nested(pageOf(inPeriod, request)) };
  });
  return { client, asked };
}

/** An export of sales in memory to files in memory, seven sales a call, into one file when not said otherwise. */
export function exportOf(
  rows: readonly SalesRow[],
  fileSystem: MemoryFileSystem,
  plan: Partial<SalesExport> = {},
): SalesExport {
  return {
    client: clientOf(rows).client,
    fileSystem,
    folder: FOLDER,
    file: OUT,
    subject: {
      baseUrl: 'https://retail.example.test',
      subscriptionKey: 'a-key',
      filter: {},
      format: 'csv',
      style: 'international',
    },
    days: DAYS,
    pageSize: 7,
    again: false,
    overwrite: false,
    progress: silence,
    signal: new AbortController().signal,
    ...plan,
  };
}
