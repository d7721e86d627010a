import { errorOf } from '../ask/mistakes.ts';
import { commandBudget, parseCommand } from '../ask/parseCommand.ts';
import { type SlotReading, tokensOf } from '../ask/readSlots.ts';
import type { Catalog } from '../language/language.ts';
import { comingMonday, readComingDay } from '../parse/dates/comingDay.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import { rememberingNames } from '../parse/nameLookup.ts';
import { MAX_NAME_WORDS, withNumbersJoined } from '../parse/names.ts';
import { canParse, ParseError, withFixes } from '../parse/parseError.ts';
import { format, formatWith, inQuotes, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, HELP_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { fold } from '../text/normalize.ts';
import { type CalledDigest, freeName, isCalled } from './further.ts';
import { contentOf } from './key.ts';
import { type DigestReading, readSettings, unknownName } from './parseSettings.ts';
import { PRESETS, type Preset, TYPED_PRESETS } from './presets.ts';
import { ALL, type DigestPlace, type DigestQuestion, VERBS_OF_ALL } from './question.ts';
import { isKey, keyOf } from './saidSettings.ts';
import {
  ALL_WORDS,
  DIGEST_KEYS,
  DIGEST_WORDS,
  type DigestVerb,
  INTERVAL_WORDS,
  isWordOfCommand,
  LITTLE_WORDS,
  SETTINGS_WORDS,
  UNTIL_WORDS,
  VERBS,
} from './vocabulary.ts';
import { digestWords, presetWords } from './words/words.ts';

export type { DigestReading } from './parseSettings.ts';
export type { DigestQuestion } from './question.ts';

/** Reads the text after `/digest`. @throws ParseError */
export function parseDigest(text: string, { vocabulary, ...others }: DigestReading): DigestQuestion {
  const budget = commandBudget();
  const reading = { ...others, budget, vocabulary: rememberingNames(vocabulary, budget) };
  return parseCommand('digest', withNumbersJoined(text, vocabulary), (plain) => readDigest(plain, reading));
}

type Budgeted = DigestReading & Pick<SlotReading, 'budget'>;

const KEYS = { keys: new Map([...SETTINGS_WORDS.keys, ...DIGEST_KEYS]), counts: SETTINGS_WORDS.counts };

function readDigest(text: string, reading: Budgeted): DigestQuestion {
  const tokens = tokensOf(text, KEYS, reading.vocabulary);
  const [first, ...rest] = tokens;
  if (first === undefined) return { command: 'digest', kind: 'form' };
  if (rest.length === 0 && isPlain(first) && HELP_WORDS.has(first.folded)) {
    return { command: 'digest', kind: 'help' };
  }
  const putOnPause = pausePhrase(tokens);
  const verb = putOnPause.length > 0 ? 'pause' : isPlain(first) ? VERBS.get(first.folded) : undefined;
  if (verb === undefined) throw unknownVerb(first, tokens, reading);
  if (verb === 'list') {
    if (rest.length === 0) return { command: 'digest', kind: 'list' };
    throw new ParseError((t) => digestWords(t).mistakes.listTakesNothing, 'list');
  }
  const said = rest.filter((token) => !putOnPause.includes(token));
  if (verb === 'subscribe') {
    const named = nameGiven(said);
    requireQuotes(named, tokens, reading);
    const unnamed = said.filter((token) => !named.includes(token));
    const called = named.length === 0 ? reading.called : reading.called.filter(isNoGroup(reading));
    const place = readPlace(unnamed, verb, { ...reading, called }, presetSubscribed);
    const { channelId, content, others: left } = place;
    const others = said.filter((token) => named.includes(token) || left.includes(token));
    const change = readSettings(tokens, others, reading, content);
    requireFreeName(change.name, content, { tokens, named, left }, reading);
    return { command: 'digest', channelId, content, kind: verb, change };
  }
  const { others, ...named } = readPlaceOfOne(said, verb, reading);
  const place = { command: 'digest', ...named } as const;
  switch (verb) {
    case 'pause':
      return { ...place, kind: verb, until: readUntil(tokens, others, reading) };
    case 'stop':
      // "Stopp en uke" pauses; only "stop" ends.
      return others.length === 0
        ? { ...place, kind: 'unsubscribe' }
        : { ...place, kind: 'pause', until: readUntil(tokens, others, reading) };
    default:
      return { ...place, kind: requireNoMore(verb, tokens, others, reading) };
  }
}

/** Beside a new name, "gin" is the group, also where a digest is called that. */
function isNoGroup({ vocabulary: { products } }: DigestReading): (digest: CalledDigest) => boolean {
  return ({ name }) => products.groupNamed?.(name) === undefined;
}

/** "named Cider in Oslo" without quotes would be called "Cider". @throws ParseError */
function requireQuotes(
  [key, value = key]: readonly Token[],
  tokens: readonly Token[],
  { vocabulary: { products } }: DigestReading,
): void {
  if (key === undefined || value === undefined || value.quoted || value.endsPart) return;
  const after = tokens.slice(tokens.indexOf(value) + 1);
  const isOfName = (token: Token) =>
    isPlain(token) &&
    /^\p{L}/u.test(token.value) &&
    !TYPED_PRESETS.has(token.folded) &&
    products.groupNamed?.(token.value) === undefined &&
    (LITTLE_WORDS.has(token.folded) || !isWordOfCommand(token.folded));
  const end = after.findIndex((token) => !isOfName(token));
  const run = after.slice(0, end === -1 ? after.length : end);
  const more = run.slice(0, run.findLastIndex((token) => !LITTLE_WORDS.has(token.folded)) + 1);
  if (more.length === 0) return;
  const name = inQuotes(phraseOf([value, ...more]));
  throw new ParseError(
    (t) => digestWords(t).mistakes.quoteName(name),
    formatWith(tokens, [key, value, ...more], `named ${name}`),
  );
}

/** @throws ParseError when `name` would be the name of two digests */
function requireFreeName(
  name: string | undefined,
  content: string | undefined,
  { tokens, named, left }: Readonly<Record<'tokens' | 'named' | 'left', readonly Token[]>>,
  { called }: DigestReading,
): void {
  if (name === undefined) return;
  const other = called.find(
    (each) => each.hasEnded !== true && each.kind !== content && isCalled(each, name),
  );
  if (other === undefined) return;
  const mayBeMeant = content === undefined || content === contentOf(other.kind);
  // A group with the name of the digest would be read as that name.
  const isKept = !left.some((token) => isPlain(token) && isCalled(other, token.value));
  const [first = '', ...others] = [
    ...(mayBeMeant && isKept ? [inQuotes(other.name)] : []),
    `named ${inQuotes(freeName(other.name, called))}`,
  ].map((fix) => formatWith(tokens, named, fix));
  throw new ParseError(
    (t) => digestWords(t).commands.nameTaken(other.name, mayBeMeant && isKept),
    first,
    others,
  );
}

/** The tokens of "named Gin" or `named:"Gin Oslo"`: no word of a name is one of the command. */
function nameGiven(said: readonly Token[]): readonly Token[] {
  const at = said.findIndex((token) => keyOf(token) === 'name');
  const [key, value] = said.slice(at, at + 2);
  if (at === -1 || key === undefined) return [];
  return value === undefined || !isKey(key) ? [key] : [key, value];
}

/** The tokens of "sett på pause" or "sett begge på pause"; empty without such a phrase. */
function pausePhrase(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isPlain(token) && VERBS.get(token.folded) === 'pause');
  const [first, before, pause] = [tokens[0], tokens[at - 1], tokens[at]];
  const isSaid = first?.folded === 'sett' && before?.folded === fold('på') && pause !== undefined;
  return isSaid ? [first, before, pause] : [];
}

