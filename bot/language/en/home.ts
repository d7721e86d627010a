import type { Formatter } from '../formatter.ts';

/** What stands on App Home. Instants are written already: "Fri 20 Nov 2026, 08:31". */
export const home = (format: Formatter) => ({
  title: 'Retail Data',
  ask: { stock: 'Ask for stock', sales: 'Ask for sales', stores: 'Find stores' },
  howToAsk: (commands: readonly string[]) =>
    `Only you see the answers. The same can be typed: ${commands.map((command) => `\`/${command}\``).join(', ')}, each with \`help\`.`,
  recent: '*Your recent questions*',
  recentQuestion: (command: string, askedAt: string) => `\`${command}\`\n${askedAt}`,
  askAgain: 'Ask again',
  untoldGroup: (settings: string, why: string) =>
    `:warning: ${settings}: ${why} Nobody has what it would grant.`,
  moreGroups: (groups: number) => `And ${groups} more groups; the log names them.`,
  figures: '*Figures*',
  calls: (left: number, of: number) =>
    `Calls left to read the stock: ${format.units(left)} of ${format.units(of)} in 24 hours. Questions need none of them.`,

  noStock: ':hourglass_flowing_sand: Stock: none has been read yet; it is tried every few minutes.',
  stock: (isLate: boolean, day: string, products: number, readAt: string) =>
    `${isLate ? ':warning:' : ':white_check_mark:'} Stock of *${format.day(day)}*, ${format.counted(products, 'product')}, read ${readAt}`,
  stockUnchanged: (day: string) => `No product changed on ${format.day(day)}.`,
  stockLate: (expectedAt: string) =>
    `Newer stock was expected ${expectedAt} and is not there yet; it is asked for again and again.`,
  next: (at: string) => `Next: ${at}`,

  noSales: (isRead: boolean) =>
    `${isRead ? ':white_check_mark:' : ':hourglass_flowing_sand:'} Sales: none have been read yet.`,
  sales: (isThere: boolean, newestDay: string, asOf: string | undefined) =>
    `${isThere ? ':white_check_mark:' : ':warning:'} Sales up to *${format.day(newestDay)}*${asOf === undefined ? '' : `, as of ${asOf}`}`,
  noSalesOn: (day: string) => `${format.day(day)} was read and had no sales.`,
  salesLate: (day: string, expectedAt: string) =>
    `Those of ${format.day(day)} were expected ${expectedAt} and are not there yet.`,
  daysHeld: (days: number, rows: number) => `${format.units(days)} days held, ${format.counted(rows, 'row')}`,
  readingPast: (bar: string, daysDone: number, daysTotal: number, rows: number) =>
    `Reading the past: ${bar} ${format.units(daysDone)} of ${format.units(daysTotal)} days, ${format.counted(rows, 'row')}. Other days are asked from the service when you need them.`,
  readingFailed: (nextTryAt: string) => `:warning: The last reading failed; next try ${nextTryAt}.`,

  digests: '*Digests*',
  subscribe: 'Subscribe a channel',
  settings: 'Settings',
  noDigests: 'There is none that you can change. `/digest subscribe` in a channel starts one there.',
  unreadable: (why: string) => `:warning: ${why}`,
  moreUnreadable: (digests: number) =>
    `and ${format.units(digests)} more that do not come; \`/digest status\` in a channel shows its own`,
  moreDigests: (digests: number) =>
    `and ${format.units(digests)} more in channels that you are in; \`/digest status\` in a channel shows its own`,
  digest: (channelId: string, kind: 'stock' | 'sales', days: string, time: string, timeZone: string) =>
    `<#${channelId}> · ${kind}, ${days} at ${time} (${timeZone})`,
  everyDay: 'every day',
  mondayToFriday: 'Monday to Friday',
  weekdays: (weekdays: readonly number[]) =>
    weekdays.map((weekday) => format.weekday(weekday).slice(0, 3)).join(', '),
  paused: (reason: string | undefined) =>
    `:double_vertical_bar: Paused${reason === undefined ? '' : ` (${reason})`}`,
  noneYet: 'Last: none yet',
  last: (day: string, state: string, reason: string | undefined) =>
    `Last: ${format.day(day)}, ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'waiting for its figures',
    sending: 'on its way',
    unclear: 'on its way; Slack has not confirmed it yet',
    sent: 'sent',
    failed: 'failed',
    unknown: 'not known whether it arrived; look in the channel',
    missed: 'not sent',
  },

  list: '*Product list*',
  noList:
    'There is none, so products are shown by number. With a list, names stand everywhere and can be typed.',
  listFile: (products: number, fileName: string) =>
    `${format.counted(products, 'product')} from \`${fileName}\``,
  listFromSettings: (importedAt: string) => `Put in from the settings, ${importedAt}`,
  listBy: (userId: string, importedAt: string) => `Put in by <@${userId}>, ${importedAt}`,
  listProblem: (problem: string) => `:warning: The file of PRODUCT_LIST: ${problem}`,
  upload: 'Upload a list',
  uploadNew: 'Upload a new list',

  asOf: (at: string, timeZone: string) => `As of ${at} (${timeZone})`,
  refresh: 'Refresh',
  expired: (days: number) =>
    `This question is not kept any more; questions are kept for ${days} days. Ask it anew with one of the buttons at the top.`,
});
