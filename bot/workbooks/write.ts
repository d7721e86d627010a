import { type ColumnDef, writeXlsxStream, type CellValue as XlsxValue } from 'hucre/xlsx';
import type { CellValue, Column, ColumnKind, TableHead } from './table.ts';

/** Writes a workbook of one worksheet. Its memory doesn't grow with the rows, only with the finished file. */
export interface WorkbookWriter {
  /** Resolves when the rows are written. The first call decides the widths of the columns. */
  add(rows: readonly (readonly CellValue[])[]): Promise<void>;
  /** The file. */
  end(): Promise<Uint8Array>;
}

const SHEET = 'Data';

type Style = NonNullable<ColumnDef['style']>;

const HEADING: Style = { font: { bold: true, name: 'Calibri', size: 11 }, numFmt: '@' };
const STYLES: Readonly<Record<ColumnKind, Style>> = {
  // Excel would make a formula of a text in another format when somebody edits it.
  text: { numFmt: '@' },
  date: { numFmt: 'yyyy-mm-dd' },
  count: { numFmt: '#,##0' },
  // Excel shows a decimal sign after every whole number in a format with optional decimals.
  quantity: {},
  decimal: { numFmt: '#,##0.000' },
  percent: { numFmt: '0.0%' },
};

export function createWorkbookWriter({ above, columns }: TableHead): WorkbookWriter {
  const pieces = new TransformStream<readonly (readonly CellValue[])[]>();
  const input = pieces.writable.getWriter();
  let written: Promise<Uint8Array> | undefined;
  const start = (first: readonly (readonly CellValue[])[]) => {
    const widths = columns.map((column, at) => widthOf(column, at, first));
    written = bytesOf(above, columns, widths, pieces.readable);
    // Not an unhandled rejection: `end` throws it.
    written.catch(() => {});
  };
  return {
    async add(rows) {
      if (written === undefined) start(rows);
      await input.write(rows);
    },
    async end() {
      if (written === undefined) start([]);
      await input.close();
      return (await written) ?? new Uint8Array();
    },
  };
}

async function bytesOf(
  above: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
  pieces: AsyncIterable<readonly (readonly CellValue[])[]>,
): Promise<Uint8Array> {
  const format: ColumnDef[] = widths.map((width) => ({ width }));
  /** hucre formats a row by its columns' styles at the moment when it takes the row. */
  const show = (styles: readonly Style[]) => {
    for (const [at, column] of format.entries()) column.style = styles[at] ?? HEADING;
  };
  async function* rows(): AsyncGenerator<XlsxValue[]> {
    show([]);
    for (const line of above) yield [excelText(line)];
    if (above.length > 0) yield [];
    yield columns.map(({ title }) => excelText(title));
    show(columns.map(({ kind }) => STYLES[kind]));
    for await (const piece of pieces) {
      for (const row of piece) yield columns.map(({ kind }, at) => excelValue(row[at], kind));
    }
  }
  const frozen = (above.length > 0 ? above.length + 1 : 0) + 1;
  const stream = writeXlsxStream(rows(), {
    name: SHEET,
    columns: format,
    freezePane: { rows: frozen },
    repeatHeaders: false,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function excelValue(value: CellValue, kind: ColumnKind): XlsxValue {
  if (value === undefined) return null;
  // Without the error of a division: 0.112, not 0.11199999999999999.
  if (typeof value === 'number') return kind === 'percent' ? Number((value / 100).toPrecision(12)) : value;
  return kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? new Date(`${value}T00:00Z`)
    : excelText(value);
}

const LONGEST_TEXT = 32_767;

/** Excel refuses longer texts and these characters, and reads `_x0041_` as the character of that number. */
function excelText(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

const NARROWEST = 8;
const WIDEST = 48;

/** In characters, as wide as the title and the first rows need. */
function widthOf({ title, kind }: Column, at: number, rows: readonly (readonly CellValue[])[]): number {
  const longest = rows.reduce((most, row) => Math.max(most, shownLength(row[at], kind)), title.length);
  return Math.min(Math.max(longest, NARROWEST), WIDEST) + 2;
}

function shownLength(value: CellValue, kind: ColumnKind): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return value.length;
  const whole = String(Math.trunc(value)).length;
  return whole + Math.floor((whole - 1) / 3) + (kind === 'decimal' ? 4 : 2);
}
