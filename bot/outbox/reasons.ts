import type { Catalog } from '../language/language.ts';
import { errorClassOf } from '../slack/errors.ts';
import type { OutboxWords } from './words/en.ts';
import { outboxWords } from './words/words.ts';

type Words = OutboxWords['reasons'];

/**
 * Why a digest was not sent, or not yet: one of our names, with a day or code after it. The ledger also stores codes
 * from Slack and descriptions of failed calls as reasons.
 */
export type Reason =
  | Exclude<keyof Words, 'pausedUntil' | 'noFigures' | 'channelUnreadable'>
  | `pausedUntil ${string}`
  | `channelUnreadable ${string}`;

/** The sentences for reasons joined by "; ". `data` is what the digest waited for. Not escaped. */
export function reasonInWords(reason: string, data: string, t: Catalog): string {
  const words: Readonly<Record<string, (about: string, data: string) => string>> = outboxWords(t).reasons;
  return reason
    .split('; ')
    .map((each) => {
      const [name = '', about = ''] = each.split(' ', 2);
      return Object.hasOwn(words, name) ? words[name]?.(about, data) : t.common.slackSays(each);
    })
    .join('; ');
}

/** What the person who gets a digest can do about a refusal of Slack. */
export function fixOf(code: string, t: Catalog): string {
  const { fixes, fixOfChannel, fixOfMessage } = outboxWords(t);
  const known: Readonly<Record<string, string>> = fixes;
  if (Object.hasOwn(known, code)) return known[code] ?? '';
  return errorClassOf(code) === 'pause' ? fixOfChannel(code) : fixOfMessage(code);
}
