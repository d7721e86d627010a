import { errorOf } from '../ask/mistakes.ts';
import { readSlots, type SlotReading } from '../ask/readSlots.ts';
import { asNamed, type Mistake, type NameItem, selectionOf } from '../ask/said.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { nearestWord } from '../parse/didYouMean.ts';
import type { NameLookup, Reading } from '../parse/nameLookup.ts';
import { candidates, groupLike, isNumber, listedIds } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { type Chosen, MAX_CHOSEN, NONE } from '../parse/selection.ts';
import { format, inQuotes, isOneOf, isPlain, phraseOf, type Token } from '../parse/tokenizer.ts';
import { AND_WORDS, WITHOUT_WORDS } from '../parse/vocabulary.ts';
import { parseWords } from '../parse/words/words.ts';
import { keystrokesApart } from '../text/editDistance.ts';
import { fold } from '../text/normalize.ts';
import { type CalledDigest, LONGEST_NAME, shortName } from './further.ts';
import { contentOf } from './key.ts';
import { PRESETS, type Preset, presetOf, TYPED_PRESETS, USUAL } from './presets.ts';
import type { SettingsChange } from './question.ts';
import { findSetting, isKey, keyOf, languageIn, type SaidSetting, timeIn } from './saidSettings.ts';
import { EVERY_DAY, WEEKDAYS as WORKDAYS } from './subscription.ts';
import { DIGEST_KEYS, isWordOfCommand, LITTLE_WORDS, SETTINGS, SETTINGS_WORDS } from './vocabulary.ts';
import { digestWords, presetWords } from './words/words.ts';

export interface DigestReading extends Reading {
  /** The digests with names in the place that the command is about. */
  readonly called: readonly CalledDigest[];
}

/** `preset` is what the settings are for. */
interface SettingsReading extends DigestReading {
  readonly preset: Preset;
  /** The digest or preset that was typed. */
  readonly content: string | undefined;
}

/** A part of a text, and what it changes. */
interface Said {
  readonly tokens: readonly Token[];
  readonly change: SettingsChange;
}

/** Reads the settings after `subscribe`, of the preset `content` or else the first. @throws ParseError */
export function readSettings(
  typed: readonly Token[],
  settings: readonly Token[],
  digests: DigestReading & Pick<SlotReading, 'budget'>,
  content?: string,
): SettingsChange {
  const preset = presetOf(content ?? '') ?? USUAL;
  if (settings.every((token) => isOneOf(LITTLE_WORDS, token))) return {};
  const reading = { ...digests, preset, content };
  const { vocabulary: names, budget } = reading;
  const others = withKeys(settings, names);
  const tokens = typed.map((token) => others[settings.indexOf(token)] ?? token);
  const {
    items,
    flags,
    mistakes: unread,
  } = readSlots(others, { names, budget, periods: findSetting }, SETTINGS, SETTINGS_WORDS);
  const placeOf = ({ tokens: [first] }: Pick<Mistake, 'tokens'>) => (first ? tokens.indexOf(first) : -1);
  const said: Said[] = [...flags].map(([flag, used]) => ({ tokens: used, change: FLAGS[flag] }));
  const mistakes: Mistake[] = unread.map((mistake) => ofToken(mistake, tokens, reading));
  const read = (used: readonly Token[], work: () => SettingsChange, written = '') => {
    try {
      said.push({ tokens: used, change: work() });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const { sentence, fixes, leavesOut } = error;
      mistakes.push({
        sentence,
        tokens: used,
        instead: leavesOut ? [''] : fixes.map((fix) => `${written}${fix}`),
        leavesOut,
      });
    }
  };
  for (const item of items) {
    if (item.kind === 'beside') mistakes.push(noSides(item.tokens));
    if (item.kind === 'period') {
      const { found, tokens: used } = item;
      read(used, () => changeOf(found, used, reading), WRITTEN[found.of]);
    }
  }
  const named = items.filter((item) => item.kind === 'name');
  const chosen = named.filter(({ isLeftOut }) => !isLeftOut);
  mistakes.push(...bareNames(chosen, tokens, reading));
  const products = chosen.filter(({ meaning }) => meaning === 'product');
  const isGroup = ({ name }: NameItem) => name?.kind === 'group';
  for (const group of products.filter(isGroup)) {
    read(group.tokens, () => ({ products: { scope: 'mine', chosen: asNamed([group]) } }));
  }
  const listed = products.filter((item) => !isGroup(item));
  if (listed.length > 0) read(tokensOf(listed), () => ({ products: productsIn(listed) }));
  const stores = chosen.filter(({ meaning }) => meaning === 'store');
  if (stores.length > 0) read(tokensOf(stores), () => ({ stores: storesIn(stores) }));
  const { selection, mistakes: tooLong } = selectionOf(named.filter(({ isLeftOut }) => isLeftOut));
  const { without } = selection;
  const ofStores = isByStore(preset) ? [] : storeTokens(named, others);
  if (ofStores.length > 0) {
    read(ofStores, () => {
      throw noStores(preset);
    });
  }
  const all = [
    ...[...mistakes, ...tooLong].toSorted((one, other) => placeOf(one) - placeOf(other)),
    ...saidTwice(said.toSorted((one, other) => placeOf(one) - placeOf(other))),
    ...severalDays(said, preset),
  ];
  if (all.length > 0) throw errorOf(all, tokens, { isUnderstood: false });
  return Object.assign({}, ...said.map(({ change }) => change), daysOf(said), {
    ...(named.length === chosen.length ? {} : { without }),
  });
}

