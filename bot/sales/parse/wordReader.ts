import type { DateContext } from '../../parse/dates/period.ts';
import { numberOf as numberFrom } from '../../parse/dates/words.ts';
import { nearestWord } from '../../parse/didYouMean.ts';
import { MAX_LOOKED_UP, type NameLookup } from '../../parse/nameLookup.ts';
import {
  beginsName,
  candidates,
  findGroup,
  findNamed,
  isFunctionWord,
  longestName,
  MAX_NAME_WORDS,
  meantBy,
  namesOf,
  numberOf,
  wholeNames,
} from '../../parse/names.ts';
import type { FindPeriod } from '../../parse/periodTokens.ts';
import { MEANINGS, type Meaning } from '../../parse/selection.ts';
import { asPlain, isOneOf, isPlain, phraseOf, type Token } from '../../parse/tokenizer.ts';
import {
  AND_WORDS,
  EACH_WORDS,
  KEYS,
  type Key,
  VERSUS_WORDS,
  WITHOUT_WORDS,
} from '../../parse/vocabulary.ts';
import type { Budget } from '../../text/budget.ts';
import { fold } from '../../text/normalize.ts';
import { type FilterName, type Filters, hasBothEnds, NUMBERS, type NumberName } from '../filters.ts';
import { GROUPS, type Group } from '../groupings.ts';
import { salesWords } from '../words/words.ts';
import { Guesses } from './guesses.ts';
import { type Item, SalesItems } from './items.ts';
import { type Problem, unknownKey } from './problems.ts';
import {
  BESIDE_WORDS,
  COMPARE_WORDS,
  ENDS,
  FLAG_WORDS,
  GROUP_ADVERBS,
  GROUP_WORDS,
  isFiller,
  SALES_KEYS,
} from './words.ts';

/** The text after `/sales`, word for word. */
export interface SalesWords {
  readonly items: readonly Item[];
  readonly by: Group | undefined;
  /** The second grouping, and the tokens of both; undefined where there is only one. */
  readonly and: { readonly group: Group; readonly tokens: readonly Token[] } | undefined;
  readonly filter: Filters;
  readonly filterTokens: ReadonlyMap<FilterName, readonly Token[]>;
  readonly compare: Token | undefined;
  readonly problems: readonly Problem[];
}

export interface SalesReading {
  readonly names: NameLookup;
  readonly periods: FindPeriod;
  readonly context: DateContext;
  readonly budget: Budget;
}

/** Reads words in order: keys, periods, whole names and words of the command; the rest are guessed to be names. */
export function readSalesWords(tokens: readonly Token[], reading: SalesReading): SalesWords {
  return new SalesWordReader(tokens, reading).read();
}

interface KeyedValue {
  readonly key: Key | NumberName;
  readonly value: Token;
  /** Tokens of the key and its value. */
  readonly many: number;
}

class SalesWordReader {
  readonly #tokens: readonly Token[];
  readonly #names: NameLookup;
  readonly #periods: FindPeriod;
  readonly #compare: Token | undefined;
  readonly #isComparison: boolean;
  readonly #said: SalesItems;
  readonly #guesses: Guesses;
  readonly #groupings: { readonly group: Group; readonly tokens: readonly Token[] }[] = [];
  #impliedBy: Group | undefined;
  #filter: Filters = {};
  readonly #filterTokens = new Map<FilterName, readonly Token[]>();

  constructor(tokens: readonly Token[], { names, periods, budget }: SalesReading) {
    this.#tokens = tokens;
    this.#names = names;
    this.#periods = periods;
    this.#said = new SalesItems(names, budget);
    this.#guesses = new Guesses(names, this.#said);
    this.#compare = tokens.find((token) => isOneOf(COMPARE_WORDS, token));
    this.#isComparison = this.#compare !== undefined || tokens.some((token) => isOneOf(VERSUS_WORDS, token));
  }

