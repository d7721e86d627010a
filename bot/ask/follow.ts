import { isInTime, ROW_NAMES } from '../figures/rows.ts';
import { type DateContext, formatDays, monthsOf } from '../parse/dates/period.ts';
import { inYear } from '../parse/dates/phrases.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { numberOf as countOf } from '../parse/dates/words.ts';
import type { NameLookup } from '../parse/nameLookup.ts';
import { asChosen } from '../parse/names.ts';
import { MEANINGS, writeChosen } from '../parse/selection.ts';
import { format, formatWith, isOneOf, phraseOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { EACH_WORDS, KEYS, WITHOUT_WORDS, wordList } from '../parse/vocabulary.ts';
import type { Budget } from '../text/budget.ts';
import { lengthOf } from '../text/dayRange.ts';
import { fold } from '../text/normalize.ts';
import { type Item, meaningBeside, type NameItem, type Said } from './said.ts';
import { type Lexicon, namesIn, type Slots } from './slots.ts';

/** The words behind a command, and what they say. */
export interface ReadWords<When = unknown> {
  readonly tokens: readonly Token[];
  readonly said: Said<string, string, string, When>;
}

/** How a command reads what follows one of its questions. */
export interface Following<When = unknown> {
  readonly slots: Slots<string, string, string>;
  readonly lexicon: Lexicon<string, string, string>;
  /** The names that it reads, and what looking them up may cost. */
  readonly names: NameLookup;
  readonly budget: Budget;
  /** Reads the words behind the command. */
  read(text: string): ReadWords<When>;
  /** The slots that a period fills. */
  slotsOf(when: When): readonly string[];
  /** The days of a period that depends on the one before, as typed; undefined for other periods. */
  daysAfter?(when: When, words: string, main: When): string | undefined;
}

/** Narrow a list: "only gin". */
const ONLY = wordList('only just bare kun berre');
/** Add to what was asked instead of replacing it: "by product too". */
const TOO = wordList('too also også');
/** Every answer has these figures, so the question is asked again: of all rows, for a sum. */
const SUMS = wordList('total totals totalt totalen sum summen');
export const UNITS = wordList('units unit enheter liter litre litres liters flasker bottles stk');
/** Ask for the answer above beside the one before it. */
const DIFFERENCE = wordList(
  'better bedre betre difference differences diff differanse differansen forskjell forskjellen skilnad skilnaden',
);
/** Ask for what was asked about in the last two questions. */
const TWO = wordList('both begge');
const THEM = wordList('them these those dem dei disse');
/** Mean what was asked about before. */
export const REFERRING = wordList('it its them they these those den dem disse');
/** Ask for a list of their own: "what is low", not "order?". */
const WHAT = wordList("what what's whats hva kva");
const ALL = new Set([...EACH_WORDS, 'everything', 'alt']);
const OURS = wordList('the our ours of av våre de dei dem them');

/** A part of a question, and the slots that it fills. */
export interface Part {
  readonly slots: readonly string[];
  readonly tokens: readonly Token[];
}

/** A message in a thread. All but `typed` are words behind a command. */
interface FollowUp {
  readonly before: string;
  /** What was asked before that, if it was the same command. */
  readonly earlier: string | undefined;
  /** The message. */
  readonly typed: string;
  /** What it says of the command. */
  readonly said: string;
  /** What that comes in the place of; empty for what it names of the same kind. */
  readonly gone: string;
}

/**
 * The words behind a command for a follow-up: each slot that it says takes the place of the one before, and what it
 * doesn't say stays. Undefined where it says nothing.
 */
export function follow<When>(
  { before, earlier, typed, said, gone }: FollowUp,
  following: Following<When>,
): string | undefined {
  const { slots } = following;
  const was = following.read(before);
  const parts = partsOf(was, following);
  const words = tokenize(typed.replace(COUNTRY, 'all stores'));
  const has = (list: ReadonlySet<string>) => words.some((word) => isOneOf(list, word));
  const all = allIn(words, parts);
  // "Which of them" after Bergen and then Oslo is of both.
  const isOfTwo = OF_THEM.test(typed) && has(THEM) && !was.said.items.some(isOfMany);
  const swapped = swappedIn(was, gone, said, following);
  if (swapped !== undefined) return swapped;
  const text =
    all?.text ??
    besideEachOther(typed, said, was, following) ??
    (has(DIFFERENCE) || WENT.test(typed) || BESIDE.test(typed)
      ? besideEarlier(BESIDE.test(typed) ? '' : said, earlier, was, following)
      : undefined) ??
    (has(TWO) || isOfTwo ? withEarlier(said, earlier, was, following) : undefined) ??
    besideSides(withinBefore(inContext(said, was, following), was, following), has(TOO), was, following);
  const now = following.read(text);
  const nowParts = partsOf(now, following);
  const isAgain = nowParts.length === 0 && (has(SUMS) || has(UNITS));
  const isNothing = nowParts.length === 0 && (text === '' || now.said.mistakes.length === 0);
  if (isNothing && all === undefined && !isAgain) return undefined;

  // "How much should I order" after "low 14" asks for no other number of days.
  const [only, more] = nowParts;
  const isSaidBefore = [...now.said.counts].some(
    ([name, { tokens }]) =>
      slots.counts[name]?.units !== undefined && tokens.length === 1 && was.said.counts.has(name),
  );
  if (isSaidBefore && more === undefined && only?.tokens.length === 1) return before;

  const [versus, beside] = now.said.items;
  /** "Vs bergen" puts Bergen beside what was asked about. */
  const sides = versus?.kind === 'beside' && beside?.kind === 'name' ? beside.meaning : undefined;
  const periods = now.said.items.filter(({ kind }) => kind === 'period').length;
  const isOfWhy = [...was.said.flags.keys()].some((name) => slots.flags[name]?.isAlone === true);
  const replaced = replacedBy(nowParts, periods, sides !== undefined, isOfWhy, slots);
  const isList = replaced.has('list');
  // "Which must be ordered" is of the products before, "which products" of all.
  const asksOfAll = has(WHAT) || words.some((word) => KEYS.get(word.folded) === 'product');
  if (isList && !parts.some(({ slots }) => slots.includes('list')) && asksOfAll) replaced.add('product');
  if (isList) replaced.add('period');
  else if (replaced.has('period') || (replaced.has('product') && !has(ONLY) && !OF_THEM.test(typed)))
    replaced.add('list');
  if (isAgain && has(SUMS)) replaced.add('rank');
  for (const slot of all?.slots ?? []) replaced.add(slot);
  for (const meaning of MEANINGS) {
    const isAdded = meaning === sides || has(TOO);
    for (const slot of isAdded ? [meaning, `one ${meaning}`] : []) replaced.delete(slot);
    if (has(TOO)) replaced.delete(`row ${meaning}`);
  }
  // "And the fridays too" after saturdays is of both.
  for (const slot of has(TOO) ? ['rows', 'weekdays'] : []) replaced.delete(slot);

  // "And Notodden" after the share of Torggata in all stores is a share of all stores too.
  const isShare = was.said.flags.has('share') && parts.some(({ slots }) => slots.includes('store'));
  if (isShare) replaced.delete('row store');

  // "Which of them sold most" is of those that were asked about.
  if (OF_THEM.test(typed)) for (const meaning of MEANINGS) replaced.delete(`one ${meaning}`);

  const isCompared = nowParts.some(({ slots }) => slots.includes('compare') || slots.includes('other'));
  const rows = parts.filter(({ slots }) => slots.includes('rows'));
  const kept = parts.filter(
    // Two periods are compared by one grouping.
    (part) => !part.slots.some((slot) => replaced.has(slot)) && !(isCompared && rows.indexOf(part) > 0),
  );
  const wordsOf = (isMeant: (part: Part) => boolean) =>
    format([...new Set(kept.filter(isMeant).flatMap(({ tokens }) => tokens))]);
  const isLeftOut = ({ slots: [slot = ''] }: Part) => slot.startsWith('without');
  const isSide = ({ slots: [slot = ''] }: Part) => slot === sides;
  return [wordsOf((part) => !isLeftOut(part) && !isSide(part)), wordsOf(isSide), text, wordsOf(isLeftOut)]
    .filter((part) => part !== '')
    .join(' ');
}

function namesOf({ said: { items } }: ReadWords<unknown>): NameItem[] {
  return items.filter((item) => item.kind === 'name');
}

/** "Tromsø instead of Bergen" and "without Bergen", where Bergen isn't all that was asked about: only that gives way. */
function swappedIn<When>(
  was: ReadWords<When>,
  gone: string,
  come: string,
  following: Following<When>,
): string | undefined {
  const { tokens, said } = was;
  const { read } = following;
  const names = namesOf(was).filter(({ isLeftOut }) => !isLeftOut);
  if (gone === '') {
    const { items } = read(come).said;
    const [only, more] = items;
    const isOut = only?.kind === 'name' && only.isLeftOut && more === undefined;
    return isOut ? swappedIn(was, phraseOf(only.tokens), '', following) : undefined;
  }
  const [old] = namesOf(read(gone));
  const item = names.find(({ meaning, ids }) => old?.meaning === meaning && `${ids}` === `${old.ids}`);
  const others = names.filter((other) => other !== item && other.meaning === item?.meaning);
  if (item === undefined || others.length === 0) return undefined;
  const left = others.filter((other) => other.tokens === item.tokens);
  const beside = said.items[said.items.indexOf(item) + (names.indexOf(item) === 0 ? 1 : -1)];
  const between = come === '' && beside?.kind === 'beside' ? beside.tokens : [];
  return formatWith(
    tokens,
    [...item.tokens, ...between],
    [...writeChosen(item.meaning, asChosen(left)), come].join(' '),
  );
}

/** "Furu" after a question about gin is the gin called so, where there is one. */
function withinBefore<When>(text: string, was: ReadWords<When>, { names, read }: Following<When>): string {
  const { idsOfGroup, groupNamed, comparableGroups } = names.products;
  const isProduct = ({ meaning, isLeftOut }: NameItem) => meaning === 'product' && !isLeftOut;
  const now = read(text);
  const [only, more] = namesOf(now).filter(isProduct);
  const before = namesOf(was)
    .filter(isProduct)
    .flatMap(({ ids }) => ids);
  const isGroup = groupNamed?.(only?.name?.words ?? '') !== undefined;
  if (only === undefined || more !== undefined || only.ids.length < 2 || isGroup) return text;
  const group = comparableGroups?.()
    .map((each) => idsOfGroup?.(each) ?? [])
    .find((ids) => before.every((id) => ids.includes(id)));
  const within = only.ids.filter((id) => group?.includes(id));
  if (before.length === 0 || within.length === 0) return text;
  return formatWith(now.tokens, only.tokens, `product:${within.join(',')}`);
}

/** "Add Bergen" after "Oslo vs Voss" is a third side. */
function besideSides<When>(
  text: string,
  isAdded: boolean,
  was: ReadWords<When>,
  { read }: Following<When>,
): string {
  const [item] = read(text).said.items;
  const isSide = item?.kind === 'name' && item.meaning === meaningBeside(was.said.items);
  return isAdded && isSide ? `vs ${text}` : text;
}

/** Whether it stands beside others, so that "them" are these. */
function isOfMany(item: Item<unknown>, _: number, all: readonly Item<unknown>[]): boolean {
  const isAlike = (other: Item<unknown>) =>
    item.kind === 'name' && other.kind === 'name' && other.meaning === item.meaning;
  return all.filter(isAlike).length > 1;
}

const COUNTRY =
  /(?:in |i )?(?:hele|heile|the whole|the entire) (?:landet|norge|country|kjeden|kjeda|chain)|nationwide/i;
const BESIDE =
  /(?:next to|beside|against|with|to) each other|side by side|side om side|(?:mot|ved siden av|opp mot|med) hver(?:andre)?/i;
/** "Of them", "av den". */
export const OF_THEM =
  /(?<!\p{L})(?:of|av) (?:it|its|them|these|those|den|det|dem|dei|disse)(?!\p{L}| (?:neste|siste|første))/iu;
/** Ask how the question before changed. */
const WENT =
  /^(?:so |and |og |men )?(?:(?:did|has|have) (?:it|that|they|sales) (?:go|gone|went|rise|risen|fall|fallen|drop|dropped|increase|increased|decrease|grow|grown)|(?:gikk|gjekk|økte|steg|falt|sank|vokste) (?:det|den|salget)|har (?:det|den|salget) (?:gått|økt|steget|falt|sunket|vokst))(?!\p{L})/iu;
const BOTH = /(?<!\p{L})(?:them|both|the two|those|these|dem|dei|disse|begge|de to|dei to)(?!\p{L})/iu;

/** "Compare them", where several products or stores were asked about: each beside the others. */
function besideEachOther<When>(
  typed: string,
  said: string,
  { said: { items } }: ReadWords<When>,
  { read, slots }: Following<When>,
): string | undefined {
  const isComparing = read(said).said.compare !== undefined && BOTH.test(typed);
  if (slots.compare === undefined || !(isComparing || BESIDE.test(typed))) return undefined;
  const named = items.filter((item) => item.kind === 'name' && !item.isLeftOut) as readonly NameItem[];
  const meaning = MEANINGS.find((each) => new Set(named.filter((item) => item.meaning === each)).size > 1);
  const sides = named
    .filter((item) => item.meaning === meaning)
    .map((item) => writeChosen(item.meaning, asChosen([item])));
  return sides.length === 0 ? undefined : sides.map((side) => side.join(' ')).join(' vs ');
}

/** "The difference?": what the question before has in the place of the one before that, or else the period before it. */
function besideEarlier<When>(
  said: string,
  earlier: string | undefined,
  was: ReadWords<When>,
  following: Following<When>,
): string | undefined {
  const { slots, read } = following;
  const isPlain = partsOf(read(said), following).every((part) => part.slots.includes('compare'));
  if (slots.compare === undefined || !isPlain || was.said.compare !== undefined) return undefined;
  return withEarlier('', earlier, was, following) ?? 'compare';
}

/** "Both": beside what was asked about, the only thing that the question before had in its place. */
function withEarlier<When>(
  said: string,
  earlier: string | undefined,
  was: ReadWords<When>,
  following: Following<When>,
): string | undefined {
  if (earlier === undefined || following.slots.compare === undefined) return undefined;
  const before = following.read(earlier);
  const wordsOf = (words: ReadWords<When>, slot: string) =>
    format(partsOf(words, following).flatMap((part) => (part.slots.includes(slot) ? part.tokens : [])));
  const other = ['period', ...MEANINGS]
    .map((slot) => [wordsOf(was, slot), wordsOf(before, slot)] as const)
    .filter(([now, then]) => now !== then);
  const [only, more] = other;
  const [, then = ''] = only ?? [];
  return more !== undefined || then === '' ? undefined : `vs ${then} ${said}`.trim();
}

/** The slots whose parts before give way to those of a follow-up. */
function replacedBy(
  parts: readonly Part[],
  periods: number,
  isOfSides: boolean,
  isOfWhy: boolean,
  { counts, flags, oneOf = {} }: Slots<string, string, string>,
): Set<string> {
  const replaced = new Set(parts.flatMap(({ slots }) => slots).filter((slot) => !slot.startsWith('without')));
  if (isOfSides) {
    replaced.delete('other');
    replaced.add('row product').add('row store');
  }
  const isComparison = replaced.has('other') || replaced.has('compare');
  // The period before is compared with the one that is said.
  if (isComparison && periods < 2) replaced.delete('period');
  const ofOnePeriod = namesIn(flags).filter((name) => flags[name]?.isOfOnePeriod === true);
  const isOfOne = ofOnePeriod.some((name) => replaced.has(name));
  for (const name of isComparison ? ['compare', ...ofOnePeriod] : []) replaced.add(name);
  if (isOfOne) replaced.add('compare');
  // "Why" and what has rows take each other's place.
  const alone = namesIn(flags).filter((name) => flags[name]?.isAlone === true);
  const notAlone = ['rows', ...namesIn(counts).map((name) => slotOf(name, oneOf)), ...ofOnePeriod];
  if (alone.some((name) => replaced.has(name))) for (const name of notAlone) replaced.add(name);
  else if (notAlone.some((name) => replaced.has(name))) for (const name of alone) replaced.add(name);
  if (isComparison || isOfOne || replaced.has('period')) replaced.add('other');
  // "Why" compares by itself.
  if (isOfWhy && replaced.has('period')) replaced.add('compare');
  // "By month" after "top 5 stores" shows all months.
  if (ROW_NAMES.some((row) => isInTime(row) && replaced.has(`row ${row}`))) replaced.add('rank');
  for (const meaning of MEANINGS) {
    const named = parts.filter(({ slots }) => slots.includes(meaning));
    // Rows of stores aren't those of one store.
    if (named.length === 1) replaced.add(`row ${meaning}`);
    else if (named.length > 1) continue;
    else if (replaced.has(`row ${meaning}`)) replaced.add(`one ${meaning}`);
  }
  return replaced;
}

/** The slot of a count or flag: that of the few of which a question has one, or its own. */
function slotOf(name: string, oneOf: Readonly<Record<string, string>>): string {
  return namesIn(oneOf).find((group) => oneOf[group]?.split(' ').includes(name)) ?? name;
}

/** The parts of a text, in its order. */
export function partsOf<When>(
  { tokens, said }: ReadWords<When>,
  { slots: { oneOf = {} }, slotsOf }: Following<When>,
): readonly Part[] {
  const { items, rows, implied, counts, flags, compare } = said;
  const sides = meaningBeside(items);
  const main = items.find(({ kind }) => kind === 'period');
  const placeOf = ({ tokens: [token] }: Pick<Part, 'tokens'>) =>
    token === undefined ? -1 : tokens.indexOf(token);
  const parts: Part[] = [
    ...items.map((item): Part => {
      if (item.kind === 'beside') return { slots: [sides ?? 'other'], tokens: item.tokens };
      if (item.kind === 'period') {
        const isOther = item !== main && slotsOf(item.found).includes('period');
        return { slots: isOther ? ['other'] : slotsOf(item.found), tokens: item.tokens };
      }
      const { meaning, ids, isLeftOut } = item;
      if (!isLeftOut)
        return { slots: [meaning, ...(ids.length === 1 ? [`one ${meaning}`] : [])], tokens: item.tokens };
      const word = tokens[placeOf(item) - 1];
      const isAfterWord = isOneOf(WITHOUT_WORDS, word);
      return { slots: [`without ${meaning}`], tokens: isAfterWord ? [word, ...item.tokens] : item.tokens };
    }),
    ...rows.map(({ name, tokens: used }) => ({ slots: ['rows', `row ${name}`], tokens: used })),
    ...(implied === undefined ? [] : [{ slots: ['rows', `row ${implied}`], tokens: [] }]),
    ...[...counts].map(([name, count]) => ({ slots: [slotOf(name, oneOf)], tokens: count.tokens })),
    ...[...flags].map(([name, used]) => ({ slots: [slotOf(name, oneOf)], tokens: used })),
    ...(compare === undefined ? [] : [{ slots: ['compare'], tokens: [compare] }]),
  ];
  return parts.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What "all stores" and "all of them" take back, and what is left to say; undefined for other words. */
function allIn(
  words: readonly Token[],
  parts: readonly Part[],
): { readonly slots: readonly string[]; readonly text: string } | undefined {
  const at = words.findIndex((word) => isOneOf(ALL, word));
  if (at === -1) return undefined;
  const noun = words.slice(at + 1).find((word) => !OURS.has(word.folded));
  const end = noun === undefined ? words.length : words.indexOf(noun) + 1;
  const key = KEYS.get(noun?.folded ?? '');
  if (end < words.length) return undefined;
  const isNarrowed = (slot: string) => parts.some(({ slots }) => slots.includes(slot));
  if (noun === undefined) {
    const slots = ['rank', 'product', 'store'].filter(isNarrowed);
    return { slots: slots.slice(0, 1), text: slots.length === 0 ? 'all' : '' };
  }
  const meaning = MEANINGS.find((each) => each === key && isNarrowed(each));
  return meaning && { slots: [meaning, `without ${meaning}`], text: '' };
}

/** A follow-up without what it takes back, and that: "pale ale instead of cider". */
export function insteadIn(text: string): readonly [said: string, gone: string] {
  const [said = '', gone = ''] = text.split(INSTEAD);
  return [said, gone];
}

/** A number that is no product's. */
const FEW = /^\d{1,2}$/;
const INSTEAD = /\s(?:instead of|rather than|i ?stede[nt] for|istedenfor|i staden for)\s/i;

/** The text with what depends on the question before made plain: "the week before", "20" after "top 5", "14 days" after "low 7". */
function inContext<When>(text: string, was: ReadWords<When>, following: Following<When>): string {
  const { lexicon, slots, read, daysAfter } = following;
  const [ranked] = was.said.counts.keys();
  if (ranked !== undefined && (FEW.test(text) || countOf(fold(text)) !== undefined))
    return `${ranked} ${text}`;
  const [count] = [...was.said.counts.keys()].filter((name) => slots.counts[name]?.units !== undefined);
  const said = read(text);
  const hasUnit = said.tokens.some((token) => isOneOf(lexicon.units, token));
  if (count !== undefined && hasUnit && said.said.counts.size === 0) return `${count} ${text}`;
  const main = was.said.items.find((item) => item.kind === 'period');
  if (main === undefined || daysAfter === undefined) return text;
  // "46" after week 45.
  if (FEW.test(text)) return `week ${text}`;
  const versus = read(`vs ${text}`);
  // "The same days in May" and "a year earlier" are longer than "May" and "a year".
  const lengthOfPeriods = ({ said: { items } }: ReadWords<When>) =>
    items.flatMap(({ kind, tokens: used }) => (kind === 'period' ? used : [])).length;
  const isPlainly =
    lengthOfPeriods(said) >= lengthOfPeriods(versus) &&
    said.said.items.some(({ kind }) => kind === 'period' || kind === 'beside');
  const { tokens, said: beside } = isPlainly ? said : versus;
  const [period, more] = beside.items.filter((item) => item.kind === 'period');
  if (period === undefined || more !== undefined) return text;
  const isCompared =
    said.said.compare !== undefined || (isPlainly && said.said.items.some(({ kind }) => kind === 'beside'));
  const days = isCompared ? undefined : daysAfter(period.found, phraseOf(period.tokens), main.found);
  if (days === undefined) return text;
  const rest = tokens.slice(isPlainly ? 0 : 1).filter((token) => !period.tokens.includes(token));
  return `${days} ${format(rest)}`;
}

const YEAR = /^(?:in |i )?((?:19|20)\d\d)$/;
const AFTER_SAME =
  /^(?:at |pa )?(?:the |den )?(?:same|samme) |^(?:the )?year before$|^aret for$|(?:years? ago|ar siden)$/;
const MONTH_BEFORE = /^(?:the )?month before(?: that)?$|^(?:maneden|manaden) for$/;

/** Reads periods that depend on the one before: "the week before", "the same week last year", "and 2024" after a feast. */
export function daysAfterIn(context: DateContext) {
  return (found: FoundPeriod, words: string, main: FoundPeriod): string | undefined => {
    const folded = fold(words);
    const base = main.read(context);
    if (base === undefined) return undefined;
    const year =
      YEAR.exec(folded)?.[1] ?? (found.isLastYear ? Number(context.today.slice(0, 4)) - 1 : undefined);
    const moved = year === undefined ? undefined : inYear(base, Number(year), context);
    if (moved !== undefined) return formatDays(moved);
    // "I fjor" is the same time of last year, unless whole years are asked about.
    const isSameTime = found.isLastYear && lengthOf(base) < 365;
    if (!(found.isRelative || isSameTime || AFTER_SAME.test(folded))) return undefined;
    // The month before a week or day is the calendar month before it.
    const isPart =
      base.from.slice(0, 7) === base.to.slice(0, 7) && base.to < monthsOf(base.from, {}, context).to;
    if (MONTH_BEFORE.test(folded) && isPart) return formatDays(monthsOf(base.from, { offset: -1 }, context));
    const days = found.read(context, { ...base, isNamed: true });
    return days && formatDays(days);
  };
}
