import type { CsvStyle } from 'retail-data-client/csv/csv';
import { type FileFormat, salesHead, salesLines } from 'retail-data-client/csv/salesFile';
import type { SalesRow } from 'retail-data-client/portable';

const MIME_TYPE: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** Sales as the bytes of a file, part by part as they are read: the rows themselves need not stay in memory. */
export class SalesFile {
  readonly mimeType: string;
  /** Sales written so far. */
  rows = 0;
  readonly #format: FileFormat;
  readonly #style: CsvStyle;

  constructor(format: FileFormat, style: CsvStyle) {
    this.mimeType = MIME_TYPE[format];
    this.#format = format;
    this.#style = style;
  }

  async *write(batches: AsyncIterable<readonly SalesRow[]>): AsyncGenerator<Buffer, void, undefined> {
    let head = salesHead(this.#format, this.#style);
    for await (const batch of batches) {
      yield Buffer.from(head + salesLines(batch, this.#format, this.#style));
      this.rows += batch.length;
      head = '';
    }
    if (head !== '') yield Buffer.from(head);
  }
}

/** daily-sales_2026-11-14_2026-11-20.csv, daily-sales_2026-11-20.csv of one day, daily-sales_from_2026-11-20.csv without an end */
export function salesFileName(from: string | undefined, to: string | undefined, format: FileFormat): string {
  const dates = [...new Set([from, to])].filter((date) => date !== undefined);
  const open =
    dates.length === 0 || (from !== undefined && to !== undefined) ? [] : [from ? 'from' : 'until'];
  return `${['daily-sales', ...open, ...dates].join('_')}.${format}`;
}
