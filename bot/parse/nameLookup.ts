import type { Calendar } from 'retail-data-client/calendar/calendar';
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

/** Groups of the product list. */
export interface ProductGroups {
  /** The products of a group, in the order of their numbers; upper case and accents do not count. Empty for none such. */
  idsOfGroup(group: string): readonly string[];
  /** The group of that name as the list writes it; upper case and accents do not count. Undefined for none such. */
  groupNamed(words: string): string | undefined;
  /** In the order of the alphabet. */
  groups(): readonly ProductGroup[];
}

export interface ProductGroup {
  readonly name: string;
  readonly products: number;
}

/** The names a person may type instead of numbers; groups where the product list has them. */
export interface NameLookup {
  readonly products: Names & Partial<ProductGroups>;
  readonly stores: Names;
}

/** What reading a command needs besides its text. */
export interface Reading {
  readonly vocabulary: NameLookup;
  readonly calendar: Calendar;
  /** The instant at which it was typed, milliseconds since 1970. */
  readonly now: number;
}

/**
 * The same names for one command: each is looked up once, however often the text is read to check a suggestion, and all
 * of it within the budget.
 */
export function rememberingNames({ products, stores }: NameLookup, budget: Budget): NameLookup {
  return {
    products: { ...groupsOf(products, budget), ...remembering(products, budget) },
    stores: remembering(stores, budget),
  };
}

function groupsOf({ groups, groupNamed, idsOfGroup }: Partial<ProductGroups>, budget: Budget) {
  return groups === undefined || groupNamed === undefined || idsOfGroup === undefined
    ? {}
    : groupsWithin({ groups, groupNamed, idsOfGroup }, budget);
}

/** Whoever wants all groups compares them with what was typed. */
export function groupsWithin(
  { groups, groupNamed, idsOfGroup }: ProductGroups,
  budget: Budget,
): ProductGroups {
  return {
    groupNamed,
    idsOfGroup,
    groups() {
      const all = groups();
      budget.spend(all.length / GROUPS_COMPARED);
      return all;
    },
  };
}

/** So many groups are compared in a microsecond. */
const GROUPS_COMPARED = 2;

function remembering(names: Names, budget: Budget): Names {
  const once = (look: Names['named']): Names['named'] => {
    const found = new Map<string, readonly Named[]>();
    return (words, most, search) => {
      const key = `${most} ${search?.isWhole === undefined} ${words}`;
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
    named: once((words, most, search) => names.named(words, most, search)),
    like: once((words, most, search) => names.like(words, most, search)),
  };
}

/** What a look-up costs that finds nothing. */
const LOOK_UP = 5;
