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

function isAlertWord(token: Token | undefined): boolean {
  return isOneOf(ALERT_WORDS, token) || isOneOf(LIST_WORDS, token);
}

/** Reads the text after a command; undefined when it isn't about alerts. */
export function readAlertCommand(text: string): AlertCommand | undefined {
  const [first, ...words] = tokenize(normalize(text));
  if (!isAlertWord(first)) return undefined;
  const isForMe = isOneOf(FOR_ME, words[0]);
  const said = isForMe ? words.slice(1) : words;
  if (said.some((token) => isOneOf(HELP_WORDS, token))) return { kind: 'help' };
  if (said.length > 0) return { kind: 'set', words: format(said), isForMe };
  return isOneOf(LIST_WORDS, first) ? { kind: 'list' } : { kind: 'form', isForMe };
}

/** The whole command that sets an alert. */
export function writeAlertCommand(command: string, words: string, isForMe: boolean): string {
  return `/${command} alert ${isForMe ? 'me ' : ''}${words}`;
}
