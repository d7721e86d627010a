import type { DateContext } from '../parse/dates/period.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { numberOf as countOf } from '../parse/dates/words.ts';
import { MAX_LOOKED_UP, type NameLookup } from '../parse/nameLookup.ts';
import {
  beginsName,
  candidates,
  findGroup,
  findNamed,
  foundByName,
  isFunctionWord,
  longestName,
  MAX_NAME_WORDS,
  meantBy,
  namesOf,
  numberOf,
  wholeNames,
} from '../parse/names.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { MEANINGS, type Meaning } from '../parse/selection.ts';
import {
  asPlain,
  isOneOf,
  isPlain,
  minusAsWord,
  namesApart,
  numbersApart,
  phraseOf,
  type Token,
  tokenize,
  withoutNumberSigns,
} from '../parse/tokenizer.ts';
import {
  AND_WORDS,
  EACH_WORDS,
  FUNCTION_WORDS,
  KEYS,
  type Key,
  MINUS,
  NUMBER_SIGNS,
  VERSUS_WORDS,
  WITHOUT_WORDS,
  wordList,
} from '../parse/vocabulary.ts';
import type { Budget } from '../text/budget.ts';
import { fold } from '../text/normalize.ts';
import { withGroupsJoined } from './groupTokens.ts';
import { collectItems } from './items.ts';
import {
  isLacking,
  type Loose,
  notUnderstood,
  unknownIn,
  unknownKey,
  unknownRow,
  unknownWords,
  wrongNumber,
} from './mistakes.ts';
import type { Mistake, Said } from './said.ts';
import type { Lexicon, Slots } from './slots.ts';

/** What a text is read with. */
export interface SlotReading<When = FoundPeriod> {
  readonly names: NameLookup;
  readonly periods: FindPeriod<When>;
  readonly context: DateContext;
  readonly budget: Budget;
}

/** Numbers joined by commas. "0,5" isn't: it's one number. */
const NUMBERS = /^\d{2,}(?:[,;+&]\d{2,})+$|^\d{3,}(?:\/\d{3,})+$/;

/** A number and its unit in one word: "14d". */
const GLUED = /^(\d+)(\p{L}+)$/u;

/** The words behind a command. */
export function tokensOf(
  text: string,
  { keys, counts }: Pick<Lexicon<string, string, string>, 'keys' | 'counts'>,
  names: NameLookup,
): readonly Token[] {
  /** "Top10" is "top:10", and "<7" is "<:7". */
  const countApart = (token: Token): Token[] => {
    const [, word = '', number] = /^(\p{L}+|[<>])(\d{1,4})$/u.exec(isPlain(token) ? token.folded : '') ?? [];
    const name = keys.has(word) ? counts.get(word) : undefined;
    return name === undefined ? [token] : tokenize(`${name}:${number}${token.endsPart ? ',' : ''}`, keys);
  };
  const begins = (words: string) => beginsName(words, names);
  const tokens = tokenize(minusAsWord(withSizes(text, begins)), keys)
    .flatMap(namesApart(keys))
    .flatMap(numbersApart(NUMBERS))
    .flatMap(countApart)
    .map(asSpring);
  return withGroupsJoined(withoutNumberSigns(tokens, NUMBER_SIGNS, begins), names);
}

/** "Gin 33cl" and "gin 0,33" are "gin 33 cl" where a name goes on so. */
function withSizes(text: string, begins: (words: string) => boolean): string {
  return text.replace(SIZE, (typed, word: string, number: string, unit = '') => {
    const isLitres = !/^cl$/i.test(unit);
    const size = Math.round(Number(number.replace(',', '.')) * (isLitres ? 100 : 1));
    const isSize = unit !== '' || /[.,]/.test(number);
    return isSize && begins(`${word} ${size} cl`) ? `${word} ${size} cl` : typed;
  });
}

const SIZE = /(\p{L}+) (\d{1,3}(?:[.,]\d{1,2})?) ?(cl|l|liter|litres?)?(?![\p{L}\d.,])/giu;

