import type { Budget } from '../text/budget.ts';

/** A product or store as it is offered to the person who typed. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names held in memory: the parser asks while it reads, so every answer is there at once. */
export interface Names {
  /** The name of a number; leading zeros do not count. Undefined when it has none. */
  nameOf(id: string): string | undefined;
  /**
   * Those whose names have all these words or beginnings of words, at most `most`. Upper case and accents do not count.
   * Names that are exactly the words come first.
   */
  named(words: string, most: number, search?: Search): readonly Named[];
  /** Those whose names are spelled much like that, the nearest first, at most `most`: "did you mean". */
  like(words: string, most: number, search?: Pick<Search, 'budget'>): readonly Named[];
}

export interface Search {
  /** Words that have to be in a name as they are; any may be a beginning when not set. */
  readonly isWhole?: (word: string) => boolean;
  /** What the search may cost, without end when not set. `named` throws BudgetExceeded, `like` finds less. */
  readonly budget?: Budget;
}
