import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CSV_STYLE, type CsvStyle, type CsvValue, csvLine } from 'retail-data-client/csv/csv';
import type { LanguageCode } from '../language/formatter.ts';

/** A CSV file with every row of an answer, in the style of the reader's country. */
export interface Sheet {
  readonly fileName: string;
  readonly text: string;
  readonly rows: number;
}

/** Exact data, nothing rounded: litres with three decimals, days as yyyy-MM-dd. */
export interface SheetContent {
  /** Without its extension; see fileName.ts. */
  readonly name: string;
  readonly head: readonly string[];
  /** Lazy: made one by one as they are written. */
  readonly rows: Iterable<readonly CsvValue[]>;
}

/** Some milliseconds of work; 66,000 rows at once would block the process for a quarter of a second. */
const ROWS_A_TURN = 500;

/** Writes the file in pieces, so that it does not block the process. */
export async function sheetFrom({ name, head, rows }: SheetContent, language: LanguageCode): Promise<Sheet> {
  const style = styleOf(language);
  // The byte order mark makes Excel read the file as UTF-8.
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

/** The cells of each row, lazily. */
export function* madeOf<Row>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly CsvValue[],
): Generator<readonly CsvValue[]> {
  for (const row of rows) yield cellsOf(row);
}
