import type { SalesRow } from 'retail-data-client';
import { pathsOf } from '../../../../shared/cli/paths.ts';
import type { ExportProgress } from '../../../../shared/cli/progress.ts';
import type { SalesExport } from '../../../../shared/cli/salesExport.ts';
import { createJumpingClock } from '../../fakeClock.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../memoryService.ts';
import type { MemoryDisk } from './memoryDisk.ts';

export const OUT = '/exports/sales.csv';
export const PART = `${OUT}.part`;
export const JOURNAL = `${PART}.json`;

/** Three days of four stores and four products each. */
export function someSales(): SalesRow[] {
  return [16, 17, 18].flatMap((day) =>
    [1, 2, 3, 4].flatMap((store) => [1, 2, 3, 4].map((product) => saleOf(day, store, product))),
  );
}

const silence: ExportProgress = { begin() {}, report() {}, wait() {}, end() {} };

export interface MemoryServiceOptions {
  /** What the service says in its header; nothing when not set. */
  readonly total?: number;
}

/** An export of sales in memory to a disk in memory, seven sales a call, a checkpoint after each. */
export function exportOf(
  rows: readonly SalesRow[],
  disk: MemoryDisk,
  plan: Partial<SalesExport> & MemoryServiceOptions = {},
): SalesExport {
  const filter = { fromSalesDate: '2026-11-16', toSalesDate: '2026-11-18' };
  const client = createMemoryClient((request) => ({
    data: nested(pageOf(rows, request)),
    ...(plan.total === undefined ? {} : { headers: { 'x-total-count': String(plan.total) } }),
  }));
  return {
    client,
    clock: createJumpingClock(),
    disk,
    paths: pathsOf(OUT),
    subject: {
      baseUrl: 'https://retail.example.test',
      subscriptionKey: 'a-key',
      query: filter,
      format: 'csv',
      style: 'international',
    },
    filter,
    pageSize: 7,
    overwrite: false,
    restart: false,
    progress: silence,
    signal: new AbortController().signal,
    checkpointBytes: 1,
    ...plan,
  };
}
