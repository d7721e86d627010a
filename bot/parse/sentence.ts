import { fold } from '../text/normalize.ts';
import { FEASTS } from './dates/words.ts';
import { MAX_LOOKED_UP, type NameLookup } from './nameLookup.ts';
import { beginsName, isFunctionWord, longestName, meantBy, wholeNames } from './names.ts';
import { normalize } from './parseCommand.ts';
import { format, inQuotes, isPlain, phraseOf, type Token, tokenize } from './tokenizer.ts';

/**
 * Everyday sentences, read by rules: phrases of two languages become words of a command, and words that say nothing are
 * left out. What no rule knows stays, so that the command's parser refuses it instead of ignoring it.
 */

/** A phrase, and the words of the command that it stands for. */
export type Rule = readonly [phrase: RegExp, words: string];

/** A phrase between other words; `source` is a regular expression without regard to case. */
export function phrase(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}:])(?:${source})(?![\\p{L}\\p{N}:])`, 'giu');
}

export function rules(...lines: readonly (readonly [source: string, words: string])[]): readonly Rule[] {
  return lines.map(([source, words]) => [phrase(source), words]);
}

/** Applies the rules in order, outside quotes. */
export function applyRules(sentence: string, said: readonly Rule[]): string {
  return said.reduce(
    (text, [found, words]) =>
      outsideQuotes(text, (part) => part.replace(found, words).replace(/\s{2,}/g, ' ')),
    sentence,
  );
}

/** Whether a phrase stands outside quotes. */
export function says(sentence: string, found: RegExp): boolean {
  return sentence.split('"').some((part, at) => at % 2 === 0 && part.search(found) !== -1);
}

function outsideQuotes(text: string, change: (part: string) => string): string {
  return text
    .split('"')
    .map((part, at) => (at % 2 === 1 ? part : change(part)))
    .join('"');
}

/** A sentence on one line, without marks that end it. Names of several words are put in quotes, so that no rule reads them. */
export function sentenceOf(text: string, names: NameLookup): string {
  const plain = normalize(text)
    .replace(/(?<=[\p{L}\d])-(?:butikken|butikk|store|shop)(?![\p{L}])/giu, '')
    .replace(/(?<=\p{L})-(?=(?:lager|salg|stock|sales|beholdning)\p{L}*)/giu, ' ')
    .replace(/[?!]+(?=\s+\S)/g, ', ')
    .replace(/(?<=\p{L})\.(?=\s+\S)/gu, ', ')
    .replace(/[?!.]+$/g, '')
    .trim();
  const tokens = tokenize(plain);
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const isLookedUp = at < MAX_LOOKED_UP && isPlain(token);
    // The beginning of a name is one only where its first word would be left out: "fine champagne".
    const isSmall = !isFunctionWord(token) && SMALL_WORDS.has(token.value.toLowerCase());
    const many = isLookedUp
      ? longestName(
          tokens.slice(at),
          (words) => (isSmall ? meantBy(words, names) : wholeNames(words, names)),
          (words) => beginsName(words, names),
        )
      : 0;
    const words = tokens.slice(at, at + Math.max(1, many));
    const comma = words.at(-1)?.endsPart === true ? ',' : '';
    parts.push(
      many > 1
        ? `${inQuotes(phraseOf(words))}${comma}`
        : many === 0 && isLookedUp
          ? indefinite(token, names)
          : format(words),
    );
    at += words.length - 1;
  }
  return parts.join(' ');
}

/** "Riojaen" is "rioja", where something is called that. */
function indefinite(token: Token, names: NameLookup): string {
  const [, stem = ''] = /^(\p{L}{3,}?)(?:en|et|n|a|ene)$/u.exec(token.value) ?? [];
  if (stem === '' || isFunctionWord(token) || meantBy(token.value, names).length > 0) return token.text;
  const isNamed = names.products.named(stem, 1, { isWhole: () => true }).length > 0;
  return isNamed ? token.text.replace(token.value, stem) : token.text;
}

/** Greetings, courtesies and small words of both languages. Without them a sentence asks the same. */
const SMALL = rules(
  // What people think that will be sold.
  [
    "(?:tror|trur) (?:du|dere) (?:at )?(?:vi|me|dere) (?:selger|får solgt|kommer til å selge)|do you think (?:we'll|we will|we) sell",
    'forecast',
  ],
  // Who asks, and why: "my boss wants to know".
  [
    "^(?:[\\p{L}']+ ){1,14}?(?:wants? to (?:know|see)|(?:was |am |are )?wondering|is asking(?: for| about)?|asked(?: me)?(?: for| about)?|are asking(?: for| about)?|lurer på|lurte på|vil (?:vite|ha)|spør (?:om|etter)|spurte (?:om|etter)|trenger|treng)(?: (?:kjapt|raskt|quickly|å vite|to know))?",
    '',
  ],
  [
    '(?:hi|hello|hey|hei|heisann|hallo|good (?:morning|afternoon|evening)|god (?:morgen|kveld|dag|ettermiddag)|morning|morn)(?: (?:there|all|dere|du))?',
    '',
  ],
  [
    '(?:thanks?(?: you)?|thx|ty|cheers|takk(?: skal du ha)?|tusen takk|på forhånd takk|mvh)(?: (?:in advance|så mye|a lot))?',
    '',
  ],
  [
    "(?:please|pls|plz|vennligst|er du snill|if (?:that's|it's|that is) (?:possible|ok|okay)|hvis (?:det går|mulig))",
    '',
  ],
  [
    '(?:can|could|would|will) (?:you|u|we|i) (?:please )?(?:just )?(?:tell|show|give|get|pull|find|check|see|look up|send|list|have)(?: (?:me|us|out|up|for me))*',
    '',
  ],
  [
    '(?:kan|kunne|vil) (?:du|dere|jeg|eg|vi|me) (?:bare |please )?(?:si|vise|gi|finne|sjekke|se|få|ha|hente|sende|liste)(?: (?:meg|oss|ut|opp|på))*',
    '',
  ],
  ['(?:kan|kunne|vil) (?:du|dere|vi|jeg)', ''],
  ['(?:can|could|would) (?:you|we|i)', ''],
  ['^(?:show|list|display|check|find|give|vis|sjekk|finn|hent)(?: (?:me|us|meg|oss))?', ''],
  ['(?:tell|show|give|get|find|fetch|list|send) (?:me|us)', ''],
  ['(?:vis|gi|finn|hent|send|si|fortell)(?: (?:meg|oss))', ''],
  ["(?:i'd|i would|we'd|we would) (?:like|love)(?: to (?:see|know|have|get))?", ''],
  ['(?:i|we) (?:want|need|wanted|was wondering|wonder)(?: to (?:see|know|have|get))?', ''],
  ['(?:jeg|eg|vi|me) (?:skulle|ville)(?: (?:gjerne|likt|ha|hatt|å|se|vite|visst))+', ''],
  [
    '(?:jeg|eg|vi|me) (?:vil|må|trenger|treng|lurer på|ønsker|ønskjer)(?: (?:gjerne|å|se|vite|ha|kjapt|om))*',
    '',
  ],
  ['(?:would|do) you mind (?:showing|giving|telling|sending|checking|finding)(?: (?:me|us))?', ''],
  ['(?:do|did) you (?:know|think|reckon|have)', ''],
  ['(?:vet|veit|tror|trur) (?:du|dere)', ''],
  ['(?:any idea|just wondering|quick question|kjapt spørsmål|quickly|kjapt|raskt|by the way|btw)', ''],
  ['(?:er det mulig å|is it possible to)(?: (?:see|get|se|få))?', ''],
  ['hadde vært (?:fint|bra|kjekt|flott)|would be (?:great|nice|good)', ''],
  [
    'if (?:it|this|they) (?:keeps?|goes|continues?|carries) (?:on )?(?:selling |going )?(?:like this|at this (?:rate|pace))|hvis (?:det|salget) (?:fortsetter|holder fram) (?:sånn|slik|i dette tempoet)',
    '',
  ],
);

/** Phrases that say nothing about what is asked, after the rules of a feature have read theirs. */
const SMALL_PHRASES = rules(
  [
    "what's|whats|how's|hows|who's|there's|it's|that's|let's|we've|i've|you've|they've|we're|i'm|you're|they're|i'll|it'll|so far|number of|numbers? for|figures? for|data for|in total|in all|at all|for us|for me|this one|as well|right now|kind of|sort of|a bit|of course|nothing fancy|over(?= (?:the )?(?:last|past))",
    '',
  ],
  [
    'så langt|til sammen|totalt sett|i det hele tatt|tallene for|tall for|oversikt over|slik det er nå|på en måte|for meg|for oss|til meg|for øyeblikket|i det siste',
    '',
  ],
);

/** Words that say nothing about what is asked. Not among them: words that turn a question round, as "not" and "than". */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of our ours us we you your me my mine he she they them their his her it its that those these there here ' +
    'is are was were be been being am do does did done doing has have had having get gets got getting gotten can could should would may might must shall ' +
    'what which how much many some any anything something everything just only also so please see seen look looks looked looking like likes show shown tell say know knew think guess hear want wanted wants need needs needed try trying wonder wondering ' +
    'actually really basically currently exactly altogether overall still yet already again then too very quite pretty rather maybe perhaps probably ever such both own ' +
    'during across through throughout about around regarding concerning whether if as well but where ' +
    'figure figures number numbers data info information details stats statistics report overview list summary amount amounts level levels situation status picture thing things stuff ' +
    'hi hello hey bot buddy mate guys folks team everyone all-in sorry thanks thank quick quickly asap today-s okay ok yes yeah great good nice fine lovely ' +
    'come comes came go goes going gone went keep keeps kept make makes made give gives gave take takes took put puts run-down work-out turn turned end ended up ' +
    'en ei et den det dei de av vår vårt våre vi me eg jeg du dere dykk oss meg han hun ho man ein eit sin sitt sine min mitt mine din ditt dine deres ' +
    'er var vært vore være vere ha har hadde hatt blir ble blitt vart bli får fikk fått få gjør gjorde gjort går gikk gått gå kan kunne skal skulle vil ville må måtte bør burde ' +
    'hva kva hvilke hvilken hvilket hvor kor hvordan korleis hvem-som mye mykje mange noe noen nokon noko alt-mulig bare kun berre også men om som så da når hvis ' +
    'egentlig faktisk akkurat kanskje vel jo nok litt ganske veldig heller ennå enda fortsatt fremdeles allerede igjen da her der sånn slik begge ' +
    'se ser sett si sier sagt vise viser vist vis gi gir gitt finne finner funnet vite vet veit tro tror trur lure lurer ønske ønsker trenge trenger treng sjekke sjekk sjekker hente hent få ' +
    'tallene tallet tall tala info informasjon oversikt oversikten liste lista listen rapport status nivå nivået situasjonen bildet greia ting ' +
    'hei heisann hallo takk beklager maset unnskyld kjapt raskt fort gjerne fint flott bra kjekt supert greit ok okei ja kjære folkens alle-sammen ' +
    'kom kommer kommet kjem stå står stod sto ligge ligger lå ligg ta tar tok tatt legge la hen hos'
  ).split(' '),
);

/** The sentence without courtesies; they come before a feature's rules. */
export function withoutCourtesies(sentence: string): string {
  return tidy(applyRules(sentence, SMALL));
}

/** The sentence without small words; they go after a feature's rules, which have phrases of them. */
export function withoutSmallWords(sentence: string): string {
  return withoutLooseEnd(tidy(outsideQuotes(applyRules(sentence, SMALL_PHRASES), withoutThem)));
}

/** "I går" is a day, "går" alone is small. */
const OF_DAYS = /^(?:i|I)$/;

function withoutThem(part: string): string {
  const words = part.split(/(\s+)/);
  return words
    .map((word, at) => {
      const plain = word.replace(/^[(,.;:-]+|[),.;:!?-]+$/g, '').toLowerCase();
      if (!SMALL_WORDS.has(plain)) return word;
      if (OF_DAYS.test(words[at - 2] ?? '') && plain === 'går') return word;
      // "Good friday" is a day, "good" alone is small.
      if (FEASTS.has(fold(`${plain} ${words[at + 2] ?? ''}`))) return word;
      return /[,;]$/.test(word) ? ',' : '';
    })
    .join('');
}

/** Whether a word is a product's or store's name or number. */
export function namesSomething(sentence: string, names: NameLookup): boolean {
  return tokenize(sentence)
    .slice(0, MAX_LOOKED_UP)
    .some(
      (token) =>
        !isFunctionWord(token) && !SMALL_WORDS.has(token.folded) && meantBy(token.value, names).length > 0,
    );
}

/** The clauses of a sentence, where it has several: "I have a meeting, what is low?". */
export function clausesOf(sentence: string): readonly string[] {
  const clauses = sentence
    .split(
      /\s*[,;.–—]\s+|\s+-\s+|\s+(?:and|og|but|men|so|så)\s+(?=(?:what|which|how|when|is|are|do|did|can|hva|kva|hvilke|hvor|kor|når|er|har|kan|was|i|jeg|eg|we|vi|me)\s)/iu,
    )
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '');
  return clauses.length > 1 ? clauses : [];
}

function tidy(sentence: string): string {
  return outsideQuotes(sentence, (part) =>
    part.replace(/(?<=^|\s)(?:'\p{L}{1,2}|-+)(?=\s|$)/gu, '').replace(/\s*,(?:\s*,)*/g, ','),
  )
    .replace(/(?:^|\s),/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,-]+|[\s,-]+$/g, '');
}

/** A text without little words at its end, which belong to nothing. */
export function withoutLooseEnd(text: string): string {
  return text.replace(LOOSE_END, '').trim();
}

const LOOSE_END = /(?:[\s,]+(?:in|i|for|of|av|at|på|from|fra|to|til|med|with|on|by|per|and|og|or|eller))+$/iu;
