import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_STYLE, type CsvStyle, csvLine } from 'retail-data-client/csv/csv';
import type { LanguageCode } from '../language/formatter.ts';
import { capitalized } from '../text/label.ts';
import type { CellValue, Column, ColumnKind } from '../workbooks/table.ts';
import type { Workbooks } from '../workbooks/workbooks.ts';

/** Every row of an answer, whatever the file. Exact data, nothing rounded: days as yyyy-MM-dd. */
export interface SheetContent {
  /** Without its extension; see fileName.ts. */
  readonly name: string;
  /** How old the data is, and what it lacks: plain text without a full stop. */
  readonly asOf: string;
  readonly columns: readonly Column[];
  /** Lazy: made one by one as they are written. */
  readonly rows: Iterable<readonly CellValue[]>;
}

/** A column with that title. */
export const column = {
  text: columnOf('text'),
  date: columnOf('date'),
  count: columnOf('count'),
  quantity: columnOf('quantity'),
  decimal: columnOf('decimal'),
  percent: columnOf('percent'),
};

function columnOf(kind: ColumnKind): (title: string) => Column {
  return (title) => ({ title, kind });
}

/** The cells of each row, lazily. */
export function* madeOf<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CellValue[],
): Generator<readonly CellValue[]> {
  for (const row of rows) yield cellsOf(row);
}

export const FILE_FORMATS = ['xlsx', 'csv'] as const;
/** An Excel workbook, or CSV in the style of the reader's country. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** A file with every row of an answer. */
export interface Sheet {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly rows: number;
}

/** `about` is the question or the title, for above the heading of a workbook. */
export type WriteSheet = (content: SheetContent, about: string, as: SheetStyle) => Promise<Sheet>;

interface SheetStyle {
  readonly format: FileFormat;
  readonly language: LanguageCode;
}

export function createWriteSheet(workbooks: Pick<Workbooks, 'write'>): WriteSheet {
  return async (content, about, { format, language }) => {
    let count = 0;
    function* counted() {
      for (const row of content.rows) {
        count += 1;
        yield row;
      }
    }
    const { name, asOf, columns } = content;
    const above = [about, capitalized(asOf)];
    const bytes =
      format === 'csv'
        ? await csvOf(columns, counted(), styleOf(language))
        : await workbooks.write({ above, columns, rows: counted() });
    return { fileName: `${name}.${format}`, bytes, rows: count };
  };
}

/** Some milliseconds of work; 66,000 rows at once would block the process for a quarter of a second. */
const ROWS_A_TURN = 500;

/** Writes the file in pieces, so that it does not block the process. */
async function csvOf(
  columns: readonly Column[],
  rows: Iterable<readonly CellValue[]>,
  style: CsvStyle,
): Promise<Uint8Array> {
  const titles = columns.map(({ title }) => title);
  // The byte order mark makes Excel read the file as UTF-8.
  const pieces = [`\uFEFF${csvLine(titles, style)}`];
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(csvLine(row, style));
    if (lines.length < ROWS_A_TURN) continue;
    pieces.push(lines.join(''));
    lines = [];
    await yieldToEventLoop();
  }
  return Buffer.from([...pieces, ...lines].join(''), 'utf8');
}

function styleOf(language: LanguageCode): CsvStyle {
  return CSV_STYLE[language === 'nb' ? 'norwegian' : 'international'];
}
