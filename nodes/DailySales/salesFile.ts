import type { SalesRow } from 'retail-data-client';
import { CSV_HEADER_CELLS, type CsvStyle, csvCells, csvLine } from './csv.ts';

export const FILE_FORMATS = ['csv', 'ndjson'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export interface SalesFile {
  readonly content: Buffer;
  readonly rows: number;
  readonly extension: string;
  readonly mimeType: string;
}

/** Writes sales as a file. Each batch becomes bytes at once, so a million rows never stand in memory as objects. */
export async function writeSalesFile(
  batches: AsyncIterable<readonly SalesRow[]>,
  format: FileFormat,
  style: CsvStyle,
): Promise<SalesFile> {
  const parts: Buffer[] = [];
  let rows = 0;
  if (format === 'csv') parts.push(Buffer.from(style.prefix + csvLine(CSV_HEADER_CELLS, style)));
  for await (const batch of batches) {
    let text = '';
    for (const row of batch)
      text += format === 'csv' ? csvLine(csvCells(row, style), style) : `${JSON.stringify(row)}\n`;
    parts.push(Buffer.from(text));
    rows += batch.length;
  }
  return {
    content: Buffer.concat(parts),
    rows,
    extension: format,
    mimeType: format === 'csv' ? 'text/csv' : 'application/x-ndjson',
  };
}

/** daily-sales_2026-11-14_2026-11-20.csv */
export function salesFileName(from: string | undefined, to: string | undefined, extension: string): string {
  return `${['daily-sales', from, to].filter((part) => part !== undefined).join('_')}.${extension}`;
}
