import { withoutCourtesies } from '../ask/sentence.ts';
import { normalize } from '../parse/parseCommand.ts';
import { format, isOneOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { HELP_WORDS, wordList } from '../parse/vocabulary.ts';

/** What stands after the name of a command: `alert gin under 7 days`. */
export type AlertCommand =
  | { readonly kind: 'form'; readonly isForMe: boolean }
  | { readonly kind: 'list' }
  | { readonly kind: 'help' }
  /** `words` are read by the subject. `isForMe`: to the person who types it, wherever that is. */
  | { readonly kind: 'set'; readonly words: string; readonly isForMe: boolean };

const LIST_WORDS = wordList('alerts varsler varslene');
const ALERT_WORDS = wordList('alert varsle varsel varsla notify');
const FOR_ME = wordList('me meg');
const FOR_US = wordList('us oss');
/** Words after `alert` that ask for the list, whose buttons remove alerts. */
const LIST_AFTER = wordList(
  'list liste stop stopp remove delete cancel off fjern slett avslutt not ikke ikkje',
);

const COURTESIES =
  /^(?:(?:hi|hello|hey|hei|please|pls|vennligst|(?:can|could|would|will) you|(?:kan|kunne|vil) (?:du|dere)|i(?: want|'d like| would like) you to|(?:i|we) (?:want|need)|(?:jeg|eg|vi) (?:vil|trenger|treng)(?: (?:gjerne|ha))*)(?:[,\s]+|$))+/iu;
const ALERT =
  '(?:alerts?|varsel|varsla|varslet|varselet|varsler|varslene|(?:lager|salgs)vars(?:el|ler)(?:et|ene)?)';
const OF_SUBJECT = `(?:(?:stock|sales) )?${ALERT}`;
const WHEN = '(?:when|whenever|once|as soon as|når|så snart)';
/** Sentences that ask for an alert, whatever follows: "set an alert for gin under 4 days". */
const SETS = phrase(
  `^(?:(?:warn|notify|ping|alert) (?:me|us|the team)|(?:set(?: up)?|create|make|add|give (?:me|us)|sett(?: opp)?|lag|opprett)(?: an?| et)? ${OF_SUBJECT}(?: (?:for|on|about|på|om))?|(?:an|et) ${OF_SUBJECT} (?:for|on|about|på|om))`,
);
/** Sentences that ask for an alert if one follows: "tell me when gin runs out", but not "tell me when Torggata opens". */
const MAY_SET = phrase(
  `^(?:tell (?:me|us)(?= ${WHEN} )|(?:let (?:me|us) know|message (?:me|us))(?= (?:${WHEN}|if) )|(?:si i?fra|(?:(?:gi|få)(?: meg| oss)? )?beskjed)(?: til (?:meg|oss))?(?= (?:${WHEN}|hvis|om|dersom) ))`,
);
const WHEN_ANYTHING = phrase(`^${WHEN} (?:anything|something|noe|noko)`);
/** Words of questions about the past. */
const PAST = phrase('did|was|were|ran|last|sist|ble|var|gikk|(?<!(?:is|are|gets?|be) )sold');
/** Sentences about the alerts that there are: "remove the alert on gin", "what alerts are there". */
const LISTS = phrase(
  `^(?:(?:(?:stop|remove|delete|cancel|end|mute|(?:turn|switch) off|show|list|see|slett|fjern|stopp|avslutt|demp|skru av|slå av|vis|what|which|hvilke|kva)(?: (?:me|us|meg|oss|the|a|an|my|our|all|any|these|this|that|alle|mine|våre|dette|disse))*|my|our|all) ${OF_SUBJECT}|(?:do not|don't|dont|never|stop|ikke|ikkje) (?:alert|alerting|notify|notifying|warn|warning|varsle))`,
);

/** A phrase between other words; `source` is a regular expression without regard to case. */
function phrase(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}:])(?:${source})(?![\\p{L}\\p{N}:])`, 'giu');
}

/** Whether a phrase stands outside quotes. */
function says(sentence: string, found: RegExp): boolean {
  return sentence.split('"').some((part, at) => at % 2 === 0 && part.search(found) !== -1);
}

function isAlertWord(token: Token | undefined): boolean {
  return isOneOf(ALERT_WORDS, token) || isOneOf(LIST_WORDS, token);
}

/** Reads the text after a command; undefined when it isn't about alerts. */
export function readAlertCommand(text: string): AlertCommand | undefined {
  const [first, ...words] = tokenize(normalize(text));
  if (!isAlertWord(first)) return undefined;
  const isForMe = isOneOf(FOR_ME, words[0]);
  const said = isForMe || isOneOf(FOR_US, words[0]) ? words.slice(1) : words;
  if (isOneOf(LIST_AFTER, said[0])) return { kind: 'list' };
  if (said.some((token) => isOneOf(HELP_WORDS, token))) return { kind: 'help' };
  if (said.length > 0) return { kind: 'set', words: format(said), isForMe };
  return isOneOf(LIST_WORDS, first) ? { kind: 'list' } : { kind: 'form', isForMe };
}

/** A message about alerts in one's own words. */
export interface AlertSentence {
  readonly asked: AlertCommand;
  /** Where the sentence says it: "a sales alert". */
  readonly subject: 'stock' | 'sales' | undefined;
  /** False for a sentence that is a question, unless its words can be read as an alert. */
  readonly isSure: boolean;
}

/** Reads a message without a command; undefined when it isn't about alerts. */
export function readAlertSentence(text: string): AlertSentence | undefined {
  const plain = normalize(text)
    .replace(/(?:[\s.!?,]|(?<!\p{L})(?:please|pls|thanks|takk))+$/giu, '')
    .replace(COURTESIES, '');
  const typed = readAlertCommand(plain);
  if (typed !== undefined) return { asked: typed, subject: undefined, isSure: true };
  const listed = plain.match(LISTS)?.[0];
  if (listed !== undefined) return { asked: { kind: 'list' }, subject: subjectIn(listed), isSure: true };
  const sure = plain.match(SETS)?.[0];
  const maySet = () => plain.match(MAY_SET)?.[0] ?? (says(plain, WHEN_ANYTHING) ? '' : undefined);
  const said = sure ?? (says(plain, PAST) ? undefined : maySet());
  if (said === undefined) {
    const asked = readAlertCommand(withoutCourtesies(plain));
    return asked && { asked, subject: undefined, isSure: true };
  }
  const isForMe = said.split(' ').some((word) => FOR_ME.has(word.toLowerCase()));
  const asked = readAlertCommand(`alert ${isForMe ? 'me ' : ''}${plain.slice(said.length).trim()}`);
  return asked && { asked, subject: subjectIn(said), isSure: sure !== undefined };
}

function subjectIn(said: string): AlertSentence['subject'] {
  return /lager|stock/i.test(said) ? 'stock' : /salg|sales/i.test(said) ? 'sales' : undefined;
}

/** The whole command that sets an alert. */
export function writeAlertCommand(command: string, words: string, isForMe: boolean): string {
  return `/${command} alert ${isForMe ? 'me ' : ''}${words}`;
}
