import { DateTime } from 'luxon';

const WHOLE = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const LITRES = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const QUANTITY = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });

/** Units: 1,234 */
export function units(count: number): string {
  return WHOLE.format(count);
}

/** Items sold, which the interface does not promise to be whole: 1,234 or 0.5 */
export function quantity(count: number): string {
  return QUANTITY.format(count);
}

/** Millilitres as litres, exact: 1,234.567 */
export function litres(millilitres: number): string {
  return LITRES.format(millilitres / 1000);
}

/** A change with its sign: +12, −3, ±0 */
export function change(count: number): string {
  if (count === 0) return '±0';
  return `${count > 0 ? '+' : '−'}${WHOLE.format(Math.abs(count))}`;
}

/** Fri 20 Nov 2026 */
export function dayInWords(day: string): string {
  return DateTime.fromISO(day, { zone: 'utc', locale: 'en-GB' }).toFormat('ccc d LLL yyyy');
}

/** "1 product", "2 products" */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${units(count)} ${count === 1 ? singular : plural}`;
}
