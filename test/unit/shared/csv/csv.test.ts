import { CSV_STYLE, csvCells, csvLine, csvText, flattenSales } from 'retail-data-client';
import { expect, test } from 'vitest';

const [sale] = flattenSales([
  {
    salesDate: '2026-11-19',
    storeSales: [
      {
        storeId: '=1+1',
        sales: [
          {
            productId: '@cmd "x",y',
            salesVolume: -0.7,
            salesQuantity: -1,
            lastChanged: { date: '+47', time: '\t08:00' },
          },
        ],
      },
    ],
  },
]);
if (sale === undefined) throw new Error('one sale');

test('no text cell of a CSV can run as a formula, and numbers stay numbers', () => {
  const style = CSV_STYLE.international;
  expect(csvCells(sale, style)).toEqual([
    '2026-11-19',
    "'=1+1",
    `'@cmd "x",y`,
    '-0.7',
    '-1',
    "'+47",
    "'\t08:00",
  ]);
  expect(csvLine(csvCells(sale, style), style)).toBe(
    `2026-11-19,'=1+1,"'@cmd ""x"",y",-0.7,-1,'+47,'\t08:00\r\n`,
  );
  expect(csvCells(sale, CSV_STYLE.norwegian)[3]).toBe('-0,7');
});

test.each([
  '=1',
  '+1',
  '-1',
  '@A1',
  '\t1',
  '\r1',
  '\n=1',
  ' =1',
  '\u00a0\n@A1',
  '\uff1d1',
  '\uff0b1',
  '\uff0d1',
  '\uff201',
])('a text that a spreadsheet may take for a formula, %j, stands behind an apostrophe', (text) =>
  expect(csvText(text)).toBe(`'${text}`),
);

test.each(['', '0101', 'A-1', 'a=b', ' 7', "'=1"])(
  'a text that nobody takes for one, %j, stays as it is',
  (text) => expect(csvText(text)).toBe(text),
);
