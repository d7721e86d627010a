import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { quoted } from '../../text/normalize.ts';

const unpostedFixes: ReadonlyMap<string, string> = new Map([
  ['not_in_channel', "The app isn't in the channel. Invite it with `/invite`."],
  [
    'channel_not_found',
    "The app can't find the channel. If the channel still exists, invite the app with `/invite`.",
  ],
  ['is_archived', 'The channel is archived. Unarchive it, or set the alert in another channel.'],
  [
    'shared_channel',
    'The channel is shared with another organisation. Stop sharing it, or set the alert in another channel.',
  ],
]);

function fixOf(code: string): string {
  return (
    unpostedFixes.get(code) ??
    `Slack doesn't let the app post in the channel (${escapeMrkdwn(code)}). Change that in the channel's settings.`
  );
}

/** Texts about alerts. Rules and items are ready for mrkdwn. */
export const english = ({ counted, day }: Formatter) => ({
  /** `there`: in another channel. `owner`: the other person who has set it; undefined for the reader. */
  set: (
    rule: string,
    where: 'here' | 'me' | 'there',
    channel: string,
    command: string,
    { isUnchanged, owner }: { readonly isUnchanged: boolean; readonly owner: string | undefined },
  ) => {
    const place = { here: 'This channel', me: 'The app', there: channel }[where];
    const set =
      owner === undefined
        ? isUnchanged
          ? 'This alert is already set'
          : 'Alert set'
        : `${place} already has this alert, set by <@${owner}>`;
    const posts = { here: 'in this channel', me: 'to you', there: `in ${channel}` }[where];
    const list = {
      here: `\`/${command} alerts\` lists alerts`,
      me: "The app's Home tab lists your alerts",
      there: `\`/${command} alerts\` lists alerts there`,
    }[where];
    return `${set}: ${rule}. The app posts ${posts} when the figure crosses the threshold. ${list}.`;
  },
  resumed: 'The alert was paused. It starts again with the latest data.',
  noLongerMuted: 'It is no longer muted.',
  itemWith: (item: string, figure: string) => `${item} (${figure})`,
  already: (items: string) =>
    `Already beyond the threshold: ${items}. The app posts the next time it is crossed.`,
  noFigures: "The latest data doesn't have figures for this alert. It waits until there are some.",
  /** `code`: why Slack refuses messages to the channel. */
  unposted: (code: string) => `:warning: The alert is saved but can't be posted yet. ${fixOf(code)}`,
  /** To an owner, in a direct message. */
  notPosted: (channel: string, code: string) =>
    `:warning: The app couldn't post your alerts in ${channel}. ${fixOf(code)}`,
  /** What it would have posted over the stored days; dates are written out. */
  lookBack: {
    /** A button of the form. */
    ask: 'How often would it post?',
    none: (from: string) => `It wouldn't have posted since ${day(from)}.`,
    posts: (count: number, from: string, days: string, last: string) =>
      `It would have posted ${count === 1 ? 'once' : `${counted(count, 'time')}`} since ${day(from)}: ${days}. The last: ${last}.`,
    often: 'That is more than once a week.',
    instead: (line: string) => `About once a month: ${line}`,
  },
  limits: {
    place: (most: number, command: string) =>
      `You can have up to ${counted(most, 'alert')} here. Remove one with \`/${command} alerts\` first.`,
    owner: (most: number, command: string) =>
      `You can set up to ${counted(most, 'alert')}. Remove one with \`/${command} alerts\` first.`,
    all: (most: number, _command: string) =>
      `The app can have up to ${counted(most, 'alert')} in all. Ask somebody to remove one.`,
  },
  moreAlerts: (left: number) => `And ${counted(left, 'more alert', 'more alerts')}.`,
  /** Alerts that the reader may not see. */
  unseen: (count: number) =>
    `${counted(count, 'alert is', 'alerts are')} about data you don't have access to.`,
  /** `where`: a channel; undefined for the place of the list. */
  listed: (owner: string, where: string | undefined, date: string | undefined) =>
    `Set by <@${owner}>${where === undefined ? '' : ` for ${where}`} · ${date === undefined ? 'never posted' : `last posted for ${day(date)}`}`,
  beyond: (items: string) => `Beyond the threshold now: ${items}`,
  /** `figure`: what it takes to fire again. */
  waiting: (items: string, figure: string) => `Must reach ${figure} before the app can post again: ${items}`,
  nearest: (item: string) => `Nearest to the threshold: ${item}`,
  manyBeyond: (count: number) => `${count} past the threshold`,
  muted: (end: string) => `Muted until ${end}`,
  paused: (owner: string) => `Paused: <@${owner}> no longer has access to it here`,
  buttons: {
    why: 'Show data',
    mute: 'Mute for a week',
    unmute: 'Unmute',
    change: 'Change',
    remove: 'Remove',
    resume: 'Resume',
    details: 'Details',
  },
  done: {
    mute: (rule: string) => `Muted for a week: ${rule}.`,
    unmute: (rule: string) => `Unmuted: ${rule}.`,
    remove: (rule: string) => `Removed: ${rule}.`,
  },
  notPaused: (rule: string) => `This alert isn't paused: ${rule}.`,
  gone: (command: string) =>
    `This alert doesn't exist here. \`/${command} alerts\` lists the alerts of a place.`,
  more: (left: number) => `and ${counted(left, 'more', 'more')}`,
  /** What is wrong with a question and its line; words are as typed. */
  mistakes: {
    noNumber: (word: string) => `Add a number after ${quoted(word)}, for example 100.`,
    noSign: (typed: string) => `${quoted(typed)} needs a sign: - when sales fall, + when they rise.`,
    twoLines: 'An alert has one threshold. Set one alert for each.',
    grouped:
      'An alert has one figure for each product, store or group, or their sum. Leave out the other rows.',
    clearNumber: 'Clear the number, or choose another condition.',
  },
  foot: (command: string) => `\`/${command} alerts\` lists the alerts of this place.`,
  ownerLost: (rule: string, owner: string) =>
    `An alert is paused: ${rule}. <@${owner}>, who set it, no longer has access to it here. Another person can resume it: set the same alert, or choose *Resume* in the list of alerts.`,
  /** The app no longer sees the channel. */
  channelLost: (rule: string, channel: string) =>
    `Your alert is paused: ${rule}. The app is no longer in ${channel}. Invite it with \`/invite\`, then choose *Resume* on the app's Home tab.`,
  /** Slack doesn't show the app who set it. */
  ownerUnseen: (rule: string, owner: string) =>
    `An alert is paused: ${rule}. Slack hasn't shown the app <@${owner}>, who set it, for a day. Another person can resume it: set the same alert, or choose *Resume* in the list of alerts.`,
  /** In the menu below an answer. */
  menu: 'Alert me…',
});

export type AlertWords = ReturnType<typeof english>;
