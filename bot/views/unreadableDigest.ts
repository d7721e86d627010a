import type { InvalidSubscription } from '../digest/subscription.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { channelInWords } from './digestSettings.ts';

const LONGEST_VALUE = 80;

/** Why a digest does not come whose subscription cannot be read, and the command that sets it right. */
export function unreadableInWords({ channelId, kind, problem }: InvalidSubscription): string {
  const where = channelInWords(channelId);
  const { field, value, expected, fix } = problem;
  if (fix === undefined) {
    return `In ${where} there is a digest of the kind “${escapeMrkdwn(kind, LONGEST_VALUE)}”, which this version of the app does not know; a newer one made it, and sends and changes it.`;
  }
  return `The ${kind} digest in ${where} does not come: its ${field} is “${escapeMrkdwn(value, LONGEST_VALUE)}”, which is not ${expected}. Type \`/digest ${fix}\` in the channel, with what you want there, and it comes again.`;
}
