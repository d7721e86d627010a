import { type CsvStyle, type FileFormat, type SalesRow, salesHead, salesLines } from 'retail-data-client';

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
  const parts: Buffer[] = [Buffer.from(salesHead(format, style))];
  let rows = 0;
  for await (const batch of batches) {
    parts.push(Buffer.from(salesLines(batch, format, style)));
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
