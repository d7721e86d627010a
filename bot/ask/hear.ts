import type { Reading } from '../parse/nameLookup.ts';
import { meantBy } from '../parse/names.ts';
import { ParseError } from '../parse/parseError.ts';
import { format, isOneOf, phraseOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { wordList } from '../parse/vocabulary.ts';
import type { About, Askable, AskedWhy, Feature } from './asking.ts';
import type { Commands } from './commands.ts';
import { OF_THEM, REFERRING, UNITS } from './follow.ts';
import { namesSomething, phraseAt, phrasesIn, saysNothing } from './sentence.ts';

/** What needs no data to be answered. */
export type SmallTalk = (typeof TALK)[number];
/** The most telling comes first. */
const TALK = ['help', 'digest', 'fresh', 'file', 'share', 'thanks', 'hello'] as const;

/** What a message to the bot says. */
export type Heard =
  | {
      readonly kind: 'question';
      readonly question: Askable;
      /** The whole command as it was said, with "yesterday" instead of the day; undefined for a follow-up. */
      readonly typed?: string;
      readonly leftOut?: string;
      /** Whether it takes nothing from the question before, which it could have changed. */
      readonly isAnew?: true;
      /** Whether it is about the products or stores of the question before. */
      readonly isOfAbove?: true;
      /** Whether it asks for units or litres alone. */
      readonly isOfUnits?: true;
      /** Undefined where it doesn't ask why. */
      readonly why?: AskedWhy | undefined;
    }
  /** Why, of a `question` before whose command explains no changes; `instead` explains those of another. */
  | { readonly kind: 'why'; readonly question: Askable; readonly instead: Heard }
  /** Several commands can answer it. */
  | { readonly kind: 'choice'; readonly questions: readonly Askable[] }
  | Misheard
  /** The help of a command. */
  | { readonly kind: 'help'; readonly feature: Feature }
  /** Longer than LONGEST_SENTENCE. */
  | { readonly kind: 'long' }
  | { readonly kind: 'small'; readonly said: SmallTalk }
  /** Nothing in it points to a command. */
  | { readonly kind: 'unclear'; readonly isFollowUp: boolean };

interface Misheard {
  readonly kind: 'mistake';
  readonly feature: Feature;
  readonly mistake: ParseError;
  /** Whether it was made in the question before, and what was said can't change that. */
  readonly isBefore?: true;
}

/** What was asked before a message, in its thread or direct conversation. */
interface Above {
  readonly question?: Askable | undefined;
  /** The question before that. */
  readonly earlier?: Askable | undefined;
  /** What was asked last, where that is a mistake. */
  readonly mistake?: Misheard | undefined;
  /** What was asked last can be each of these. */
  readonly choice?: readonly Askable[] | undefined;
}

/** How many characters of messages without an answer for all are heard again. */
const MOST_HEARD_AGAIN = 1_000;

/**
 * What was asked before a message: the commands that were `answered`, the last one first, and what else was `said` after
 * them, in its order: mistakes, and questions that were answered for one person.
 */
export function hearAbove(
  answered: readonly string[],
  said: readonly string[],
  commands: Commands,
  reading: Reading,
): Above {
  const [question, earlier] = answered.slice(0, 2).map((command) => commands.find(command, reading));
  let above: Above = { question, earlier };
  const first = said.findIndex((_, at) => said.slice(at).join(' ').length <= MOST_HEARD_AGAIN);
  for (const text of first === -1 ? [] : said.slice(first)) {
    const heard = hear(text, above, commands, reading);
    if (heard.kind === 'question') above = { question: heard.question, earlier: above.question };
    if (heard.kind === 'choice') above = { choice: heard.questions };
    if (heard.kind !== 'mistake') continue;
    const { isOfRows, understood } = heard.mistake;
    // Other rows can be asked for as if these hadn't been.
    if (isOfRows) above = { ...above, question: commands.find(understood, reading) ?? above.question };
    else above = { ...above, mistake: heard };
  }
  return above;
}

/** Reading a sentence takes a time that grows with the square of its length. A command may be longer. */
export const LONGEST_SENTENCE = 500;

/** A message of nothing but these. "Share it" asks for an answer to be shown to others, not for the share of a total. */
const SMALL_TALK = phrasesIn({
  also: {
    hello:
      'hi/hello/hey/hei/heisann/hallo/morn/morning there/all/bot/dere/du?, good/god morning/afternoon/evening/morgen/kveld/dag/ettermiddag, please/pls/vennligst, can/could/would you, kan/kunne du',
    thanks:
      'cheers, ta, brilliant/lovely/fint/greit/topp/kjempefint/sweet/ace/awesome, nice one, good/fine to know, got it, den er grei, det var det/alt, that was/is all/it, ' +
      'many/tusen/mange? thanks/thank/thx/ty/takk you? a/so/så? lot/much/mye?, takk skal du ha, takk for hjelpen, great/perfect/nice/super/supert/flott/bra/ok/okay/perfekt/cool',
    digest: 'why none/nothing today, hvorfor ingen i dag',
    fresh:
      'how fresh/old/recent/current is/are the? data/numbers/figures/stock/sales, hvor ferske/gamle/nye er tallene/dataene/salgstallene/lagertallene, når kommer dagens/nye tall/lagertall/salgstall, ' +
      "when do/will the/today's/todays? new? numbers/data/figures/stock/sales come/arrive/be ready?",
    file: 'excel/csv/xlsx/fil/file/regneark/spreadsheet, in/as/to/som/i a/an/en/et? excel/csv/xlsx/fil/file/regneark/spreadsheet file/ark?, export/download/eksporter it/this/them/det/den?, last det/den? ned',
    share: 'share/post it/this/that, del den/det/dette/svaret',
    help: 'help, hjelp, ?, what can you do, hva kan du gjøre?, how does this/it work, hvordan virker/funker du/deg/dette, hvordan bruker jeg du/deg/dette',
  },
});

/** Words that add to the question before, and begin none of their own. */
const ADDS =
  'and then?, og så?, ok/okay? now/nå, also, what/how about, hva/kva med, hva da med, enn, but/men, same/samme for/with/in/med/i, instead/heller/istedenfor, i stedet, ' +
  'does/would/is that/it/this hold/holds/apply/true/go for/in/at?, gjelder/stemmer/gjeld det/dette for/i/på?, back to, tilbake til';
/** Words before a change of the question before, by what it is. */
const LEADS = phrasesIn({
  also: {
    adds: ADDS,
    too: 'add/include/plus/pluss/inkluder, legg til, ta med',
    without:
      'leave/take out, drop/exclude/remove/skip/ignore/fjern/dropp/utelat/stryk, ta bort/vekk/ut, kutt ut, se bort fra',
    not: 'not/ikke/ikkje',
    swap: 'swap/replace/switch/exchange out?, bytt/erstatt/skift ut?, instead of, istedenfor/istedet, i stedet/staden for, rather than',
  },
});
/** Between what is swapped and what comes in its place. */
const SWAPPED = wordList('with for to by med til mot but men');
/** Take back what was said. */
const CORRECTIONS = phrasesIn({
  also: {
    '':
      'nei/nope/no wait/vent/hold/hang? on?, wait/vent, never mind, glem det, sorry/beklager/unnskyld/oops/ups/wrong/feil, i? mean/meant, ' +
      "jeg/eg? mente/mener/meinte/meiner, i was/were thinking of/about, i thought of, jeg/eg tenkte/tenker på, det var/er/blei/ble feil, that was/is wrong, that's wrong, make/made it/that, not that",
  },
});
const ADDING = phrasesIn({ also: { adds: `${ADDS}, or/eller, only/just/bare/kun, same/samme` } });
/** Before a change of the question before: "by store", "in Oslo". */
const CHANGES = phrasesIn({
  also: { changes: 'now, in, i, by, per, for, with, without/uten/except/unntatt/excluding/minus' },
});
const ENDS = phrasesIn({
  also: {
    '': 'instead/istedenfor/heller/then/da/då/alone/alene/likevel/anyway/please/pls/takk, i stedet/staden, after all, again/igjen',
    too: 'as well, in addition, i tillegg, attåt',
  },
});
/** A place named before, unless it only says that there is something. */
const THERE = phrasesIn({
  also: {
    place: 'there/der',
    '': 'is/are/was/were/hi/hello/hey/out/from/over there, there is/are/was/were/a/any/has/have/no, er/var/finnes/fins/hei/hallo/ligger der, der er/hvor/igjen, før der',
  },
});

/** A command of their own is about these, and a message can't be it. */
const DIGESTS = wordList(
  'digest digests rapport rapporten rapporter rapportene lagerrapport lagerrapporten salgsrapport salgsrapporten',
);

/** Whether a message may follow a question, so that the one before has to be looked up. */
export function mayFollowUp(text: string): boolean {
  return text.length <= LONGEST_SENTENCE && !text.startsWith('/') && smallTalkIn(text) === undefined;
}

/** Reads a message: a command, a sentence, small talk, or a change of the question `above`. */
export function hear(text: string, above: Above, commands: Commands, reading: Reading): Heard {
  const said = smallTalkIn(text);
  if (said !== undefined) return { kind: 'small', said };
  const typed = commands.featureOf(text);
  if (typed !== undefined) return parsedAs(typed, text.replace(/^\/[a-z]+ ?/, ''), commands, reading);
  if (text.length > LONGEST_SENTENCE) return { kind: 'long' };
  const who = WHO_ASKS.exec(text)?.[0] ?? '';
  const sentence = namesSomething(who, reading.vocabulary, true) ? text : text.slice(who.length);
  const corrected =
    chosenOf(text, above, commands, reading) ?? correctedBy(sentence, above, commands, reading);
  if (corrected !== undefined) return corrected;
  const clauses = clausesOf(sentence);
  const asked = askedIn(clauses, commands, reading);
  const heard = inTwoQuestions(asked) ?? hearSentence(sentence, above, commands, reading);
  const isAsked = heard.kind === 'question' || heard.kind === 'choice';
  if (!isAsked && tokenize(text).some((token) => isOneOf(DIGESTS, token)))
    return { kind: 'small', said: 'digest' };
  if (heard.kind === 'unclear' && phraseAt(SMALL_TALK, tokenize(text), 0)?.says === 'thanks')
    return { kind: 'small', said: 'thanks' };
  const found = isAsked ? heard : (inOneClause(clauses, asked, reading) ?? heard);
  const { mistake, choice } = above;
  if (mistake !== undefined && needsBefore(found, sentence, mistake.feature, reading))
    return { ...mistake, isBefore: true };
  if (choice !== undefined && needsBefore(found, sentence, undefined, reading))
    return { kind: 'choice', questions: choice };
  const why = found.kind === 'question' ? found.question.feature.hear(sentence, reading).why : undefined;
  return found.kind === 'question' && why !== undefined ? { ...found, why } : found;
}

/** What changes one of the questions that the message before can be. */
function chosenOf(
  text: string,
  { choice = [] }: Above,
  commands: Commands,
  reading: Reading,
): Heard | undefined {
  const chosen = choice
    .map((question) => ({ question, heard: hear(text, { question }, commands, reading) }))
    .flatMap(({ question: { feature }, heard }) =>
      heard.kind === 'question' && heard.question.feature === feature && heard.isAnew !== true ? [heard] : [],
    );
  const [first, ...more] = chosen;
  return more.length > 0 ? { kind: 'choice', questions: chosen.map(({ question }) => question) } : first;
}

/** "I mean gin", or only "gin": what was understood of a mistake, with what is said now. */
function correctedBy(
  sentence: string,
  { mistake: misheard }: Above,
  commands: Commands,
  reading: Reading,
): Heard | undefined {
  if (misheard === undefined) return undefined;
  const { feature, mistake } = misheard;
  const tokens = tokenize(sentence);
  const isName = meantBy(phraseOf(tokens), reading.vocabulary).length > 0;
  if (!isName && correctionAt(tokens, 0) === 0) return undefined;
  const understood = commands.find(mistake.understood, reading);
  const corrected =
    understood === undefined
      ? parsedAs(feature, changeIn(tokens), commands, reading)
      : changedBy(sentence, understood, undefined, reading);
  return corrected?.kind === 'question' ? corrected : undefined;
}

/** Whether a message leaves to the question before what it asks about, or would ask for all where that was narrower. */
function needsBefore(
  heard: Heard,
  sentence: string,
  feature: Feature | undefined,
  reading: Reading,
): boolean {
  if (heard.kind === 'unclear') return heard.isFollowUp;
  if (heard.kind !== 'question' || heard.isOfAbove === true) return false;
  const { isMeant, isWhole } = heard.question.feature.hear(sentence, reading);
  if (isWhole === true) return false;
  if (isAdded(tokenize(sentence))) return true;
  if (namesSomething(sentence, reading.vocabulary, true)) return false;
  return !isMeant || (heard.question.feature === feature && heard.question.days.length > 0);
}

/** Whether a message begins as what only adds to a question. */
function isAdded(tokens: readonly Token[]): boolean {
  return [ADDING, LEADS, CHANGES].some((phrases) => phraseAt(phrases, tokens, 0) !== undefined);
}

/** Whether a message asks about a place that it doesn't name. */
function saysThere(tokens: readonly Token[]): boolean {
  for (let at = 0; at < tokens.length; ) {
    const found = phraseAt(THERE, tokens, at);
    if (found?.says === 'place') return true;
    at += found?.many ?? 1;
  }
  return false;
}

type AskedClause = Extract<Heard, { kind: 'question' }> & { readonly clause: string };

/** Two questions of different commands: the first, which says that the second was left out. */
function inTwoQuestions([first, ...more]: readonly AskedClause[]): Heard | undefined {
  const others = more.filter(({ question }) => question.feature !== first?.question.feature);
  if (first === undefined || others.length === 0) return undefined;
  const leftOut = others.map(({ clause }) => clause).join(', ');
  return { kind: 'question', question: first.question, leftOut };
}

/** The clauses that ask something by themselves. */
function askedIn(clauses: readonly string[], commands: Commands, reading: Reading): AskedClause[] {
  return clauses.flatMap((clause) => {
    const isMeant = commands.features.some((feature) => feature.hear(clause, reading).isMeant);
    const heard = isMeant ? hearSentence(clause, {}, commands, reading) : undefined;
    return heard?.kind === 'question' ? [{ clause, ...heard }] : [];
  });
}

/** "I have a meeting soon, what is low?": the one clause that asks, if nothing else names a product or store. */
function inOneClause(
  clauses: readonly string[],
  [only, second]: readonly AskedClause[],
  reading: Reading,
): Heard | undefined {
  if (only === undefined || second !== undefined) return undefined;
  const rest = clauses.filter((clause) => clause !== only.clause);
  // "Week 44, 45 and 46" is no question about week 44.
  const { feature, days } = only.question;
  const says = (clause: string) =>
    namesSomething(clause, reading.vocabulary) || (days.length > 0 && feature.saysPeriod(clause, reading));
  if (rest.some((clause) => /\d/.test(clause) || says(clause))) return undefined;
  const leftOut = [...rest, only.leftOut ?? '']
    .filter((words) => !saysNothing(words) && smallTalkIn(words) === undefined)
    .join(', ');
  return { kind: 'question', question: only.question, ...(leftOut === '' ? {} : { leftOut }) };
}

function hearSentence(
  sentence: string,
  { question: answered, earlier, mistake }: Above,
  commands: Commands,
  reading: Reading,
): Heard {
  const before = mistake === undefined ? answered : undefined;
  // Of a question that lacks only what no data has, "it" is what it was about.
  const { understood = '', leavesOut = false } = mistake?.mistake ?? {};
  const about = before?.about ?? (leavesOut ? commands.find(understood, reading)?.about : undefined);
  const tokens = tokenize(sentence);
  const added = phraseAt(ADDING, tokens, 0)?.many ?? 0;
  const isFollowUp = isAdded(tokens) || correctionAt(tokens, 0) > 0;
  const question = format(tokens.slice(added));
  const all = commands.features.map((feature) => ({ feature, ...feature.hear(question, reading) }));
  const pointed = all.filter(({ isMeant }) => isMeant);
  const meant = pointed.length > 0 ? pointed : all.filter(({ isLikely }) => isLikely === true);
  const isThere = saysThere(tokens);
  const isReferring = isFollowUp || isThere || tokens.some((token) => isOneOf(REFERRING, token));
  const isNamed = namesSomething(question, reading.vocabulary);
  // "How much of it" and "in october there" without a question before are no questions of all.
  if (about === undefined && (isThere || OF_THEM.test(sentence)) && !isNamed)
    return { kind: 'unclear', isFollowUp: true };
  const why = pointed.find(({ why }) => why?.isOfAbove === true);
  if (before !== undefined && why !== undefined && why.feature !== before.feature && !isNamed) {
    const instead =
      aboutTheSame(why.feature, why.text, about, commands, reading) ??
      parsedAs(why.feature, why.text, commands, reading);
    return { kind: 'why', question: before, instead };
  }
  const own = pointed.find(({ feature }) => feature === before?.feature);
  const isAnew = own?.isWhole === true && !isReferring;
  const mayChange = before !== undefined && !isAnew && (own !== undefined || pointed.length === 0);
  const changed = mayChange ? changedBy(sentence, before, earlier, reading) : undefined;
  if (mayChange) {
    const isSame = changed?.kind === 'question' && changed.question.command === before.command;
    const isOfUnits = (isSame || changed === undefined) && tokens.some((token) => isOneOf(UNITS, token));
    if (isOfUnits) return { kind: 'question', question: before, isOfUnits };
    if (changed !== undefined && (isFollowUp || changed.kind === 'question')) return changed;
    // "What is the phone number" of the store before.
    if (changed === undefined && (isFollowUp || own !== undefined))
      return { kind: 'question', question: before };
  }
  // "And last week" without a question before is no question of all, and "and in Molde" none of a store.
  const isOfData = meant.some(({ feature }) => feature.takesAnyWords !== true);
  const isAlone = pointed.length === 0 && !(isOfData && namesSomething(question, reading.vocabulary, true));
  if (before === undefined && added > 0 && (meant.length === 0 || isAlone))
    return { kind: 'unclear', isFollowUp };
  const read = (meant.length > 0 ? meant : all.filter(({ feature }) => feature.takesAnyWords !== true)).map(
    ({ feature, text: words, leftOut, isOfAll }) => {
      const isAboutTheSame = isReferring || isOfAll === true;
      const parsed =
        (isAboutTheSame && !isNamed
          ? aboutTheSame(feature, isOfAll === true ? '' : words, about, commands, reading)
          : undefined) ?? parsedAs(feature, words, commands, reading);
      return parsed.kind === 'question' && leftOut !== undefined ? { ...parsed, leftOut } : parsed;
    },
  );
  const asked = read.filter((each) => each.kind === 'question');
  const [only, second] = asked;
  // What can't be said of the question before isn't answered as if there were none.
  if (changed !== undefined && only?.question.feature === before?.feature) return changed;
  if (only !== undefined) {
    // "What is low" after "gin last week" is of all products, which is to be seen.
    const isOfOther =
      before !== undefined && only.question.feature !== before.feature && only.isOfAbove !== true;
    const isNarrower = isReferring || `${before?.about.products}${before?.about.stores}` !== '';
    const leaves = isOfOther && isNarrower && !isNamed;
    if (second === undefined && (isAnew || leaves)) return { ...only, isAnew: true };
    return second === undefined ? only : { kind: 'choice', questions: asked.map(({ question }) => question) };
  }
  // What no word points to is a command's mistake only where the command understood a part of it.
  const other = read.find(
    (each) => meant.length > 0 || (each.kind === 'mistake' && each.mistake.understood !== ''),
  );
  if (other?.kind === 'mistake' && changed?.kind === 'mistake' && other.feature === before?.feature)
    return changed;
  if (other !== undefined) return other;
  return { kind: 'unclear', isFollowUp };
}

/** A question of another command about the products and stores of the one before: "and how much is left?". */
function aboutTheSame(
  feature: Feature,
  words: string,
  about: About | undefined,
  commands: Commands,
  reading: Reading,
): Heard | undefined {
  if (about === undefined) return undefined;
  const { products, stores } = about;
  const wanted =
    feature.takesAnyWords === true ? [stores] : [`${products} ${stores}`.trim(), products, stores];
  const asked = wanted
    .filter((each) => each !== '')
    .map((each) => parsedAs(feature, `${words} ${each}`.trim(), commands, reading))
    .find((each) => each.kind === 'question');
  return asked && { ...asked, isOfAbove: true };
}

function parsedAs(feature: Feature, text: string, commands: Commands, reading: Reading): Heard {
  try {
    const parsed = commands.parse(feature, text, reading);
    return parsed === 'help' || parsed === 'form'
      ? { kind: 'help', feature }
      : { kind: 'question', question: parsed, typed: `/${feature.command} ${text}` };
  } catch (mistake) {
    if (!(mistake instanceof ParseError)) throw mistake;
    return { kind: 'mistake', feature, mistake };
  }
}

/**
 * Reads the text after a command, as a sentence where the command doesn't understand it: then `sentence` is the whole
 * command that it says. Undefined for help and what opens a form. @throws ParseError
 */
export function hearTyped(
  feature: Feature,
  text: string,
  commands: Commands,
  reading: Reading,
): { readonly question: Askable; readonly sentence?: string | undefined } | undefined {
  try {
    const parsed = commands.parse(feature, text, reading);
    return parsed === 'help' || parsed === 'form' ? undefined : { question: parsed };
  } catch (mistake) {
    if (!(mistake instanceof ParseError) || text.length > LONGEST_SENTENCE) throw mistake;
    const { text: words, leftOut } = feature.hear(text, reading);
    const heard = leftOut === undefined ? parsedAs(feature, words, commands, reading) : undefined;
    if (heard?.kind !== 'question') throw mistake;
    return { question: heard.question, sentence: heard.typed };
  }
}

function changedBy(
  sentence: string,
  before: Askable,
  earlier: Askable | undefined,
  reading: Reading,
): Heard | undefined {
  const text = changeIn(tokenize(sentence));
  if (text === '') return undefined;
  try {
    const isOfSame = earlier?.feature === before.feature;
    const question = before.change(text, reading, isOfSame ? earlier.command : undefined);
    return question && { kind: 'question', question };
  } catch (mistake) {
    if (!(mistake instanceof ParseError)) throw mistake;
    return { kind: 'mistake', feature: before.feature, mistake };
  }
}

/** How many words at a place take back what was said: "no, week 46" corrects, and "no gin" leaves out. */
function correctionAt(tokens: readonly Token[], at: number): number {
  const [word] = tokens.slice(at);
  return word?.folded === 'no' && word.endsPart ? 1 : (phraseAt(CORRECTIONS, tokens, at)?.many ?? 0);
}

/** A message without the words that only say that it changes the question before. */
function changeIn(tokens: readonly Token[]): string {
  let start = 0;
  let change = '';
  for (;;) {
    const lead = phraseAt(LEADS, tokens, start);
    const many = Math.max(correctionAt(tokens, start), lead?.many ?? 0);
    if (many === 0 || start + many === tokens.length) break;
    if (lead !== undefined && lead.says !== 'adds') change = lead.says;
    start += many;
  }
  const endsAt = tokens.findIndex(
    (_, at) => at > start && at + (phraseAt(ENDS, tokens, at)?.many ?? 0) === tokens.length,
  );
  const end = endsAt === -1 ? tokens.length : endsAt;
  if (phraseAt(ENDS, tokens, end)?.says === 'too') change = 'too';
  const said = tokens.slice(start, end);
  const middle = said.findIndex((token, at) => isOneOf(SWAPPED, said[at + 1]) || token.endsPart);
  const [gone, come] = [said.slice(0, middle + 1), said.slice(middle + 1)];
  switch (change) {
    case 'too':
      return `${format(said)} too`;
    case 'without':
      return `without ${format(said)}`;
    case 'swap':
    case 'not':
      if (middle === -1) return format(tokens);
      return `${format(isOneOf(SWAPPED, come[0]) ? come.slice(1) : come)} instead of ${format(gone)}`;
    default:
      return format(said);
  }
}

function smallTalkIn(text: string): SmallTalk | undefined {
  if (text.length > LONGEST_SENTENCE) return undefined;
  const tokens = tokenize(
    text.replace(/\p{Extended_Pictographic}|:[a-z_+-]+:/gu, '').replace(/(?<=.)[\s!.,?]+$/, ''),
  );
  const said = new Set<string>(['hello']);
  for (let at = 0; at < tokens.length; ) {
    const found = phraseAt(SMALL_TALK, tokens, at);
    if (found === undefined) return undefined;
    said.add(found.says);
    at += found.many;
  }
  return TALK.find((each) => said.has(each));
}

/** The clauses of a message, where it has several: "I have a meeting, what is low?". */
function clausesOf(text: string): readonly string[] {
  const clauses = text.split(CLAUSES).map((clause) => clause.trim());
  return clauses.length > 1 && clauses.length <= MOST_CLAUSES
    ? clauses.filter((clause) => clause !== '')
    : [];
}

/** Each is read by itself, and a pasted list isn't a message of clauses. */
const MOST_CLAUSES = 12;

const CLAUSES =
  /\s*(?:[,;?!–—]|(?<!\d)\.)+\s+|\s+-\s+|\s+(?:and|og|but|men|so|så)\s+(?=(?:what|which|how|when|is|are|do|did|can|hva|kva|hvilke|hvor|kor|når|er|har|kan|was|i|jeg|eg|we|vi|me)\s)/iu;

/** Who asks, and why: "my boss wants to know". */
const WHO_ASKS =
  /^(?:[\p{L}']+ ){1,14}?(?:wants? to (?:know|see)|need(?! to )|treng(?:er)?(?! å )|wondering|ask(?:s|ed|ing)(?: me)?(?: for| about)?|lur(?:er|te) på|vil vite|sp(?:ør|urte) om)\s/iu;
