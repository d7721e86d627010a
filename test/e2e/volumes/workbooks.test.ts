import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../../bot/process/log.ts';
import { MAX_PRODUCTS } from '../../../bot/products/collectProducts.ts';
import { readProductList } from '../../../bot/products/readList.ts';
import type { Column } from '../../../bot/workbooks/table.ts';
import { createWorkbooks } from '../../../bot/workbooks/workbooks.ts';
import { listWorkbook, workbookOf } from '../../support/bot/products/workbooks.ts';
import { readSheet } from '../../support/workbook.ts';

const MOST_MEGABYTES = 300;

/** The most memory that the processes had which are started from now on, as the system knows it, in megabytes. */
function watchMemory(): { peak(): number } {
  let peak = 0;
  const note = (message: unknown) => {
    const { process: child } = message as { readonly process: ChildProcess };
    // Each answer comes after the work for it; the last one before the process ends.
    child.on('message', () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
    });
  };
  subscribe('child_process', note);
  onTestFinished(() => void unsubscribe('child_process', note));
  return { peak: () => peak };
}

// Only Linux tells the most memory that another process had.
describe.skipIf(process.platform !== 'linux')('a workbook', () => {
  test('of 100,000 rows is written in at most 300 MB', async () => {
    const columns: readonly Column[] = [
      { title: 'Product number', kind: 'text' },
      { title: 'Product name', kind: 'text' },
      { title: 'Stock date', kind: 'date' },
      ...['a', 'b', 'c', 'd', 'e'].map((title): Column => ({ title, kind: 'decimal' })),
    ];
    function* rows() {
      for (let at = 0; at < 100_000; at += 1) {
        const figures = [1, 2, 3, 4, 5].map((factor) => (at * factor) / 1_000);
        yield [`${1_000_000 + at}`, `Måke Pale Ale 33 cl number ${at}`, '2026-11-20', ...figures];
      }
    }
    const memory = watchMemory();
    const file = await createWorkbooks(createLog('silent')).write({
      above: ['/stock all'],
      columns,
      rows: rows(),
    });
    const { rows: written } = readSheet(file);
    expect(written).toHaveLength(100_003);
    expect(written.at(-1)?.map((cell) => cell?.value)).toEqual([
      '1099999',
      'Måke Pale Ale 33 cl number 99999',
      46_346,
      99.999,
      199.998,
      299.997,
      399.996,
      499.995,
    ]);
    expect(memory.peak()).toBeGreaterThan(20);
    expect(memory.peak()).toBeLessThan(MOST_MEGABYTES);
  });

  test.each([
    ['with a list as long as one may be', () => listWorkbook(named(MAX_PRODUCTS)), MAX_PRODUCTS],
    [
      'that unpacks to 500 MB',
      () => workbookOf({ rows: `<row>${' '.repeat(500 * 1024 * 1024)}</row>` }),
      undefined,
    ],
    [
      'with millions of texts that cells share',
      () =>
        workbookOf({
          rows: '<row><c t="s"><v>0</v></c></row>',
          shared: '<si><t>a</t></si>'.repeat(2_900_000),
        }),
      undefined,
    ],
  ])('%s is read in at most 300 MB', async (_, fileOf, products) => {
    const memory = watchMemory();
    const file = fileOf();
    const list = await readProductList(file, createWorkbooks(createLog('silent'))).catch(() => undefined);
    expect(list?.products.length).toBe(products);
    expect(memory.peak()).toBeGreaterThan(20);
    expect(memory.peak()).toBeLessThan(MOST_MEGABYTES);
  });
});

function named(count: number): (string | number)[][] {
  return Array.from({ length: count }, (_, at) => [
    at + 1,
    `Måke Pale Ale 33 cl number ${at}`,
    `Group ${at % 900}`,
  ]);
}
