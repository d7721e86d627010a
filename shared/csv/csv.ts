import type { SalesRow } from '../operations/salesRow.ts';

export const CSV_STYLES = ['international', 'norwegian'] as const;
export type CsvStyleName = (typeof CSV_STYLES)[number];

export interface CsvStyle {
  readonly separator: string;
  readonly decimalSign: string;
  /** Before the first line; Norwegian Excel reads UTF-8 only behind a byte order mark. */
  readonly prefix: string;
}

export const CSV_STYLE: Readonly<Record<CsvStyleName, CsvStyle>> = {
  international: { separator: ',', decimalSign: '.', prefix: '' },
  norwegian: { separator: ';', decimalSign: ',', prefix: '\uFEFF' },
};

const COLUMNS = [
  'salesDate',
  'storeId',
  'productId',
  'salesVolume',
  'salesQuantity',
  'lastChangedDate',
  'lastChangedTime',
] as const satisfies readonly (keyof SalesRow)[];

export const CSV_HEADER_CELLS: readonly string[] = COLUMNS;

/** A row as cells: numbers with the decimal sign of the style, texts guarded against being read as formulas. */
export function csvCells(row: SalesRow, style: CsvStyle): string[] {
  return COLUMNS.map((column) => {
    const value = row[column];
    return typeof value === 'number' ? String(value).replace('.', style.decimalSign) : csvText(value);
  });
}

export function csvLine(cells: readonly string[], style: CsvStyle): string {
  return `${cells.map((cell) => quoted(cell, style.separator)).join(style.separator)}\r\n`;
}

/** What spreadsheets take for the begin of a formula: also in its full width, and behind white space that some cut off. */
const FORMULA_BEGIN = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A spreadsheet runs a text that begins like a formula; an apostrophe before it keeps it a text. */
export function csvText(value: string): string {
  return FORMULA_BEGIN.test(value) ? `'${value}` : value;
}

function quoted(cell: string, separator: string): string {
  return cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
