import type { NameLookup } from '../parse/nameLookup.ts';
import { MAX_NAME_WORDS } from '../parse/names.ts';
import { inQuotes, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, KEYS, wordList } from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';

/**
 * Joins each group of the product list into one token, also several in a row: `group:lys øl`, `group:gin,cider`,
 * `group:gin, cider`, "groups gin and cider", "the gin group". Words that aren't a group stay as typed.
 */
export function withGroupsJoined(typed: readonly Token[], { products }: NameLookup): Token[] {
  const isGroupName = (words: string) => products.groupNamed?.(words) !== undefined;
  const tokens = typed.flatMap((token) => partedByCommas(token, isGroupName));
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const isKeyAlone = isPlain(token)
      ? KEYS.get(token.folded) === 'group' && !token.endsPart && !isBy(tokens[at - 1])
      : isGroup(token) && token.value === '';
    const first = isKeyAlone ? at + 1 : at;
    const isExpected = isKeyAlone || isGroup(token) || (isPlain(token) && mayFollow(joined));
    const many = isExpected ? groupLength(tokens.slice(first, first + MAX_NAME_WORDS), isGroupName) : 0;
    const isNamed = many === 0 && isPlain(token);
    const before = isNamed ? lengthBeforeKey(tokens.slice(at, at + MAX_NAME_WORDS + 2), isGroupName) : 0;
    const length = many + before;
    joined.push(length === 0 ? token : groupOf(tokens.slice(first, first + length)));
    if (length > 0) at = first + length - (before > 0 ? 0 : 1);
  }
  return joined;
}

type IsGroupName = (words: string) => boolean;

function isGroup({ key }: Token): boolean {
  return key === 'group';
}

/** In "per group gin", groups are rows. */
function isBy(before: Token | undefined): boolean {
  return before !== undefined && isPlain(before) && KEYS.get(before.folded) === 'by';
}

/** True after a group and a comma, or after a group and "and". */
function mayFollow(joined: readonly Token[]): boolean {
  const [before, last] = [joined.at(-2), joined.at(-1)];
  if (last === undefined) return false;
  return isGroup(last) ? last.endsPart : isOneOf(AND_WORDS, last) && before !== undefined && isGroup(before);
}

function partedByCommas(token: Token, isGroupName: IsGroupName): Token[] {
  if (!isGroup(token) || token.quoted || isGroupName(token.value)) return [token];
  const parts = token.value
    .split(/[,;]/)
    .map((part) => part.replace(/^\p{L}+[:=]/u, ''))
    .filter((part) => part !== '');
  if (parts.length < 2) return [token];
  return parts.map((value, at) => ({
    ...token,
    value,
    folded: fold(value),
    text: `group:${value}`,
    endsPart: at < parts.length - 1 || token.endsPart,
  }));
}

/** How many tokens, counted from the first, form the longest name of a group; 0 if none does. */
function groupLength(words: readonly Token[], isGroupName: IsGroupName): number {
  const end = words.findIndex((token, at) => token.endsPart || token.quoted || (at > 0 && !isPlain(token)));
  const last = words[end];
  const isLastIn = end === 0 || (last !== undefined && isPlain(last));
  const run = end === -1 ? words : words.slice(0, isLastIn ? end + 1 : end);
  return 1 + run.findLastIndex((_, at) => isGroupName(phraseOf(run.slice(0, at + 1))));
}

/** How many tokens name a group before the word for it: "gin group", but not "gin group cider". */
function lengthBeforeKey(tokens: readonly Token[], isGroupName: IsGroupName): number {
  const at = tokens.findIndex((token) => isOneOf(GROUP_WORDS, token));
  const words = tokens.slice(0, Math.max(0, at));
  if (words.length === 0 || words.some((word) => word.endsPart) || !isGroupName(phraseOf(words))) return 0;
  const next = tokens[at + 1];
  return next !== undefined && tokens[at]?.endsPart === false && isGroupName(next.value) ? 0 : words.length;
}

const GROUP_WORDS = wordList('group gruppe gruppa gruppen varegruppe varegruppa varegruppen');

function groupOf(words: readonly Token[]): Token {
  const value = phraseOf(words);
  return {
    text: `group:${inQuotes(value)}`,
    key: 'group',
    value,
    folded: fold(value),
    quoted: true,
    endsPart: words.at(-1)?.endsPart === true,
  };
}
