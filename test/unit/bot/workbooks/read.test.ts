import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readFirstSheet } from '../../../../bot/workbooks/read.ts';
import { RefusedWorkbook } from '../../../../bot/workbooks/unpack.ts';
import { createWorkbookWriter } from '../../../../bot/workbooks/write.ts';
import { sheetPart, workbookOf, zipOf } from '../../../support/bot/products/workbooks.ts';

async function rowsIn(file: Uint8Array) {
  const rows: (string | number)[][] = [];
  for await (const piece of readFirstSheet(file)) {
    for (const { number, cells } of piece) rows.push([number, ...cells]);
  }
  return rows;
}

const refusalOf = (file: Uint8Array) =>
  rowsIn(file).then(
    () => 'none',
    (error: unknown) => (error instanceof RefusedWorkbook ? error.refusal : String(error)),
  );

describe('the rows of the first sheet are read', () => {
  test('with the numbers that Excel shows beside them', async () => {
    const rows =
      '<row r="2"><c r="B2" t="inlineStr"><is><t>a</t></is></c></row><row r="7"><c r="A7"><v>1</v></c></row>';
    expect(await rowsIn(workbookOf({ rows }))).toEqual([
      [2, '', 'a'],
      [7, '1'],
    ]);
  });

  test('where rows and cells have no numbers', async () => {
    const rows = '<row><c><v>1</v></c><c t="str"><v>a</v></c></row><row/><row><c><v>2</v></c></row>';
    expect(await rowsIn(workbookOf({ rows }))).toEqual([
      [1, '1', 'a'],
      [3, '2'],
    ]);
  });

  test.each([
    ['a number', '<c><v>1101</v></c>', '1101'],
    ['a number in scientific notation', '<c><v>1.101E3</v></c>', '1101'],
    ['a number of 13 digits', '<c><v>7080001234567</v></c>', '7080001234567'],
    ['leading zeros in text', '<c t="inlineStr"><is><t>00345</t></is></c>', '00345'],
    ['a shared text', '<c t="s"><v>1</v></c>', 'Rødvin, tørr'],
    ['rich text, without how it is spoken', '<c t="s"><v>2</v></c>', 'Pale Ale'],
    ['the result of a formula', '<c t="str"><f>A1&amp;"x"</f><v>a &lt;b&gt;</v></c>', 'a <b>'],
    ['a truth value', '<c t="b"><v>1</v></c>', '1'],
    ['an error', '<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['a character that XML has no place for', '<c t="inlineStr"><is><t>a_x000D_b</t></is></c>', 'a\rb'],
  ])('%s', async (_, cell, text) => {
    const shared =
      '<si><t>a</t></si><si><t>Rødvin, tørr</t></si><si><r><t>Pale </t></r><r><rPr><b/></rPr><t>Ale</t></r><rPh sb="0" eb="1"><t>peil</t></rPh></si>';
    expect(await rowsIn(workbookOf({ rows: `<row>${cell}</row>`, shared }))).toEqual([[1, text]]);
  });

  test('whatever prefix the elements have', async () => {
    const file = workbookOf({ rows: '<x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>', prefix: 'x:' });
    expect(await rowsIn(file)).toEqual([[1, '1']]);
  });

  test('of the first one that is not hidden', async () => {
    const file = await writeXlsx({
      sheets: [
        { name: 'Old', rows: [['hidden']], hidden: true },
        { name: 'List', rows: [['shown']] },
        { name: 'More', rows: [['later']] },
      ],
    });
    expect(await rowsIn(file)).toEqual([[1, 'shown']]);
  });

  test('of a file that the app has written', async () => {
    const writer = createWorkbookWriter({ above: ['/stock'], columns: [{ title: 'Navn', kind: 'text' }] });
    await writer.add([['Ærlig øl'], ['=1+1']]);
    expect(await rowsIn(await writer.end())).toEqual([
      [1, '/stock'],
      [3, 'Navn'],
      [4, 'Ærlig øl'],
      [5, '=1+1'],
    ]);
  });

  test('without cells far to the right', async () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c><c r="?"><v>3</v></c></row>';
    expect(await rowsIn(workbookOf({ rows }))).toEqual([[1, '1']]);
  });
});

const MEBIBYTE = `<x/>${' '.repeat(512 * 1024 - 4)}`.repeat(2);

describe('a file is refused', () => {
  const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

  test.each([
    [
      'with a password',
      Buffer.concat([Buffer.from(OLD), Buffer.from('EncryptedPackage', 'utf16le')]),
      'encrypted',
    ],
    ['of Excel 97', Buffer.from([...OLD, 0, 0]), 'oldFormat'],
    [
      'that is another zip',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'notWorkbook',
    ],
    ['that has only the beginning of a zip', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), 'damaged'],
    ['that was cut off', workbookOf({ rows: '<row/>' }).subarray(0, 300), 'damaged'],
    ['with broken XML', workbookOf({ rows: '<row><c></row>' }), 'damaged'],
    ['with an entity that is not defined', workbookOf({ rows: '<row><c><v>&x;</v></c></row>' }), 'damaged'],
  ])('%s', async (_, file, refusal) => {
    expect(await refusalOf(file)).toBe(refusal);
  });

  test('whose sheet is not there', async () => {
    const { [sheetPart]: _, ...parts } = workbookOf.parts({ rows: '' });
    expect(await refusalOf(zipOf(parts))).toBe('notWorkbook');
  });

  test('that unpacks to more than 50 MB', async () => {
    const tooLarge = workbookOf({ rows: '', shared: MEBIBYTE.repeat(51) });
    expect(tooLarge.length).toBeLessThan(300_000);
    expect(await refusalOf(tooLarge)).toBe('tooLarge');
    const cell = `<row><c><v>${'1'.repeat(1024 * 1024)}1</v></c></row>`;
    expect(await refusalOf(workbookOf({ rows: cell }))).toBe('tooLarge');
  });

  test('whose sizes are not true', async () => {
    const parts = workbookOf.parts({ rows: '', shared: ' '.repeat(60 * 1024 * 1024) });
    const lying = zipOf(parts, { declared: 1_000 });
    expect(['damaged', 'tooLarge']).toContain(await refusalOf(lying));
  });

  test('where many cells share a long text', async () => {
    const shared = `<si><t>${'x'.repeat(1024 * 1024)}</t></si>`;
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(51);
    expect(await refusalOf(workbookOf({ rows, shared }))).toBe('tooLarge');
  });
});
