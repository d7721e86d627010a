import type { EnglishFormatter as Formatter } from './englishFormatter.ts';
import { slackSays } from './slackSays.ts';

/** The digest that a notice is about. */
export interface About {
  /** What it is of, escaped. */
  readonly kind: string;
  readonly day: string;
  /** The channel as a link. */
  readonly where: string;
}

/** What the owners of digests are told, why a digest is where it is, and what can be done about a refusal of Slack. */
export const digestNotices = ({ day: date }: Formatter) => {
  const the = ({ kind, day, where }: About) => `${kind} digest of ${date(day)} in ${where}`;
  return {
    outlived: (about: About) =>
      `:warning: The ${the(about)} that you asked for could not be posted within an hour, so it is dropped. \`/digest now\` posts the newest figures.`,
    leftOut: (about: About, wanted: string) =>
      `The ${the(about)} was skipped, as its settings say: the service had no ${about.kind} of ${date(wanted)} by the deadline. \`/digest now\` posts the newest figures there are.`,
    unwritten: (about: About, isLast: boolean) =>
      `:warning: The ${the(about)} could not be put together; the log of the app says why. ${isLast ? '`/digest now` tries once more.' : 'It is tried again until the next one is due.'}`,
    refused: (about: About, fix: string) => `:warning: The ${the(about)} could not be posted. ${fix}`,
    /** `code` is Slack's refusal to show the channel; undefined when it has too many messages. */
    unknown: (about: About, code: string | undefined) =>
      `:grey_question: Slack did not say whether the ${the(about)} arrived, and ${code === undefined ? 'the channel has too many messages from that time to look for it' : `the app may not read the channel (${slackSays(code)})`}. Please check: if it is not there, \`/digest now\` posts one.`,

    /** After a notice to an admin of the app. */
    becauseAdmin:
      'You get this as an admin of the app: its settings subscribe the channel, so the digest has no owner.',

    /** Why a digest was not sent, or not yet. */
    reasons: {
      outlived: () => 'it could not be sent within an hour',
      unsubscribed: () => 'the channel was unsubscribed',
      pausedUntil: (day: string) => `it is paused until ${date(day)}`,
      noFigures: (day: string, figures: string) =>
        `the service had no ${figures} of ${date(day)} by the deadline`,
      stopped: () => 'the bot was stopped before it was sent',
      askedToWait: () => 'Slack asked to wait',
      unwritten: () => 'it could not be put together',
      channelUnreadable: (code: string) =>
        `Slack did not answer, and the app may not read the channel (${slackSays(code)})`,
      channelTooBusy: () =>
        'Slack did not answer, and the channel has too many messages from that time to look for it',
      notRunning: () => 'the bot was not running, and a later digest was due when it came back',
      superseded: () => 'a later digest came due before it could be sent',
      senderSilent: () => 'the process that was sending it has stopped',
      dueBefore: () => 'it was due before the app started or reached its database again',
    },

    /** What the person who gets a digest can do about a refusal of Slack, by Slack's code. */
    fixes: {
      not_in_channel:
        'The app is not in the channel. Invite it with `/invite`, and the digest comes by itself.',
      channel_not_found:
        'The app cannot see the channel: it was removed, or the channel was deleted. Invite it again with `/invite`, and the digest comes by itself.',
      is_archived:
        'The channel is archived. Unarchive it, and the digest comes by itself, or subscribe another channel.',
      missing_scope:
        'The app lacks a permission in this workspace. Have it reinstalled with the scopes of its manifest. The next digest is tried at its time; `/digest now` tries at once.',
      shared_channel:
        'The channel is shared with another organisation, which must not see these figures. Stop sharing it, and the digest comes by itself, or subscribe another channel.',
    },
    fixOfChannel: (code: string) =>
      `Slack does not let the app post in the channel (${slackSays(code)}). Change that in the channel's settings. The next digest is tried at its time; \`/digest now\` tries at once.`,
    fixOfMessage: (code: string) =>
      `Slack refused the message (${slackSays(code)}). The next one is tried at its time; \`/digest now\` tries at once.`,
  };
};
