import type { EnglishFormatter as Formatter } from '../formatter.ts';
import { slackSays } from './slackSays.ts';

/** Why Slack did not take a file, by its word for it. */
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

/** What is said about an answer itself, its buttons and its file. */
export const replies = (format: Formatter) => ({
  broken:
    'Something went wrong. Try again in a minute. If it happens again, contact the person who manages the app.',
  unknown:
    'The app no longer recognises this; it could be from an older version. Type the command again to get a new answer.',
  takesAWhile: 'Fetching from the data service, one moment …',
  formNotOpened: (command: string) =>
    `Slack didn't open the form in time. Type \`/${command}\` again, or \`/${command} help\` to see what you can type.`,
  oldButton:
    'This button is from an earlier version of the app. Type the command again to get an answer with new buttons.',
  share: {
    noStock: 'There is no stock data to share yet.',
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
    noStock: 'There is no stock data to send yet.',
    /** `command` is escaped. */
    comment: (rows: number, command: string) => `${format.counted(rows, 'row')} from \`${command}\``,
    sent: (rows: number, fileName: string, channelId: string) =>
      `${format.counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} in \`${fileName}\`, in your direct messages with the app (<#${channelId}>).`,
    unclear:
      "Slack didn't confirm that the file arrived. Check your direct messages with the app before you ask for it again.",
    refused: (code: string) => `The app couldn't send the file: ${fileReason(code)}`,
  },
});
