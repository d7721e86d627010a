import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { capitalized } from '../../text/label.ts';
import { quoted } from '../../text/normalize.ts';
import { anyOf } from './enSettings.ts';

const ALL_OF = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/**
 * The answers of `/digest`. `where` is a channel as a link, `command` a command to copy; `why`, `fix` and `next` are
 * whole sentences.
 */
export const digestCommands = (format: Formatter) => ({
  noChannel:
    'A digest goes to a channel or to you, and this is a conversation with others. Add a channel: type # and choose it from the list. To get it yourself, type this in your messages with the app.',
  /** `typed` are the words to choose from. */
  severalDigests: (names: readonly string[], typed: readonly string[]) =>
    `There is ${ALL_OF.format(names.map((name) => `a ${name} digest`))} here. Add ${anyOf(typed.map((word) => quoted(word)))}.`,
  /** A limit is reached; nothing was subscribed. */
  full: {
    place: (most: number) =>
      `Nothing was subscribed: ${most} named or personal digests come here already, the most there can be. End one with \`/digest unsubscribe\` first, or choose another place.`,
    owner: (most: number) =>
      `Nothing was subscribed: you have set ${most} named or personal digests, the most one person can. End one with \`/digest unsubscribe\` first; \`/digest list\` shows those you can change.`,
    workspace: (most: number) =>
      `Nothing was subscribed: this workspace already has ${most} named and personal digests, the most there can be. End one with \`/digest unsubscribe\` first; \`/digest list\` shows those you can change.`,
  },
  /** `mayBeMeant` when the digest with that name can be changed by the same command without "named". */
  nameTaken: (name: string, mayBeMeant: boolean) =>
    `${quoted(name)} is already the name of another digest here. ${mayBeMeant ? 'Leave out "named" to change it, or choose another name.' : 'Choose another name.'}`,
  none: (name: string, where: string, command: string) =>
    `${capitalized(where)} has no ${name} digest. Type ${command} to start one.`,
  /** Without a `command` where a button does it. */
  paused: (name: string, where: string, until: string, command: string | undefined) =>
    `The ${name} digest in ${where} is paused until ${format.day(until)}.${command === undefined ? '' : ` Type ${command} to resume it now.`}`,
  unsubscribed: (name: string, where: string, command: string | undefined) =>
    `${capitalized(where)} no longer gets the ${name} digest. Its settings are saved${command === undefined ? '' : `; type ${command} to start it again`}.`,
  resumed: (name: string, where: string, next: string | undefined) =>
    `${capitalized(where)} gets the ${name} digest again.${next === undefined ? '' : ` ${next}`}`,
  /** The answer to a click below an old digest, whose buttons work for `days` days. */
  buttonExpired: (days: number) =>
    `This button has expired: buttons under a digest work for ${format.counted(days, 'day')}. \`/digest preview\` shows the latest data.`,

  now: {
    posted: (name: string, days: { readonly from: string; readonly to: string }, where: string) =>
      `Posted the ${name} digest for ${format.range(days)} in ${where}. The scheduled digest isn't affected.`,
    askedBefore: (name: string, where: string, askedAt: number, againAt: number, timeZone: string) =>
      `You asked for the ${name} digest in ${where} at ${format.time(askedAt, timeZone)}. You can post it again at ${format.time(againAt, timeZone)}.`,
    rejected: (fix: string) => `The app couldn't post the digest. ${fix}`,
    disabled: 'Slack no longer accepts the app. Ask an admin to reinstall it in this workspace.',
    clockWrong:
      'Nothing was posted: the clock on the computer that runs the app is wrong. Ask the person who manages the app to set it.',
    underWay: (where: string) =>
      `The digest isn't in ${where} yet. The app keeps trying and messages you if it fails.`,
  },
  preview: {
    note: (where: string) => `Preview for ${where}; only you see this.`,
    /** The whole digest as one text. */
    text: (text: string) => `Preview: ${text}`,
  },

  status: {
    none: (where: string) => `${capitalized(where)} has no digest. Type \`/digest subscribe\` to start one.`,
    title: (name: string, where: string, when: string) =>
      `*${capitalized(name)} digest* in ${where}: ${when}`,
    setting: (words: string) => `• ${words}`,
    stale: (words: string) => `• without new data, it ${words}`,
  },
  list: {
    none: 'There are no digests you can change, and no alerts here.',
    /** Behind it, where there are no buttons for that. */
    start: 'Type `/digest subscribe` in a channel to start a digest, or click *Alert me…* below an answer.',
    title: 'Digests and alerts:',
    when: (days: string, time: string) => `${days} at ${time}`,
    /** `state` is that of the last digest. */
    failed: (day: string, state: string) => `:warning: ${format.day(day)}: ${state}`,
    more: (digests: number) =>
      `and ${format.counted(digests, 'more digest')} in channels you are in; type \`/digest status\` in a channel to see its digests.`,
  },
});
