import type { SalesRow } from 'retail-data-client';
import { expect, test } from 'vitest';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import fc, { longRuns } from '../../../support/property.ts';

/** Whatever the interface leaves open about pages: the read is whole under each, in as many calls as it takes. */

const cell = fc.tuple(
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: 5 }),
);
const pageSize = fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined });
const cap = fc.integer({ min: 1, max: 40 });

/** The rows up to the end of the first day or store. */
function cutAt(rows: readonly SalesRow[], end: 'day' | 'store' | undefined): readonly SalesRow[] {
  const [first] = rows;
  if (first === undefined || end === undefined) return rows;
  const isOther = (row: SalesRow) =>
    row.salesDate !== first.salesDate || (end === 'store' && row.storeId !== first.storeId);
  const other = rows.findIndex(isOther);
  return other === -1 ? rows : rows.slice(0, other);
}

test('sales are read whole from every service that the interface allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(cell, { maxLength: 30, selector: (parts) => parts.join(' ') }),
      fc.record({
        pageSize,
        cap,
        cut: fc.constantFrom('day', 'store', undefined),
        total: fc.constantFrom('rows', 'page', 'days', undefined),
        refusesEnd: fc.boolean(),
        order: fc.constantFrom(1, -1, undefined),
      }),
      async (cells, service) => {
        const { order } = service;
        // By day, the newest last or first, or in an order that nobody can tell.
        const sorted = cells.toSorted((one, other) => {
          return order === undefined
            ? 0
            : order * (one[0] - other[0]) || one[1] - other[1] || one[2] - other[2];
        });
        const rows = sorted.map(([day, store, product]) => saleOf(day, store, product));
        const client = createMemoryClient((request) => {
          const start = Number(request.query.start ?? 0);
          if (service.refusesEnd && start > 0 && start >= rows.length) return { status: 400, data: {} };
          const page = cutAt(pageOf(rows, request).slice(0, service.cap), service.cut);
          const totals = { rows: rows.length, page: page.length, days: 3 };
          return {
            data: nested(page),
            ...(service.total === undefined
              ? {}
              : { headers: { 'x-total-count': String(totals[service.total]) } }),
          };
        });
        expect(await client.dailySales({}, { pageSize: service.pageSize }).toArray()).toEqual(rows);
      },
    ),
    { numRuns: longRuns(150) },
  );
});

test('stock is read whole from every service that the interface allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 60 }),
      fc.record({
        pageSize,
        cap,
        initial: cap,
        largest: fc.integer({ min: 30, max: 80 }),
        total: fc.constantFrom('rows', 'page', 'fewer', undefined),
        refusesEnd: fc.boolean(),
      }),
      async (count, service) => {
        const products = Array.from({ length: count }, (_, number) => ({
          productId: String(number),
          stock: 5,
          numberOfStoresWithStock: 1,
          updatedDate: '2026-11-20',
          updatedTime: '08:24:00',
        }));
        const client = createMemoryClient((request) => {
          const { start, maxResults } = request.query;
          const isPastEnd = service.refusesEnd && start !== undefined && Number(start) >= count;
          if (isPastEnd || Number(maxResults ?? 0) > service.largest) return { status: 400, data: {} };
          const most = Math.min(service.cap, Number(maxResults ?? service.initial));
          const data = pageOf(products, {
            ...request,
            query: { ...request.query, maxResults: String(most) },
          });
          const totals = { rows: count, page: data.length, fewer: count >> 1 };
          return {
            data,
            ...(service.total === undefined
              ? {}
              : { headers: { 'x-total-count': String(totals[service.total]) } }),
          };
        });
        const read = client.accumulatedStock({}, { pageSize: service.pageSize, maxCalls: 1_000 });
        expect(await read.toArray()).toEqual(products);
        expect(await read.toArray()).toEqual(products);
      },
    ),
    { numRuns: longRuns(150) },
  );
});
