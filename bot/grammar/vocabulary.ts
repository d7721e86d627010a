import type { Calendar } from 'retail-data-client/core';
import type { Named, Names } from '../products/names.ts';

/** The names a person may type instead of numbers. */
export interface Vocabulary {
  readonly products: Names;
  readonly stores: Names;
}

/** What reading a command needs besides its text. */
export interface Reading {
  readonly vocabulary: Vocabulary;
  readonly calendar: Calendar;
  /** The instant at which it was typed, milliseconds since 1970. */
  readonly now: number;
}

/**
 * The same reading for one command: each name is looked up once, however many ways to read the text are tried. The list
 * may change for the next command.
 */
export function rememberingNames(reading: Reading): Reading {
  const { products, stores } = reading.vocabulary;
  return { ...reading, vocabulary: { products: remembered(products), stores: remembered(stores) } };
}

function remembered(names: Names): Names {
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
