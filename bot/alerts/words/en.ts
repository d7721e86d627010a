import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { quoted } from '../../text/normalize.ts';

/** Texts about alerts. */
export const english = ({ counted, units, tenths, day }: Formatter) => ({
  allMine: 'Your products',
  /** `products` are escaped names. */
  rule: {
    units: (products: string, line: number) => `${products} below ${counted(line, 'unit')}`,
    cover: (products: string, line: number) => `${products} under ${counted(line, 'day')} of cover`,
    out: (products: string) => `${products} out of stock or back in stock`,
  },
  figure: {
    units: (figure: number) => counted(figure, 'unit'),
    cover: (figure: number) => `${tenths(figure)} days of cover`,
    out: (figure: number) => counted(figure, 'unit'),
  },
  set: (rule: string, isForMe: boolean) =>
    `Alert set: ${rule}. The app will post ${isForMe ? 'to you' : 'in this channel'} when a product crosses the line. \`/stock alerts\` lists alerts.`,
  already: (products: string) =>
    `Already beyond the line: ${products}. The app will post at the next crossing.`,
  unlisted: "The latest stock doesn't list these products. The alert waits until it does.",
  limits: {
    place: (most: number) =>
      `You can have up to ${most} alerts here. Remove one with \`/stock alerts\` first.`,
    owner: (most: number) => `You can set up to ${most} alerts. Remove one with \`/stock alerts\` first.`,
    all: (most: number) => `The app can have up to ${most} alerts in all. Ask somebody to remove one.`,
  },
  help: [
    '`/stock alert 1101 below 100` – post here when a product has fewer units',
    '`/stock alert gin under 7 days` – days of cover; without products, all of yours',
    '`/stock alert out` – when a product sells out or comes back',
    '`/stock alert me 1101 out` – post to you instead of the channel',
    '`/stock alerts` – list, mute and remove alerts',
  ].join('\n'),
  none: 'There are no alerts here. Set one, for example with `/stock alert 1101 below 100`.',
  list: 'Alerts',
  listed: (rule: string, owner: string, fired: string | undefined) =>
    `*${rule}*\nSet by <@${owner}> · ${fired === undefined ? 'never posted' : `last posted for ${day(fired)}`}`,
  nearest: (product: string, figure: string) => `nearest to the line: ${product}, ${figure}`,
  muted: 'muted',
  paused: 'paused. Set it again to resume it',
  buttons: { mute: 'Mute for a week', unmute: 'Unmute', remove: 'Remove' },
  done: {
    mute: (rule: string) => `Muted for a week: ${rule}.`,
    unmute: (rule: string) => `Unmuted: ${rule}.`,
    remove: (rule: string) => `Removed: ${rule}.`,
  },
  gone: "This alert doesn't exist. `/stock alerts` lists alerts.",
  heading: (date: string) => `Stock alerts for ${day(date)}`,
  fired: {
    units: (name: string, figure: number, line: number, before: number) =>
      `*${name}* has ${counted(figure, 'unit')}, fewer than ${units(line)} (before: ${units(before)})`,
    cover: (name: string, figure: number, line: number, before: number) =>
      `*${name}* has ${tenths(figure)} days of cover, less than ${line} (before: ${tenths(before)})`,
    out: (name: string) => `*${name}* is out of stock`,
    back: (name: string, figure: number) => `*${name}* is back in stock: ${counted(figure, 'unit')}`,
  },
  more: (left: number) => `and ${counted(left, 'more product', 'more products')}`,
  foot: '`/stock alerts` lists, mutes and removes alerts.',
  ownerLost: (rule: string, owner: string) =>
    `An alert is paused: ${rule}. <@${owner}>, who set it, no longer has access to it here. To resume it, set it again.`,
  /** What is wrong with a command; words are as typed. */
  mistakes: {
    noLine: 'Add a line, for example "below 100", "under 7 days" or "out".',
    wrongUnits: (typed: string, most: string) =>
      `${quoted(typed)} isn't a number of units. Type a number from 1 to ${most}.`,
    wrongDays: (typed: string, most: number) =>
      `${quoted(typed)} isn't a number of days. Type a number from 1 to ${most}.`,
  },
});

export type AlertWords = ReturnType<typeof english>;
