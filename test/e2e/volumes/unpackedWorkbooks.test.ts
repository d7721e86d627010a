import { expect, test } from 'vitest';
import { readFirstSheet } from '../../../bot/workbooks/read.ts';
import { workbookOf } from '../../support/bot/products/workbooks.ts';

const MEBIBYTE = `<x/>${' '.repeat(512 * 1024 - 4)}`.repeat(2);

async function rowsIn(file: Uint8Array) {
  const rows: unknown[] = [];
  for await (const piece of readFirstSheet(file)) rows.push(...piece);
  return rows;
}

test('a workbook that unpacks to nearly 50 MB is read, and one of 250 MB of rows is refused', async () => {
  const fits = workbookOf({ rows: '<row><c><v>1</v></c></row>', shared: MEBIBYTE.repeat(49) });
  expect(await rowsIn(fits)).toEqual([{ number: 1, cells: ['1'] }]);
  await expect(rowsIn(workbookOf({ rows: MEBIBYTE.repeat(251) }))).rejects.toMatchObject({
    refusal: 'tooManyRows',
  });
});