function unknownVerb(first: Token, tokens: readonly Token[], reading: Budgeted): ParseError {
  const near = VERBS.get(nearestWord(first.value, VERBS.keys()) ?? '');
  const offers = [
    ...(near === undefined ? [] : [formatWith(tokens, [first], near)]),
    // Suggest `subscribe` only before settings such as "at 08:30".
    ...(areSettings(tokens, reading) ? [`subscribe ${format(tokens)}`] : []),
  ];
  return new ParseError(
    (t) => parseWords(t).unknown(first.value, '/digest'),
    offers[0] ?? 'help',
    offers.slice(1),
  );
}

function areSettings(tokens: readonly Token[], reading: Budgeted): boolean {
  return canParse(() => readSettings(tokens, tokens, reading));
}

const MENTION = /^<#([CG][A-Z0-9]{1,30})(?:\|[^>]*)?>$/;
const MENTIONED = /(?:<|&lt;)#([CG][A-Z0-9]{1,30})(?:\||>|&gt;)/;

/** The channel that is mentioned in a command; undefined when none is. */
export function channelIn(text: string): string | undefined {
  return MENTIONED.exec(text)?.[1];
}

interface Placed extends Pick<DigestPlace, 'channelId' | 'content' | 'also'> {
  readonly others: readonly Token[];
}

