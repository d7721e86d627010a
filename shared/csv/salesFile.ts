import type { SalesRow } from '../operations/salesRow.ts';
import { type CsvStyle, csvLine } from './csv.ts';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

const COLUMNS = [
  'salesDate',
  'storeId',
  'productId',
  'salesVolume',
  'salesQuantity',
  'lastChangedDate',
  'lastChangedTime',
] as const satisfies readonly (keyof SalesRow)[];

/** What a file of sales begins with: the column names of a CSV, nothing for NDJSON. */
export function salesHead(format: FileFormat, style: CsvStyle): string {
  return format === 'csv' ? style.prefix + csvLine(COLUMNS, style) : '';
}

/** Sales as the lines of a file, one each, the last one ended too. */
export function salesLines(rows: readonly SalesRow[], format: FileFormat, style: CsvStyle): string {
  let text = '';
  for (const row of rows)
    text +=
      format === 'csv'
        ? csvLine(
            COLUMNS.map((column) => row[column]),
            style,
          )
        : `${JSON.stringify(row)}\n`;
  return text;
}
