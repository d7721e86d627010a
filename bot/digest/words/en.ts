import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { quoted } from '../../text/normalize.ts';
import type { DigestVerb } from '../vocabulary.ts';
import { digestCommands } from './enCommands.ts';
import { digestOutcomes } from './enOutcomes.ts';
import { digestSettings } from './enSettings.ts';

/** Texts of digests, and about them. */
export const english = (format: Formatter) => ({
  /** Above a digest that is late or shows older data. */
  banner: {
    lateBot: (dueAt: number, timeZone: string) =>
      `This digest is late: the app couldn't post it at ${format.time(dueAt, timeZone)}.`,
    quiet: (date: string) => `Stock hasn't changed since ${format.day(date)}.`,
  },
  /** The answer to "Why these numbers?". */
  why: { gone: (date: string) => `Stock for ${format.day(date)} is no longer stored.` },
  commands: digestCommands(format),
  settings: digestSettings(format),
  outcomes: digestOutcomes(format),
  buttons: {
    list: 'Full list',
    why: 'Why these numbers?',
    settings: 'Settings',
    postNow: 'Post one now',
  },
  /** The comment to the file in the thread of a digest. */
  fileComment: (rows: number, days: Days) =>
    `${rows === 1 ? '1 row' : `All ${format.units(rows)} rows`} for ${format.range(days)}`,
  /** `stockComes` and `salesCome`: HH:mm at which the service has new data. */
  help: (stockComes: string, salesCome: string) =>
    [
      '`/digest subscribe` – get the stock digest in this channel every day; run it again with other options to change it',
      '`/digest subscribe #channel at 08:30 weekdays` – choose channel, time and days; also `mon,wed,fri`',
      `Today's stock arrives at about ${stockComes}, yesterday's sales at about ${salesCome}. A digest before that shows the previous day`,
      '`/digest subscribe products:1101,90210` – choose products: numbers or names, `group:"Craft beer"`, `mine` or `all`',
      '`/digest subscribe sales` – get the sales since the last digest, by product and store; `sales` works with every line below too',
      '`/digest pause until 1 december`, `/digest pause both until friday`, `/digest resume`, `/digest unsubscribe`',
      '`/digest preview` – see how it looks now; only you see it',
      "`/digest now` – post it now; the scheduled digest isn't affected",
      '`/digest list`, `/digest status`, `/digest history` – the digests you can change, their settings, and how the last ones went',
      'Norwegian words work too: `/digest abonner`, `/digest avslutt`',
    ].join('\n'),
  form: {
    title: 'Digest',
    save: 'Save',
    saving: 'Saving …',
    content: 'Content',
    channel: 'Channel',
    channelHint: 'Invite the app there first: /invite',
    moveHint: 'Choose another channel to move the digest. Invite the app there first: /invite',
    chooseChannel: 'Choose a channel',
    time: 'Time',
    timeHint: (stockAt: string, salesAt: string, timeZone: string) =>
      `Today's stock arrives at about ${stockAt}, yesterday's sales at about ${salesAt} (${timeZone}). A digest before that shows the previous day.`,
    days: 'Days',
    choice: 'Products',
    choices: {
      mine: 'Mine: sold in the last 90 days or in the product list',
      all: 'All products in the chain',
      group: (name: string) => `Group: ${name}`,
    },
    products: 'Or these products',
    productsHint: 'Replaces the choice above.',
    language: 'Language',
    languages: { nb: 'Norwegian', en: 'English' },
    chooseAChannel: 'Choose a channel.',
    tickADay: 'Select at least one day.',
  },
  /** Mistakes in a command. Words are as they were typed. */
  mistakes: {
    listTakesNothing: 'Type only /digest list. It shows the digests you can change.',
    takesPlace: (typed: string, verb: DigestVerb) =>
      `/digest ${verb} doesn't understand ${quoted(typed)}. Add only a channel, and stock or sales.`,
    oneDigest: 'A command is for one digest. Choose one channel, and stock or sales.',
    notAChannel: (typed: string) =>
      `Slack doesn't know the channel ${quoted(typed)}. Type # and choose it from the list.`,
    pauseEnds: 'Add the day when the digest resumes, for example until friday.',
    daily: (typed: string) =>
      `Digests are posted every day. Leave out ${quoted(typed)}, or choose days, for example monday.`,
    twice: {
      digestTime: 'You gave the time twice.',
      products: 'You gave the products twice.',
      language: 'You gave the language twice.',
    },
    nothingBehind: {
      at: (typed: string) => `Add a time after ${quoted(typed)}, for example 08:30.`,
      language: (typed: string) => `Add norwegian or english after ${quoted(typed)}.`,
      group: (typed: string) => `Add a group from the product list after ${quoted(typed)}.`,
      products: (typed: string) => `Add product numbers or names after ${quoted(typed)}.`,
    },
    notATime: (typed: string) =>
      `${quoted(typed)} isn't a time. Type a time from 00:00 to 23:59, for example 08:30.`,
    oneOf: (typed: string, accepted: readonly string[]) =>
      `${quoted(typed)} isn't valid here. Type ${accepted.join(' or ')}.`,
    tooManyProducts: (products: number, most: number) =>
      `A command can have at most ${most} products; this one has ${products}. Give them a group in the product list instead.`,
  },
  /** On App Home. */
  home: {
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
  },
});

interface Days {
  readonly from: string;
  readonly to: string;
}

export type DigestWords = ReturnType<typeof english>;
