import { scatter } from '../hash.ts';

/** The ways ids can sort; the interface does not say which one the service uses. */
export const ID_ORDERS = ['number', 'character', 'scattered'] as const;
export type IdOrder = (typeof ID_ORDERS)[number];

/** An id as it is printed, and the number a filter finds it by. */
export interface Numbered {
  readonly id: string;
  readonly number: number;
}

/** A new list in the given order. No two entries may be the same number. */
export function inIdOrder<Entry extends Numbered>(
  entries: readonly Entry[],
  order: IdOrder,
): readonly Entry[] {
  return entries.toSorted(comparisons[order]);
}

const comparisons: Record<IdOrder, (one: Numbered, other: Numbered) => number> = {
  number: (one, other) => one.number - other.number,
  character: (one, other) => (one.id < other.id ? -1 : 1),
  scattered: (one, other) => scatter(one.number) - scatter(other.number),
};
