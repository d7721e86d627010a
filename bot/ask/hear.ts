import type { Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import { clausesOf, namesSomething, phrase, says, sentenceOf, withoutCourtesies } from '../parse/sentence.ts';
import type { About, Askable, Feature } from './asking.ts';
import type { Commands } from './commands.ts';

/** What needs no data to be answered. */
export type SmallTalk = 'hello' | 'help' | 'thanks' | 'share';

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
    }
  /** Several commands can answer it. */
  | { readonly kind: 'choice'; readonly questions: readonly Askable[] }
  | { readonly kind: 'mistake'; readonly feature: Feature; readonly mistake: ParseError }
  /** The help of a command. */
  | { readonly kind: 'help'; readonly feature: Feature }
  /** Longer than LONGEST_SENTENCE. */
  | { readonly kind: 'long' }
  | { readonly kind: 'small'; readonly said: SmallTalk }
  /** Nothing in it points to a command. */
  | { readonly kind: 'unclear'; readonly isFollowUp: boolean };

/** The rules for sentences take a time that grows with the square of their length. A command may be longer. */
export const LONGEST_SENTENCE = 500;

const THANKS =
  /^(?:(?:many |tusen |mange )?(?:thanks?(?: (?:you|a lot|so much))?|thank you|thx|ty|takk(?: skal du ha| for hjelpen| så mye)?)|(?:great|perfect|nice|supert?|flott|bra|ok|okay|perfekt|cool)(?: takk| thanks)?)$/iu;
const HELP =
  /^(?:help|hjelp|\?|what can you do|hva kan du(?: gjøre)?|how does (?:this|it) work|hvordan (?:virker|funker|bruker jeg) (?:du|deg|dette))$/iu;

/** Asks for an answer to be shown to others, not for the share of a total. */
const SHARE =
  /^(?:(?:please|can you|could you) )?(?:share|post) (?:it|this|that)(?: please)?$|^del (?:den|det|dette|svaret)$/iu;

/** Words that add to the question before, and begin none of their own. */
const ADDS =
  'and(?: then)?|og(?: så)?|also|what about|how about|hva med|kva med|hva da med|enn|or|eller|but|men|only|bare|kun|just|instead';
const ADDS_AT_BEGINNING =
  'and then|and|og så|og|also|what about|how about|hva med|kva med|hva da med|enn|same(?= (?:for|with|in) )|samme(?= (?:for|med|i) )|but|men';
/** Words before a change of the question before: "and by store", "hva med 1102". */
const ALSO = phrase(`^(?:${ADDS}|same (?:for|with|in)|samme (?:for|med|i)|now|in|i|by|per|for|with)`);
const ONLY_ALSO = phrase(`^(?:${ADDS}|same|samme)`);
const AT_BEGINNING = `(?:${ADDS_AT_BEGINNING})(?: (?:${ADDS_AT_BEGINNING}))*`;
const ADDS_NOTHING = phrase(`^${AT_BEGINNING}|(?:instead|i stedet|istedenfor|heller|then|da)$`);

/** Words for what was asked about before. */
const REFERS = phrase('it|its|them|they|these|those|den|dem|disse');

/** Whether a message may follow a question, so that the one before has to be looked up. */
export function mayFollowUp(text: string): boolean {
  return text.length <= LONGEST_SENTENCE && !text.startsWith('/') && smallTalkIn(text) === undefined;
}

/** Reads a message: a command, a sentence, small talk, or a change of `before`, the question answered last. */
export function hear(text: string, before: Askable | undefined, commands: Commands, reading: Reading): Heard {
  const said = smallTalkIn(text);
  if (said !== undefined) return { kind: 'small', said };
  const typed = commands.featureOf(text);
  if (typed !== undefined) return parsedAs(typed, text.replace(/^\/[a-z]+ ?/, ''), commands, reading);
  if (text.length > LONGEST_SENTENCE) return { kind: 'long' };
  const sentence = withoutCourtesies(sentenceOf(text, reading.vocabulary));
  const clauses = clausesOf(sentence);
  const asked = askedIn(clauses, commands, reading);
  const heard = inTwoQuestions(asked) ?? hearSentence(sentence, before, commands, reading);
  if (heard.kind === 'unclear' && STARTS_WITH_THANKS.test(text)) return { kind: 'small', said: 'thanks' };
  return heard.kind === 'question' || heard.kind === 'choice'
    ? heard
    : (inOneClause(clauses, asked, reading) ?? heard);
}

const STARTS_WITH_THANKS = /^(?:many |tusen )?(?:thanks?|takk)(?![\p{L}])/iu;

type AskedClause = Extract<Heard, { kind: 'question' }> & { readonly clause: string };

/** Two questions of different commands: the first, which says that the second was left out. */
function inTwoQuestions([first, ...more]: readonly AskedClause[]): Heard | undefined {
  const others = more.filter(({ question }) => question.feature !== first?.question.feature);
  if (first === undefined || others.length === 0) return undefined;
  return {
    kind: 'question',
    question: first.question,
    leftOut: others.map(({ clause }) => clause).join(', '),
  };
}