  read(): SalesWords {
    for (let at = 0; at < this.#tokens.length; ) at += this.#readAt(at);
    this.#guesses.read();
    const items = this.#said.items();
    if (items.length === 0 && this.#tokens.every(isFunctionWord)) this.#said.refuseUnknown(this.#tokens);
    const { by = this.#impliedBy, and } = this.#twoGroupings();
    return {
      items,
      by,
      and,
      filter: this.#filter,
      filterTokens: this.#filterTokens,
      compare: this.#compare,
      problems: this.#said.problems(),
    };
  }

  /** Reads what begins at `at`; returns its number of tokens. */
  #readAt(at: number): number {
    const token = this.#tokens[at];
    if (token === undefined) return 1;
    const wholeName = isPlain(token) ? this.#nameAt(at) : 0;
    const keyed = wholeName > 1 ? undefined : this.#keyedAt(at);
    if (keyed !== undefined) return this.#readKeyed(at, keyed);
    if (!isPlain(token)) return this.#readQuoted(token);
    if (wholeName === 0 && saysBefore(token)) {
      this.#guesses.read();
      this.#said.refuseUnknown([token]);
      return 1;
    }
    const end = wholeName === 0 ? this.#endAt(at) : undefined;
    if (end !== undefined) return this.#readEnd(at, end);
    const period = this.#periodAt(at);
    if (period !== undefined && period.many > wholeName) {
      this.#guesses.read();
      this.#said.addPeriod(this.#tokens.slice(at, at + period.many), period.found);
      return period.many;
    }
    if (wholeName > 1 || (wholeName === 1 && !isOwnWord(token) && numberOf(token.value) === undefined)) {
      this.#guesses.read();
      this.#said.addMeant(this.#tokens.slice(at, at + wholeName));
      return wholeName;
    }
    const own = this.#readOwnWord(token, this.#tokens[at + 1]);
    if (own === 0) this.#guesses.add(token);
    return Math.max(1, own);
  }

  /**
   * The number of tokens of the longest name at `at`: a whole name, or one that continues it. With "Gin" and "Gin Tonic
   * Light" in the list, "gin tonic" is the second. 0 where no whole name begins.
   */
  #nameAt(at: number): number {
    if (at >= MAX_LOOKED_UP) return 0;
    if (this.#isTown(at)) return 1;
    const mayBegin = (words: string) => beginsName(words, this.#names);
    const whole = longestName(this.#tokens.slice(at), (words) => wholeNames(words, this.#names), mayBegin);
    if (whole === 0 || numberOf(this.#tokens[at]?.value ?? '') !== undefined) return whole;
    const longer = longestName(this.#untilPeriod(at), (words) => meantBy(words, this.#names), mayBegin);
    return Math.max(whole, longer);
  }

  /** Whether a function word is a town: "as" in "in as" is Ås. */
  #isTown(at: number): boolean {
    const [before, token] = [this.#tokens[at - 1], this.#tokens[at]];
    if (before === undefined || token === undefined || !IN_WORDS.has(before.folded)) return false;
    return isFunctionWord(token) && wholeNames(token.value, this.#names).length > 0;
  }

  /** The tokens from `at` that can belong to a name: up to the next one at which a period begins. */
  #untilPeriod(at: number): readonly Token[] {
    const tokens = this.#tokens.slice(at, at + MAX_NAME_WORDS);
    const period = tokens.findIndex((_, index) => index > 0 && this.#periodAt(at + index) !== undefined);
    return period === -1 ? tokens : tokens.slice(0, period);
  }

  #periodAt(at: number) {
    return this.#periods(this.#tokens.slice(at), this.#isComparison);
  }

  /** A key with its value in the same word or the next: `store:143`, `store 143`, `per dag`, `top 10`. */
  #keyedAt(at: number): KeyedValue | undefined {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (token === undefined) return undefined;
    const isFree = next !== undefined && next.key === undefined && next.unknownKey === undefined;
    const typed = SALES_KEYS.get(token.key ?? '');
    if (typed !== undefined) {
      return token.value === '' && !token.quoted && isFree && this.#periodAt(at + 1) === undefined
        ? { key: typed, many: 2, value: next }
        : { key: typed, many: 1, value: token };
    }
    const key =
      isPlain(token) && !token.endsPart
        ? (SALES_KEYS.get(token.folded) ?? ENDS.get(token.folded))
        : undefined;
    const end = key === undefined && isFree ? this.#endBehindCount(token, at) : undefined;
    if (end !== undefined) return { key: end, many: 2, value: token };
    return key !== undefined && isFree && this.#canBeValue(key, next, at + 1)
      ? { key, many: 2, value: next }
      : undefined;
  }

  /** "5 worst" is "worst 5". */
  #endBehindCount(token: Token, at: number): 'top' | 'bottom' | undefined {
    const [next, behind] = [this.#tokens[at + 1], this.#tokens[at + 2]];
    const end = next !== undefined && isPlain(next) ? ENDS.get(next.folded) : undefined;
    const isCount = ({ folded }: Token) =>
      (numberFrom(folded) ?? Number.POSITIVE_INFINITY) <= NUMBERS.top.most;
    return isPlain(token) && isCount(token) && (behind === undefined || !isCount(behind)) ? end : undefined;
  }

  /** Reads "best stores", without a number, as a ranking, unless a name begins with the word and no grouping follows. */
  #endAt(at: number): 'top' | 'bottom' | undefined {
    const [token, next] = [this.#tokens[at], this.#tokens[at + 1]];
    if (!isOneOf(ENDS, token)) return undefined;
    const isPlainly = next === undefined || isFiller(next) || isOneOf(GROUP_WORDS, next);
    const isRanking = isPlainly || meantBy(token.value, this.#names).length === 0;
    return isRanking ? ENDS.get(token.folded) : undefined;
  }

  #readEnd(at: number, end: 'top' | 'bottom'): number {
    this.#guesses.read();
    const [token, next] = this.#tokens.slice(at, at + 2);
    if (this.#filter[end] === undefined && token !== undefined) {
      this.#readNumber(end, String(NUMBERS[end].usual), [token]);
    }
    const isGrouping = isOneOf(GROUP_WORDS, next) && !KEYS.has(next.folded) && !this.#periodAt(at + 1);
    if (isGrouping) this.#impliedBy = GROUP_WORDS.get(next.folded);
    return isGrouping ? 2 : 1;
  }

  /** Whether `value` can belong to `key`: in "stores last week" no store follows, in "store 143" one does. */
  #canBeValue(key: KeyedValue['key'], value: Token, at: number): boolean {
    const isNumber = !value.quoted && /^\d/.test(value.value);
    if (key in NUMBERS) return numberFrom(value.folded) !== undefined;
    if (key === 'by' && (GROUP_WORDS.has(value.folded) || isNumber)) return !isNumber;
    if (key !== 'by' && (value.quoted || isNumber)) return true;
    if (!isPlain(value) || isOwnWord(value) || this.#periodAt(at) !== undefined) return false;
    if (key !== 'by' && (isFiller(value) || isFunctionWord(value) || ENDS.has(value.folded))) return false;
    return (key !== 'product' && key !== 'store') || !this.#isOtherName(key, value);
  }

  /** Whether `value` names the other kind: in "top 10 stores pilsner" the stores are rows and pilsner is a product. */
  #isOtherName(meaning: Meaning, { value }: Token): boolean {
    const isNameOf = (each: Meaning) => candidates(value, namesOf(each, this.#names)).length > 0;
    return !isNameOf(meaning) && MEANINGS.some(isNameOf);
  }

  #readKeyed(at: number, keyed: KeyedValue): number {
    this.#guesses.read();
    const used = this.#tokens.slice(at, at + keyed.many);
    switch (keyed.key) {
      case 'by': {
        this.#readGrouping(keyed.value, used);
        return keyed.many + this.#readMoreGroupings(at + keyed.many);
      }
      case 'group':
        return this.#readGroupOfProducts(at, keyed);
      case 'product':
      case 'store':
        return this.#readNamed(at, keyed.key, keyed);
      default:
        this.#readNumber(keyed.key, keyed.value.value, used);
        return keyed.many;
    }
  }

  #readGroupOfProducts(at: number, { many, value }: KeyedValue): number {
    this.#said.addRead(
      this.#tokens.slice(at, at + many),
      (fix) => `group:${fix}`,
      () => [findGroup(value.value, this.#names)],
    );
    return many;
  }

  #readGrouping(value: Token, used: readonly Token[]): void {
    const groups = value.folded.split(/[,;/+&]/).map((word) => GROUP_WORDS.get(word));
    if (groups.every((group) => group !== undefined)) {
      this.#groupings.push(...groups.map((group) => ({ group, tokens: used })));
      return;
    }
    const near = GROUP_WORDS.get(nearestWord(value.value, GROUP_WORDS.keys()) ?? '');
    const typed = value.key === undefined ? `by:${value.text}` : value.text;
    this.#said.refuse(0, {
      sentence: (t) => salesWords(t).mistakes.unknownGrouping(typed, GROUPS),
      tokens: used,
      instead: near === undefined ? [] : [`by:${near}`],
    });
  }

  /** Reads further groupings of "by store and week" or "per butikk, uke"; returns their number of tokens. */
  #readMoreGroupings(from: number): number {
    let at = from;
    for (;;) {
      const isJoined = isOneOf(AND_WORDS, this.#tokens[at]);
      if (!isJoined && this.#tokens[at - 1]?.endsPart !== true) return at - from;
      const place = isJoined ? at + 1 : at;
      const word = this.#tokens[place];
      const isGrouping = isOneOf(GROUP_WORDS, word) && this.#periodAt(place) === undefined;
      if (!isGrouping) return at - from;
      this.#readGrouping(word, [...this.#tokens.slice(at, place + 1)]);
      at = place + 1;
    }
  }

  #readNumber(name: NumberName, typed: string, used: readonly Token[]): void {
    const { most, usual } = NUMBERS[name];
    const number = numberFrom(fold(typed)) ?? 0;
    const filter = { ...this.#filter, [name]: number };
    if (hasBothEnds(filter)) {
      this.#said.refuse(1, { sentence: (t) => salesWords(t).mistakes.bothEnds, tokens: used, instead: [''] });
    } else if (number >= 1 && number <= most) {
      this.#addFilter(name, filter, used);
    } else {
      this.#said.refuse(1, {
        sentence: (t) => salesWords(t).mistakes.wrongNumber(typed, salesWords(t).filters[name], most),
        tokens: used,
        instead: [`${name}:${usual}`],
      });
    }
  }

  #addFilter(name: FilterName, filter: Filters, used: readonly Token[]): void {
    this.#filter = filter;
    this.#filterTokens.set(name, [...(this.#filterTokens.get(name) ?? []), ...used]);
  }

  /** Reads numbers separated by commas, or a name, which may continue in the words that follow. */
  #readNamed(at: number, meaning: Meaning, { many, value }: KeyedValue): number {
    const names = namesOf(meaning, this.#names);
    const isName = !value.quoted && !value.endsPart && /\p{L}/u.test(value.value);
    const [, ...behind] = this.#untilPeriod(at + many - 1);
    const longest = isName ? longestName([asPlain(value), ...behind], (name) => candidates(name, names)) : 0;
    const more = Math.max(0, longest - 1);
    const used = this.#tokens.slice(at, at + many + more);
    const words = phraseOf([value, ...behind.slice(0, more)]);
    const parts =
      value.quoted || more > 0
        ? [words]
        : words.split(/[,;]/).filter((part, _, all) => part !== '' || all.length === 1);
    this.#said.addRead(
      used,
      (fix) => `${meaning}:${fix.startsWith('"') ? fix : (fix.split(' ')[0] ?? '')}`,
      () => parts.map((part) => findNamed(meaning, part, this.#names)),
    );
    return many + more;
  }

  #readQuoted(token: Token): number {
    this.#guesses.read();
    if (token.unknownKey !== undefined) this.#said.refuse(1, unknownKey(token));
    else if (meantBy(token.value, this.#names).length > 0) this.#said.addMeant([token]);
    else this.#said.refuseUnknown([token]);
    return 1;
  }

  /** Reads a word of the command; returns its number of tokens, 0 if it isn't one. */
  #readOwnWord(token: Token, next: Token | undefined): number {
    const { folded } = token;
    const each =
      EACH_WORDS.has(folded) && next !== undefined && isPlain(next)
        ? GROUP_WORDS.get(next.folded)
        : undefined;
    const group = KEYS.has(folded) ? GROUP_WORDS.get(folded) : undefined;
    const adverb = GROUP_ADVERBS.get(folded);
    const flag = FLAG_WORDS.get(folded);
    const isBeside = VERSUS_WORDS.has(folded) || (this.#compare !== undefined && BESIDE_WORDS.has(folded));
    if (!isOwnWord(token) && !isBeside && each === undefined && group === undefined && adverb === undefined) {
      return 0;
    }
    this.#guesses.read();
    if (isBeside) this.#said.addBeside(token);
    else if (WITHOUT_WORDS.has(folded)) this.#said.leaveOut(token);
    else if (flag !== undefined) this.#addFilter(flag, { ...this.#filter, [flag]: true }, [token]);
    else if (adverb !== undefined) this.#groupings.push({ group: adverb, tokens: [token] });
    else this.#impliedBy = each ?? group ?? this.#impliedBy;
    return each === undefined ? 1 : 2;
  }

  /** The first two different groupings, in the order they were typed; a third is refused. */
  #twoGroupings(): Partial<Pick<SalesWords, 'by' | 'and'>> {
    const said = this.#groupings.filter(
      ({ group }, at, all) => all.findIndex((other) => other.group === group) === at,
    );
    const [first, second, third] = said;
    const tokens = this.#groupings.flatMap((grouping) => grouping.tokens);
    if (first === undefined || second === undefined) return first === undefined ? {} : { by: first.group };
    if (third !== undefined) {
      this.#said.refuse(0, {
        sentence: (t) => salesWords(t).mistakes.manyGroupings,
        tokens,
        instead: [`by:${first.group} by:${second.group}`],
      });
    }
    return { by: first.group, and: { group: second.group, tokens } };
  }
}

/** Refuses "før november", which folds to "for november"; in "uken før" the word belongs to the period. */
function saysBefore({ value }: Token): boolean {
  return value.toLowerCase() === 'før';
}

const IN_WORDS = new Set(['in', 'i']);

/** Whether a token is a word of the command, which takes precedence over names that begin with it. */
function isOwnWord(token: Token): boolean {
  return OWN_WORDS.some((words) => isOneOf(words, token));
}

const OWN_WORDS = [COMPARE_WORDS, VERSUS_WORDS, WITHOUT_WORDS, FLAG_WORDS];
