import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_STYLE, type CsvStyle, type CsvValue, csvLine } from 'retail-data-client/csv/csv';
import type { LanguageCode } from '../language/formatter.ts';

/** A file with every row of an answer, as a spreadsheet of the reader's country opens it. */
export interface Sheet {
  readonly fileName: string;
  readonly text: string;
  readonly rows: number;
}

/** Exact data, one row each: litres to the millilitre, days as yyyy-MM-dd, nothing rounded. */
export interface SheetContent {
  /** Without its end; see fileName.ts. */
  readonly name: string;
  readonly head: readonly string[];
  /** Made one by one as they are written. */
  readonly rows: Iterable<readonly CsvValue[]>;
}

/** Some milliseconds of work: 66,000 rows at once would hold up everything for a quarter of a second. */
const ROWS_A_TURN = 500;

/** A file of these rows, the head first; written piece by piece, so that nobody waits for it. */
export async function sheetFrom({ name, head, rows }: SheetContent, language: LanguageCode): Promise<Sheet> {
  const style = styleOf(language);
  // The mark before the first line is how every Excel knows that letters beyond a to z follow.
  const pieces = [`\uFEFF${csvLine(head, style)}`];
  let count = 0;
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(csvLine(row, style));
    count += 1;
    if (count % ROWS_A_TURN > 0) continue;
    pieces.push(lines.join(''));
    lines = [];
    await yieldToEventLoop();
  }
  return { fileName: `${name}.csv`, text: [...pieces, ...lines].join(''), rows: count };
}

function styleOf(language: LanguageCode): CsvStyle {
  return CSV_STYLE[language === 'nb' ? 'norwegian' : 'international'];
}

/** Rows of cells as they are asked for, not all at once. */
export function* madeOf<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
): Generator<readonly CsvValue[]> {
  for (const row of rows) yield cellsOf(row);
}
