import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Budget } from '../text/budget.ts';

/** A product or store as it is suggested to a person. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** Searched and compared like the name, but never shown. */
  readonly otherNames?: readonly string[] | undefined;
}

/** Names in memory, because the parser looks them up synchronously. */
export interface Names {
  /** The name of a number, ignoring leading zeros; undefined if it has none. */
  nameOf(id: string): string | undefined;
  /** Up to `most` entries with exactly this name. Ignores case and accents. */
  called(words: string, most: number): readonly Named[];
  /**
   * Up to `most` entries whose names contain all these words or words that begin with them. Ignores case and accents.
   * Entries with a name that equals `words` come first.
   */
  named(words: string, most: number, search?: Search): readonly Named[];
  /** Up to `most` entries with similar names, nearest first, for "did you mean". */
  like(words: string, most: number, search?: Pick<Search, 'budget'>): readonly Named[];
}

/** For a text in which nothing is looked up. */
export const NO_NAMES: Names = {
  nameOf: () => undefined,
  called: () => [],
  named: () => [],
  like: () => [],
};

export interface Search {
  /** True for words that must match a whole word of the name. When not set, any word matches as a beginning. */
  readonly isWhole?: (word: string) => boolean;
  /**
   * The budget of the search, unlimited when not set. When it is used up, `named` throws BudgetExceeded and `like`
   * finds less.
   */
  readonly budget?: Budget;
}

/** Groups of the product list. Lookups ignore case and accents. */
export interface ProductGroups {
  /** The numbers of the list; none while there is no list. */
  ids(): readonly string[];
  /** The ids of a group's products, ordered by number; empty for an unknown group. */
  idsOfGroup(group: string): readonly string[];
  /** The name of the group as the list writes it; undefined for an unknown group. */
  groupNamed(words: string): string | undefined;
  /** The names of all groups as they are compared: each is found by `groupNamed`. */
  comparableGroups(): readonly string[];
  /** In alphabetical order. */
  groups(): readonly ProductGroup[];
}

export interface ProductGroup {
  readonly name: string;
  readonly products: number;
}

/** The names that can be typed instead of numbers, and groups if the product list has them. */
export interface NameLookup {
  readonly products: Names & Partial<ProductGroups>;
  readonly stores: Names;
}

/** Limits lookups of names: in a list of thousands each takes milliseconds, and a pasted page isn't a name. */
export const MAX_LOOKED_UP = 32;

/** What parsing a command needs in addition to its text. */
export interface Reading {
  readonly vocabulary: NameLookup;
  readonly calendar: Calendar;
  /** When the command was typed, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Caches the lookups of one command, since its text is parsed again for each suggestion. All lookups share the budget.
 */
export function rememberingNames({ products, stores }: NameLookup, budget: Budget): NameLookup {
  return {
    products: { ...groupsOf(products, budget), ...remembering(products, budget) },
    stores: remembering(stores, budget),
  };
}

/** Callers of `comparableGroups` compare each with the typed text, so the call costs accordingly. */
function groupsOf(products: NameLookup['products'], budget: Budget): Partial<ProductGroups> {
  const { comparableGroups } = products;
  if (comparableGroups === undefined) return {};
  return {
    ...products,
    comparableGroups() {
      const all = comparableGroups();
      budget.spend(all.length / GROUPS_COMPARED);
      return all;
    },
  };
}

/** How many groups can be compared in a microsecond. */
const GROUPS_COMPARED = 2;

function remembering(names: Names, budget: Budget): Names {
  const once = (look: Names['named']): Names['named'] => {
    const bySearch = new Map<Search['isWhole'], Map<string, readonly Named[]>>();
    return (words, most, search) => {
      const found = bySearch.get(search?.isWhole) ?? new Map<string, readonly Named[]>();
      bySearch.set(search?.isWhole, found);
      const key = `${most} ${words}`;
      const known = found.get(key);
      if (known !== undefined) return known;
      budget.spend(LOOK_UP);
      const looked = look(words, most, { ...search, budget });
      found.set(key, looked);
      return looked;
    };
  };
  return {
    nameOf: (id) => names.nameOf(id),
    called: once((words, most) => names.called(words, most)),
    named: once((words, most, search) => names.named(words, most, search)),
    like: once((words, most, search) => names.like(words, most, search)),
  };
}

/** The cost of a lookup without results. */
const LOOK_UP = 5;
