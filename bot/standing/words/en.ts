import type { TypedWords } from '../../language/en/common.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { capitalized } from '../../text/label.ts';
import { quoted } from '../../text/normalize.ts';
import type { Cadence } from '../presets.ts';
import type { DigestVerb } from '../vocabulary.ts';
import { digestCommands } from './enCommands.ts';
import { digestOutcomes } from './enOutcomes.ts';
import { ofCommand, presets } from './enPresets.ts';
import { anyOf, digestSettings, EVERY } from './enSettings.ts';

const ALL_OF = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Texts of digests, and about them. */
export const english = (format: Formatter) => ({
  /** The words of the command by the English ones. */
  typed: {} as TypedWords,
  /** The word for all digests of a channel. */
  all: 'all',
  /** Above a digest that is late or shows older data. */
  banner: {
    lateBot: (dueAt: number, timeZone: string) =>
      `This digest is late: the app couldn't post it at ${format.time(dueAt, timeZone)}.`,
  },
  presets,
  of: ofCommand(format),
  /** Posted instead of a digest while no data is stored. */
  nothingRead: (data: string) =>
    `${capitalized(data === 'data' ? data : `${data} data`)} hasn't arrived yet, so there is no digest to post. The app checks every few minutes; see \`/digest status\`.`,
  /** Days that arrived too late for the digest before. */
  lateDays: (late: readonly string[]) =>
    `Includes ${format.days(late)}, which arrived after the previous digest`,
  /** Closed days, for which no digest was posted. */
  closedBefore: (closed: readonly string[]) => `Stores were closed ${format.days(closed)}`,
  /** A question that was typed. `command` is ready for mrkdwn. */
  question: {
    asked: (command: string) => `The answer to ${command}`,
    why: (command: string) =>
      `This is the answer to ${command}. Type it to see the same figures, or open it under *Full list*.`,
    unanswered: (command: string, why: string) => `:warning: ${command} has no answer this time. ${why}`,
    notOne: "It isn't a question any more.",
    unchanged: (name: string, day: string) => `*${name}*: no figure has changed since ${format.day(day)}.`,
  },
  /** Answers to a question with `every …` behind it. */
  every: {
    refused: {
      interval: (typed: string) =>
        `${quoted(typed)} can't be set. Choose every day, every weekday, days such as every monday and thursday, every week or every month.`,
      nth: (typed: string) =>
        `${quoted(typed)} can't be set. Choose every month, which is its first working day, or a day such as every monday.`,
      unit: (typed: string) =>
        `${quoted(typed)} can't be set. Choose every day, every weekday, a day such as every monday, every week or every month.`,
      time: (typed: string) =>
        `${quoted(typed)} isn't a time. Type a time from 00:00 to 23:59 behind it, for example at 08:30.`,
    },
    fixed:
      "These days never change, so the answer would always be the same. Name a period that does, such as last week, or see what's in these days.",
    nothingAbove:
      'There is no answer above to post. Ask the question in this thread first, or write it before the time: `sales last week every monday at 08:00`.',
    onlyForYou: "You can't change what is posted in this channel. It can be sent to you instead.",
    forMe: 'Send it to me',
    offer: (cadence: Cadence, isOfWeekdays: boolean) =>
      `Post it ${isOfWeekdays ? 'every weekday' : EVERY[cadence]}`,
    menu: 'Post regularly…',
    form: {
      title: 'Post regularly',
    },
  },
  commands: digestCommands(format),
  settings: digestSettings(format),
  outcomes: digestOutcomes(format),
  buttons: {
    list: 'Full list',
    settings: 'Settings',
    postOne: 'Post one now',
    newDigest: 'New digest',
    change: 'Change',
    now: 'Post now',
    preview: 'Preview',
    pause: 'Pause for a week',
    resume: 'Resume',
    unsubscribe: 'Remove',
    subscribe: 'Start again',
  },
  /** The comment to the file in the thread of a digest. */
  fileComment: (rows: number, days: Days) =>
    `${rows === 1 ? '1 row' : `All ${format.units(rows)} rows`} for ${format.range(days)}`,
  help: {
    subscribe: (gets: string, cadence: Cadence) => `In this channel ${EVERY[cadence]}: ${gets}`,
    /** By what is typed. */
    lines: {
      list: 'The digests and alerts you can change',
      'preview stock': 'See how the stock digest looks now; only you see it',
      'pause stock until friday': 'Pause the stock digest of this channel',
      'subscribe at 09:00 weekdays': 'Choose the time and the days, such as mon,wed,fri',
      'subscribe all': 'With every product in the chain, not only yours',
      'subscribe sales named "Oslo"': 'One more digest, with a name of its own',
      'pause all until friday': 'Pause every digest of this channel',
      'resume stock': 'Post it again after a pause',
      'now stock': "Post it now; the scheduled digest isn't affected",
      status: 'The settings, and how the last digests went',
      'unsubscribe stock': 'End the stock digest of this channel',
    },
    note: (arrivals: readonly Arrival[]) =>
      `${arriving(arrivals)}. A digest before that shows the previous day. In your messages with the app, these commands are about digests that only you get. Add a kind or a name to choose one, as in \`/digest resume sales\`.`,
  },
  form: {
    title: 'Digest',
    content: 'Content',
    channel: 'Channel',
    channelHint: 'Invite the app there first: /invite',
    moveHint: 'Choose another channel to move the digest. Invite the app there first: /invite',
    chooseChannel: 'Choose a channel',
    placeHint: 'Leave it empty to get the digest yourself, in your chat with the app.',
    name: 'Name',
    nameHint: 'For a further digest of a kind. Without a name it is the first of its kind there.',
    time: 'Time',
    timeHint: (arrivals: readonly Arrival[], usual: UsualTimes, timeZone: string) =>
      `Leave it empty for ${usual.time}${usualOfOthers(usual, ({ time, names }) => `${time} for ${names.join(' and ')}`)}. ${arriving(arrivals)} (${timeZone}). A digest before that shows the previous day.`,
    days: 'Days',
    choice: 'Products',
    choices: {
      mine: 'Mine: sold in the last 90 days or in the product list',
      all: 'All products in the chain',
    },
    products: 'Or these products',
    productsHint: 'Replaces the choice above.',
    stores: 'Stores',
    storesHint: 'For sales digests. Leave it empty for all stores.',
    chooseAChannel: 'Choose a channel.',
    inMonth: 'Only the first working day of the month',
    tickADay: 'Select at least one day.',
  },
  /** Mistakes in a command. Words are as they were typed. */
  mistakes: {
    listTakesNothing: 'Type only /digest list. It shows the digests you can change.',
    /** `kinds` are the words for the kinds of digests. */
    takesPlace: (typed: string, verb: DigestVerb, kinds: readonly string[]) =>
      `/digest ${verb} doesn't understand ${quoted(typed)}. Add only a channel, and ${anyOf(kinds)}.`,
    oneDigest: (kinds: readonly string[]) =>
      `A command is for one digest. Choose one channel, and ${anyOf(kinds)}.`,
    notAChannel: (typed: string) =>
      `Slack doesn't know the channel ${quoted(typed)}. Type # and choose it from the list.`,
    pauseEnds: 'Add the day when the digest resumes, for example until friday.',
    oneDay: (name: string, cadence: Exclude<Cadence, 'daily'>) =>
      cadence === 'weekly'
        ? `The ${name} digest is posted on one day a week. Choose one, for example monday.`
        : `The ${name} digest is posted on the first working day of the month. Leave out the days, or choose one, for example monday.`,
    twice: {
      at: 'You gave the time twice.',
      name: 'You gave the name twice.',
      language: 'You gave the language twice.',
    },
    nothingBehind: {
      at: (typed: string) => `Add a time after ${quoted(typed)}, for example 08:30.`,
      language: (typed: string) => `Add norwegian or english after ${quoted(typed)}.`,
      name: (typed: string) => `Add a name after ${quoted(typed)}, in quotes if it has several words.`,
    },
    notATime: (typed: string) =>
      `${quoted(typed)} isn't a time. Type a time from 00:00 to 23:59, for example 08:30.`,
    oneOf: (typed: string, accepted: readonly string[]) =>
      `${quoted(typed)} isn't valid here. Type ${accepted.join(' or ')}.`,
    noName: (typed: string) => `${quoted(typed)} isn't a name. Use letters or digits.`,
    nameTooLong: (most: number) => `The name is too long. Use at most ${most} characters.`,
    nameIsWord: (name: string) => `${quoted(name)} is a word of this command. Choose another name.`,
    quoteName: (name: string) => `Put quotes around a name of several words: ${name}.`,
    /** `names` are the names that exist; `canBeNew` when the command could start a digest. */
    unknownName: (typed: string, names: readonly string[], canBeNew: boolean) =>
      `No digest here is called ${quoted(typed)}. ${names.length === 0 ? 'None has a name yet.' : `There is ${ALL_OF.format(names.map((name) => quoted(name)))}.`}${canBeNew ? ' For a new one, add "named" before the name.' : ''}`,
  },
  /** On App Home. */
  home: {
    title: '*Digests and alerts*',
    subscribe: 'New digest',
  },
});

/** Data, such as "today's stock", and the time at which the service has it. */
interface Arrival {
  readonly fresh: string;
  readonly ownFrom: string;
}

/** When digests without a time of their own are due. */
export interface UsualTimes {
  readonly time: string;
  /** The names of the kinds that are due at another time. */
  readonly others: readonly UsualTime[];
}

interface UsualTime {
  readonly time: string;
  readonly names: readonly string[];
}

/** " (08:00 for weekly sales)" */
export function usualOfOthers({ others }: UsualTimes, written: (other: UsualTime) => string): string {
  return others.length === 0 ? '' : ` (${others.map(written).join(', ')})`;
}

function arriving([first, ...others]: readonly Arrival[]): string {
  if (first === undefined) return '';
  const { fresh, ownFrom } = first;
  return [
    `${capitalized(fresh)} arrives at about ${ownFrom}`,
    ...others.map((other) => `${other.fresh} at about ${other.ownFrom}`),
  ].join(', ');
}

interface Days {
  readonly from: string;
  readonly to: string;
}

export type DigestWords = ReturnType<typeof english>;