/** Reads "våren" as spring: folded, it would be "varen", "the product". "Vår" is "our" unless a season is meant. */
function asSpring(token: Token, at: number, all: readonly Token[]): Token {
  const [before, next] = [all[at - 1]?.folded ?? '', all[at + 1]?.folded ?? ''];
  const word = token.value.toLowerCase();
  const isSeason = /^(?:i|fjor|forrige|siste|sist)$/.test(before) || /^(?:19|20)\d\d$/.test(next);
  const isSpring = isPlain(token) && (word === 'våren' || (word === 'vår' && isSeason));
  return isSpring ? { ...token, folded: 'spring' } : token;
}

/** What a slot takes at a place. */
interface Match {
  readonly many: number;
  /** Whether it is a whole name. */
  readonly isName?: true;
  say(used: readonly Token[]): void;
}

/** Limits guesses at names, for the reason given at MAX_LOOKED_UP. */
const MAX_GUESSED = 16;
/** The cost of finding a suggestion. */
const REFUSAL = 100;
/** Nouns of one product or store. */
const SINGULAR = wordList('store shop butikk butikken product produkt produktet vare varen');
const IN_WORDS = new Set(['in', 'i']);

/** What a text says: at each place, the slot that takes the most words. */
export function readSlots<Row extends string, Count extends string, Flag extends string, When>(
  tokens: readonly Token[],
  { names, periods, budget }: Omit<SlotReading<When>, 'context'>,
  slots: Slots<Row, Count, Flag>,
  lexicon: Lexicon<Row, Count, Flag>,
): Said<Row, Count, Flag, When> {
  type Unit = { readonly each: number; readonly count: Count | undefined };
  const compare = tokens.find((token) => isOneOf(lexicon.compare, token));
  const isComparison = compare !== undefined || tokens.some((token) => isOneOf(VERSUS_WORDS, token));
  const claims = new Map<number, Match | undefined>();
  const rows: { readonly name: Row; readonly tokens: readonly Token[] }[] = [];
  let implied: Row | undefined;
  const counts = new Map<Count, { readonly number: number; readonly tokens: readonly Token[] }>();
  const flags = new Map<Flag, readonly Token[]>();
  const mistakes: (Mistake & { readonly rank: number })[] = [];
  /** Runs of words beside each other that no other slot took. */
  const loose: Loose[][] = [];
  let looseEnd = 0;
  let guessed = 0;
  const items = collectItems<When>(names, refuse, slots.searches);
  /** The last count with units that is said: it takes a number anywhere in the text. */
  const measured = tokens
    .flatMap((token, at) => {
      const name = measureOf(token);
      return name === undefined || wholeName(at) !== undefined ? [] : [name];
    })
    .at(-1);
  /** Where its number stands behind it or with a unit; -1 for nowhere, undefined until that is known. */
  let numberAt: number | undefined;
  numberAt =
    measured === undefined
      ? -1
      : tokens.findIndex(
          (token, at) =>
            measure(at) !== undefined || (measureOf(token) === measured && keyed(at) !== undefined),
        );

  let place = 0;
  while (place < tokens.length) {
    const match = claimAt(place) ?? guessAt(place);
    match.say(tokens.slice(place, place + match.many));
    place += match.many;
  }
  for (const [name, { sentence, instead, alone }] of lexicon.refused) {
    const used = counts.get(name as Count)?.tokens ?? flags.get(name as Flag) ?? [];
    const hasRows = rows.length > 0 || implied !== undefined || counts.size > 1;
    const fixes = alone !== undefined && !hasRows ? [alone] : instead;
    if (used.length > 0) refuse(0, { sentence, tokens: used, instead: fixes, leavesOut: fixes[0] === '' });
  }
  for (const run of loose) unknownIn(run, names, slots, lexicon).forEach(refuseUnknown);
  const all = items.all(() => mistakes.length > 0);
  if (all.length === 0 && tokens.every(isFunctionWord)) refuseUnknown(tokens);
  return {
    items: all,
    rows: rows.filter(({ name }, at) => rows.findIndex((row) => row.name === name) === at),
    implied,
    counts,
    flags,
    compare,
    mistakes: mistakes.toSorted((one, other) => one.rank - other.rank || placeOf(one) - placeOf(other)),
  };

  function placeOf({ tokens: [first] }: Pick<Mistake, 'tokens'>): number {
    return first === undefined ? 0 : tokens.indexOf(first);
  }

  /** The longest match of the slots whose words are known; of equally long ones, the first in this order. */
  function claimAt(at: number): Match | undefined {
    if (claims.has(at)) return claims.get(at);
    let longest: Match | undefined;
    for (const slot of [wholeName, counted, measure, period, keyed, ownWord]) {
      const match = slot(at);
      if (match !== undefined && match.many > (longest?.many ?? 0)) longest = match;
    }
    claims.set(at, longest);
    return longest;
  }

  /** A name by the beginnings of its words, a number, a word that adds nothing, or an unknown word. */
  function guessAt(at: number): Match {
    const token = tokens[at];
    if (token === undefined || !isPlain(token)) {
      const isNamed =
        token !== undefined &&
        ((slots.searches !== undefined && token.value !== '') || meantBy(token.value, names).length > 0);
      return { many: 1, say: isNamed ? items.addMeant : refuseUnknown };
    }
    const many = guessedLength(at, token);
    if (many > 0) return { many, say: (used) => addLoose('name', used) };
    if (
      isFiller(token) ||
      lexicon.nouns.has(token.folded) ||
      (measured !== undefined && isOneOf(lexicon.units, token))
    )
      return { many: 1, say: () => items.pass(token) };
    const kind = numberOf(token.value) === undefined ? 'unknown' : 'number';
    if (measured !== undefined && numberAt === -1 && isMeasure(token, measured)) {
      numberAt = at;
      const minus = tokens.slice(at - 1, at).filter(({ folded }) => folded === MINUS);
      const typed = minus.length === 0 ? token.value : `-${token.value}`;
      return { many: 1, say: (used) => addCount(measured, typed, [...minus, ...used]) };
    }
    if (kind === 'unknown' && slots.searches !== undefined) return { many: unknownLength(at), say: search };
    return { many: 1, say: (used) => addLoose(kind, used) };
  }

  /** How many tokens from `at` nothing takes. */
  function unknownLength(at: number): number {
    let many = 1;
    for (let last = tokens[at]; last?.endsPart === false; last = tokens[at + many - 1]) {
      const next = tokens[at + many];
      if (next === undefined || !isPlain(next) || isFiller(next) || numberOf(next.value) !== undefined) break;
      if (claimAt(at + many) !== undefined || guessedLength(at + many, next) > 0) break;
      many += 1;
    }
    return many;
  }

  function guessedLength(at: number, first: Token): number {
    if (isFiller(first) || numberOf(first.value) !== undefined) return 0;
    guessed += 1;
    if (guessed > MAX_GUESSED) return 0;
    // A whole name may end a longer one, as "gin" in "fjord gin"; a word said twice begins another.
    const elseAt = (next: number) => {
      const claim = claimAt(next);
      const isSaid = tokens.slice(at, next).some(({ folded }) => folded === tokens[next]?.folded);
      return claim?.isName === true && !isSaid ? undefined : claim;
    };
    return longestName(runFrom(at, elseAt), meant, mayBegin);
  }

  /** The tokens from `at` that can belong to a name: up to the next one where something else is. */
  function runFrom(at: number, elseAt: (at: number) => unknown): readonly Token[] {
    const run = tokens.slice(at, at + MAX_NAME_WORDS);
    const end = run.findIndex((_, index) => index > 0 && elseAt(at + index) !== undefined);
    return end === -1 ? run : run.slice(0, end);
  }

  /** A whole name, or one that continues it: with "Gin" and "Gin Tonic Light" in the list, "gin tonic" is the second. */
  function wholeName(at: number): Match | undefined {
    const token = tokens[at];
    if (token === undefined || !isPlain(token) || at >= MAX_LOOKED_UP) return undefined;
    const whole = (words: string) => wholeNames(words, names);
    // A function word is a town only here: "as" in "in as" is Ås.
    const isTown = isFunctionWord(token) && IN_WORDS.has(tokens[at - 1]?.folded ?? '');
    if (isTown && whole(token.value).length > 0) return { many: 1, say: items.addMeant };
    const many = longestName(tokens.slice(at), whole, mayBegin);
    const isNumber = numberOf(token.value) !== undefined;
    if (many === 0 || (many === 1 && isNumber)) return undefined;
    const isElse = (next: number) => measureOf(tokens[next]) ?? periodAt(next);
    const longer = isNumber ? 0 : longestName(runFrom(at, isElse), meant, mayBegin);
    const isOwn = many === 1 && longer <= 1 && isOwnWord(token);
    return isOwn ? undefined : { many: Math.max(many, longer), isName: true, say: items.addMeant };
  }

  function meant(words: string) {
    return meantBy(words, names);
  }

  function mayBegin(words: string): boolean {
    return beginsName(words, names);
  }

  function periodAt(at: number) {
    return periods(tokens.slice(at), isComparison);
  }

  function period(at: number): Match | undefined {
    // "Før november" folds to "for november"; in "uken før" the word belongs to the period.
    if (tokens[at]?.value.toLowerCase() === 'før') return { many: 1, say: refuseUnknown };
    const found = periodAt(at);
    if (found === undefined) return undefined;
    return {
      many: found.many,
      say: (used) => items.add({ kind: 'period', tokens: used, found: found.found }),
    };
  }

  /** A key with its value in the same word or the next: `store:143`, `store 143`, `per dag`, `top 10`. */
  function keyed(at: number): Match | undefined {
    const [token, next] = tokens.slice(at, at + 2);
    if (token === undefined) return undefined;
    if (token.unknownKey !== undefined) {
      return { many: 1, say: () => refuse(1, unknownKey(token, slots.command, lexicon.keys)) };
    }
    const word = isPlain(token) && !token.endsPart ? token.folded : '';
    const key = lexicon.keys.get(token.key ?? word) ?? lexicon.counts.get(word);
    if (key === undefined) return undefined;
    const isFree = next !== undefined && next.key === undefined && next.unknownKey === undefined;
    const isTyped = token.key !== undefined;
    const isEmpty = isTyped && token.value === '' && !token.quoted;
    const isNext =
      isFree && (isTyped ? isEmpty && periodAt(at + 1) === undefined : canBeValue(key, next, at + 1));
    // In "14 days low 7" the 7 is a product.
    const isLater = key === measured && (numberAt ?? at) !== at;
    if (isNext && !isLater) return valued(key, at, next, 2);
    return isTyped ? valued(key, at, token, 1) : undefined;
  }

  /** Whether `value` can belong to `key`: in "stores last week" no store follows, in "store 143" one does. */
  function canBeValue(key: Key | Count, value: Token, at: number): boolean {
    if (isCount(key)) {
      const isWord = countOf(value.folded) !== undefined && !/^\d/.test(value.value);
      if (slots.counts[key].units === undefined) return countOf(value.folded) !== undefined;
      const isCounted = unitAt(at + 1) !== undefined && numberOf(value.value) !== undefined;
      return (
        isCounted || isMeasure(value, key) || (isWord && (unitAt(at + 1) !== undefined || !isFiller(value)))
      );
    }
    const isNumber = !value.quoted && /^\d/.test(value.value);
    if (key === 'by' && (isNumber || lexicon.rows.has(value.folded))) return !isNumber;
    if (key !== 'by' && (value.quoted || isNumber)) return true;
    if (!isPlain(value) || isOwnWord(value) || periodAt(at) !== undefined) return false;
    if (key === 'by') return true;
    if (isFiller(value) || isFunctionWord(value) || lexicon.counts.has(value.folded)) return false;
    return key === 'group' || !isOtherName(key, value);
  }

  /** Whether `value` names the other kind: in "top 10 stores pilsner" the stores are rows and pilsner is a product. */
  function isOtherName(meaning: Meaning, { value }: Token): boolean {
    const isNameOf = (each: Meaning) => candidates(value, namesOf(each, names)).length > 0;
    return !isNameOf(meaning) && MEANINGS.some(isNameOf);
  }

  function isCount(key: Key | Count): key is Count {
    return Object.hasOwn(slots.counts, key);
  }

  function valued(key: Key | Count, at: number, value: Token, many: number): Match {
    if (isCount(key)) {
      const unit = slots.counts[key].units === undefined ? undefined : unitAt(at + many);
      return {
        many: unit === undefined ? many : many + 1,
        say: (used) => addMeasure(key, value.value, used, unit),
      };
    }
    if (key === 'by') return grouped(at, value, many);
    if (key === 'group') {
      const read = () => [findGroup(value.value, names)];
      return { many, say: (used) => items.addRead(used, (fix) => `group:${fix}`, read) };
    }
    // A name may continue in the words that follow.
    const isName = !value.quoted && !value.endsPart && /\p{L}/u.test(value.value);
    const run = [asPlain(value), ...runFrom(at + many - 1, periodAt).slice(1)];
    const longest = isName ? longestName(run, (name) => candidates(name, namesOf(key, names))) : 0;
    const words = phraseOf(run.slice(0, Math.max(1, longest)));
    const listed = words.split(/[,;]/).filter((part) => part !== '');
    const parts = value.quoted || longest > 1 || listed.length === 0 ? [words] : listed;
    const isSearched = (part: string) =>
      part !== '' && key === slots.searches && numberOf(part) === undefined;
    const read = () =>
      parts.map((part) => (isSearched(part) ? foundByName(key, part, names) : findNamed(key, part, names)));
    const asTyped = (fix: string) => `${key}:${fix.startsWith('"') ? fix : (fix.split(' ')[0] ?? '')}`;
    return { many: many + Math.max(0, longest - 1), say: (used) => items.addRead(used, asTyped, read) };
  }

  /** "by store", and further ones of "by store and week" or "per butikk, uke". */
  function grouped(at: number, value: Token, many: number): Match {
    const said = value.folded.split(/[,;/+&]/).map((word) => lexicon.rows.get(word));
    if (!said.every((name) => name !== undefined)) {
      return { many, say: (used) => refuse(0, unknownRow(used, value, slots, lexicon.rows)) };
    }
    let end = at + many;
    for (;;) {
      const isJoined = isOneOf(AND_WORDS, tokens[end]);
      const next = isJoined ? end + 1 : end;
      const word = isJoined || tokens[end - 1]?.endsPart === true ? tokens[next] : undefined;
      const name = isOneOf(lexicon.rows, word) ? lexicon.rows.get(word.folded) : undefined;
      if (name === undefined || periodAt(next) !== undefined) break;
      said.push(name);
      end = next + 1;
    }
    return { many: end - at, say: (used) => rows.push(...said.map((name) => ({ name, tokens: used }))) };
  }

  /** The count that a token is, of those with units. */
  function measureOf(token: Token | undefined): Count | undefined {
    return token && lexicon.measures.get(token.key ?? (isPlain(token) ? token.folded : ''));
  }

  /** "14 days", "14d" or "weeks", where a count with units is said. */
  function measure(at: number): Match | undefined {
    const token = tokens[at];
    if (measured === undefined || token === undefined || !isPlain(token) || (numberAt ?? at) !== at)
      return undefined;
    const unit = token.endsPart || periodAt(at + 1) !== undefined ? undefined : unitAt(at + 1);
    const isNumber =
      isMeasure(token, measured) || (numberOf(token.value) ?? countOf(token.folded)) !== undefined;
    const [, , glued = ''] = GLUED.exec(token.folded) ?? [];
    const alone = unitAt(at);
    if (unit !== undefined && isNumber)
      return { many: 2, say: (used) => addMeasure(measured, token.value, used, unit) };
    if (lexicon.units.has(glued))
      return { many: 1, say: (used) => addMeasure(measured, token.value, used, lexicon.units.get(glued)) };
    if (alone === undefined || alone.each === 1) return undefined;
    return { many: 1, say: (used) => addMeasure(measured, '1', used, alone) };
  }

  /** The unit at this place: "weeks" are 7. */
  function unitAt(at: number): Unit | undefined {
    return isOneOf(lexicon.units, tokens[at]) ? lexicon.units.get(tokens[at].folded) : undefined;
  }

  /** Whether a number without a unit belongs to a count with units: one of more digits, or a known one, doesn't. */
  function isMeasure(token: Token, name: Count): boolean {
    if (!isPlain(token) || !/^\d/.test(token.value)) return false;
    const number = numberOf(token.value);
    if (number === undefined) return true;
    if (number.length > 3) return false;
    return (
      Number(number) <= slots.counts[name].most ||
      MEANINGS.every((each) => !namesOf(each, names).nameOf(number))
    );
  }

  /** "10 best", or "best" alone. */
  function counted(at: number): Match | undefined {
    const [token, next, behind] = tokens.slice(at, at + 3);
    if (token === undefined || !isPlain(token)) return undefined;
    const last = isOneOf(lexicon.counts, next) ? lexicon.counts.get(next.folded) : undefined;
    if (last !== undefined && slots.counts[last].units === undefined && !lexicon.keys.has(token.folded)) {
      const { most } = slots.counts[last];
      const isNumber = (word: Token | undefined) => (countOf(word?.folded ?? '') ?? most + 1) <= most;
      if (isNumber(token) && !isNumber(behind)) {
        return { many: 2, say: (used) => addCount(last, token.value, used) };
      }
    }
    const name = lexicon.counts.get(token.folded);
    if (name === undefined) return undefined;
    // A name may begin with a word without units.
    const isPlainly =
      lexicon.measures.has(token.folded) ||
      next === undefined ||
      isFiller(next) ||
      isOneOf(lexicon.rows, next);
    if (!isPlainly && meant(token.value).length > 0) return undefined;
    const number = slots.counts[name].usual;
    return { many: 1, say: (used) => counts.has(name) || counts.set(name, { number, tokens: used }) };
  }

  /** A word of the command. */
  function ownWord(at: number): Match | undefined {
    const [token, next] = tokens.slice(at, at + 2);
    if (token === undefined || !isPlain(token)) return undefined;
    const word = token.folded;
    const one = (say: Match['say']): Match => ({ many: 1, say });
    if (VERSUS_WORDS.has(word) || (compare !== undefined && lexicon.beside.has(word))) {
      return one((used) => items.add({ kind: 'beside', tokens: used }));
    }
    if (lexicon.compare.has(word)) return one(() => {});
    if (WITHOUT_WORDS.has(word)) return one(() => items.leaveOut(token));
    const ofEach = <Name>(of: ReadonlyMap<string, Name>) =>
      EACH_WORDS.has(word) && isOneOf(of, next) ? of.get(next.folded) : undefined;
    const each = ofEach(lexicon.rows);
    const eachFlag = ofEach(lexicon.eachFlags);
    const flag = eachFlag ?? (each === undefined ? lexicon.flags.get(word) : undefined);
    if (flag !== undefined) {
      const say = (used: readonly Token[]) => flags.set(flag, [...(flags.get(flag) ?? []), ...used]);
      return { many: eachFlag === undefined ? 1 : 2, say };
    }
    const adverb = lexicon.adverbs.get(word);
    if (adverb !== undefined) return one((used) => rows.push({ name: adverb, tokens: used }));
    if (each === undefined && isNounOfName(at)) return one(() => {});
    const row =
      each ??
      lexicon.implied.get(word) ??
      (KEYS.has(word) || isBehindCount(at) ? lexicon.rows.get(word) : undefined);
    const imply = () => {
      implied = row;
    };
    return row === undefined ? undefined : { many: each === undefined ? 1 : 2, say: imply };
  }

  /** "The Oslo store" is a store, and no row for each. */
  function isNounOfName(at: number): boolean {
    const [before, noun] = [tokens[at - 1], tokens[at]];
    if (before === undefined || !isPlain(before) || before.endsPart || !isOneOf(SINGULAR, noun)) return false;
    const meaning = MEANINGS.find((each) => each === lexicon.keys.get(noun.folded));
    return (
      meaning !== undefined &&
      !isFunctionWord(before) &&
      candidates(before.value, namesOf(meaning, names), 1).length > 0
    );
  }

  /** Whether "top" or "top 5" stands before: "weeks" are rows there. */
  function isBehindCount(at: number): boolean {
    const [two, one] = [tokens[at - 2], tokens[at - 1]];
    if (one === undefined) return false;
    if (lexicon.counts.has(one.key ?? one.folded)) return true;
    return isOneOf(lexicon.counts, two) && countOf(one.folded) !== undefined;
  }

  /** Whether a token is a word of the command, which takes precedence over names that begin with it. */
  function isOwnWord(token: Token): boolean {
    const { compare, flags, measures } = lexicon;
    return [compare, VERSUS_WORDS, WITHOUT_WORDS, flags, measures].some((words) => isOneOf(words, token));
  }

  /** Whether a token adds nothing to a question. */
  function isFiller(token: Token): boolean {
    return lexicon.fillers.has(token.folded) || FUNCTION_WORDS.has(token.value.toLowerCase());
  }

  /** Counts what the unit says, where that is something else: units instead of days in "low 100 units". */
  function addMeasure(name: Count, typed: string, used: readonly Token[], unit: Unit | undefined): void {
    const other = unit?.count;
    if (other !== undefined && !counts.has(name))
      counts.set(name, { number: slots.counts[name].usual, tokens: used });
    addCount(other ?? name, typed, used, unit?.each);
  }

  /** `each`: how many one of what is typed counts. */
  function addCount(name: Count, typed: string, used: readonly Token[], each = 1): void {
    const [, digits = typed, unit = ''] = GLUED.exec(fold(typed)) ?? [];
    const one = Number(numberOf(digits) ?? countOf(fold(digits)) ?? 0);
    const number = one * (unit === '' ? each : (lexicon.units.get(unit)?.each ?? 0));
    const { most, usual } = slots.counts[name];
    const isTaken = number >= 1 && number <= most;
    const all = [...(counts.get(name)?.tokens ?? []), ...used];
    counts.set(name, { number: isTaken ? number : usual, tokens: all });
    if (!isTaken) refuse(1, wrongNumber(typed, name, all, slots));
  }

  function addLoose(kind: Loose['kind'], used: readonly Token[]): void {
    const isBeside = looseEnd === place && tokens[place - 1]?.endsPart !== true;
    const run = isBeside ? loose.at(-1) : undefined;
    if (run === undefined) loose.push([{ kind, tokens: used }]);
    else run.push({ kind, tokens: used });
    looseEnd = place + used.length;
    if (kind === 'name') items.addMeant(used);
    if (kind === 'number') items.addNumber(used);
  }

  function search(used: readonly Token[]): void {
    if (isLacking(used, lexicon)) refuseUnknown(used);
    else items.addMeant(used);
  }

  function refuseUnknown(used: readonly Token[]): void {
    // Only the first mistake is shown, and finding what may be meant takes time.
    const isBehind = mistakes.some(
      (other) => other.rank <= 2 && other.isLast !== true && placeOf(other) < placeOf({ tokens: used }),
    );
    const { command } = slots;
    refuse(2, isBehind ? notUnderstood(used, command) : unknownWords(used, names, slots, lexicon));
  }

  function refuse(rank: number, mistake: Mistake): void {
    budget.spend(REFUSAL);
    mistakes.push({ ...mistake, rank });
  }
}
