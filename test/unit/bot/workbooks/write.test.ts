import { expect, test } from 'vitest';
import type { CellValue, Column } from '../../../../bot/workbooks/table.ts';
import { createWorkbookWriter } from '../../../../bot/workbooks/write.ts';
import { readSheet, shown } from '../../../support/workbook.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Product number', kind: 'text' },
  { title: 'Day', kind: 'date' },
  { title: 'Units', kind: 'count' },
  { title: 'Sold', kind: 'quantity' },
  { title: 'Litres', kind: 'decimal' },
  { title: 'Share (%)', kind: 'percent' },
];

async function written(
  pieces: readonly (readonly (readonly CellValue[])[])[],
  { above = ['/stock gin', 'As of today'], columns = COLUMNS } = {},
) {
  const writer = createWorkbookWriter({ above, columns });
  for (const piece of pieces) await writer.add(piece);
  return readSheet(await writer.end());
}

test('numbers are numbers, days are days and the rest is text, each in its format', async () => {
  const { rows } = await written([
    [['00345', '2026-11-20', 1_204, 0.5, 12.345, 11.2]],
    [['1102', '–', -3, 6, -0.75, undefined]],
  ]);
  expect(rows.slice(4)).toEqual([
    [
      { value: '00345', format: '@', bold: false },
      { value: 46_346, format: 'yyyy-mm-dd', bold: false },
      { value: 1_204, format: '#,##0', bold: false },
      { value: 0.5, format: 'General', bold: false },
      { value: 12.345, format: '#,##0.000', bold: false },
      { value: 0.112, format: '0.0%', bold: false },
    ],
    [
      { value: '1102', format: '@', bold: false },
      { value: '–', format: 'yyyy-mm-dd', bold: false },
      { value: -3, format: '#,##0', bold: false },
      { value: 6, format: 'General', bold: false },
      { value: -0.75, format: '#,##0.000', bold: false },
    ],
  ]);
  expect(rows[4]?.map((cell) => cell && shown(cell))[1]).toBe('2026-11-20');
});

test('the question and the age of the data stand above a heading that stays in view', async () => {
  const { rows, frozenRows } = await written([[['1101', '2026-11-20', 1, 1, 1, 1]]]);
  const texts = rows.map((row) => row.map((cell) => cell?.value));
  expect(texts.slice(0, 4)).toEqual([['/stock gin'], ['As of today'], [], COLUMNS.map(({ title }) => title)]);
  expect(rows.map((row) => row.map((cell) => cell?.bold))[3]).toEqual(COLUMNS.map(() => true));
  expect(frozenRows).toBe(4);
});

test('columns are as wide as their titles and first rows', async () => {
  const long = 'Fjord Pale Ale 33 cl';
  const { widths } = await written([[['1', long, 1_234_567, 1, 1_234.5, 1]]]);
  expect(widths).toEqual([16, long.length + 2, 13, 10, 11, 11]);
  const [narrow] = (await written([[['x'.repeat(500)]]], { columns: COLUMNS.slice(0, 1) })).widths;
  expect(narrow).toBe(50);
});

test('texts stay as they are, whatever they begin with and have in them', async () => {
  const texts = [
    '=1+1',
    '+47 22',
    '-1',
    '@SUM(A1)',
    '＝HYPERLINK("x")',
    '\t=1',
    "'quoted",
    'Ærlig øl på Ås & <co> "x"',
    ' spaces ',
    'two\nlines',
    '_x0041_ is no A',
    '😀',
  ];
  const { rows, xml } = await written([texts.map((text) => [text])], { columns: COLUMNS.slice(0, 1) });
  expect(rows.slice(4).map(([cell]) => cell?.value)).toEqual(texts);
  expect(rows.slice(4).every(([cell]) => cell?.format === '@')).toBe(true);
  expect(xml).not.toMatch(/<f[ >]/);
});

test('characters that would make Excel refuse the file are left out, and so are texts beyond its limit', async () => {
  const { rows, xml } = await written([[['a\ufffe\uffffb'], ['\ud800'], ['x'.repeat(40_000)]]], {
    columns: COLUMNS.slice(0, 1),
  });
  expect(rows.slice(4).map(([cell]) => cell?.value)).toEqual(['ab', '\ufffd', 'x'.repeat(32_767)]);
  expect(xml).not.toMatch(/[\ufffe\uffff]/);
});

test('a file without rows has its heading', async () => {
  const { rows } = await written([]);
  expect(rows).toHaveLength(4);
  expect((await written([], { above: [] })).rows).toHaveLength(1);
});
