import type { FoundPeriod } from '../../parse/dates/scan.ts';
import type { NameLookup } from '../../parse/nameLookup.ts';
import {
  type Found,
  foundByName,
  isOne,
  type Meant,
  meantBy,
  numberOf,
  onlyBeginsStore,
} from '../../parse/names.ts';
import { ParseError } from '../../parse/parseError.ts';
import { isOneOf, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import { AND_WORDS, MINUS } from '../../parse/vocabulary.ts';
import type { Budget } from '../../text/budget.ts';
import { salesWords } from '../words/words.ts';
import { ambiguous, askForStore, type Problem, unknownNumber, unknownWords } from './problems.ts';

/** A part of the text, as it was read. */
export type Item =
  | { readonly kind: 'period'; readonly tokens: readonly Token[]; readonly found: FoundPeriod }
  | ({
      readonly kind: 'name';
      readonly tokens: readonly Token[];
      readonly isLeftOut: boolean;
    } & Found)
  /** "vs" between two names or periods. */
  | { readonly kind: 'beside'; readonly tokens: readonly Token[] };

/** A number, read once all names are known: "1101 Red Apple" is one product. */
interface BareNumber {
  readonly kind: 'number';
  readonly tokens: readonly Token[];
  readonly isLeftOut: boolean;
}

/** Budget spent to find a suggestion for a problem. */
const REFUSAL = 100;

/** The first problem of the lowest rank is shown. */
type Rank = 0 | 1 | 2;

/** Collects the items of a text after `/sales`, and its problems. */
export class SalesItems {
  readonly #names: NameLookup;
  readonly #budget: Budget;
  readonly #items: (Item | BareNumber)[] = [];
  readonly #problems: (Problem & { readonly rank: Rank })[] = [];
  #without: Token | undefined;
  /** Set while names are left out: only the next after a minus; the first after "without", and more joined by "and". */
  #leavingOut: 'only' | 'first' | 'more' | undefined;

  constructor(names: NameLookup, budget: Budget) {
    this.#names = names;
    this.#budget = budget;
  }

  /** Call once the whole text is read. */
  items(): readonly Item[] {
    const items = this.#items
      .filter((item, at) => !isRestOfLabel(item, this.#items[at - 1]))
      .flatMap((item) => (item.kind === 'number' ? this.#named(item) : [item]));
    this.#requireSomethingLeftOut(items);
    return items;
  }

  /** By rank, the one to show first. */
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

  /** Names after `word`, "without", are left out. */
  leaveOut(word: Token): void {
    this.#without = word;
    this.#leavingOut = word.folded === MINUS ? 'only' : 'first';
  }

  /** A filler ends leaving out, unless it is "and". */
  addFiller(token: Token): void {
    if (this.#leavingOut === 'more' && !isOneOf(AND_WORDS, token)) this.#leavingOut = undefined;
  }

  addNumber(tokens: readonly Token[]): void {
    this.#items.push({ kind: 'number', tokens, isLeftOut: this.#isLeftOut() });
  }

  /** Adds the products or stores that the words mean. */
  addMeant(tokens: readonly Token[]): void {
    const found = this.#meantOnly(tokens, meantBy(phraseOf(tokens), this.#names));
    if (found !== undefined) this.#addName(tokens, found);
  }

  /** Adds what `read` finds. Of a ParseError that it throws, `asTyped` turns each fix into what replaces the words. */
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
    const leavingOut = this.#leavingOut;
    this.#leavingOut = leavingOut === 'only' || leavingOut === undefined ? undefined : 'more';
    return leavingOut !== undefined;
  }

  #named(number: BareNumber): Item[] {
    const { tokens, isLeftOut } = number;
    const digits = phraseOf(tokens);
    const at = this.#items.indexOf(number);
    const isLabel = [this.#items[at - 1], this.#items[at + 1]].some(
      (item) =>
        item?.kind === 'name' && item.isLeftOut === isLeftOut && isOne(item) && hasNumber(item, digits),
    );
    if (isLabel) return [];
    const found = this.#meantOnly(tokens, meantBy(digits, this.#names));
    return found === undefined ? [] : [{ kind: 'name', tokens, ...found, isLeftOut }];
  }

  /** What the words mean; undefined, with a problem added, where that is nothing, or both products and stores. */
  #meantOnly(tokens: readonly Token[], found: readonly Meant[]): Found | undefined {
    const words = phraseOf(tokens);
    const [meaning, second] = new Set(found.map((each) => each.meaning));
    if (meaning === undefined) this.refuse(2, unknownNumber(words, tokens));
    else if (second !== undefined) this.refuse(2, ambiguous(words, tokens, found));
    else if (numberOf(words) !== undefined) return { meaning, ids: [words], name: undefined };
    else if (meaning === 'store' && tokens.every(isPlain) && onlyBeginsStore(words, this.#names)) {
      this.refuse(2, askForStore(words, tokens, found));
    } else return foundByName(meaning, words, this.#names);
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

function hasNumber({ ids }: Found, digits: string): boolean {
  return ids.some((id) => Number(id) === Number(digits));
}

/** Whether it is the name in "1101 Pale Ale", which is one product, also where others have that name. */
function isRestOfLabel(item: Item | BareNumber, before: Item | BareNumber | undefined): boolean {
  if (item.kind !== 'name' || before?.kind !== 'number' || isOne(item)) return false;
  const { name, isLeftOut } = item;
  return name?.kind === 'name' && isLeftOut === before.isLeftOut && hasNumber(item, phraseOf(before.tokens));
}
