import { slackSays } from '../../language/en/slackSays.ts';

/** Why a person is refused, and whom to ask. `whom` is a whole sentence, from `ask`. */
export const english = () => ({
  /** `mentions`: people and groups who can change it, as mrkdwn. */
  ask: (mentions: readonly string[]) =>
    mentions.length === 0
      ? 'Ask the person who manages this app.'
      : `Ask ${mentions.join(' or ')}, who can change this.`,
  /** Replaces `ask` for a person who is an admin. */
  asAdmin: "You're an admin of the app. Its settings control this.",
  notAPerson: 'Only people with an active account can use the app.',
  otherOrganisation: (whom: string) =>
    `The app is only for the organisation that runs it, and your account belongs to another one. ${whom}`,
  guest: (whom: string) => `The app isn't open to guest accounts. ${whom}`,
  /** For a guest or external whom no setting lists. */
  notNamed: (whom: string) => `Your account doesn't have access to the app. ${whom}`,
  channelNotListed: (whom: string) =>
    `The app doesn't answer in this channel. Ask in a direct message to the app, or in a channel where it can answer. ${whom}`,
  sharedChannel: (whom: string) =>
    `This channel is shared with another organisation, so the app shows no data here. Ask in a direct message to the app, or in an internal channel. ${whom}`,
  noChannelToShare: 'You can only share answers in channels that the app is in.',
  lacks: {
    view_stock: (whom: string) => `You don't have access to stock here. ${whom}`,
    view_sales: (whom: string) => `You don't have access to sales here. ${whom}`,
    manage_digests: (whom: string) => `You don't have access to change digests here. ${whom}`,
    admin: (whom: string) => `You don't have access to manage the app here. ${whom}`,
  },
  /** When Slack returns no details. `remedy` comes from `remedies`. */
  untold: {
    person: (remedy: string) =>
      `Slack didn't confirm who you are, so the app can't check your access. ${remedy}`,
    channel: (remedy: string) =>
      `Slack gave no details about this channel, so the app can't check whether another organisation can read it. ${remedy}`,
    group: (remedy: string) =>
      `Slack didn't say who is in a user group, so the app can't check your access. ${remedy}`,
  },
  /** For a user group of the settings, by its id; `code` is Slack's code. */
  untoldGroup: {
    gone: (groupId: string, code: string) =>
      `${untoldGroup(groupId, code)} The person who manages the app needs to correct the ID in its settings.`,
    scope: (groupId: string, code: string) =>
      `${untoldGroup(groupId, code)} The person who manages the app needs to give it the scope \`usergroups:read\` and reinstall it.`,
    again: (groupId: string, code: string) =>
      `${untoldGroup(groupId, code)} The app checks again in a minute.`,
  },
  remedies: {
    invite: 'Add the app to the channel (`/invite`), or ask in a direct message to the app.',
    scopes: (code: string) =>
      `The person who manages the app needs to give it the scopes in its manifest and reinstall it (${slackSays(code)}).`,
    again: (code: string) => `Try again in a minute (${slackSays(code)}).`,
  },
  unseenChannel:
    "The app can't find that channel among the channels you are in. If it is private, both you and the app must be members (`/invite`). Otherwise, try again in a minute.",
});

const untoldGroup = (groupId: string, code: string) =>
  `Slack doesn't say who is in the user group \`${groupId}\` (${slackSays(code)}).`;

export type AccessWords = ReturnType<typeof english>;
