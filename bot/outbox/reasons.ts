import type { Catalog } from '../language/language.ts';
import { contentOf } from './key.ts';

type Words = Catalog['digest']['notices']['reasons'];

/**
 * Why a digest was not sent, or not yet, as the ledger keeps it: a name of ours, with the day or code it is about. What
 * else stands there is a code of Slack's, or how a call failed.
 */
export type Reason =
  | Exclude<keyof Words, 'pausedUntil' | 'noFigures' | 'channelUnreadable'>
  | `pausedUntil ${string}`
  | `channelUnreadable ${string}`;

/** One reason after another, of a digest of that kind; not escaped. */
export function reasonInWords(reason: string, kind: string, t: Catalog): string {
  const words: Readonly<Record<string, (about: string, subject: string) => string>> =
    t.digest.notices.reasons;
  return reason
    .split('; ')
    .map((each) => {
      const [name = '', about = ''] = each.split(' ', 2);
      return Object.hasOwn(words, name) ? words[name]?.(about, contentOf(kind)) : t.common.slackSays(each);
    })
    .join('; ');
}
