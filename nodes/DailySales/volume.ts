import { DAILY_SALES_CAP } from 'retail-data-client/operations/dailySales';

/** From more items on, the editor and the execution log suffer. */
const MANY_ITEMS = 100_000;

/** How much a read gave. */
export interface Volume {
  /** Sales received, which is more than the items where one holds several. */
  readonly sales: number;
  /** Calls that were answered. */
  readonly calls: number;
  /** Sales that satisfy the request, when the service says so. */
  readonly total: number | undefined;
}

export function noneInWords(found: number): string | undefined {
  return found === 0 ? 'No sales were found for these dates and filters.' : undefined;
}

/** Said when several products were read: the service takes one at a time, so all sales came. */
export function pickedInWords(products: number, found: number, sales: number): string | undefined {
  if (products < 2) return undefined;
  const [theirs, all] = [found, sales].map((count) => count.toLocaleString('en'));
  return `The ${products} products were picked out of one pass over all sales: ${theirs} of ${all} are theirs.`;
}

/** A warning after a read that gave very much. */
export function tooManyInWords(items: number): string | undefined {
  if (items <= MANY_ITEMS) return undefined;
  return `More than 100,000 items: set 'Output' to 'File', 'Totals' or 'One Item per Day', or choose a shorter period.`;
}

/** What else to say of a read: that it was cut, or that it went beyond what one answer can hold. */
export function volumeNotes({ sales, calls, total }: Volume): string[] {
  const notes: string[] = [];
  if (total !== undefined && total > sales) {
    notes.push(
      `${sales.toLocaleString('en')} of ${total.toLocaleString('en')} sales were read: turn on 'Return All' or raise 'Limit' for more.`,
    );
  }
  if (sales > DAILY_SALES_CAP) {
    notes.push(
      `The result has ${sales.toLocaleString('en')} sales, more than the 1,048,575 that the service gives in one answer; it was read in ${calls} calls, to the end.`,
    );
  }
  return notes;
}
