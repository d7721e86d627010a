import { CSV_STYLE, CSV_STYLES, type CsvValue, csvLine } from 'retail-data-client/csv/csv';
import { describe, expect, test } from 'vitest';
import fc, { longRuns } from '../../../support/property.ts';

const cellOf = (text: string) => csvLine([text, 'end'], CSV_STYLE.international).replace(/,end\r\n$/, '');

test('no text of a line can run as a formula, and numbers stay numbers', () => {
  const row = ['2026-11-19', '=1+1', '@cmd "x",y', -0.7, -1, undefined, '+47'];
  expect(csvLine(row, CSV_STYLE.international)).toBe(`2026-11-19,'=1+1,"'@cmd ""x"",y",-0.7,-1,,'+47\r\n`);
  expect(csvLine(row, CSV_STYLE.norwegian)).toBe(`2026-11-19;'=1+1;"'@cmd ""x"",y";-0,7;-1;;'+47\r\n`);
});

test.each([
  ['=1', "'=1"],
  ['-1', "'-1"],
  [' =1', " '=1"],
  ['\u200b=1', "\u200b'=1"],
  ['\t1', "'\t1"],
  ['\uff1d1', "'\uff1d1"],
  ['\uff201', "'\uff201"],
  ['Pale Ale;=A1', "Pale Ale;'=A1"],
  ['Pale Ale; -1', "Pale Ale; '-1"],
  ['Pale Ale,=A1', `"Pale Ale,'=A1"`],
  ['Pale Ale\n=A1', `"Pale Ale\n'=A1"`],
  ['Pale Ale;"=A1"', `"Pale Ale;""'=A1"""`],
])('a text that a spreadsheet may split and take for a formula, %j, has an apostrophe there', (text, cell) =>
  expect(cellOf(text)).toBe(cell),
);

test.each(['', '0101', 'A-1', 'a=b', 'Gin - 50 cl; 40 %', ' 7', "'=1", '\u2013 7', 'x = 1 + 2'])(
  'a text that nobody takes for one, %j, stays as it is',
  (text) => expect(cellOf(text)).toBe(text),
);

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Cells as a spreadsheet sees them that splits at another separator, and knows quotes or does not. */
function readAs(file: string, separator: string, quotes: boolean): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < file.length; at += 1) {
    const sign = file.charAt(at);
    if (isQuoted && sign === '"' && file[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted && sign === '"') isQuoted = false;
    else if (!isQuoted && quotes && isStart && sign === '"') isQuoted = true;
    else if (!isQuoted && (sign === separator || sign === '\n' || sign === '\r')) {
      cells.push(cell);
      cell = '';
      isStart = true;
      continue;
    } else cell += sign;
    isStart = false;
  }
  return [...cells, cell];
}

describe('whichever separator a spreadsheet splits a file at', () => {
  const piece = fc.constantFrom(...'=+-@\uff1d,;|\t\r\n"\' \u00a0\u200ba1');
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const number = fc.constantFrom(-1.5, -7, 0, 12);
  const rows = fc.array(fc.tuple(text, fc.oneof(text, number), number, text), { maxLength: 4 });

  test.each(CSV_STYLES)('no cell of the %s style begins a formula, but numbers', (name) => {
    const style = CSV_STYLE[name];
    const numbers = [-1.5, -7].map((value) => String(value).replace('.', style.decimalSign));
    const fileOf = (lines: readonly CsvValue[][]) => lines.map((line) => csvLine(line, style)).join('');
    fc.assert(
      fc.property(rows, fc.constantFrom(...SEPARATORS), fc.boolean(), (lines, separator, quotes) => {
        const formulas = readAs(fileOf(lines), separator, quotes)
          .map((cell) => cell.replace(/^[\s"\p{Cf}]+/u, ''))
          .filter((cell) => /^[=+\-@\uff1d]/.test(cell) && !numbers.includes(cell));
        expect(formulas).toEqual([]);
      }),
      { numRuns: longRuns(3_000) },
    );
  });

  test.each(CSV_STYLES)('a text without such a place comes back as it was from the %s style', (name) => {
    const style = CSV_STYLE[name];
    const plain = fc.array(fc.constantFrom(...',;|\n" a1'), { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 4 }), (texts) => {
        const cells = readAs(csvLine(texts, style).replace(/\r\n$/, ''), style.separator, true);
        expect(cells).toEqual(texts);
      }),
    );
  });
});
