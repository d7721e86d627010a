import type { FoundPeriod } from '../../parse/dates/scan.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import { type Found, foundByName, type Meant, meantBy, numberOf } from '../../parse/names.ts';
import { ParseError } from '../../parse/parseError.ts';
import { isOneOf, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { AND_WORDS } from '../../parse/vocabulary.ts';
import type { Budget } from '../../text/budget.ts';
import { salesWords } from '../words/words.ts';
import { ambiguous, type Problem, unknownNumber, unknownWords } from './problems.ts';

/** What a part of the text was read as, in the order of the text. */
export type Item =
  | { readonly kind: 'period'; readonly tokens: readonly Token[]; readonly found: FoundPeriod }
  | ({
      readonly kind: 'name';
      readonly tokens: readonly Token[];
      readonly isLeftOut: boolean;
    } & Found)
  /** A word that sets what stands before it beside what stands behind it. */
  | { readonly kind: 'beside'; readonly tokens: readonly Token[] };

/** A number waits until all names are known: "1101 Red Apple" is one product. */
interface BareNumber {
  readonly kind: 'number';
  readonly tokens: readonly Token[];
  readonly isLeftOut: boolean;
}

/** What it costs to find out what was meant instead. */
const REFUSAL = 100;

/** How much a problem decides: what is told is the first of the lowest rank. */
type Rank = 0 | 1 | 2;

/** The parts of a text behind `/sales` as they are read, and what is wrong with them. */
export class SalesItems {
  readonly #names: NameLookup;
  readonly #budget: Budget;
  readonly #items: (Item | BareNumber)[] = [];
  readonly #problems: (Problem & { readonly rank: Rank })[] = [];
  #without: Token | undefined;
  /** Whether the next name is left out: the first behind "without", and more that are joined to it by "and". */
  #leavingOut: 'first' | 'more' | undefined;

  constructor(names: NameLookup, budget: Budget) {
    this.#names = names;
    this.#budget = budget;
  }

  /** All items, once the whole text is read. */
  items(): readonly Item[] {
    const items = this.#items.flatMap((item) => (item.kind === 'number' ? this.#named(item) : [item]));
    this.#requireSomethingLeftOut(items);
    return items;
  }

  /** The one to tell first. */
  problems(): readonly Problem[] {
    return this.#problems.toSorted((one, other) => one.rank - other.rank);
  }

  addPeriod(tokens: readonly Token[], found: FoundPeriod): void {
    this.#leavingOut = undefined;
    this.#items.push({ kind: 'period', tokens, found });
  }

  addBeside(token: Token): void {
    this.#leavingOut = undefined;
    this.#items.push({ kind: 'beside', tokens: [token] });
  }

  /** "Without": what is named behind it is left out. */
  leaveOut(word: Token): void {
    this.#without = word;
    this.#leavingOut = 'first';
  }

  /** A little word between two names; only "and" goes on leaving out. */
  addFiller(token: Token): void {
    if (this.#leavingOut === 'more' && !isOneOf(AND_WORDS, token)) this.#leavingOut = undefined;
  }

  addNumber(tokens: readonly Token[]): void {
    this.#items.push({ kind: 'number', tokens, isLeftOut: this.#isLeftOut() });
  }

  /** Products or stores that the words stand for. */
  addMeant(tokens: readonly Token[]): void {
    const found = this.#meantOnly(tokens, meantBy(phraseOf(tokens), this.#names));
    if (found !== undefined) this.#addName(tokens, found);
  }

  /** What `read` finds; `asTyped` writes the fixes of what it throws in the place of the words. */
  addRead(tokens: readonly Token[], asTyped: (fix: string) => string, read: () => readonly Found[]): void {
    try {
      for (const found of read()) this.#addName(tokens, found);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      this.refuse(1, { sentence: error.sentence, tokens, instead: error.fixes.map(asTyped) });
    }
  }

  refuseUnknown(tokens: readonly Token[]): void {
    this.refuse(2, unknownWords(tokens, this.#names));
  }

  refuse(rank: Rank, problem: Problem): void {
    this.#budget.spend(REFUSAL);
    this.#problems.push({ ...problem, rank });
  }

  #addName(tokens: readonly Token[], found: Found): void {
    this.#items.push({ kind: 'name', tokens, ...found, isLeftOut: this.#isLeftOut() });
  }

  #isLeftOut(): boolean {
    if (this.#leavingOut === undefined) return false;
    this.#leavingOut = 'more';
    return true;
  }

  #named(number: BareNumber): Item[] {
    const { tokens, isLeftOut } = number;
    const digits = phraseOf(tokens);
    const at = this.#items.indexOf(number);
    const isLabel = [this.#items[at - 1], this.#items[at + 1]].some(
      (item) =>
        item?.kind === 'name' &&
        item.isLeftOut === isLeftOut &&
        item.ids.length === 1 &&
        Number(item.ids[0]) === Number(digits),
    );
    if (isLabel) return [];
    const found = this.#meantOnly(tokens, meantBy(digits, this.#names));
    return found === undefined ? [] : [{ kind: 'name', tokens, ...found, isLeftOut }];
  }

  /** Products or stores, where the words cannot mean both. */
  #meantOnly(tokens: readonly Token[], found: readonly Meant[]): Found | undefined {
    const words = phraseOf(tokens);
    const [meaning, second] = new Set(found.map((each) => each.meaning));
    if (meaning === undefined) this.refuse(2, unknownNumber(words, tokens));
    else if (second !== undefined) this.refuse(2, ambiguous(words, tokens, found));
    else if (numberOf(words) !== undefined) return { meaning, ids: [words], name: undefined };
    else return foundByName(meaning, words, this.#names);
    return undefined;
  }

  #requireSomethingLeftOut(items: readonly Item[]): void {
    const isNamed = items.some((item) => item.kind === 'name' && item.isLeftOut);
    const without = this.#without;
    if (without === undefined || isNamed || this.#problems.length > 0) return;
    this.refuse(2, {
      sentence: (t) => salesWords(t).mistakes.nothingLeftOut(without.value),
      tokens: [without],
      instead: [],
    });
  }
}