/** What a word of the table changes. */
const FLAGS: Readonly<Record<keyof typeof SETTINGS.flags, SettingsChange>> = {
  weekdays: { weekdays: WORKDAYS },
  daily: { weekdays: EVERY_DAY },
  mine: { products: { scope: 'mine', chosen: NONE } },
  all: { products: { scope: 'all', chosen: NONE } },
  nb: { language: 'nb' },
  en: { language: 'en' },
};

/** What stands before a corrected value. */
const WRITTEN: Readonly<Partial<Record<SaidSetting['of'], string>>> = {
  at: 'at ',
  name: 'named ',
  language: 'language:',
};

/** Gives a key to what has one by its place: a group, and more numbers or names of "products 1101, 90210". */
function withKeys(tokens: readonly Token[], { products }: NameLookup): readonly Token[] {
  let list: string | undefined;
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    const key = keyOf(token);
    if (key !== undefined) list = key === 'product' || key === 'store' ? key : undefined;
    if (key !== undefined || isKey(before) || token.unknownKey !== undefined) return token;
    if (list !== undefined && (before?.endsPart === true || /^\d+$/.test(token.value))) {
      return { ...token, key: list, text: `${list}:${token.text}` };
    }
    list = undefined;
    const isGroup = isPlain(token) && products.groupNamed?.(token.value) !== undefined;
    return isGroup && !isOneOf(WITHOUT_WORDS, before) ? { ...token, key: 'group', quoted: true } : token;
  });
}

/** @throws ParseError */
function changeOf(said: SaidSetting, used: readonly Token[], reading: SettingsReading): SettingsChange {
  const { preset } = reading;
  const { cadence, content } = preset;
  switch (said.of) {
    case 'at':
      return { digestTime: timeIn(said.value) };
    case 'language':
      return { language: languageIn(said.value) };
    case 'name':
      return { name: nameIn(said.value) };
    case 'weekdays':
      return { weekdays: said.weekdays };
    case 'scope':
      return FLAGS[said.scope];
    case 'stores':
      if (!isByStore(preset)) throw noStores(preset);
      return { stores: NONE };
    case 'nothing':
      throw new ParseError((t) => digestWords(t).mistakes.nothingBehind[said.key](format(used)), '', [], {
        leavesOut: true,
      });
    case 'interval':
      if (said.cadence === cadence) return {};
      throw new ParseError(
        (t) => digestWords(t).mistakes.interval(phraseOf(used), presetWords(content, t).name, cadence),
        '',
        [],
        { leavesOut: true },
      );
  }
}

function tokensOf(items: readonly NameItem[]): readonly Token[] {
  return [...new Set(items.flatMap(({ tokens }) => tokens))];
}

/** All by their numbers. @throws ParseError for more than a digest can have */
function productsIn(items: readonly NameItem[]): NonNullable<SettingsChange['products']> {
  const ids = [...new Set(items.flatMap(listedIds))];
  if (ids.length <= MAX_CHOSEN) return { scope: 'mine', chosen: { ids, names: [] } };
  throw new ParseError((t) => digestWords(t).mistakes.tooManyProducts(ids.length, MAX_CHOSEN), '');
}

/** @throws ParseError for more than a digest can have */
function storesIn(items: readonly NameItem[]): Chosen {
  const chosen = asNamed(items);
  const many = chosen.ids.length + chosen.names.length;
  if (many > MAX_CHOSEN) {
    throw new ParseError((t) => digestWords(t).mistakes.tooManyStores(many, MAX_CHOSEN), '');
  }
  return chosen;
}

