import { DAILY_SALES_CAP } from 'retail-data-client';

/** From more items on, the editor and the execution log suffer. */
const MANY_ITEMS = 100_000;

/** What to say of a read that gave very much; `received` counts sales. */
export function volumeWarnings(items: number, received: number): string[] {
  const warnings: string[] = [];
  if (items > MANY_ITEMS) {
    warnings.push(`More than 100,000 items: set 'Output' to 'File' or 'Totals', or choose a shorter period.`);
  }
  if (received >= DAILY_SALES_CAP) {
    warnings.push(
      `The read reached 1,048,575 sales, the most that the service gives in one answer. Check that none are missing: choose a shorter period or fewer stores, or set 'Page Size'.`,
    );
  }
  return warnings;
}
