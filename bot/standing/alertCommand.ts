import { normalize } from '../ask/parseCommand.ts';
import { withoutCourtesies } from '../ask/sentence.ts';
import { format, isOneOf, type Token, tokenize } from '../parse/tokenizer.ts';
import { HELP_WORDS, wordList } from '../parse/vocabulary.ts';

/** What somebody asks of alerts: `1101 when under 100`, `alert gin under 7 days`. */
export interface AskedAlert {
  /** `set`: `words` are read as a question and its line. */
  readonly kind: 'form' | 'list' | 'help' | 'set';
  readonly words: string;
  /** To the person who types it, wherever that is. */
  readonly isForMe: boolean;
  /** What stands between the command and the words: `alert me`. */
  readonly lead: string;
  /** The command, where a message says it: "a sales alert". */
  readonly subject?: string | undefined;
  /** True for a sentence that is a question, unless its words can be read as an alert. */
  readonly isUnsure?: boolean;
}

const LIST_WORDS = wordList('alerts varsler varslene');
const ALERT_WORDS = wordList('alert varsle varsel varsla notify');
const FOR_ME = wordList('me meg');
const FOR_US = wordList('us oss team');
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
  `^(?:tell (?:me|us)(?= ${WHEN} )|(?:let (?:me|us) know|message (?:me|us)|give (?:me|us) a heads[- ]up)(?= (?:${WHEN}|if) )|(?:si i?fra|(?:(?:gi|få)(?: meg| oss)? )?beskjed)(?: til (?:meg|oss))?(?= (?:${WHEN}|hvis|om|dersom) ))`,
);
/** Words of questions about the past. */
const PAST = phrase(
  'did|was|were|ran|(?<!(?:than|from|to|with|vs|before) )last|sist|ble|var|gikk|(?<!(?:is|are|gets?|be) )sold',
);
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

/** Means the answer above: "when it is under 100", "når den går tom". */
const REFERS = phrase(
  "it's|it is|that's|they're|they are|it|its|that|this|them|those|these|they|den|det|denne|dette|dem|disse|de",
);

/** The words without what means the answer above; undefined where nothing does. */
export function withoutReference(words: string): string | undefined {
  const without = words.replace(REFERS, '').replace(/ +/g, ' ').trim();
  return without === words ? undefined : without;
}

/** "Each time" is "when". */
function withWhen(text: string): string {
  return normalize(text).replace(/(?<!\p{L})(?:hver|every|each) (?:gang|time)(?!\p{L})/giu, 'when');
}

/** `alert …`; undefined when the text isn't that. */
function readAlert(text: string): AskedAlert | undefined {
  const [first, ...words] = tokenize(withWhen(text));
  if (!isOneOf(ALERT_WORDS, first) && !isOneOf(LIST_WORDS, first)) return undefined;
  const isForMe = isOneOf(FOR_ME, words[0]);
  const said = isForMe || isOneOf(FOR_US, words[0]) ? words.slice(1) : words;
  const kind = kindOf(said) ?? (isOneOf(LIST_WORDS, first) ? 'list' : 'form');
  return { kind, words: format(said), isForMe, lead: isForMe ? 'alert me' : 'alert' };
}

/** What the words behind `alert` ask for; undefined where there are none. */
function kindOf(said: readonly Token[]): AskedAlert['kind'] | undefined {
  if (isOneOf(LIST_AFTER, said[0])) return 'list';
  if (said.some((token) => isOneOf(HELP_WORDS, token))) return 'help';
  return said.length > 0 ? 'set' : undefined;
}

/** Reads the text after a command, which may have its line behind `when`; undefined when it isn't about alerts. */
export function readTyped(text: string): AskedAlert | undefined {
  return readAlert(text) ?? readAlertSentence(text) ?? readWhen(text);
}

const WHEN_WORDS = wordList('when whenever once når');
/** Behind `when` they ask: "when is gin out", "når går gin tom". */
const VERBS = wordList(
  'is are was were do does did will would can could should shall has have had er var blir ble vart går gikk gjekk kommer kom åpner opnar stenger stengte skal skulle vil kan kunne har hadde får fikk solgte selde',
);
const TO = wordList('to til');

/** A question with a line behind it: `gin when under 7 days`. */
function readWhen(text: string): AskedAlert | undefined {
  const tokens = tokenize(normalize(text));
  const at = tokens.findIndex((token) => isOneOf(WHEN_WORDS, token));
  if (at === -1 || at === tokens.length - 1 || isOneOf(VERBS, tokens[at + 1])) return undefined;
  const isWho = (token: Token | undefined) => isOneOf(FOR_ME, token) || isOneOf(FOR_US, token);
  const last = tokens.length - 1;
  const who = [0, at - 1, last].find((place) => isWho(tokens[place]));
  const isTo = who === last && isOneOf(TO, tokens[last - 1]);
  const words = tokens.filter((_, place) => place !== who && !(isTo && place === last - 1));
  const isForMe = who !== undefined && isOneOf(FOR_ME, tokens[who]);
  return { kind: 'set', words: format(words), isForMe, lead: isForMe ? 'me' : '' };
}

/** Reads a message with a verb that asks for alerts, for the person unless it says "us"; undefined for any other. */
export function readAlertSentence(text: string): AskedAlert | undefined {
  const plain = withWhen(text)
    .replace(/(?:[\s.!?,]|(?<!\p{L})(?:please|pls|thanks|takk))+$/giu, '')
    .replace(COURTESIES, '');
  const typed = readAlert(plain);
  if (typed !== undefined) return ofPerson(typed, plain);
  const [listed] = plain.match(LISTS) ?? [];
  if (listed !== undefined)
    return { kind: 'list', words: '', isForMe: true, lead: '', subject: subjectIn(listed) };
  const [sure] = plain.match(SETS) ?? [];
  const said = sure ?? (says(plain, PAST) ? undefined : plain.match(MAY_SET)?.[0]);
  if (said === undefined) {
    const asked = readAlert(withoutCourtesies(plain));
    return asked && ofPerson(asked, plain);
  }
  const asked = readAlert(`alert ${plain.slice(said.length).trim()}`);
  return asked && { ...ofPerson(asked, plain), subject: subjectIn(said), isUnsure: sure === undefined };
}

/** Without "us" it is for the person. */
function ofPerson(asked: AskedAlert, sentence: string): AskedAlert {
  const isForUs = tokenize(sentence).some((token) => isOneOf(FOR_US, token));
  const isForMe = asked.isForMe || !isForUs;
  return { ...asked, isForMe, lead: isForMe ? 'alert me' : 'alert' };
}

function subjectIn(said: string): AskedAlert['subject'] {
  return /lager|stock/i.test(said) ? 'stock' : /salg|sales/i.test(said) ? 'sales' : undefined;
}
