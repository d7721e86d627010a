import { finished } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Worded } from '../language/language.ts';
import type { Workbooks } from '../workbooks/workbooks.ts';
import { createCollection, type ReadList } from './collectProducts.ts';
import { layoutOf } from './listColumns.ts';
import { isWorkbook, ProductListError, textOfList } from './listText.ts';
import { readWorkbookList } from './readWorkbookList.ts';
import { productsWords } from './words/words.ts';

/**
 * Reads a product list with the columns number, name and optionally group, in this order or as titled at the top, where a
 * lead time, a pack size and other names can follow: a CSV or TSV file, or the first worksheet of an Excel workbook. Other
 * work runs in between.
 * @throws ProductListError when the file isn't such a list
 */
export function readProductList(bytes: Uint8Array, workbooks: Pick<Workbooks, 'read'>): Promise<ReadList> {
  return isWorkbook(bytes) ? readWorkbookList(bytes, workbooks) : readTextList(bytes);
}

/** A field with more lines has an unclosed quotation mark, and would become one name to the end of the file. */
const MAX_LINES_IN_A_FIELD = 20;
const CHUNK_CHARACTERS = 32 * 1024;
/** Programs write tables as web pages, and XML of Excel 2003, and call them .xls. */
const WEB_PAGE = /^\ufeff?\s*<(!doctype|!--|html|head|meta|body|table|style|\?xml|\w+:?workbook)\b/i;
const SIGNS = { '\t': 'tab', ';': 'semicolon', ',': 'comma' } as const;

async function readTextList(bytes: Uint8Array): Promise<ReadList> {
  const whole = textOfList(bytes);
  // Drop Excel's first line about the delimiter, but not its line break, so that line numbers stay right.
  const text = whole.replace(/^sep=[;,\t]?(?=\r?\n)/i, '');
  if (text.trim() === '') throw new ProductListError((t) => productsWords(t).file.empty);
  if (WEB_PAGE.test(text)) throw new ProductListError((t) => productsWords(t).file.webPage);
  const layout = layoutOf(text);
  const { delimiter, above, width } = layout;
  const collected = createCollection(
    layout,
    'line',
    (record) => (t) => productsWords(t).reasons.tooManyFields(record.length, width, SIGNS[delimiter]),
  );
  let records = 0;
  let lastLine = 0;
  const take = (record: readonly string[], endsOn: number) => {
    const breaks = record.map(breaksIn);
    const line = endsOn - breaks.reduce((sum, count) => sum + count, 0);
    if (records >= above) {
      if (breaks.some((count) => count > MAX_LINES_IN_A_FIELD)) collected.refuse(line, OPEN_QUOTE);
      else collected.add(record, line);
    }
    records += 1;
    lastLine = endsOn;
  };
  const isWhole = await parseRecords(text, delimiter, take, collected.isTooLong);
  if (!isWhole) collected.refuse(lastLine + 1, OPEN_QUOTE);
  return collected.list();
}

const OPEN_QUOTE: Worded = (t) => productsWords(t).reasons.openQuote;

/**
 * Calls `take` with each record and the line it ends on; other work runs in between. False when the text ends within a
 * quotation.
 */
async function parseRecords(
  text: string,
  delimiter: string,
  take: (record: readonly string[], endsOn: number) => void,
  isEnough: () => boolean,
): Promise<boolean> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Take records here, not from the stream, which drops what it has read if the end is wrong.
    on_record(record: string[], { lines }) {
      take(record, lines);
      return null;
    },
  });
  const ended = finished(parser.resume()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CsvError) return false;
      throw error;
    },
  );
  for (const chunk of chunksOf(text)) {
    if (parser.destroyed || isEnough()) break;
    parser.write(chunk);
    await yieldToEventLoop();
  }
  parser.end();
  return ended;
}

function breaksIn(field: string): number {
  return field.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK_CHARACTERS);
    // Don't split a surrogate pair.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}
