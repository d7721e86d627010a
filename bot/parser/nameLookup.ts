import type { Calendar } from 'retail-data-client/core';
import type { Named, Names } from '../products/names.ts';
import type { ProductNames } from '../products/productNames.ts';

/** Groups of the product list. */
export type ProductGroups = Pick<ProductNames, 'groups' | 'idsOfGroup'>;

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

/** The same names for one command: each is looked up once, however often the text is read to check a suggestion. */
export function rememberingNames({ products, stores }: NameLookup): NameLookup {
  return { products: { ...groupsOf(products), ...remembering(products) }, stores: remembering(stores) };
}

function groupsOf({ groups, idsOfGroup }: Partial<ProductGroups>): Partial<ProductGroups> {
  return groups === undefined || idsOfGroup === undefined ? {} : { groups, idsOfGroup };
}

function remembering(names: Names): Names {
  const once = (look: (words: string, most: number) => readonly Named[]) => {
    const found = new Map<string, readonly Named[]>();
    return (words: string, most: number) => {
      const key = `${most} ${words}`;
      const known = found.get(key) ?? look(words, most);
      found.set(key, known);
      return known;
    };
  };
  return {
    nameOf: (id) => names.nameOf(id),
    named: once((words, most) => names.named(words, most)),
    like: once((words, most) => names.like(words, most)),
  };
}
