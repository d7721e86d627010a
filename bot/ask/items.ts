import type { NameLookup } from '../parse/nameLookup.ts';
import { type Found, foundByName, isOne, meantBy, numberOf, onlyBeginsStore } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import type { Meaning } from '../parse/selection.ts';
import { isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, KEYS, MINUS } from '../parse/vocabulary.ts';
import { ambiguous, askForStore, nothingLeftOut, unknownNumber } from './mistakes.ts';
import type { Item, Mistake, NameItem } from './said.ts';

/** A number whose kind is known once all names are: "1101 Red Apple" is one product. */
interface BareNumber {
  readonly kind: 'number';
  readonly tokens: readonly Token[];
  readonly isLeftOut: boolean;
}

/** Collects the periods, names and numbers of a text in its order. */
export function collectItems<When>(
  names: NameLookup,
  refuse: (rank: number, mistake: Mistake) => void,
  searches: Meaning | undefined,
) {
  const items: (Item<When> | BareNumber)[] = [];
  let without: Token | undefined;
  /** Places where a "without" stands between two items. */
  const apart = new Set<number>();
  /** Set while names are left out: only the next after a minus; the first after "without", more, and more behind "and". */
  let leavingOut: 'only' | 'first' | 'more' | 'and' | undefined;

  const takeLeftOut = (): boolean => {
    const isLeftOut = leavingOut !== undefined;
    leavingOut = leavingOut === 'only' ? undefined : leavingOut && 'more';
    return isLeftOut;
  };
  const addName = (tokens: readonly Token[], found: Found): void => {
    // "Without gin store:oslo" is Oslo without gin.
    const before = items.at(-1);
    const isList = before !== undefined && keyOf(before.tokens) === keyOf(tokens);
    const isJoined = leavingOut !== 'more' || before?.tokens.at(-1)?.endsPart === true;
    if (keyOf(tokens) !== undefined && !isList && !isJoined) leavingOut = undefined;
    items.push({ kind: 'name', tokens, ...found, isLeftOut: takeLeftOut() });
  };
  /** What the words mean; undefined, with a mistake, where that is nothing, or both products and stores. */
  const meantOnly = (tokens: readonly Token[]): Found | undefined => {
    const words = phraseOf(tokens);
    const found = meantBy(words, names);
    const [first, second] = found;
    if (searches !== undefined) {
      return numberOf(words) === undefined
        ? foundByName(searches, words, names)
        : { meaning: searches, ids: [words], name: undefined };
    }
    if (first === undefined) refuse(3, unknownNumber(words, tokens));
    else if (second !== undefined) refuse(3, ambiguous(words, tokens, found));
    else if (numberOf(words) !== undefined) return { meaning: first.meaning, ids: [words], name: undefined };
    else if (first.meaning === 'store' && tokens.every(isPlain) && onlyBeginsStore(words, names)) {
      refuse(3, askForStore(words, tokens, found));
    } else return foundByName(first.meaning, words, names);
    return undefined;
  };

  return {
    /** A period, or "vs". */
    add(item: Item<When>): void {
      leavingOut = undefined;
      items.push(item);
    },
    /** The products or stores that the words mean. */
    addMeant(tokens: readonly Token[]): void {
      const found = meantOnly(tokens);
      if (found !== undefined) addName(tokens, found);
    },
    addNumber(tokens: readonly Token[]): void {
      items.push({ kind: 'number', tokens, isLeftOut: takeLeftOut() });
    },
    /** What `read` finds. Of a ParseError that it throws, `asTyped` turns each fix into what replaces the words. */
    addRead(tokens: readonly Token[], asTyped: (fix: string) => string, read: () => readonly Found[]): void {
      try {
        for (const found of read()) addName(tokens, found);
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        refuse(1, { sentence: error.sentence, tokens, instead: error.fixes.map(asTyped) });
      }
    },
    /** Names after `word`, "without", are left out. */
    leaveOut(word: Token): void {
      without = word;
      apart.add(items.length);
      leavingOut = word.folded === MINUS ? 'only' : 'first';
    },
    /** A word that adds nothing ends leaving out, unless it is "and". */
    pass(token: Token): void {
      if (leavingOut === 'more' || leavingOut === 'and') {
        leavingOut = isOneOf(AND_WORDS, token) ? 'and' : undefined;
      }
    },
    /** The items once the whole text is read. */
    all(isRefused: () => boolean): readonly Item<When>[] {
      const all = items
        .filter((item, at) => apart.has(at) || !isRestOfLabel(item, items[at - 1]))
        .flatMap((item): Item<When>[] => {
          if (item.kind !== 'number') return [item];
          const at = items.indexOf(item);
          if ([items[at - 1], items[at + 1]].some((beside) => isLabelOf(item, beside))) return [];
          const found = meantOnly(item.tokens);
          return found === undefined ? [] : [{ ...item, kind: 'name', ...found }];
        });
      const isNamed = all.some((item) => item.kind === 'name' && item.isLeftOut);
      if (without !== undefined && !isNamed && !isRefused()) refuse(2, nothingLeftOut(without));
      return all;
    },
  };
}

/** The key that was typed with a name or number. */
function keyOf([first, next]: readonly Token[]): string | undefined {
  return first?.key ?? (next === undefined ? undefined : KEYS.get(first?.folded ?? ''));
}

/** Whether a number only repeats that of the name beside it. */
function isLabelOf(
  { tokens, isLeftOut }: BareNumber,
  beside: Item<unknown> | BareNumber | undefined,
): boolean {
  if (beside?.kind !== 'name' || beside.isLeftOut !== isLeftOut) return false;
  return isOne(beside) && hasNumber(beside, tokens);
}

/** Whether it is the name in "1101 Pale Ale", which is one product, also where others have that name. */
function isRestOfLabel(
  item: Item<unknown> | BareNumber,
  before: Item<unknown> | BareNumber | undefined,
): boolean {
  if (item.kind !== 'name' || before?.kind !== 'number' || isOne(item)) return false;
  return item.name?.kind === 'name' && item.isLeftOut === before.isLeftOut && hasNumber(item, before.tokens);
}

function hasNumber({ ids }: NameItem, digits: readonly Token[]): boolean {
  return ids.some((id) => Number(id) === Number(phraseOf(digits)));
}