/** Names without a key, other than that of "products:1101 Pale Ale". */
function bareNames(
  chosen: readonly NameItem[],
  typed: readonly Token[],
  reading: SettingsReading,
): readonly Mistake[] {
  const isKeyed = ({ tokens: [first] }: NameItem) => first !== undefined && keyOf(first) !== undefined;
  const keyed = new Set(chosen.filter(isKeyed).flatMap(({ ids }) => ids.map(Number)));
  return chosen
    .filter((item) => !isKeyed(item) && !item.ids.some((id) => keyed.has(Number(id))))
    .map(({ tokens }) => bareName(tokens, typed, reading));
}

/** A name without its key, or in quotes maybe one of a digest. */
function bareName(used: readonly Token[], typed: readonly Token[], reading: SettingsReading): Mistake {
  const { preset, vocabulary } = reading;
  const words = phraseOf(used);
  const [token] = used;
  const quoted = token?.quoted === true && used.length === 1 ? token : undefined;
  const asNew = quoted === undefined ? [] : newDigests(words, typed, reading);
  const isStore =
    isByStore(preset) && /\p{L}{3}/u.test(words) && candidates(words, vocabulary.stores, 1).length > 0;
  const instead = [
    ...(used.every(isNumber) ? [`product:${words}`] : productsNamed(words, vocabulary)),
    ...(isStore ? [`store:${inQuotes(words)}`] : []),
  ];
  if (quoted !== undefined && (asNew.length > 0 || instead.length === 0)) {
    return unknownName(quoted, reading, { isChanged: true, asNew });
  }
  return { sentence: (t) => parseWords(t).unknown(words, `/${SETTINGS.command}`), tokens: used, instead };
}

/** The mistake in a key, in a number, or in words in quotes. */
function ofToken(mistake: Mistake, typed: readonly Token[], reading: SettingsReading): Mistake {
  const [token, more] = mistake.tokens;
  if (token === undefined || more !== undefined || token.key !== undefined) return mistake;
  const { unknownKey } = token;
  if (unknownKey === undefined) {
    const isLeftOut = isOneOf(WITHOUT_WORDS, typed[typed.indexOf(token) - 1]);
    return (token.quoted || isNumber(token)) && !isLeftOut ? bareName([token], typed, reading) : mistake;
  }
  const near = nearestWord(unknownKey, [...DIGEST_KEYS.keys(), ...SETTINGS_WORDS.keys.keys()]);
  const value = token.quoted ? inQuotes(token.value) : token.value;
  return {
    ...mistake,
    sentence: (t) => parseWords(t).unknown(`${unknownKey}:`, `/${SETTINGS.command}`),
    instead: near === undefined ? [] : [`${near}:${value}`],
  };
}

function noSides(tokens: readonly Token[]): Mistake {
  return { sentence: (t) => parseWords(t).noSides(phraseOf(tokens)), tokens, instead: [] };
}

function isByStore({ command }: Preset): boolean {
  return command === 'sales';
}

/** Stores where the figures are of the whole chain. */
function noStores({ content }: Preset): ParseError {
  return new ParseError((t) => digestWords(t).mistakes.noStores(presetWords(content, t).name), '', [], {
    leavesOut: true,
  });
}

/** The words for stores, with "without" or "and" before them. */
function storeTokens(named: readonly NameItem[], tokens: readonly Token[]): readonly Token[] {
  const isMeant = ({ isLeftOut, meaning, tokens: [first] }: NameItem) =>
    meaning === 'store' && (isLeftOut || (first !== undefined && keyOf(first) === 'store'));
  const used = [...tokensOf(named.filter(isMeant)), ...tokens.filter(({ key }) => key === 'store')];
  const isLead = (token: Token, at: number) => {
    const next = tokens[at + 1];
    const isLittle = isOneOf(WITHOUT_WORDS, token) || isOneOf(AND_WORDS, token);
    return isLittle && next !== undefined && used.includes(next);
  };
  return tokens.filter((token, at) => used.includes(token) || isLead(token, at));
}

/** The first setting that is said twice, with either of them left out. */
function saidTwice(said: readonly Said[]): readonly Mistake[] {
  const names = ['digestTime', 'products', 'stores', 'name', 'language'] as const;
  return names.flatMap((name): Mistake[] => {
    const [first, second] = said.filter(({ change }) => change[name] !== undefined);
    if (first === undefined || second === undefined) return [];
    const tokens = [...first.tokens, ...second.tokens];
    const instead = [format(first.tokens), format(second.tokens)];
    return [{ sentence: (t) => digestWords(t).mistakes.twice[name], tokens, instead, leavesOut: true }];
  });
}

