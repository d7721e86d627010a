import type { DateContext } from '../parse/dates/period.ts';
import { MONTHS, numberOf, WEEKDAYS } from '../parse/dates/words.ts';
import { MAX_LOOKED_UP, type NameLookup, type Search } from '../parse/nameLookup.ts';
import {
  beginsName,
  isFunctionWord,
  isNumber,
  longestName,
  meantBy,
  namesOf,
  wholeNames,
} from '../parse/names.ts';
import { type FindPeriod, rememberingPeriods } from '../parse/periodTokens.ts';
import { MEANINGS } from '../parse/selection.ts';
import { format, inQuotes, isOneOf, isPlain, phraseOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { NUMBER_SIGNS } from '../parse/vocabulary.ts';
import { Budget } from '../text/budget.ts';
import { fold } from '../text/normalize.ts';
import { normalize } from './parseCommand.ts';

/**
 * Everyday phrases by the words of a command that they stand for: `{ low: 'running low, snart tom/tomt' }`. Between "/"
 * are words of which one stands, "*" is the rest of a word, "?" follows a word that may be missing, and "#" is a number.
 * What begins with "?" is no word of a command: the command makes its own of it.
 */
type Phrases = Readonly<Record<string, string>>;

interface Step {
  readonly words: ReadonlySet<string>;
  readonly beginnings: readonly string[];
  readonly isNumber: boolean;
  readonly isOptional: boolean;
}

interface Phrase {
  readonly says: string;
  /** Whether a sentence with it is one for the command. */
  readonly isMeant: boolean;
  readonly steps: readonly Step[];
}

/** `meant` point to the command, and `also` don't. */
export function phrasesIn({ meant = {}, also = {} }: { readonly meant?: Phrases; readonly also?: Phrases }) {
  return [meant, also].flatMap((phrases): Phrase[] =>
    Object.entries(phrases).flatMap(([says, lines]) =>
      lines.split(/,\s*/).map((line) => ({
        says,
        isMeant: phrases === meant,
        steps: line.trim().split(/\s+/).map(stepOf),
      })),
    ),
  );
}

function stepOf(written: string): Step {
  const isOptional = /.\?$/.test(written);
  const words = (isOptional ? written.slice(0, -1) : written).split('/');
  return {
    words: new Set(words.filter((word) => !/[*#]$/.test(word))),
    beginnings: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    isNumber: words.includes('#'),
    isOptional,
  };
}

/** A part of a sentence; words that say nothing are in none. */
export interface Part {
  readonly kind: 'name' | 'when' | 'phrase' | 'word';
  /** Whether it points to the command. */
  readonly isMeant?: boolean;
  /** What it stands for in the command. */
  readonly says: string;
  readonly tokens: readonly Token[];
  /** The number in a phrase. */
  readonly number?: string;
  /** Whether a comma follows. */
  readonly endsPart: boolean;
}

/** The phrase with the most words that begins at `at`. */
export function phraseAt(
  phrases: readonly Phrase[],
  tokens: readonly Token[],
  at: number,
): (Omit<Phrase, 'steps'> & { readonly many: number; readonly number?: string }) | undefined {
  let longest: ReturnType<typeof phraseAt>;
  for (const { steps, ...phrase } of phrases) {
    const { end, ...found } = stepsAt(steps, tokens, at) ?? { end: at };
    if (end - at > (longest?.many ?? 0)) longest = { ...phrase, ...found, many: end - at };
  }
  return longest;
}

function stepsAt(
  [step, ...more]: readonly Step[],
  tokens: readonly Token[],
  at: number,
): { readonly end: number; readonly number?: string } | undefined {
  if (step === undefined) return { end: at };
  const token = tokens[at];
  const word = token !== undefined && isPlain(token) ? token.value.toLowerCase() : '';
  const number = step.isNumber && word !== '' ? numberIn(word) : undefined;
  const isSaid =
    number !== undefined || step.words.has(word) || step.beginnings.some((each) => word.startsWith(each));
  // A phrase doesn't go on behind a comma.
  const isCut = more.some(({ isOptional }) => !isOptional) && token?.endsPart === true;
  const rest = isSaid && word !== '' && !isCut ? stepsAt(more, tokens, at + 1) : undefined;
  if (rest !== undefined) return number === undefined ? rest : { number: String(number), ...rest };
  return step.isOptional ? stepsAt(more, tokens, at) : undefined;
}

function numberIn(word: string): number | undefined {
  return /^(?:an?|one|en|ei|ett?|ein|eitt?)$/.test(word) ? undefined : numberOf(fold(word));
}

/** Say nothing about what is asked, although a word of theirs does elsewhere. */
const SMALL_PHRASES = phrasesIn({
  also: {
    '':
      "good/god morning/afternoon/evening/morgen/kveld/dag/ettermiddag, if that's/it's/that/it is? possible/ok/okay, er du snill, hvis det går, " +
      'in advance, a lot, på forhånd, in total, at all, for us/me/oss/meg, til meg/oss, right now, akkurat/just nå/now, until/til now/nå, up to now, opp til nå, tror/trur du/dere, begge to, alle sammen, at the moment, for øyeblikket, look up, so far, så langt, ' +
      'if it/this/they keep/keeps/goes/continues on? selling/going? like this, at this rate/pace, hvis det/salget fortsetter sånn/slik, ' +
      'i? hele/heile landet/norge/kjeden, i kjeden, in the chain, the? whole/entire country, nationwide, nationally, i det hele tatt, til sammen, for tida/tiden, i det siste, by the way',
  },
});

/** Say nothing about what is asked. Not among them: words that turn a question round, as "not" and "than". */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of our ours us we you your me my mine he she they them their his her it its that those these there here ' +
    'is are was were be been being am do does did done doing has have had having get gets got getting gotten can could should would may might must shall ' +
    'what which how much many some any anything something everything just only also so please see seen look looks looked looking like likes show shown tell say know knew think guess hear want wanted wants need needs needed try trying wonder wondering ' +
    'actually really basically currently exactly altogether overall still yet already again then too very quite pretty rather maybe perhaps probably such both own ' +
    'during across through throughout about around regarding concerning whether if as well but where ' +
    'figure figures number numbers data info information details stats statistics report overview list summary amount amounts level levels situation status picture thing things stuff ' +
    'hi hello hey bot buddy mate guys folks team everyone all-in sorry thanks thank quick quickly asap today-s okay ok yes yeah great good nice fine lovely ' +
    'come comes came go goes going gone went keep keeps kept make makes made give gives gave take takes took put puts run-down work-out turn turned end ended up ' +
    'en ei et den det dei de av vår vårt våre vi me eg jeg du dere dykk oss meg dem han hun ho man ein eit sin sitt sine min mitt mine din ditt dine deres ' +
    'er var vært vore være vere ha har hadde hatt blir ble blitt vart bli får fikk fått få gjør gjorde gjort går gikk gjekk gått gå kan kunne skal skulle vil ville må måtte bør burde ' +
    'hva kva hvilke hvilken hvilket hvor kor hvordan korleis hvem-som mye mykje mange noe noen nokon noko alt-mulig bare kun berre også men om som så da når hvis ' +
    'egentlig faktisk akkurat kanskje vel jo nok litt ganske veldig heller ennå enda fortsatt fremdeles allerede igjen da her der sånn slik begge ' +
    'se ser sett si sier sagt vise viser vist vis gi gir gitt finne finner funnet vite vet veit tro tror trur lure lurer ønske ønsker trenge trenger treng sjekke sjekk sjekker hente hent få ' +
    'tallene tallet tall tala info informasjon oversikt oversikten liste lista listen rapport status nivå nivået situasjonen bildet greia ting ' +
    'hei heisann hallo takk beklager maset unnskyld kjapt raskt gjerne fint flott bra kjekt supert greit ok okei ja kjære folkens alle-sammen ' +
    'kom kommer kommet kjem stå står stod sto ligge ligger lå ligg ta tar tok tatt legge la hen hos ' +
    "what's whats how's hows who's there's it's that's let's we've i've you've they've we're i'm you're they're i'll it'll we'll you'll i'd we'd " +
    'please pls plz vennligst kindly cheers thx ty mvh reckon idea mind showing giving telling sending um uh eh liksom altså question spørsmål pull send sende sender find u check checking gimme lemme wanna ka va åssen hossen kossen korsen kordan nei nope far way add include rn anywhere'
  ).split(' '),
);

/** Belong to nothing at the end of a text; "no" is "now" there. */
const LOOSE_ENDS: ReadonlySet<string> = new Set(
  'in i for of av at på from fra to til med with on by per and og or eller no'.split(' '),
);

/** What a sentence is read with. */
interface SentenceReading<When> {
  readonly phrases: readonly Phrase[];
  readonly names: NameLookup;
  readonly periods: FindPeriod<When>;
}

/** Names and days of a sentence, whose length is limited instead of the time that looking them up takes. */
export function unlimited(names: NameLookup, context: DateContext) {
  return { names, periods: rememberingPeriods(context, new Budget(Number.MAX_SAFE_INTEGER)) };
}

/**
 * Reads a sentence as names, days, phrases and other words, whichever is longest at each place. Only then words that say
 * nothing are left out; what nothing takes stays, so that the command refuses it instead of ignoring it.
 */
export function partsOf<When>(
  sentence: string,
  { phrases, names, periods }: SentenceReading<When>,
): readonly Part[] {
  const tokens = wordsOf(sentence, names);
  const parts: Part[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const name = nameAt(tokens, at, names);
    const phrase = phraseAt(phrases, tokens, at);
    const small = phraseAt(SMALL_PHRASES, tokens, at)?.many ?? 0;
    // "I går" is a day, "går" alone is none.
    const when = token.value.toLowerCase() === 'går' ? undefined : periods(tokens.slice(at), true);
    const isProduct = name === 1 && isNumber(token);
    const most = isProduct ? 1 : Math.max(name, phrase?.many ?? 0, when?.many ?? 0, small, 1);
    const used = tokens.slice(at, at + most);
    const endsPart = used.at(-1)?.endsPart === true;
    at += most;
    if (name === most) {
      const isNumbered = isProduct && isOneOf(NUMBER_SIGNS, tokens[at - most - 1]);
      const [meant] = isNumbered ? meantBy(token.value, names) : [];
      if (isNumbered && parts.at(-1)?.kind === 'word') parts.pop();
      parts.push({
        kind: 'name',
        // "No 1938" is no year.
        says:
          most > 1
            ? inQuotes(phraseOf(used))
            : `${meant === undefined ? '' : `${meant.meaning}:`}${token.text}`,
        tokens: used,
        endsPart,
      });
    } else if (phrase?.many === most) {
      parts.push({ kind: 'phrase', ...phrase, tokens: used, endsPart });
    } else if (when?.many === most) {
      parts.push({ kind: 'when', says: format(used), tokens: used, endsPart });
    } else if (small === most || isSmall(token)) {
      const before = parts.at(-1);
      if (endsPart && before !== undefined) parts[parts.length - 1] = { ...before, endsPart };
    } else parts.push({ kind: 'word', says: token.text, tokens: used, endsPart });
  }
  return parts;
}

/** Parts as the text of a command, without little words at its end, which belong to nothing. */
export function textOf(parts: readonly Part[]): string {
  const end = parts.findLastIndex(
    ({ kind, says }) =>
      says !== '' && !(kind === 'word' && LOOSE_ENDS.has(says.replace(/,$/, '').toLowerCase())),
  );
  return parts
    .slice(0, end + 1)
    .filter(({ says }) => says !== '')
    .map(({ says, endsPart }, at) => (endsPart && at < end && !says.endsWith(',') ? `${says},` : says))
    .join(' ')
    .replace(/,$/, '');
}

/** The words of a message, without the marks at their ends. */
function wordsOf(sentence: string, names: NameLookup): readonly Token[] {
  const plain = normalize(sentence)
    .replace(/[?!]+(?=\s+\S)/g, ', ')
    .replace(/(?<=\p{L})\.(?=\s+\S)/gu, ', ')
    .replace(/[?!.]+$/g, '');
  const tokens = tokenize(plain).flatMap((token, at) => (at < MAX_LOOKED_UP ? apart(token, names) : [token]));
  const end = tokens.findIndex((_, at) => at > 0 && phraseAt(OR_IS_IT, tokens, at) !== undefined);
  const isSameThing = tokens
    .slice(end)
    .slice(0, MAX_LOOKED_UP)
    .every(({ value }) => SMALL_WORDS.has(value) || meantBy(value, names).length === 0);
  return end !== -1 && isSameThing ? tokens.slice(0, end) : tokens;
}

/** "Is it open, or have I missed it": the end asks the same. */
const OR_IS_IT = phrasesIn({
  also: { '': 'or/eller is/are/have/has/did/am/er/har it/they/i/we/det/den/jeg/vi/eg/me' },
});

/** Whether a word is a product's or store's name or number. `isWhole` leaves out beginnings: "boss" isn't Bossekop. */
export function namesSomething(sentence: string, names: NameLookup, isWhole = false): boolean {
  const isMeant = ({ value }: Token) =>
    isWhole && !/\d/.test(value) ? isWholeIn(value, names) : meantBy(value, names).length > 0;
  return tokenize(sentence)
    .slice(0, MAX_LOOKED_UP)
    .flatMap((token) => apart(token, names))
    .some((token) => !isFunctionWord(token) && !isSmall(token) && isMeant(token));
}

/** A message without the words that say nothing at its beginning: "could you show me". */
export function withoutCourtesies(sentence: string): string {
  const tokens = tokenize(sentence);
  const start = tokens.findIndex((token) => !isSmall(token));
  return format(tokens.slice(start === -1 ? tokens.length : start));
}

/** Whether all words are little ones. */
export function saysNothing(sentence: string): boolean {
  return tokenize(sentence).every((token) => isFunctionWord(token) || isSmall(token));
}

/** How many words from `at` are a name. */
function nameAt(tokens: readonly Token[], at: number, names: NameLookup): number {
  const token = tokens[at];
  if (token === undefined || at >= MAX_LOOKED_UP || !isPlain(token)) return 0;
  // "1101 week by week" isn't 1101 weeks.
  if (isNumber(token)) return token.value.length > 2 && meantBy(token.value, names).length > 0 ? 1 : 0;
  // The beginning of a name is one only where its first word would be left out: "fine champagne".
  const isLeftOut = !isFunctionWord(token) && isSmall(token);
  const many = longestName(
    tokens.slice(at),
    (words) => (isLeftOut ? meantBy : wholeNames)(words, names),
    (words) => beginsName(words, names),
  );
  return many === 1 && isLeftOut ? 0 : many;
}

function isSmall({ value }: Token): boolean {
  return SMALL_WORDS.has(value.toLowerCase());
}

/** Words of days, of which something can be: "yesterday's", "october's". */
const DAYS = new Set([
  ...MONTHS.keys(),
  ...WEEKDAYS.keys(),
  ...['yesterday', 'today', 'week', 'month', 'quarter', 'year'],
]);
/** Nouns of a command at the end of a word, and ends that only bend it. */
const ENDINGS =
  /^(\p{L}{3,}?)(?:(-?)((?:lager|lager(?:et|utvikling\p{L}*))|(?:salg|sal)(?:et)?|stock|sales)|-(?:butikken|butikk|store|shop)|'s|e?s|en|et|n|a|er|ar|ene|ane)$/u;

/** "Akevittsalget" is the sales of aquavit, and "riojaen" or "riojas" is Rioja, where something is called that. */
function apart(token: Token, names: NameLookup): readonly Token[] {
  const [, stem = '', dash, noun = ''] = (isPlain(token) && ENDINGS.exec(token.value)) || [];
  if (stem === '' || isFunctionWord(token) || meantBy(token.value, names).length > 0) return [token];
  const isOfDays = DAYS.has(fold(stem)) && token.value.endsWith("'s");
  const isNoun = isOfDays || dash === '-' || /^sal[ge]?/.test(noun);
  return isNoun || isWholeIn(stem, names) ? tokenize(`${stem} ${noun}${token.endsPart ? ',' : ''}`) : [token];
}

const WHOLE: Search = { isWhole: () => true };

/** Whether it is a whole word of a name, and not only the beginning of one. */
function isWholeIn(word: string, names: NameLookup): boolean {
  return MEANINGS.some((meaning) => namesOf(meaning, names).named(word, 1, WHOLE).length > 0);
}
