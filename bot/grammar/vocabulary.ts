import type { Calendar } from 'retail-data-client/core';

/** A product or store as it is offered to the person who typed. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names held in memory: the grammar asks while it reads, so every answer is there at once. */
export interface Names {
  /** The name of a number; leading zeros do not count. Undefined when it has none. */
  nameOf(id: string): string | undefined;
  /**
   * Those whose names have all these words or beginnings of words, at most `most`. Upper case and accents do not count.
   * Names that are exactly the words come first.
   */
  named(words: string, most: number): readonly Named[];
  /** Those whose names are spelled much like that, the nearest first, at most `most`: "did you mean". */
  like(words: string, most: number): readonly Named[];
}

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
