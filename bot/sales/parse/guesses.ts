import type { NameLookup } from '../../parse/nameLookup.ts';
import { beginsName, longestName, MOST_NAME_WORDS, meantBy, numberOf } from '../../parse/names.ts';
import { phraseOf, type Token } from '../../parse/tokenizer.ts';
import type { SalesItems } from './items.ts';
import { isStockQuestion, nearestPhrase, spelledLike } from './problems.ts';
import { isFiller } from './words.ts';

/** As many are looked up as names: see MOST_LOOKED_UP. */
const MOST_GUESSED = 16;

/** Words that are a name, a number, or nothing that is known. */
interface Guess {
  readonly kind: 'name' | 'number' | 'unknown';
  readonly tokens: readonly Token[];
}

/** Neighbours of which the same holds. */
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

/** The "as" of "same as before" is not the store in Ås. */
function isName({ kind, tokens }: Guess): boolean {
  return kind === 'name' && phraseOf(tokens).length > 2;
}

/** Words that are nothing else: names by the beginnings of their words, the longest first. */
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

  /** Reads those that were added since. */
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

  /** Words with nothing between them: where one of them is unknown, all of them may be a name that is spelled wrong. */
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

  /** As few parts as can be told: what stands in the place of one must not lose a word of another. */
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
    return guesses.length === 1 || one.tokens.length > MOST_NAME_WORDS || this.#isNearSomething(one);
  }

  #isNearSomething({ tokens }: Guess): boolean {
    return nearestPhrase(tokens) !== undefined || spelledLike(phraseOf(tokens), this.#names).length > 0;
  }

  /** How many tokens a name has that begins like them; 0 for none. */
  #guessedName(run: readonly Token[]): number {
    const [first] = run;
    if (first === undefined || isFiller(first) || numberOf(first.value) !== undefined) return 0;
    this.#lookedUp += 1;
    if (this.#lookedUp > MOST_GUESSED) return 0;
    return longestName(
      run,
      (words) => meantBy(words, this.#names),
      (words) => beginsName(words, this.#names),
    );
  }
}
