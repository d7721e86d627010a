import type { Day } from './calendar.ts';
import type { Numbered } from './catalogue/idOrder.ts';
import type { Settings } from './options.ts';

/** Whether a filter by number means this entry; compared as text, a number never finds an id with a leading zero. */
export function hasId(entry: Numbered, number: number, { idFilter }: Settings): boolean {
  return idFilter === 'byText' ? entry.id === String(number) : entry.number === number;
}

export function isChangedSince(day: Day, since: Day | undefined, end: 'inclusive' | 'exclusive'): boolean {
  if (since === undefined) return true;
  return end === 'inclusive' ? day >= since : day > since;
}
