import { errorOf, leftOut, notUnderstood } from '../ask/mistakes.ts';
import { commandBudget, parseCommand } from '../ask/parseCommand.ts';
import { readSlots, tokensOf } from '../ask/readSlots.ts';
import { asNamed, type Item, type Mistake, type NameItem, selectionOf } from '../ask/said.ts';
import type { Catalog } from '../language/language.ts';
import { comingMonday, readComingDay } from '../parse/dates/comingDay.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import { type Reading, rememberingNames } from '../parse/nameLookup.ts';
import { MAX_NAME_WORDS, withNumbersJoined } from '../parse/names.ts';
import { canParse, ParseError, withFixes } from '../parse/parseError.ts';
import type { FindPeriod } from '../parse/periodTokens.ts';
import { type Meaning, type Selection, writeSelection } from '../parse/selection.ts';
import {
  format,
  formatWith,
  inQuotes,
  isOneOf,
  isPlain,
  phraseOf,
  type Token,
  tokenize,
} from '../parse/tokenizer.ts';
import { AND_WORDS, HELP_WORDS, KEYS, WITHOUT_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { keystrokesApart } from '../text/editDistance.ts';
import { fold } from '../text/normalize.ts';
import { readTimeOfDay } from '../text/timeOfDay.ts';
import { daysAt, intervalAt, isTime, SCHEDULE_WORDS } from './every.ts';
import { type CalledDigest, freeName, isCalled, LONGEST_NAME, shortName } from './further.ts';
import { contentOf } from './key.ts';
import { type NarrowedCommand, narrowed, wordsOf } from './narrow.ts';
import { type Cadence, PRESETS, type Preset, presetOf, TYPED_PRESETS, USUAL } from './presets.ts';
import {
  ALL,
  type DigestChange,
  type DigestPlace,
  type DigestQuestion,
  type Narrowing,
  VERBS_OF_ALL,
} from './question.ts';
import {
  ALL_WORDS,
  DIGEST_KEYS,
  DIGEST_WORDS,
  type DigestKey,
  type DigestVerb,
  INTERVAL_WORDS,
  isKey,
  isWordOfCommand,
  keyOf,
  LANGUAGE_NAMES,
  LANGUAGE_WORDS,
  LITTLE_WORDS,
  SCOPE_WORDS,
  UNTIL_WORDS,
  VERBS,
} from './vocabulary.ts';
import { digestWords, presetWords } from './words/words.ts';

export interface DigestReading extends Reading {
  /** The digests with names in the place that the command is about. */
  readonly called: readonly CalledDigest[];
  /** The commands of their questions. */
  readonly commands: readonly NarrowedCommand[];
}

/** Reads the text after `/digest`. @throws ParseError */
export function parseDigest(text: string, reading: DigestReading): DigestQuestion {
  const vocabulary = rememberingNames(reading.vocabulary, commandBudget());
  const remembering = { ...reading, vocabulary };
  // All suggestions share what is looked up, and its budget.
  const commands = reading.commands.map((command): NarrowedCommand => {
    let following: ReturnType<NarrowedCommand['following']> | undefined;
    return {
      ...command,
      following() {
        following ??= command.following(remembering);
        return following;
      },
    };
  });
  return parseCommand('digest', withNumbersJoined(text, reading.vocabulary), (plain) =>
    readDigest(plain, { ...remembering, commands }),
  );
}

const ALL_KEYS = new Map<string, string>([...KEYS, ...DIGEST_KEYS]);

function readDigest(text: string, reading: DigestReading): DigestQuestion {
  const tokens = tokenize(text, ALL_KEYS);
  const [first, ...rest] = tokens;
  if (first === undefined) return { command: 'digest', kind: 'form' };
  if (rest.length === 0 && isOneOf(HELP_WORDS, first)) return { command: 'digest', kind: 'help' };
  const putOnPause = pausePhrase(tokens);
  const verb = putOnPause.length > 0 ? 'pause' : isPlain(first) ? VERBS.get(first.folded) : undefined;
  if (verb === undefined) throw unknownVerb(first, tokens, reading);
  if (verb === 'list') {
    if (rest.length === 0) return { command: 'digest', kind: 'list' };
    throw new ParseError((t) => digestWords(t).mistakes.listTakesNothing, 'list');
  }
  const said = rest.filter((token) => !putOnPause.includes(token));
  if (verb === 'subscribe') return readSubscribe(tokens, said, reading);
  const { others, ...named } = readPlace(
    said.filter((token) => !isOneOf(DIGEST_WORDS, token)),
    verb,
    reading,
  );
  const place = { command: 'digest', ...named } as const;
  // "Stopp en uke" pauses; only "stop" ends.
  if (verb === 'stop' && others.length === 0) return { ...place, kind: 'unsubscribe' };
  if (verb === 'pause' || verb === 'stop')
    return { ...place, kind: 'pause', until: readUntil(tokens, others, reading) };
  const [more] = others.filter((token) => !isOneOf(LITTLE_WORDS, token));
  if (more !== undefined) throw notTaken(more, verb, tokens, reading);
  return { ...place, kind: verb };
}

function readSubscribe(
  tokens: readonly Token[],
  said: readonly Token[],
  reading: DigestReading,
): DigestQuestion {
  const named = nameGiven(said, reading);
  const unnamed = said.filter((token) => !named.includes(token));
  // Beside a new name, "gin" is the group, also where a digest is called that.
  const isGroup = ({ name }: CalledDigest) => reading.vocabulary.products.groupNamed?.(name) !== undefined;
  const called = named.length === 0 ? reading.called : reading.called.filter((each) => !isGroup(each));
  const { channelId, content, others } = readPlace(unnamed, 'subscribe', { ...reading, called });
  const name = named.length === 0 ? undefined : readName(named, tokens);
  requireFreeName(name, content, { tokens, named }, reading);
  const change = {
    ...readSettings(others, content, { tokens, isNamed: name !== undefined }, reading),
    ...(name === undefined ? {} : { name }),
  };
  return { command: 'digest', channelId, content, kind: 'subscribe', change };
}

/** What a text says besides products and stores. */
type Setting =
  | { readonly of: 'at' | 'language'; readonly value: string }
  | { readonly of: 'days'; readonly weekdays: string; readonly cadence?: Cadence }
  /** "Products mine", "store:all". */
  | { readonly of: Meaning; readonly word: 'mine' | 'all' }
  /** A key without its value. */
  | { readonly of: 'nothing'; readonly key: DigestKey };

const findSetting: FindPeriod<Setting> = (tokens) => {
  const [first, second] = tokens;
  if (first === undefined) return undefined;
  const key = keyOf(first);
  const isAlone = isKey(first);
  const value = isAlone ? second : first;
  const many = isAlone ? 2 : 1;
  if (key !== undefined && value === undefined) return { many: 1, found: { of: 'nothing', key } };
  if (key === 'at' || key === 'language') return value && { many, found: { of: key, value: value.value } };
  const narrowed = first.key ?? (isPlain(first) ? KEYS.get(first.folded) : undefined);
  if (narrowed === 'product' || narrowed === 'store') {
    const whole = first.key === undefined || first.value === '' ? second : first;
    const word = whole && !whole.quoted ? SCOPE_WORDS.get(whole.folded) : undefined;
    const isMeant = word === 'all' || (word === 'mine' && narrowed === 'product');
    return isMeant ? { many: whole === first ? 1 : 2, found: { of: narrowed, word } } : undefined;
  }
  if (!isPlain(first)) return undefined;
  if (isTime(first)) return { many: 1, found: { of: 'at', value: first.value } };
  const word = SCOPE_WORDS.get(first.folded);
  if (word !== undefined) return { many: 1, found: { of: 'product', word } };
  if (LANGUAGE_NAMES.has(first.folded)) return { many: 1, found: { of: 'language', value: first.value } };
  const interval = intervalAt(tokens);
  if (interval !== undefined) {
    const { many: words, cadence, weekdays } = interval;
    return { many: words, found: { of: 'days', cadence, weekdays } };
  }
  const days = daysAt(tokens);
  return days && { many: days.many, found: { of: 'days', weekdays: days.weekdays } };
};

/** Reads what stands behind `subscribe` and a preset or name with the words of its question's command. @throws ParseError */
function readSettings(
  said: readonly Token[],
  content: string | undefined,
  { tokens: typed, isNamed }: { readonly tokens: readonly Token[]; readonly isNamed: boolean },
  reading: DigestReading,
): DigestChange {
  const kind = content ?? USUAL.content;
  const preset = presetOf(kind);
  const question = reading.called.find((each) => each.kind === kind)?.question ?? preset?.question ?? '';
  const feature = reading.commands.find(({ command }) => question.startsWith(`/${command}`));
  if (feature === undefined || said.every((token) => isOneOf(LITTLE_WORDS, token))) return {};
  const { slots, lexicon, names, budget } = feature.following(reading);
  const text = said.map((token) => `${token.text}${token.endsPart ? ',' : ''}`).join(' ');
  const tokens = tokensOf(text, { ...lexicon, keys: ALL_KEYS }, names).map((token, at, all) => {
    // "Gin" is the group, where there is one.
    const isGroup = isPlain(token) && names.products.groupNamed?.(token.value) !== undefined;
    const isFree = ![KEYS, WITHOUT_WORDS].some((words) => isOneOf(words, all[at - 1]));
    return isGroup && isFree ? { ...token, key: 'group', quoted: true } : token;
  });
  const own = {
    ...lexicon,
    keys: new Map([...lexicon.keys, ...DIGEST_KEYS]),
    fillers: new Set([...lexicon.fillers, ...LITTLE_WORDS]),
  };
  const { items, rows, counts, flags, compare, mistakes } = readSlots(
    tokens,
    { names, budget, periods: findSetting },
    { ...slots, command: 'digest subscribe' },
    own,
  );
  const settings = items.flatMap(({ tokens: used, ...item }) =>
    item.kind === 'period' ? [{ tokens: used, said: item.found }] : [],
  );
  const { mistakes: tooMany } = selectionOf(items);
  const beside = items.flatMap((item) => (item.kind === 'beside' ? item.tokens : []));
  const others = [
    ...rows.flatMap((row) => row.tokens),
    ...[...counts.values()].flatMap((count) => count.tokens),
    ...[...flags].flatMap(([, used]) => used),
    ...(compare === undefined ? [] : [compare]),
  ];
  const unread = (used: readonly Token[]): Mistake[] =>
    used.length === 0
      ? []
      : [leftOut(used, (t) => parseWords(t).unknown(phraseOf(used), '/digest subscribe'))];
  const { change, mistakes: wrong } = readChange(settings, preset);
  const all = [
    ...mistakes.map((mistake) => ofDigest(mistake, tokens, { isNamed, content }, reading)),
    ...(beside.length === 0 ? [] : [leftOut(beside, (t) => parseWords(t).noSides(phraseOf(beside)))]),
    ...unread(others),
    ...wrong,
    ...tooMany,
  ];
  const lead = format(typed.filter((token) => !said.includes(token)));
  const whole = (fix: string) => `${lead} ${fix}`.trim();
  if (all.length > 0) {
    const { sentence, corrected, others: more, leavesOut } = errorOf(all, tokens, { isUnderstood: false });
    const isFix = (fix: string) => fix !== '' || leavesOut;
    const [first = '', ...rest] = [corrected, ...more].filter(isFix).map(whole);
    throw new ParseError(sentence, first, rest);
  }
  const cleared = settings.flatMap(({ said: { of } }) => (of === 'product' || of === 'store' ? [of] : []));
  const scope = settings.flatMap(({ said: each }) => (each.of === 'product' ? [each.word] : []));
  const words = [
    ...(Object.hasOwn(slots.flags, 'mine') ? scope : []),
    ...writeSelection(namedIn(items)),
  ].join(' ');
  if (words === '' && cleared.length === 0) return change;
  const narrows: Narrowing = { words, ...(cleared.length === 0 ? {} : { clears: [...new Set(cleared)] }) };
  const kept = format(settings.flatMap(({ tokens: used }) => used));
  withFixes(
    () => narrowed(question, narrows, preset, feature, reading),
    (fixes) =>
      fixes
        .filter((fix) => fix.startsWith(`/${feature.command} `) && !fix.endsWith(' help'))
        .map((fix) => whole([kept, withoutPreset(wordsOf(fix), preset)].filter((each) => each).join(' '))),
  );
  return { ...change, narrows };
}

/** Names stay names, which are looked up each time. */
function namedIn(items: readonly Item<unknown>[]): Selection {
  const chosen = (meaning: Meaning, isLeftOut: boolean) => {
    const named = items.flatMap((item) =>
      item.kind === 'name' && item.meaning === meaning && item.isLeftOut === isLeftOut ? [item] : [],
    );
    const numbers = new Set(named.flatMap(({ ids, name }) => (name === undefined ? ids.map(Number) : [])));
    // "1101 Red Apple" is one product.
    const isLabel = ({ ids, name }: NameItem) =>
      name !== undefined && ids.length === 1 && numbers.has(Number(ids[0]));
    return asNamed(named.filter((item) => !isLabel(item)));
  };
  const both = (isLeftOut: boolean) => ({
    product: chosen('product', isLeftOut),
    store: chosen('store', isLeftOut),
  });
  return { ...both(false), without: both(true) };
}

function withoutPreset(words: string, preset: Preset | undefined): string {
  return preset !== undefined && words.startsWith(preset.words)
    ? words.slice(preset.words.length).trim()
    : words;
}

/** What settings change, and what is wrong with them. */
function readChange(
  settings: readonly { readonly tokens: readonly Token[]; readonly said: Setting }[],
  preset: Preset | undefined,
): { readonly change: DigestChange; readonly mistakes: readonly Mistake[] } {
  const mistakes: Mistake[] = [];
  const change: { -readonly [Each in keyof DigestChange]: DigestChange[Each] } = {};
  const days = settings.filter(({ said }) => said.of === 'days');
  for (const name of ['at', 'language'] as const) {
    const [one, other] = settings.filter(({ said }) => said.of === name);
    if (one === undefined || other === undefined) continue;
    const tokens = [...one.tokens, ...other.tokens];
    const instead = [format(one.tokens), format(other.tokens)];
    mistakes.push({ sentence: (t) => digestWords(t).mistakes.twice[name], tokens, instead, leavesOut: true });
  }
  for (const { tokens, said } of settings) {
    if (said.of === 'nothing') {
      mistakes.push(leftOut(tokens, (t) => digestWords(t).mistakes.nothingBehind[said.key](format(tokens))));
    } else if (said.of === 'at') {
      const time = readTimeOfDay(said.value);
      if (time !== undefined) change.digestTime = time;
      else
        mistakes.push({
          sentence: (t) => digestWords(t).mistakes.notATime(said.value),
          tokens,
          instead: ['at 08:30'],
        });
    } else if (said.of === 'language') {
      const code = LANGUAGE_WORDS.get(fold(said.value));
      const accepted = ['norwegian', 'english'];
      if (code !== undefined) change.language = code;
      else
        mistakes.push({
          sentence: (t) => digestWords(t).mistakes.oneOf(said.value, accepted),
          tokens,
          instead: accepted.map((each) => `language:${each}`),
        });
    }
  }
  const named = days.flatMap(({ said }) =>
    said.of === 'days' && said.cadence === undefined ? [...said.weekdays] : [],
  );
  const [interval] = days.flatMap(({ said }) =>
    said.of === 'days' && said.cadence !== undefined ? [said] : [],
  );
  const usual = preset?.cadence ?? 'daily';
  const ofInterval = interval !== undefined && interval.cadence !== usual ? interval.weekdays : '';
  const weekdays =
    named.length > 0
      ? [...new Set(named)].sort().join('')
      : usual === 'daily'
        ? (interval?.weekdays ?? '')
        : ofInterval;
  if (usual === 'daily') {
    if (weekdays !== '') change.weekdays = weekdays;
    // A preset keeps its own: stock every week is that of Mondays.
    if (interval !== undefined && preset === undefined) change.cadence = interval.cadence ?? 'daily';
    if (interval?.cadence === 'monthly' && preset !== undefined) {
      const tokens = days.flatMap((each) => each.tokens);
      mistakes.push(leftOut(tokens, (t) => parseWords(t).unknown(phraseOf(tokens), '/digest subscribe')));
    }
  } else if (weekdays.length > 1) {
    const [day] = usual === 'weekly' ? (days[0]?.tokens ?? []) : [];
    mistakes.push({
      sentence: (t) => digestWords(t).mistakes.oneDay(presetWords(preset?.content ?? '', t).name, usual),
      tokens: days.flatMap(({ tokens }) => tokens),
      instead: [...(day === undefined ? [] : [day.text.split('-', 1).join()]), ''],
      leavesOut: true,
    });
  } else if (weekdays !== '') change.weekdays = weekdays;
  return { change, mistakes };
}

/** A mistake in a word may be in one of the digest's own, and in words that are quoted in its name. */
function ofDigest(
  mistake: Mistake,
  tokens: readonly Token[],
  { isNamed, content }: { readonly isNamed: boolean; readonly content: string | undefined },
  reading: DigestReading,
): Mistake {
  const [token, more] = mistake.tokens;
  if (token === undefined || more !== undefined) return mistake;
  const near = isPlain(token) ? nearestWord(token.value, SETTING_WORDS) : undefined;
  if (near !== undefined) return { ...notUnderstood([token], 'digest subscribe'), instead: [near] };
  const before = tokens[tokens.indexOf(token) - 1];
  const isInList = before?.endsPart === true || isOneOf(WITHOUT_WORDS, before);
  if (!token.quoted || token.key !== undefined || isNamed || isInList) return mistake;
  const isNew = content === undefined || content === contentOf(content);
  const unknown = unknownName(token, reading, { isChanged: true, isNew });
  const group = reading.vocabulary.products.groupNamed?.(token.value);
  const asGroup = group === undefined ? [] : [`group:${inQuotes(group)}`];
  return { ...unknown, instead: [...asGroup, ...unknown.instead] };
}

/** Words that are suggested for misspelled ones. */
const SETTING_WORDS = [...SCHEDULE_WORDS, ...LANGUAGE_NAMES.keys(), ...SCOPE_WORDS.keys()];

/** The key and the value of "named Gin" or `named:"Gin Oslo"`: no word of a name is one of the command. @throws ParseError */
function nameGiven(said: readonly Token[], { vocabulary: { products } }: DigestReading): readonly Token[] {
  const isName = (token: Token) => keyOf(token) === 'name';
  const at = said.findIndex(isName);
  const key = said[at];
  if (key === undefined) return [];
  const value = isKey(key) ? said[at + 1] : key;
  const all = value === undefined || value === key ? [key] : [key, value];
  const rest = said.slice(at + all.length);
  const again = rest.findIndex(isName);
  if (again !== -1) {
    const other = rest.slice(again, again + (isKey(rest[again]) ? 2 : 1));
    const [first = '', second = ''] = [other, all].map((gone) => `subscribe ${formatWith(said, gone)}`);
    throw new ParseError((t) => digestWords(t).mistakes.twice.name, first, [second]);
  }
  if (value === undefined || value.quoted || value.endsPart) return all;
  // "Named Cider in Oslo" without quotes would be called "Cider".
  const isOfName = (token: Token) =>
    isPlain(token) &&
    /^\p{L}/u.test(token.value) &&
    !TYPED_PRESETS.has(token.folded) &&
    products.groupNamed?.(token.value) === undefined &&
    (LITTLE_WORDS.has(token.folded) || !isWordOfCommand(token.folded));
  const end = rest.findIndex((token) => !isOfName(token));
  const run = rest.slice(0, end === -1 ? rest.length : end);
  const more = run.slice(0, run.findLastIndex((token) => !LITTLE_WORDS.has(token.folded)) + 1);
  if (more.length === 0) return all;
  const name = inQuotes(phraseOf([value, ...more]));
  throw new ParseError(
    (t) => digestWords(t).mistakes.quoteName(name),
    `subscribe ${formatWith(said, [...all, ...more], `named ${name}`)}`,
  );
}

/** @throws ParseError for words that can't be a name */
function readName(named: readonly Token[], tokens: readonly Token[]): string {
  const [key] = named;
  const value = isKey(key) ? named[1] : key;
  if (value === undefined) {
    throw new ParseError(
      (t) => digestWords(t).mistakes.nothingBehind.name(format(named)),
      formatWith(tokens, named),
    );
  }
  return withFixes(
    () => nameIn(value.value),
    (fixes) => fixes.map((fix) => formatWith(tokens, named, `named ${fix}`)),
  );
}

/** @throws ParseError with another name */
export function nameIn(value: string): string {
  const name = value.replaceAll('"', '').trim();
  if (name.length > LONGEST_NAME) {
    throw new ParseError((t) => digestWords(t).mistakes.nameTooLong(LONGEST_NAME), inQuotes(shortName(name)));
  }
  if (!/[\p{L}\p{N}]/u.test(name)) throw new ParseError((t) => digestWords(t).mistakes.noName(value), '');
  if (!isWordOfCommand(fold(name))) return name;
  throw new ParseError((t) => digestWords(t).mistakes.nameIsWord(name), inQuotes(`${name} 1`));
}

/** @throws ParseError when `name` would be the name of two digests */
function requireFreeName(
  name: string | undefined,
  content: string | undefined,
  { tokens, named }: Readonly<Record<'tokens' | 'named', readonly Token[]>>,
  { called }: DigestReading,
): void {
  const other =
    name === undefined
      ? undefined
      : called.find((each) => each.hasEnded !== true && each.kind !== content && isCalled(each, name));
  if (other === undefined) return;
  const mayBeMeant = content === undefined || content === contentOf(other.kind);
  const [first = '', ...others] = [
    ...(mayBeMeant ? [inQuotes(other.name)] : []),
    `named ${inQuotes(freeName(other.name, called))}`,
  ].map((fix) => formatWith(tokens, named, fix));
  throw new ParseError((t) => digestWords(t).commands.nameTaken(other.name, mayBeMeant), first, others);
}

/** The tokens of "sett på pause" or "sett begge på pause"; empty without such a phrase. */
function pausePhrase(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex((token) => isPlain(token) && VERBS.get(token.folded) === 'pause');
  const [first, before, pause] = [tokens[0], tokens[at - 1], tokens[at]];
  const isSaid = first?.folded === 'sett' && before?.folded === fold('på') && pause !== undefined;
  return isSaid ? [first, before, pause] : [];
}

function unknownVerb(first: Token, tokens: readonly Token[], reading: DigestReading): ParseError {
  const near = VERBS.get(nearestWord(first.value, VERBS.keys()) ?? '');
  const subscribe = `subscribe ${format(tokens)}`;
  // Suggest `subscribe` only before settings such as "at 08:30".
  const areSettings =
    near === undefined &&
    findSetting(tokens, false) !== undefined &&
    canParse(() => readDigest(subscribe, reading));
  const offers = [
    ...(near === undefined ? [] : [formatWith(tokens, [first], near)]),
    ...(areSettings ? [subscribe] : []),
  ];
  return new ParseError(
    (t) => parseWords(t).unknown(first.value, '/digest'),
    offers[0] ?? 'help',
    offers.slice(1),
  );
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

/** Some verbs take several digests: "all" is all of the channel, "stock and sales" are those two. */
function readPlace(rest: readonly Token[], verb: DigestVerb, reading: DigestReading): Placed {
  const { channelId, others: said } = readChannel(rest);
  const { kinds, tokens } = digestsNamed(said, verb, reading);
  const unnamed = said.filter((token) => !tokens.includes(token));
  const [first, ...also] = kinds;
  const isOfAll = VERBS_OF_ALL.has(verb) && unnamed.some((token) => isOneOf(ALL_WORDS, token));
  if (isOfAll || (VERBS_OF_ALL.has(verb) && also.length > 0)) {
    const others = unnamed.filter((token) => ![ALL_WORDS, AND_WORDS].some((words) => isOneOf(words, token)));
    return { channelId, others, ...(isOfAll ? { content: ALL } : { content: first, also }) };
  }
  // "Sales "Gin Oslo"" is the one of that name.
  const named = kinds.find((kind) => kind !== contentOf(kind));
  const isMeant = (kind: string) => kind === named || (named !== undefined && kind === contentOf(named));
  if (also.length > 0 && !kinds.every(isMeant)) throw severalDigests();
  return { channelId, others: unnamed, content: named ?? first };
}

/** The digests that are called by their presets or names, presets first. */
function digestsNamed(
  said: readonly Token[],
  verb: DigestVerb,
  { called }: DigestReading,
): { readonly kinds: readonly string[]; readonly tokens: readonly Token[] } {
  const byName: { readonly kind: string; readonly tokens: readonly Token[] }[] = [];
  for (let at = 0; at < said.length; at += 1) {
    const before = said[at - 1];
    const isValue =
      verb === 'subscribe' &&
      before !== undefined &&
      (before.endsPart || isKey(before) || [KEYS, WITHOUT_WORDS].some((words) => isOneOf(words, before)));
    const run = isValue ? undefined : nameAt(said.slice(at), called);
    if (run === undefined) continue;
    byName.push(run);
    at += run.tokens.length - 1;
  }
  const ofNames = byName.flatMap(({ tokens }) => tokens);
  const unnamed = said.filter((token) => !ofNames.includes(token));
  const typed = (token: Token) =>
    isOneOf(TYPED_PRESETS, token) ? TYPED_PRESETS.get(token.folded) : undefined;
  const general = unnamed.filter((token) => typed(token) !== undefined && !isOneOf(INTERVAL_WORDS, token));
  /** "Sales every week" is the preset of that interval, "stock weekly" only says when. */
  const presetIn = (token: Token): Preset | undefined => {
    if (!isOneOf(INTERVAL_WORDS, token)) return typed(token);
    const cadence = INTERVAL_WORDS.get(token.folded);
    const narrow = PRESETS.find((each) => each.narrows !== undefined && each.cadence === cadence);
    const isMeant = general.every((each) =>
      [narrow?.content, narrow?.narrows].includes(typed(each)?.content),
    );
    return isMeant && byName.length === 0 && (verb === 'subscribe' || typed(token)) ? narrow : undefined;
  };
  const presets = [...new Set(unnamed.flatMap((token) => presetIn(token) ?? []))];
  const narrowedOnes = presets.map(({ narrows }) => narrows);
  const contents = presets.map(({ content }) => content).filter((content) => !narrowedOnes.includes(content));
  return {
    kinds: [...new Set([...contents, ...byName.map(({ kind }) => kind)])],
    tokens: [...ofNames, ...unnamed.filter((token) => presetIn(token) !== undefined)],
  };
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

function readUntil(tokens: readonly Token[], others: readonly Token[], reading: DigestReading): string {
  const { calendar, now } = reading;
  const today = calendar.dayOf(now);
  const said = others.filter((token) => !isOneOf(UNTIL_WORDS, token));
  const called = others.find((token) => token.quoted);
  if (called !== undefined)
    throw errorOf([unknownName(called, reading, { isChanged: true })], tokens, { isUnderstood: false });
  if (said.length === 0) {
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

function notTaken(
  more: Token,
  verb: DigestVerb,
  tokens: readonly Token[],
  reading: DigestReading,
): ParseError {
  if (more.quoted || reading.called.length > 0) {
    const isChanged = !VERBS_WITHOUT_CHANGE.has(verb);
    return errorOf([unknownName(more, reading, { isChanged })], tokens, { isUnderstood: false });
  }
  return new ParseError(
    (t) =>
      digestWords(t).mistakes.takesPlace(more.value === '' ? more.text : more.value, verb, typedNames(t)),
    '',
  );
}

/** The mistake in words that may be a digest's name; suggests the nearest names. */
function unknownName(
  token: Token,
  { called }: DigestReading,
  { isChanged, isNew = false }: { readonly isChanged: boolean; readonly isNew?: boolean },
): Mistake {
  const typed = token.value === '' ? token.text : token.value;
  const distance = ({ name }: CalledDigest) => keystrokesApart(fold(typed), fold(name), 1);
  const names = called
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, MAX_OFFERED)
    .map(({ name }) => name);
  // A suggestion must not change another digest than the one that was meant.
  const offered = isChanged ? names.filter((name) => isMistyped(typed, name)) : names;
  const canBeNew = isNew && canParse(() => nameIn(typed));
  return {
    sentence: (t) => digestWords(t).mistakes.unknownName(typed, names, canBeNew),
    tokens: [token],
    instead: [...(canBeNew ? [`named ${inQuotes(typed)}`] : []), ...offered.map(inQuotes)],
  };
}

/** Whether `name` was typed with a key missing or wrong. A digit that differs is another name. */
function isMistyped(typed: string, name: string): boolean {
  const [one, other] = [fold(typed), fold(name)];
  const digitsOf = (text: string) => text.replace(/\D/g, '');
  return digitsOf(one) === digitsOf(other) && keystrokesApart(one, other, 1) <= 1 && one.length > 3;
}

/** More names are not shown. */
const MAX_OFFERED = 5;
