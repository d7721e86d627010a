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
    .replace(/[?!]+(?=\s|$)/g, ' ')
    .replace(/[.](?=\s|$)/g, ' ')
    .replace(/(\d)\.(?= ?(?:kvartal|quarter))/g, '$1.')
    .trim();
  const tokens = tokenize(plain);
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    const isLookedUp = at < MAX_LOOKED_UP && isPlain(token);
    const many = isLookedUp
      ? longestName(
          tokens.slice(at),
          (words) => wholeNames(words, names),
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
  // Who asks, and why: "my boss wants to know".
  [
    "^(?:[\\p{L}']+ ){1,7}?(?:wants? to (?:know|see)|is asking(?: for| about)?|asked(?: me)?(?: for| about)?|are asking(?: for| about)?|lurer på|lurte på|vil (?:vite|ha)|spør (?:om|etter)|spurte (?:om|etter)|trenger|treng)(?: (?:kjapt|raskt|quickly|å vite|to know))?",
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

const SMALL_WORDS = rules(
  [
    "what's|whats|how's|hows|who's|there's|it's|that's|let's|so far|number of|numbers? for|figures? for|data for|in total|in all|at all|for us|this one|as well|right now|over(?= (?:the )?(?:last|past))",
    '',
  ],
  [
    'a|an|the|of|our|ours|us|we|you|me|my|is|are|was|were|be|been|am|do|does|did|has|have|had|it|its|there|that|those|these|what|which|how|much|many|some|any|anything|just|only|also|so|please|see|look|looks|looking|like|altogether|overall|exactly|actually|currently|they|them|still|during|across|through|throughout|get|got|well|ok|okay|figures?|numbers|data|info|information',
    '',
  ],
  ['så langt|til sammen|totalt sett|i det hele tatt|tallene for|tall for|oversikt over|slik det er nå', ''],
  [
    'en|ei|et|den|det|de|dei|av|vår|vårt|våre|vi|me|eg|jeg|du|oss|meg|er|var|vært|vore|har|hadde|ha|hva|kva|hvilke|hvilken|hvilket|hvor|kor|hvordan|korleis|mye|mykje|mange|noe|noen|nokon|noko|bare|også|hittil|egentlig|heller|da|jo|vel|litt|som|blir|ble|vart|fikk|får|gjør|gjorde|tallene|tallet|om|skal|dere|akkurat|å',
    '',
  ],
);

/** The sentence without courtesies; they come before a feature's rules. */
export function withoutCourtesies(sentence: string): string {
  return tidy(applyRules(sentence, SMALL));
}

/** The sentence without small words; they go after a feature's rules, which have phrases of them. */
export function withoutSmallWords(sentence: string): string {
  return tidy(applyRules(sentence, SMALL_WORDS));
}

function tidy(sentence: string): string {
  return outsideQuotes(sentence, (part) =>
    part.replace(/(?<=^|\s)'\p{L}{1,2}(?=\s|$)/gu, '').replace(/\s*,(?:\s*,)*/g, ','),
  )
    .replace(/(?:^|\s),/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,-]+|[\s,-]+$/g, '');
}