/** Accepts only a channel picked from Slack's list, which is sent as an id; a typed name could be any channel's. */
function readChannel(rest: readonly Token[]): Pick<Placed, 'channelId' | 'others'> {
  const channels = rest.filter(({ value, quoted: isQuoted }) => !isQuoted && /^(?:<?#|<[@!])/.test(value));
  const [channel, second] = channels;
  if (second !== undefined) throw severalDigests();
  const channelId = channel === undefined ? undefined : MENTION.exec(channel.value)?.[1];
  if (channel !== undefined && channelId === undefined) {
    throw new ParseError((t) => digestWords(t).mistakes.notAChannel(channel.value), '');
  }
  return { channelId, others: rest.filter((token) => token !== channel) };
}

function severalDigests(): ParseError {
  return new ParseError((t) => digestWords(t).mistakes.oneDigest(typedNames(t)), '');
}

/** The words to type for the presets. */
function typedNames(t: Catalog): readonly string[] {
  return PRESETS.map(({ content }) => presetWords(content, t).typed);
}

function readPlace(
  rest: readonly Token[],
  verb: DigestVerb,
  reading: DigestReading,
  kindOf: KindOf = presetTyped,
): Placed {
  const { channelId, others: said } = readChannel(rest);
  const called = digestsCalled(said, verb, reading);
  const others = said.filter((token) => !called.tokens.includes(token));
  const named = kindsNamed(others, kindOf);
  const [digest, ...more] = called.kinds;
  const [kind, ...moreKinds] = named.kinds;
  const isOfOther = digest !== undefined && kind !== undefined && contentOf(digest) !== kind.content;
  if (more.length + moreKinds.length > 0 || isOfOther) throw severalDigests();
  return {
    channelId,
    content: digest ?? kind?.content,
    others: others.filter((token) => !named.tokens.includes(token)),
  };
}

/** The digests that are called by their names, in quotes or not. */
function digestsCalled(
  said: readonly Token[],
  verb: DigestVerb,
  { called }: DigestReading,
): { readonly kinds: readonly string[]; readonly tokens: readonly Token[] } {
  const kinds: string[] = [];
  const tokens: Token[] = [];
  const isValue = (at: number) =>
    verb === 'subscribe' && (isKey(said[at - 1]) || said[at - 1]?.endsPart === true);
  for (let at = 0; at < said.length; at += 1) {
    const run = isValue(at) ? undefined : nameAt(said.slice(at), called);
    if (run === undefined) continue;
    kinds.push(run.kind);
    tokens.push(...run.tokens);
    at += run.tokens.length - 1;
  }
  return { kinds: [...new Set(kinds)], tokens };
}

/** The longest name of a digest that the tokens begin with. */
function nameAt(said: readonly Token[], called: readonly CalledDigest[]) {
  const [first] = said;
  if (first === undefined || called.length === 0) return undefined;
  const end = said.findIndex((token) => !isPlain(token));
  const plain = said.slice(0, Math.min(MAX_NAME_WORDS, end === -1 ? said.length : end));
  const isQuoted = first.quoted && first.key === undefined && first.unknownKey === undefined;
  const runs = isQuoted ? [[first]] : plain.map((_, at) => plain.slice(0, plain.length - at));
  for (const tokens of runs) {
    const digest = called.find((each) => isCalled(each, phraseOf(tokens)));
    if (digest !== undefined) return { kind: digest.kind, tokens };
  }
  return undefined;
}

type KindOf = (token: Token) => Preset | undefined;

const presetTyped: KindOf = (token) =>
  isOneOf(TYPED_PRESETS, token) ? TYPED_PRESETS.get(token.folded) : undefined;

/** After `subscribe`, "every week" and "hver måned" name the preset of that interval which narrows another. */
const presetSubscribed: KindOf = (token) => {
  const interval = isInterval(token) ? INTERVAL_WORDS.get(token.folded) : undefined;
  const isOfInterval = ({ narrows, cadence }: Preset) => narrows !== undefined && cadence === interval;
  return presetTyped(token) ?? PRESETS.find(isOfInterval);
};

/** The presets that are named: "weekly sales" is one, because the weekly digest narrows sales. */
function kindsNamed(
  said: readonly Token[],
  kindOf: KindOf,
): { readonly kinds: readonly Preset[]; readonly tokens: readonly Token[] } {
  const general = said.flatMap((token) => (isInterval(token) ? [] : (kindOf(token)?.content ?? [])));
  // "Stock weekly": an interval that isn't one of this kind is left to the settings, which explain it.
  const isOfOther = (token: Token) => {
    const kind = isInterval(token) ? kindOf(token) : undefined;
    const isNamed = (content: string | undefined) => content !== undefined && general.includes(content);
    return kind !== undefined && general.length > 0 && !isNamed(kind.content) && !isNamed(kind.narrows);
  };
  const tokens = said.filter((token) => kindOf(token) !== undefined && !isOfOther(token));
  const kinds = [...new Set(tokens.flatMap((token) => kindOf(token) ?? []))];
  const narrowed = new Set(kinds.map(({ narrows }) => narrows));
  return { kinds: kinds.filter(({ content }) => !narrowed.has(content)), tokens };
}

function isInterval(token: Token): boolean {
  return isOneOf(INTERVAL_WORDS, token);
}

/** For verbs that take several: "all" is all digests of the channel, "stock and sales" are those two. */
function readPlaceOfOne(rest: readonly Token[], verb: DigestVerb, reading: DigestReading): Placed {
  const said: readonly Token[] = rest.filter((token) => !isOneOf(DIGEST_WORDS, token));
  if (!VERBS_OF_ALL.has(verb)) return readPlace(said, verb, reading);
  const called = digestsCalled(said, verb, reading);
  const unnamed = said.filter((token) => !called.tokens.includes(token));
  const isOfAll = unnamed.some((token) => isOneOf(ALL_WORDS, token));
  const named = kindsNamed(unnamed, presetTyped);
  const tokens = [...called.tokens, ...named.tokens];
  const [first, ...more] = [...new Set([...named.kinds.map(({ content }) => content), ...called.kinds])];
  if (!isOfAll && more.length === 0) return readPlace(said, verb, reading);
  const isOfSeveral = (token: Token) =>
    tokens.includes(token) || [ALL_WORDS, AND_WORDS].some((words) => isOneOf(words, token));
  return {
    ...readChannel(said.filter((token) => !isOfSeveral(token))),
    ...(isOfAll ? { content: ALL } : { content: first, also: more }),
  };
}

function readUntil(tokens: readonly Token[], others: readonly Token[], reading: DigestReading): string {
  const { calendar, now } = reading;
  const today = calendar.dayOf(now);
  const said = others.filter((token) => !isPlain(token) || !UNTIL_WORDS.has(token.folded));
  const first = said[0];
  const called = others.find((token) => token.quoted);
  if (called !== undefined)
    throw errorOf([unknownName(called, reading, { isChanged: true })], tokens, { isUnderstood: false });
  if (first === undefined) {
    const monday = comingMonday(calendar, today);
    throw new ParseError(
      (t) => digestWords(t).mistakes.pauseEnds,
      `${formatWith(tokens, others)} until ${monday}`,
    );
  }
  return withFixes(
    () => readComingDay(phraseOf(said), calendar, today),
    (days) => days.map((day) => `${formatWith(tokens, others)} until ${day}`),
  );
}

const VERBS_WITHOUT_CHANGE: ReadonlySet<DigestVerb> = new Set(['preview', 'now', 'status']);

function requireNoMore<Verb extends DigestVerb>(
  verb: Verb,
  tokens: readonly Token[],
  others: readonly Token[],
  reading: DigestReading,
): Verb {
  const [more] = others.filter((token) => !isPlain(token) || !LITTLE_WORDS.has(token.folded));
  if (more === undefined) return verb;
  if (more.quoted || reading.called.length > 0) {
    const isChanged = !VERBS_WITHOUT_CHANGE.has(verb);
    throw errorOf([unknownName(more, reading, { isChanged })], tokens, { isUnderstood: false });
  }
  throw new ParseError(
    (t) =>
      digestWords(t).mistakes.takesPlace(more.value === '' ? more.text : more.value, verb, typedNames(t)),
    '',
  );
}
