import { readableSheet } from '../workbook.ts';

/** What a person reads in a file that was sent; the cells of a workbook as lines of a CSV file. */
export function contentOf({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): string {
  return name.endsWith('.xlsx') ? readableSheet(bytes) : Buffer.from(bytes).toString('utf8');
}
