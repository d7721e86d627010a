import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** What App Home shows. Instants are written already: "Fri 20 Nov 2026, 08:31". */
export const home = (format: Formatter) => ({
  title: 'Retail Data',
  ask: { stock: 'Ask for stock', sales: 'Ask for sales' },
  howToAsk: (commands: readonly string[]) =>
    `Only you see the answers. You can also type ${commands.map((command) => `\`/${command}\``).join(', ')}; add \`help\` to see examples.`,
  recent: '*Your recent questions*',
  recentQuestion: (command: string, askedAt: string) => `\`${command}\`\n${askedAt}`,
  /** One with names in the place of a long list of numbers, which is no longer a command. */
  recentList: (subject: string, words: string, askedAt: string) => `${subject}: ${words}\n${askedAt}`,
  subjects: { stock: 'Stock', sales: 'Sales' },
  askAgain: 'Ask again',
  untoldGroup: (settings: string, why: string) =>
    `:warning: ${settings}: ${why} Until this is fixed, the group grants no access.`,
  moreGroups: (groups: number) => `and ${format.counted(groups, 'more group')}, listed in the app's log`,
  figures: '*Data*',

  noStock: ':hourglass_flowing_sand: Stock: not fetched yet. The app tries every few minutes.',
  stock: (isLate: boolean, day: string, products: number, readAt: string) =>
    `${isLate ? ':warning:' : ':white_check_mark:'} Stock for *${format.day(day)}*, ${format.counted(products, 'product')}, fetched ${readAt}`,
  stockUnchanged: (day: string) => `Stock didn't change on ${format.day(day)}.`,
  stockLate: (expectedAt: string) =>
    `Newer stock was expected ${expectedAt} and hasn't arrived yet. The app keeps checking.`,
  next: (at: string) => `Next: ${at}`,

  noSales: (isRead: boolean) =>
    `${isRead ? ':white_check_mark:' : ':hourglass_flowing_sand:'} Sales: not fetched yet.`,
  sales: (isThere: boolean, newestDay: string, asOf: string | undefined) =>
    `${isThere ? ':white_check_mark:' : ':warning:'} Sales up to *${format.day(newestDay)}*${asOf === undefined ? '' : `, as of ${asOf}`}`,
  noSalesOn: (day: string) => `No sales on ${format.day(day)}.`,
  salesLate: (day: string, expectedAt: string) =>
    `Sales for ${format.day(day)} were expected ${expectedAt} and haven't arrived yet.`,
  daysHeld: (days: number) => `${format.counted(days, 'day')} stored`,
  readingPast: (bar: string, daysDone: number, daysTotal: number) =>
    `Fetching past sales: ${bar} ${format.units(daysDone)} of ${format.counted(daysTotal, 'day')}. Other days are fetched when you ask for them.`,
  readingFailed: (nextTryAt: string) => `:warning: The last attempt failed. Next attempt: ${nextTryAt}.`,

  digests: '*Digests*',
  subscribe: 'Subscribe a channel',
  settings: 'Settings',
  noDigests: 'There are no digests you can change. Type `/digest subscribe` in a channel to start one.',
  moreDigests: (digests: number) =>
    `and ${format.units(digests)} more in your channels; type \`/digest status\` in a channel to see its digests`,
  digest: (channelId: string, name: string, days: string, time: string, timeZone: string) =>
    `<#${channelId}> · ${name}, ${days} at ${time} (${timeZone})`,
  paused: (reason: string | undefined) =>
    `:double_vertical_bar: Paused${reason === undefined ? '' : ` (${reason})`}`,
  noneYet: 'Last: none yet',
  last: (day: string, state: string, reason: string | undefined) =>
    `Last: ${format.day(day)}, ${state}${reason === undefined ? '' : ` (${reason})`}`,

  asOf: (at: string, timeZone: string) => `As of ${at} (${timeZone})`,
  refresh: 'Refresh',
  language: { label: 'Language', asSlack: 'Language: as in Slack' },
});
