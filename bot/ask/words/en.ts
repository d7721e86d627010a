import { slackSays } from '../../language/en/slackSays.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { quoted } from '../../text/normalize.ts';

/** Why Slack refused a file, by Slack's code. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  file_uploads_disabled:
    'files are turned off in this workspace. A Slack administrator can turn them on again.',
  storage_limit_reached: 'the workspace has no room for more files.',
  cannot_dm_bot: 'you have no direct messages with the app.',
  ratelimited: 'Slack asked for a pause. Click again in a minute.',
};

const FILE_SCOPES = new Set(['missing_scope', 'not_allowed_token_type']);

function fileReason(code: string): string {
  if (FILE_SCOPES.has(code)) {
    return "the app can't send files here. The person who manages it needs to give it the scopes `files:write` and `im:write` and reinstall it.";
  }
  return FILE_REASONS[code] ?? `Slack refused it (${slackSays(code)}).`;
}

/** "day, week or month" */
const ALTERNATIVES = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Texts of all answers, and of their forms, buttons and files. */
export const english = (format: Formatter) => ({
  /** Around the names of products and stores. */
  selection: {
    within: 'in',
    without: 'without',
    /** For a product or store without a name. */
    numbered: { product: (id: string) => `product ${id}`, store: (id: string) => `store ${id}` },
    /** "7 products" */
    counted: (count: number, of: 'product' | 'store') => format.counted(count, of),
  },
  unknown:
    'The app no longer recognises this; it could be from an older version. Type the command again to get a new answer.',
  takesAWhile: 'Fetching from the data service, one moment …',
  formNotOpened:
    "Slack didn't open the form in time. Try again, or type `help` after the command to see questions you can click.",
  /** Answers to mentions and direct messages. */
  message: {
    hello: 'Hello! Ask in your own words, or click a question.',
    help: 'Ask in your own words, or click a question. Then change it: "and by store?", "the week before". In a channel, mention the app in each question; it only hears channels it is a member of.',
    thanks: "You're welcome.",
    file: 'To get an answer as a file, press “All rows” below it.',
    fresh: 'Each answer says which day it is for and when the app fetched the data.',
    share:
      'Everybody here can see an answer of the app, unless the answer says that only you see it. To send one to another channel, use “Share message” in Slack.',
    /** The first line of an answer in a thread. */
    anew: 'This is a new question. Nothing of the question before is in it.',
    /** The first line of the mistake in the question before, where a message would change that. */
    stillOpen: "The app didn't understand the question before. Ask the whole question again.",
    onlySalesWhy: 'The app can only say why sales changed.',
    /** `command` is escaped. */
    readAs: (command: string) => `Read as \`${command}\``,
    /** `words` are escaped. */
    leftOut: (words: string) => `Not read: "${words}"`,
    onlyYou: (reason: string) => `Only you see this answer. ${reason}`,
    which: 'What would you like to see?',
    unclear: "The app didn't find a question in that. Say it in other words, or click a question.",
    tooLong: (most: number) =>
      `A question in your own words can have up to ${most} characters. Ask for less at a time.`,
    nothingBefore: (isDirect: boolean): string =>
      isDirect
        ? 'There is no earlier answer here to change. Ask the whole question.'
        : 'There is no earlier answer in this thread to change. Ask the whole question.',
  },
  oldButton:
    'This button is from an earlier version of the app. Type the command again to get an answer with new buttons.',
  share: {
    noChannel: 'There is no channel here to share the answer in.',
    already: 'The answer was just shared in the channel.',
    underWay:
      "The answer was just sent to the channel, but Slack hasn't confirmed it. Check the channel first; you can share it again in a minute.",
    unclear:
      "Slack didn't confirm that the answer reached the channel. Check the channel first; you can share it again in a minute.",
    refused:
      "Slack refused the answer, so it isn't in the channel. Type the command again and share the new answer.",
    done: 'Shared in the channel.',
    /** `command` is escaped. */
    by: (userId: string, command: string) => `Shared by <@${userId}> · \`${command}\``,
  },
  file: {
    /** `command` is escaped. */
    comment: (rows: number, command: string) => `${format.counted(rows, 'row')} from \`${command}\``,
    sent: (rows: number, fileName: string, channelId: string) =>
      `${format.counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} in \`${fileName}\`, in your direct messages with the app (<#${channelId}>).`,
    unclear:
      "Slack didn't confirm that the file arrived. Check your direct messages with the app before you ask for it again.",
    refused: (code: string) => `The app couldn't send the file: ${fileReason(code)}`,
  },
  /** `command` is a name without the slash. */
  help: {
    first: (command: string) => `*/${command}*: try an example, or type one like it.`,
    rest: (command: string) => `More examples for */${command}*:`,
    more: 'More examples',
    /** The button beside an example. */
    ask: 'Try',
    /** The button that shows what `command` can be asked. */
    of: (command: string) => `Help for /${command}`,
  },
  /** Labels, hints and mistakes of fields that several forms have. */
  form: {
    choose: 'Choose',
    typeNameOrNumber: 'Type a name or number',
    unlistedNumber: (id: string) => `${id} (not in the list)`,
    chooseTime: 'Choose a time.',
    chooseProducts: (most: number) => `Choose up to ${most} products from the list.`,
    chooseStores: (most: number) => `Choose up to ${most} stores from the list.`,
    typeNumber: (most: number) => `Type a whole number from 1 to ${format.units(most)}.`,
    show: 'Show',
    more: 'More options',
    /** A group or a name of several among the choices; `words` as typed. */
    group: (words: string) => `Group: ${words}`,
    named: (words: string) => `All called ${quoted(words)}`,
    /** `words` of the question that no field shows. */
    kept: (words: string) => `The question also says: ${words}`,
    /** The command that was filled in, in mrkdwn. */
    written: (command: string) => `The form wrote \`${command}\``,
    answer: {
      title: 'Answer',
      change: 'Change the question',
    },
  },
  /** What is wrong with a command; words are as typed. */
  mistakes: {
    /** `command` answers it. */
    elsewhere: (command: string, word: string) => `Use /${command} for ${quoted(word)}.`,
    unknownRow: (typed: string, known: readonly string[]) =>
      `You can't group by ${quoted(typed)}. Choose ${ALTERNATIVES.format(known)}.`,
    wrongNumber: (typed: string, slot: { readonly typed: string; readonly of: string }, most: number) =>
      `${quoted(typed)} isn't a number of ${slot.of}. Type a number from 1 to ${most} after "${slot.typed}".`,
    noPrices: 'The data service has litres and units, but no prices or amounts of money.',
    nothingLeftOut: (word: string) => `Add a name or number after ${quoted(word)}.`,
  },
  /** Of forms that set something to be posted later. */
  posted: {
    save: 'Save',
    saving: 'Saving …',
    where: 'Post to',
    whereHint: 'A channel needs the right to change digests.',
    here: 'This channel',
    there: 'The channel of the alert',
    me: 'Only me',
    language: 'Language',
    languages: { nb: 'Norwegian', en: 'English' },
  },
  buttons: {
    rows: 'All rows',
    share: 'Share in channel',
    why: 'Why these numbers?',
  },
  /** Column titles of files, the same in all answers and digests, so that files can be compared. */
  sheet: {
    product: { id: 'Product number', name: 'Product name' },
    store: { id: 'Store number', name: 'Store name' },
  },
  /** Parts of file names: only letters a to z, digits and hyphens. */
  fileName: {
    without: 'without',
    versus: 'vs',
    more: (count: number) => `and-${count}-more`,
    week: (year: string, week: string) => `${year}-W${week}`,
    range: (from: string, to: string) => `${from}-to-${to}`,
  },
});

export type AskWords = ReturnType<typeof english>;
