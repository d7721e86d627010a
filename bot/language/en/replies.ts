import type { EnglishFormatter as Formatter } from './englishFormatter.ts';
import { slackSays } from './slackSays.ts';

/** Why Slack did not take a file, by its word for it. */
const FILE_REASONS: Readonly<Record<string, string>> = {
  file_uploads_disabled:
    'files are switched off in this workspace. An administrator of Slack can change that.',
  storage_limit_reached: 'this workspace has no room left for files.',
  cannot_dm_bot: 'there is no direct message between you and this app.',
  ratelimited: 'Slack asks for a pause. Click again in a minute.',
};

const FILE_SCOPES = new Set(['missing_scope', 'not_allowed_token_type']);

function fileReason(code: string): string {
  if (FILE_SCOPES.has(code)) {
    return 'this app may not send files here. Whoever runs it has to give it the scopes files:write and im:write and install it again.';
  }
  return FILE_REASONS[code] ?? `Slack refused it (${slackSays(code)}).`;
}

/** What is said about an answer itself, its buttons and its file. */
export const replies = (format: Formatter) => ({
  broken:
    'Something broke here while answering; it is in the log of the bot. Trying again in a minute may help.',
  unknown:
    'This is not known to the bot any more; it may be from an older version. Type the command again for a new answer.',
  takesAWhile: 'Asking the service, one moment …',
  formNotOpened: (command: string) =>
    `Slack did not open the form in time. Type \`/${command}\` again, or \`/${command} help\` for what can be typed.`,
  oldButton:
    'This button is from an earlier version of the app. Type the command again to get an answer with new buttons.',
  share: {
    noStock: 'There is no stock to share yet.',
    noChannel: 'There is no channel here to share it in.',
    already: 'This was shared a moment ago; it is in the channel already.',
    underWay:
      'This was sent to the channel a moment ago, and Slack has not said whether it arrived. Look there first; it can be shared again in a minute.',
    unclear:
      'Slack did not say whether the answer arrived in the channel; it may be there. Look there before you share it again, which works in a minute.',
    refused:
      'Slack did not take the answer for this channel, so it is not there. Type the command again and share that answer.',
    done: 'Shared in this channel.',
    /** `command` is escaped. */
    by: (userId: string, command: string) => `Shared by <@${userId}> · \`${command}\``,
  },
  file: {
    noStock: 'There is no stock to send yet.',
    /** `command` is escaped. */
    comment: (rows: number, command: string) => `${format.counted(rows, 'row')} of \`${command}\``,
    sent: (rows: number, fileName: string, channelId: string) =>
      `${format.counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} in \`${fileName}\`, in your direct messages with this app (<#${channelId}>).`,
    unclear:
      'Slack did not say whether the file arrived. Look into your direct messages with this app before you ask again.',
    refused: (code: string) => `The file could not be sent: ${fileReason(code)}`,
  },
});
