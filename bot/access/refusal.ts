import type { Decision, Reason } from './decide.ts';
import { type LookupError, NO_SCOPE } from './lookups.ts';

/** Somebody may not do that; the message is the sentence for the person, in mrkdwn. */
export class AccessRefused extends Error {
  readonly reason: Reason | 'unknown';

  constructor(reason: Reason | 'unknown', sentence: string) {
    super(sentence);
    this.name = 'AccessRefused';
    this.reason = reason;
  }
}

/** @throws AccessRefused */
export function enforce(decision: Decision): void {
  if (!decision.allowed) throw new AccessRefused(decision.reason, decision.sentence);
}

/** Who or where could not be found out: refused all the same, with what can be done about it. */
export function refusalOf(error: LookupError): AccessRefused {
  return new AccessRefused('unknown', `${WHAT[error.about]} ${remedyFor(error)}`);
}

const WHAT: Readonly<Record<LookupError['about'], string>> = {
  person: 'Slack did not tell this app who you are, so it cannot know whether you may do this.',
  channel:
    'Slack did not tell this app about this channel, so it cannot know whether another organisation reads along.',
  group: 'Slack did not tell this app who is in a user group.',
};

const UNSEEN = new Set(['channel_not_found', 'not_in_channel']);

function remedyFor({ about, code }: LookupError): string {
  if (about === 'channel' && UNSEEN.has(code)) {
    return 'Add the app to the channel (`/invite`), or ask in a direct message to it.';
  }
  if (NO_SCOPE.has(code)) {
    return `Whoever runs the app has to give it the scopes of its manifest and install it again (${code}).`;
  }
  return `Try again in a minute (${code}).`;
}