/** The clauses that ask something by themselves. */
function askedIn(clauses: readonly string[], commands: Commands, reading: Reading): AskedClause[] {
  return clauses.flatMap((clause) => {
    const isMeant = commands.features.some((feature) => feature.hear(clause, reading).isMeant);
    const heard = isMeant ? hearSentence(clause, undefined, commands, reading) : undefined;
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
  if (rest.some((clause) => namesSomething(clause, reading.vocabulary))) return undefined;
  return {
    kind: 'question',
    question: only.question,
    leftOut: [...rest, only.leftOut ?? ''].filter((words) => words !== '').join(', '),
  };
}

/** Reads a sentence whose courtesies are gone. */
function hearSentence(
  sentence: string,
  before: Askable | undefined,
  commands: Commands,
  reading: Reading,
): Heard {
  const isFollowUp = says(sentence, ALSO);
  const question = sentence.replace(ONLY_ALSO, '').trim();
  const all = commands.features.map((feature) => ({
    feature,
    ...feature.hear(question, reading),
  }));
  const pointed = all.filter(({ isMeant }) => isMeant);
  const meant = pointed.length > 0 ? pointed : all.filter(({ isLikely }) => isLikely === true);
  const isReferring = isFollowUp || says(sentence, REFERS);
  const own = pointed.find(({ feature }) => feature === before?.feature);
  const isAnew = own?.isWhole === true && !isReferring;
  if (before !== undefined && !isAnew && (own !== undefined || pointed.length === 0)) {
    const changed = changedBy(sentence, before, reading);
    if (changed !== undefined && (isFollowUp || changed.kind === 'question')) return changed;
    // "In units", which every answer has, and "what is the phone number" of the store before.
    if (changed === undefined && (isFollowUp || own !== undefined))
      return { kind: 'question', question: before };
  }
  if (before === undefined && pointed.length === 0 && says(sentence, ONLY_ALSO)) {
    return { kind: 'unclear', isFollowUp };
  }
  const read = (meant.length > 0 ? meant : all.filter(({ feature }) => feature.takesAnyWords !== true)).map(
    ({ feature, text: words, leftOut, isOfAll }) => {
      const isAboutTheSame = isReferring || isOfAll === true;
      const about =
        isAboutTheSame && !namesSomething(question, reading.vocabulary) ? before?.about : undefined;
      const parsed =
        aboutTheSame(feature, isOfAll === true ? '' : words, about, commands, reading) ??
        parsedAs(feature, words, commands, reading);
      return parsed.kind === 'question' && leftOut !== undefined ? { ...parsed, leftOut } : parsed;
    },
  );
  const asked = read.filter((each) => each.kind === 'question');
  const [only, second] = asked;
  if (only !== undefined) {
    if (second === undefined && isAnew) return { ...only, isAnew };
    return second === undefined ? only : { kind: 'choice', questions: asked.map(({ question }) => question) };
  }
  // What no word points to is a command's mistake only where the command understood a part of it.
  const other = read.find(
    (each) => meant.length > 0 || (each.kind === 'mistake' && each.mistake.understood !== ''),
  );
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
  return wanted
    .filter((each) => each !== '')
    .map((each) => parsedAs(feature, `${words} ${each}`.trim(), commands, reading))
    .find(({ kind }) => kind === 'question');
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
    const sentence = withoutCourtesies(sentenceOf(text, reading.vocabulary));
    const { text: words, leftOut } = feature.hear(sentence, reading);
    const heard = leftOut === undefined ? parsedAs(feature, words, commands, reading) : undefined;
    if (heard?.kind !== 'question') throw mistake;
    return { question: heard.question, sentence: heard.typed };
  }
}

function changedBy(sentence: string, before: Askable, reading: Reading): Heard | undefined {
  const text = sentence.replace(ADDS_NOTHING, ' ').replace(/\s+/g, ' ').trim();
  if (text === '') return undefined;
  try {
    const question = before.change(text, reading);
    return question && { kind: 'question', question };
  } catch (mistake) {
    if (!(mistake instanceof ParseError)) throw mistake;
    return { kind: 'mistake', feature: before.feature, mistake };
  }
}

function smallTalkIn(text: string): SmallTalk | undefined {
  if (text.length > LONGEST_SENTENCE) return undefined;
  const plain = text
    .replace(/\p{Extended_Pictographic}/gu, '')
    .replace(/[\s!.,]+$/g, '')
    .replace(/(?<=.)\?+$/, '')
    .replace(/:[a-z_+-]+:/g, '')
    .trim();
  if (THANKS.test(plain)) return 'thanks';
  if (HELP.test(plain)) return 'help';
  if (SHARE.test(plain)) return 'share';
  return withoutCourtesies(plain) === '' ? 'hello' : undefined;
}
