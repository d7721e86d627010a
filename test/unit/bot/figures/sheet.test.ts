import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { column, createWriteSheet, madeOf, type SheetContent } from '../../../../bot/figures/sheet.ts';
import type { Table } from '../../../../bot/workbooks/table.ts';

const contentOf = (numbers: readonly number[]): SheetContent => ({
  name: 'numbers',
  asOf: 'as of today',
  columns: [column.count('number'), column.decimal('half')],
  rows: madeOf(numbers, (at) => [at, at / 2]),
});

test('a CSV file of many rows has each once and in order, and others have their turn while it is written', async () => {
  const numbers = Array.from({ length: 5_250 }, (_, at) => at);
  let turns = 0;
  let isDone = false;
  const counting = (async () => {
    while (!isDone) {
      await yieldToEventLoop();
      turns += 1;
    }
  })();
  const writeSheet = createWriteSheet({ write: () => Promise.reject(new Error('no workbook is wanted')) });
  const sheet = await writeSheet(contentOf(numbers), '/numbers', { format: 'csv', language: 'nb' });
  isDone = true;
  await counting;
  expect([sheet.fileName, sheet.rows]).toEqual(['numbers.csv', 5_250]);
  expect(Buffer.from(sheet.bytes).toString('utf8').split('\r\n')).toEqual([
    '\uFEFFnumber;half',
    ...numbers.map((at) => `${at};${String(at / 2).replace('.', ',')}`),
    '',
  ]);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('a workbook has the question and the age of the data above the same rows', async () => {
  const written: Table[] = [];
  const writeSheet = createWriteSheet({
    async write(table) {
      written.push({ ...table, rows: [...table.rows] });
      return Uint8Array.of(1);
    },
  });
  const sheet = await writeSheet(contentOf([1, 2]), '/numbers', { format: 'xlsx', language: 'nb' });
  expect(sheet).toEqual({ fileName: 'numbers.xlsx', bytes: Uint8Array.of(1), rows: 2 });
  expect(written).toEqual([
    {
      above: ['/numbers', 'As of today'],
      columns: [
        { title: 'number', kind: 'count' },
        { title: 'half', kind: 'decimal' },
      ],
      rows: [
        [1, 0.5],
        [2, 1],
      ],
    },
  ]);
});
