import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

type Kind = 'stock' | 'sales';

/**
 * What `/digest` answers. `where` is a channel as a link; `command` what can be typed, as it is to be copied; `why`, `fix` and `next` are whole
 * sentences.
 */
export const digestCommands = (format: Formatter) => ({
  noChannel:
    'A digest goes to a channel, and this is a direct message. Add the channel: type # and choose it from the list.',
  twoDigests: (takesBoth: boolean) =>
    `This channel has a stock digest and a sales digest. Add "stock"${takesBoth ? ', "sales" or "both"' : ' or "sales"'}.`,
  none: (kind: Kind, where: string, command: string) =>
    `${where} has no ${kind} digest. Type ${command} to start one.`,
  paused: (kind: Kind, where: string, until: string, command: string) =>
    `The ${kind} digest in ${where} is paused until ${format.day(until)}. Type ${command} to resume it now.`,
  unsubscribed: (kind: Kind, where: string, command: string) =>
    `${where} no longer gets the ${kind} digest. Its settings are saved; type ${command} to start it again.`,
  resumed: (kind: Kind, where: string, next: string | undefined) =>
    `The ${kind} digest comes again in ${where}.${next === undefined ? '' : ` ${next}`}`,
  /** A click below a digest; `days` is for how long its buttons work. */
  buttonExpired: (days: number) =>
    `This button has expired: buttons under a digest work for ${format.counted(days, 'day')}. \`/digest preview\` shows the latest data.`,

  now: {
    posted: (kind: Kind, days: { readonly from: string; readonly to: string }, where: string) =>
      `Posted the ${kind} digest for ${format.range(days)} in ${where}. The scheduled digest isn't affected.`,
    askedBefore: (kind: Kind, where: string, askedAt: number, againAt: number, timeZone: string) =>
      `You asked for the ${kind} digest in ${where} at ${format.time(askedAt, timeZone)}. You can post it again at ${format.time(againAt, timeZone)}.`,
    rateLimited: (where: string) =>
      `Slack asks for a pause in ${where}; the digest follows within a minute or two.`,
    later: (where: string) =>
      `Slack isn't accepting the digest right now. The app will retry in ${where} for a few minutes and message you if it fails.`,
    unwritten:
      'The digest could not be put together just now. It is tried twice more in the next two minutes; if that fails as well, you get a message.',
    rejected: (fix: string) => `The digest could not be posted. ${fix}`,
    disabled: 'Slack no longer accepts the app. Ask an admin to reinstall it in this workspace.',
    clockWrong:
      'Nothing was posted. The clock of the computer that the app runs on is wrong. Ask the person who runs the app to set it.',
    unclear: (where: string) =>
      `Slack didn't confirm the digest. The app is checking ${where} and posts it again only if it is missing.`,
    underWay: (where: string) => `The digest is on its way to ${where}.`,
  },
  preview: {
    note: (where: string) => `Preview of what comes in ${where}; only you see this.`,
    /** The whole digest as one text. */
    text: (text: string) => `Preview: ${text}`,
  },

  status: {
    none: (where: string) => `${where} gets no daily digest; \`/digest subscribe\` changes that.`,
    title: {
      stock: (where: string, when: string) => `*Stock digest* in ${where}: ${when}`,
      sales: (where: string, when: string) => `*Sales digest* in ${where}: ${when}`,
    },
    setting: (words: string) => `• ${words}`,
    stale: (words: string) => `• without new figures it ${words}`,
    noStock: 'No stock has been read yet.',
    stock: (day: string, products: number) =>
      `Newest stock: ${format.day(day)}, ${format.counted(products, 'product')}.`,
  },
  history: {
    none: (where: string) => `No digest has come due in ${where} yet.`,
    title: (where: string) => `The last digests in ${where}, the newest first:`,
    run: (run: string) => `• ${run}`,
    older: (runs: number) => `${format.counted(runs, 'older one')} not shown.`,
  },
  list: {
    none: 'There is no digest that you may change. `/digest subscribe` in a channel brings one.',
    title: 'Digests that you may change:',
    digest: (where: string, kind: Kind, when: string, products: string, next: string) =>
      `• ${where}, ${kind}: ${when}, ${products}. ${next}`,
    more: (digests: number) =>
      `and ${format.counted(digests, 'more digest')} in channels that you are in; \`/digest status\` in a channel shows its own.`,
  },
});