/** "Monday wednesday" are two days. */
function daysOf(said: readonly Said[]): Pick<SettingsChange, 'weekdays'> {
  const days = said.flatMap(({ change }) => [...(change.weekdays ?? '')]);
  return days.length === 0 ? {} : { weekdays: [...new Set(days)].sort().join('') };
}

/** Several days for a digest of a week or a month, which is posted on one. */
function severalDays(said: readonly Said[], { cadence, content }: Preset): readonly Mistake[] {
  const { weekdays = '' } = daysOf(said);
  if (cadence === 'daily' || weekdays.length < 2) return [];
  const [day = ''] = [...WEEKDAYS].flatMap(([name, number]) =>
    weekdays.startsWith(String(number)) ? [name] : [],
  );
  return [
    {
      sentence: (t) => digestWords(t).mistakes.oneDay(presetWords(content, t).name, cadence),
      tokens: said.flatMap(({ change, tokens }) => (change.weekdays === undefined ? [] : tokens)),
      instead: [...(cadence === 'weekly' ? [day] : []), ''],
      leavesOut: true,
    },
  ];
}

/** A name for a further digest. @throws ParseError */
export function nameIn(value: string): string {
  const name = value.replaceAll('"', '').trim();
  if (name.length > LONGEST_NAME) {
    const cut = inQuotes(shortName(name));
    throw new ParseError((t) => digestWords(t).mistakes.nameTooLong(LONGEST_NAME), cut);
  }
  if (!/[\p{L}\p{N}]/u.test(name)) throw new ParseError((t) => digestWords(t).mistakes.noName(value), '');
  const folded = fold(name);
  if (!TYPED_PRESETS.has(folded) && !isWordOfCommand(folded)) return name;
  throw new ParseError((t) => digestWords(t).mistakes.nameIsWord(name), inQuotes(`${name} 1`));
}

/** The mistake in words that may be a digest's name; suggests the nearest names. */
export function unknownName(
  token: Token,
  { called }: DigestReading,
  { isChanged, asNew = [] }: { readonly isChanged: boolean; readonly asNew?: readonly string[] },
): Mistake {
  const typed = token.value === '' ? token.text : token.value;
  const near = nearestWord(
    typed,
    called.map(({ name }) => fold(name)),
  );
  const nearFirst = called.toSorted(
    (one, other) => Number(fold(other.name) === near) - Number(fold(one.name) === near),
  );
  const names = nearFirst.slice(0, MAX_OFFERED).map(({ name }) => name);
  // A suggestion must not change another digest than the one that was meant.
  const offered = isChanged ? names.filter((name) => isMistyped(typed, name)) : names;
  return {
    sentence: (t) => digestWords(t).mistakes.unknownName(typed, names, asNew.length > 0),
    tokens: [token],
    instead: [...asNew, ...offered.map(inQuotes)],
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

/** Settings of a further digest with that name: of the products that are called so, or else of any. */
function newDigests(words: string, typed: readonly Token[], reading: SettingsReading): string[] {
  const { content } = reading;
  const isNamed =
    (content !== undefined && content !== contentOf(content)) ||
    typed.some((token) => keyOf(token) === 'name');
  const name = possibleName(words);
  if (isNamed || name === '') return [];
  const presets = content === undefined ? PRESETS.filter(({ narrows }) => narrows === undefined) : [];
  const named = `named ${name}`;
  const [products] = productsNamed(words, reading.vocabulary);
  const settings = [...(products === undefined ? [] : [`${named} ${products}`]), named];
  return settings.flatMap((each) =>
    content === undefined ? presets.map((preset) => `${preset.content} ${each}`) : [each],
  );
}

/** In quotes: `words`, or what a refusal of them suggests; empty when they can't be a name. */
function possibleName(words: string): string {
  try {
    return inQuotes(nameIn(words));
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return error.corrected;
  }
}

/** Settings that choose the group or products called `words`. */
function productsNamed(words: string, { products }: NameLookup): string[] {
  const group = products.groupNamed?.(words);
  if (group !== undefined) return [`group:${inQuotes(group)}`];
  const found = /\p{L}/u.test(words) ? candidates(words, products) : [];
  if (found.length > 0) return found.length > MAX_CHOSEN ? [] : [`product:${inQuotes(words)}`];
  const near = groupLike(words, products);
  return near === undefined ? [] : [`group:${inQuotes(near)}`];
}
