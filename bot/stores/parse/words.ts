import { isOneOf, type Token } from '../../parse/tokenizer.ts';
import { FILLERS, STORE_WORDS, wordList } from '../../parse/vocabulary.ts';

/** The words of `/stores`; parse/vocabulary.ts has those that several commands share. */

export const TOMORROW_WORDS = wordList('tomorrow imorgen imorgon');

/** Can stand before a time. */
export const AT_WORDS = wordList('at kl kl. klokka klokken after etter');

export const OPEN_WORDS = wordList('open åpen åpne åpent open opne ope opent opne');

/** Mean all stores of the chain. */
export const ALL_WORDS = wordList('all alle list liste everything');

export const NOW_WORDS = wordList('now nå no');

export const NEAR_WORDS = wordList('near nær nære nærme nearby nearest nærmest nærmeste closest');

export const HERE_WORDS = wordList('me meg here her');

/** In characters. */
export const LONGEST_SEARCH = 200;

export function saysAll(token: Token): boolean {
  return isOneOf(ALL_WORDS, token) || isOneOf(STORE_WORDS, token);
}

/** Drops leading fillers: "in oslo" and "all stores in oslo" mean "oslo". */
export function withoutFillers(rest: readonly Token[]): readonly Token[] {
  const says = rest.findIndex((token) => !isOneOf(FILLERS, token) && !saysAll(token));
  return says === -1 ? rest.slice(0, 1) : rest.slice(says);
}

export function isPlainOrQuoted({ key, unknownKey }: Token): boolean {
  return key === undefined && unknownKey === undefined;
}
