import { slackSays } from './slackSays.ts';

/** Why somebody may not do something, and whom to ask. `whom` is a whole sentence, from `ask`. */
export const access = () => ({
  /** `mentions`: people and groups who can change it, ready to stand in mrkdwn. */
  ask: (mentions: readonly string[]) =>
    mentions.length === 0
      ? 'Ask whoever runs this app here.'
      : `Ask ${mentions.join(' or ')}, who can change that.`,
  /** In the place of `ask`, to somebody who is such an admin. */
  asAdmin: 'You are an admin of this app: its settings decide this.',
  notAPerson: 'Only people with an active account can use this app.',
  otherOrganisation: (whom: string) =>
    `This app is only for people of the organisation that runs it, and your account belongs to another. ${whom}`,
  guest: (whom: string) => `This app is not open to guest accounts. ${whom}`,
  /** For a guest or somebody of another organisation whom no setting names. */
  notNamed: (whom: string) => `Nobody has given your account access to this app. ${whom}`,
  channelNotListed: (whom: string) =>
    `This app does not answer in this channel. Ask it in a direct message, or in a channel that ACCESS_CHANNELS lists. ${whom}`,
  sharedChannel: (whom: string) =>
    `This channel is shared with another organisation, which must not see these figures. Ask in a direct message to this app or in a channel of your own. ${whom}`,
  noChannelToShare: 'An answer can only be shared in a channel that this app is in.',
  lacks: {
    view_stock: (whom: string) => `You are not allowed to see the stock here. ${whom}`,
    view_sales: (whom: string) => `You are not allowed to see sales here. ${whom}`,
    manage_digests: (whom: string) => `You are not allowed to change digests here. ${whom}`,
    admin: (whom: string) => `You are not allowed to administer this app here. ${whom}`,
  },
  /** What Slack did not tell; `remedy` is a whole sentence of those below. */
  untold: {
    person: (remedy: string) =>
      `Slack did not tell this app who you are, so it cannot know whether you may do this. ${remedy}`,
    channel: (remedy: string) =>
      `Slack did not tell this app about this channel, so it cannot know whether another organisation reads along. ${remedy}`,
    group: (remedy: string) => `Slack did not tell this app who is in a user group. ${remedy}`,
  },
  /** A user group of the settings, by its id; `code` is Slack's word for why. */
  untoldGroup: {
    gone: (groupId: string, code: string) =>
      `${untoldGroup(groupId, code)} Whoever runs the app has to correct the id in its settings.`,
    scope: (groupId: string, code: string) =>
      `${untoldGroup(groupId, code)} Whoever runs the app has to give it the scope \`usergroups:read\` and install it again.`,
    again: (groupId: string, code: string) => `${untoldGroup(groupId, code)} It is asked again in a minute.`,
  },
  remedies: {
    invite: 'Add the app to the channel (`/invite`), or ask in a direct message to it.',
    scopes: (code: string) =>
      `Whoever runs the app has to give it the scopes of its manifest and install it again (${slackSays(code)}).`,
    again: (code: string) => `Try again in a minute (${slackSays(code)}).`,
  },
  unseenChannel:
    'Slack shows this app no such channel with you in it. A private one needs both you and the app in it (`/invite`); else try again in a minute.',
});

const untoldGroup = (groupId: string, code: string) =>
  `Slack does not tell this app who is in the user group \`${groupId}\` (${slackSays(code)}).`;
