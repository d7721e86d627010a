import { scatter } from './random.ts';

/** An id as it is printed, and the number a filter finds it by. */
export interface Numbered {
  readonly id: string;
  readonly number: number;
}

/** By number, by character, or in a fixed order that is neither. */
export type IdOrder = keyof typeof comparisons;

const comparisons = {
  number: (one: Numbered, other: Numbered) => one.number - other.number,
  character: (one: Numbered, other: Numbered) => (one.id < other.id ? -1 : 1),
  scattered: (one: Numbered, other: Numbered) => scatter(one.number) - scatter(other.number),
};

/** A new list in the given order. No two entries may have the same number. */
export function inIdOrder<Entry extends Numbered>(
  entries: readonly Entry[],
  order: IdOrder,
): readonly Entry[] {
  return entries.toSorted(comparisons[order]);
}
