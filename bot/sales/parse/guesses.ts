import type { NameLookup } from '../../parse/nameLookup.ts';
import { beginsName, longestName, MAX_NAME_WORDS, meantBy, numberOf } from '../../parse/names.ts';
import { phraseOf, type Token } from '../../parse/tokenizer.ts';
import type { SalesItems } from './items.ts';
import { isStockQuestion, nearestPhrase, spelledLike } from './problems.ts';
import { isFiller } from './words.ts';

/** Limits lookups of names, for the reason given at MAX_LOOKED_UP. */
const MAX_GUESSED = 16;

/** Tokens read as a name, a number, or neither. */
interface Guess {
  readonly kind: 'name' | 'number' | 'unknown';
  readonly tokens: readonly Token[];
}

/** Splits into runs of neighbours for which `holds` gives the same. */
function runsOf(guesses: readonly Guess[], holds: (guess: Guess) => boolean): Guess[][] {
  const runs: Guess[][] = [];
  for (const [at, guess] of guesses.entries()) {
    const before = guesses[at - 1];
    if (before !== undefined && holds(before) === holds(guess)) runs.at(-1)?.push(guess);
    else runs.push([guess]);
  }
  return runs;
}

function asOne(guesses: readonly Guess[]): Guess {
  return { kind: 'unknown', tokens: guesses.flatMap(({ tokens }) => tokens) };
}

/** Names of one or two letters don't count: the "as" of "same as before" isn't the store in Ås. */
function isName({ kind, tokens }: Guess): boolean {
  return kind === 'name' && phraseOf(tokens).length > 2;
}

/** Reads tokens that nothing else claimed, as names by the beginnings of their words, longest first. */
export class Guesses {
  readonly #names: NameLookup;
  readonly #said: SalesItems;
  #tokens: Token[] = [];
  #lookedUp = 0;

  constructor(names: NameLookup, said: SalesItems) {
    this.#names = names;
    this.#said = said;
  }

  add(token: Token): void {
    this.#tokens.push(token);
  }

  /** Reads the tokens added since the last call. */
  read(): void {
    const run = this.#tokens;
    this.#tokens = [];
    let together: Guess[] = [];
    const readTogether = () => {
      this.#readTogether(together);
      together = [];
    };
    for (let at = 0; at < run.length; ) {
      const token = run[at];
      if (token === undefined) break;
      const many = this.#guessedName(run.slice(at));
      const tokens = run.slice(at, at + Math.max(1, many));
      if (many === 0 && isFiller(token)) {
        readTogether();
        this.#said.addFiller(token);
      } else {
        const isNumber = many === 0 && numberOf(token.value) !== undefined;
        together.push({ tokens, kind: isNumber ? 'number' : many > 0 ? 'name' : 'unknown' });
      }
      if (tokens.at(-1)?.endsPart === true) readTogether();
      at += tokens.length;
    }
    readTogether();
  }

  /** Reads adjacent words: where one is unknown, all of them together may be a misspelled name. */
  #readTogether(guesses: readonly Guess[]): void {
    const tokens = guesses.flatMap((guess) => guess.tokens);
    const isKnown = guesses.every(({ kind }) => kind !== 'unknown');
    if (!isKnown && (isStockQuestion(tokens) || nearestPhrase(tokens) !== undefined)) {
      this.#said.refuseUnknown(tokens);
      return;
    }
    for (const { kind, tokens } of isKnown ? guesses : this.#apart(guesses)) {
      if (kind === 'number') this.#said.addNumber(tokens);
      else if (kind === 'name') this.#said.addMeant(tokens);
      else this.#said.refuseUnknown(tokens);
    }
  }

  /** Splits into as few parts as can be told apart, so that the fix of one doesn't drop a word of another. */
  #apart(guesses: readonly Guess[]): readonly Guess[] {
    return runsOf(guesses, ({ kind }) => kind === 'number').flatMap((run) => {
      if (run.every(({ kind }) => kind !== 'unknown')) return run;
      if (this.#isOne(run)) return [asOne(run)];
      return runsOf(run, isName).flatMap((part) => {
        if (part.every(isName)) return part;
        const each = part.map((guess) => asOne([guess]));
        return this.#isOne(part) || !each.some((word) => this.#isNearSomething(word)) ? [asOne(part)] : each;
      });
    });
  }

  #isOne(guesses: readonly Guess[]): boolean {
    const one = asOne(guesses);
    return guesses.length === 1 || one.tokens.length > MAX_NAME_WORDS || this.#isNearSomething(one);
  }

  #isNearSomething({ tokens }: Guess): boolean {
    return nearestPhrase(tokens) !== undefined || spelledLike(phraseOf(tokens), this.#names).length > 0;
  }

  /** The number of tokens of the longest name that begins like `run`; 0 for none. */
  #guessedName(run: readonly Token[]): number {
    const [first] = run;
    if (first === undefined || isFiller(first) || numberOf(first.value) !== undefined) return 0;
    this.#lookedUp += 1;
    if (this.#lookedUp > MAX_GUESSED) return 0;
    return longestName(
      run,
      (words) => meantBy(words, this.#names),
      (words) => beginsName(words, this.#names),
    );
  }
}
