const GROUPED = new Intl.NumberFormat('en');
const ONE_DECIMAL = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** 12,288 */
export function inDigits(count: number): string {
  return GROUPED.format(count);
}

/** "1 call", "3 calls" */
export function counted(count: number, one: string, many: string): string {
  return `${inDigits(count)} ${count === 1 ? one : many}`;
}

/** "840 bytes", "12.3 kB", "1.1 MB", "2.4 GB" */
export function inSize(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte', 'bytes');
  if (bytes < 1_000_000) return `${ONE_DECIMAL.format(bytes / 1_000)} kB`;
  if (bytes < 1_000_000_000) return `${ONE_DECIMAL.format(bytes / 1_000_000)} MB`;
  return `${ONE_DECIMAL.format(bytes / 1_000_000_000)} GB`;
}
