import { createCalendar } from 'retail-data-client/calendar/calendar';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import type { Named, Reading } from '../../../../bot/parse/nameLookup.ts';

/** Friday 20 November 2026, noon in Oslo. */
export const NOON = Date.parse('2026-11-20T11:00:00Z');

export const PRODUCTS: readonly Named[] = [
  { id: '1101', name: 'Red Apple' },
  { id: '1102', name: 'Green Apple' },
  { id: '90210', name: 'Pale Ale 33 cl' },
  { id: '7', name: 'Low Tide' },
  { id: '345', name: 'Blåbær' },
  { id: '346', name: 'Out, "Inside" <!channel> & `out`' },
];

export const STORES: readonly Named[] = [
  { id: '143', name: 'Oslo City' },
  { id: '201', name: 'Oslo Majorstuen' },
  { id: '300', name: "L'Orient" },
  { id: '7', name: 'Bergen' },
];

/** What a command is read with: the names above, Oslo's days, and the time it was typed. */
export async function readingAt(now: number = NOON): Promise<Reading> {
  const [products, stores] = await Promise.all([buildNameIndex(PRODUCTS), buildNameIndex(STORES)]);
  return { vocabulary: { products, stores }, calendar: createCalendar(), now };
}
