import type { Formatter } from '../formatter.ts';

/** The digest that a notice is about. */
interface About {
  /** What it is of, escaped. */
  readonly kind: string;
  readonly day: string;
  /** The channel as a link. */
  readonly where: string;
}

/** What the owners of digests are told, why a digest is where it is, and what can be done about a refusal of Slack. */
export const digestNotices = (_format: Formatter) => {
  const the = ({ kind, day, where }: About) => `${kind} digest of ${day} in ${where}`;
  return {
    outlived: (about: About) =>
      `:warning: The ${the(about)} that you asked for could not be posted within an hour, so it is not posted any more. \`/digest now\` posts the newest figures.`,
    leftOut: (about: About, wanted: string) =>
      `The ${the(about)} was left out: the service had no ${about.kind} of ${wanted} by the deadline. That is what its subscription says; \`/digest now\` posts the newest figures there are.`,
    unwritten: (about: About, isLast: boolean) =>
      `:warning: The ${the(about)} could not be put together, for a reason that the log of the app tells whoever runs it. ${isLast ? '`/digest now` tries once more.' : 'It is tried again until the next one is due.'}`,
    refused: (about: About, fix: string) => `:warning: The ${the(about)} could not be posted. ${fix}`,
    unknown: (about: About, code: string) =>
      `:grey_question: Slack did not say whether the ${the(about)} arrived, and the app may not look into the channel (${code}). Please look: if it is not there, \`/digest now\` posts one.`,

    /** Why a digest was not sent, or not yet. */
    reasons: {
      outlived: () => 'it was asked for by hand and could not be sent within an hour',
      unsubscribed: () => 'the channel was unsubscribed',
      pausedUntil: (day: string) => `the subscription is paused until ${day}`,
      noFigures: (day: string, figures: string) => `the service had no ${figures} of ${day} by the deadline`,
      stopped: () => 'the bot was stopped before it was sent',
      askedToWait: () => 'Slack asked to wait',
      unwritten: () => 'it could not be written',
      channelUnreadable: (code: string) =>
        `Slack's answer was lost, and the channel may not be read (${code})`,
      notRunning: () => 'the bot was not running at its time, and a later digest was due when it came back',
      superseded: () => 'a later digest came due before it could be sent',
      senderSilent: () => 'the process that sent it has gone silent',
    },

    /** What the person who gets a digest can do about a refusal of Slack, by Slack's code. */
    fixes: {
      not_in_channel:
        'The app is not in the channel. Invite it there with `/invite`; the digest then comes again by itself.',
      channel_not_found:
        'The app does not see the channel: it was removed from it, or the channel was deleted. Invite the app again with `/invite`; the digest then comes again by itself.',
      is_archived:
        'The channel is archived. Unarchive it and the digest comes again by itself; or subscribe another channel.',
      missing_scope:
        'The app lacks a permission in this workspace. Have it installed again with the scopes of its manifest: the next digest is tried at its time, and `/digest now` tries at once.',
      shared_channel:
        'The channel is shared with another organisation, and these figures are your own. End the sharing and the digest comes again by itself; or subscribe another channel.',
    },
    fixOfChannel: (code: string) =>
      `Slack does not let the app post in the channel (${code}). Change that in the channel's settings: the next digest is tried at its time, and \`/digest now\` tries at once.`,
    fixOfMessage: (code: string) =>
      `Slack refused the message (${code}). The next one is tried at its time; \`/digest now\` tries at once.`,
  };
};
