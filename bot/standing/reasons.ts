import type { Catalog } from '../language/language.ts';
import type { Reason as OutboxReason } from '../outbox/message.ts';
import { errorClassOf } from '../slack/errors.ts';
import type { DigestWords } from './words/en.ts';
import { digestWords } from './words/words.ts';

type Words = DigestWords['outcomes']['reasons'];

/** Why a digest was not sent, or not yet: one of our names, with a day or code after it, or a code from Slack. */
export type Reason =
  | OutboxReason
  | Exclude<keyof Words, 'pausedUntil' | 'channelUnreadable'>
  | `pausedUntil ${string}`;

/** The reason for not sending a personal digest, and for pausing it. */
export const NO_ACCESS = 'noAccess' satisfies Reason;

/** The sentences for reasons joined by "; ". Not escaped. */
export function reasonText(reason: string, t: Catalog): string {
  const words: Readonly<Record<string, (about: string) => string>> = digestWords(t).outcomes.reasons;
  return reason
    .split('; ')
    .map((each) => {
      const [name = '', about = ''] = each.split(' ', 2);
      return Object.hasOwn(words, name) ? words[name]?.(about) : t.common.slackSays(each);
    })
    .join('; ');
}

/** What the person who gets a digest can do about a refusal of Slack. */
export function fixOf(code: string, t: Catalog): string {
  const { fixes, fixOfChannel, fixOfMessage } = digestWords(t).outcomes;
  const known: Readonly<Record<string, string>> = fixes;
  if (Object.hasOwn(known, code)) return known[code] ?? '';
  return errorClassOf(code) === 'pause' ? fixOfChannel(code) : fixOfMessage(code);
}
