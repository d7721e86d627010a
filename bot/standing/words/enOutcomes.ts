import { slackSays } from '../../language/en/slackSays.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';

/** The digest that a notice is about. */
export interface About {
  readonly name: string;
  readonly day: string;
  /** The channel as a link. */
  readonly where: string;
}

/** Notices to owners of digests, reasons why a digest was not posted, and fixes for refusals by Slack. */
export const digestOutcomes = ({ day: date }: Formatter) => {
  const the = ({ name, day, where }: About) => `${name} digest for ${date(day)} in ${where}`;
  return {
    outlived: (about: About) =>
      `:warning: The ${the(about)} that you asked for couldn't be posted within an hour and was cancelled. \`/digest now\` posts the latest data.`,
    unwritten: (about: About, isLast: boolean) =>
      `:warning: The app couldn't create the ${the(about)}. ${isLast ? '`/digest now` tries once more.' : 'It tries again until the next digest is due.'} The app's log has the reason.`,
    refused: (about: About, fix: string) => `:warning: The app couldn't post the ${the(about)}. ${fix}`,
    noAccess: (about: About) =>
      `:warning: The ${the(about)} wasn't posted: you no longer have access to this data. It is paused, and resumes automatically when you do.`,
    /** `code` is Slack's refusal to show the channel; undefined when it has too many messages. */
    unknown: (about: About, code: string | undefined) =>
      `:grey_question: Slack didn't confirm the ${the(about)}, and ${code === undefined ? 'the channel has too many messages from that time to look for it' : `the app can't read the channel (${slackSays(code)})`}. Check the channel: if the digest is missing, \`/digest now\` posts a new one.`,

    /** The end of a notice to an admin of the app. */
    becauseAdmin:
      'You get this as an admin of the app: its settings subscribe the channel, so the digest has no owner.',

    /** Why a digest was not sent, or not yet. */
    reasons: {
      outlived: () => "it couldn't be posted within an hour",
      noAccess: () => 'you no longer have access to this data',
      unsubscribed: () => 'the channel was unsubscribed',
      pausedUntil: (day: string) => `it is paused until ${date(day)}`,
      askedToWait: () => 'Slack asked the app to wait',
      unwritten: () => "the app couldn't create it",
      channelUnreadable: (code: string) =>
        `Slack didn't answer, and the app can't read the channel (${slackSays(code)})`,
      channelTooBusy: () =>
        "Slack didn't answer, and the channel has too many messages from that time to look for it",
      notRunning: () => 'the app was down, and a later digest was due when it started again',
      superseded: () => 'a later digest was due before it could be posted',
      senderSilent: () => 'the app stopped while posting it',
      dueBefore: () => 'it was due before the app started or reached its database again',
    },

    /** What a person can do about a refusal by Slack, by Slack's code. */
    fixes: {
      not_in_channel:
        'The app is not in the channel. Invite it with `/invite`, and the digest is posted automatically.',
      channel_not_found:
        "The app can't find the channel. Either the app was removed from it, or the channel was deleted. Invite the app with `/invite`, and the digest is posted automatically.",
      is_archived:
        'The channel is archived. Unarchive it, and the digest is posted automatically. You can also subscribe another channel.',
      missing_scope:
        'The app is missing a Slack scope in this workspace. Ask an admin to reinstall it with the scopes in its manifest. The app tries again at the next scheduled time; `/digest now` tries immediately.',
      shared_channel:
        'The channel is shared with another organisation, so the app posts no data there. Stop sharing it, and the digest is posted automatically. You can also subscribe another channel.',
    },
    fixOfChannel: (code: string) =>
      `Slack doesn't let the app post in the channel (${slackSays(code)}). Change that in the channel's settings. The app tries again at the next scheduled time; \`/digest now\` tries immediately.`,
    fixOfMessage: (code: string) =>
      `Slack refused the message (${slackSays(code)}). The app tries again at the next scheduled time; \`/digest now\` tries immediately.`,
  };
};
