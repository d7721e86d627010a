import type { Actor } from '../../access/actor.ts';
import { formatterFor } from '../../language/formatter.ts';
import { formatCommand } from '../../parser/formatCommand.ts';
import { LONGEST_COMMAND } from '../../parser/normalize.ts';
import { ALL_ROWS, type FiguresQuestion } from '../../questions/answer.ts';
import type { Files, SentFile } from '../../slack/files.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { type Sheet, sheetOf } from '../../views/sheet.ts';
import { figuresFor, type QuestionParts, readerFor } from '../commands/questions.ts';

export interface SendRowsParts extends QuestionParts {
  readonly files: Pick<Files, 'sendTo'>;
}

/** Sends all rows of an answer as a file to the person alone; gives what that person is told. */
export async function sendRows(
  parts: SendRowsParts,
  actor: Actor,
  question: FiguresQuestion,
): Promise<string> {
  const figures = await figuresFor(parts, actor, question, ALL_ROWS);
  if (figures === undefined) return 'There is no stock to send yet.';
  const reader = readerFor(parts, actor);
  const sheet = await sheetOf(figures, { ...reader, rendering: 'plain' });
  const command = `\`${escapeMrkdwn(formatCommand(question), LONGEST_COMMAND)}\``;
  const sent = await parts.files.sendTo(actor.person.userId, {
    ...sheet,
    comment: `${formatterFor(reader.locale).counted(sheet.rows, 'row')} of ${command}`,
  });
  if (sent.kind !== 'sent') {
    parts.log.warn(
      { outcome: sent.kind, code: sent.kind === 'refused' ? sent.code : undefined },
      'no file was sent',
    );
  }
  return outcomeInWords(sent, sheet, reader.locale);
}

function outcomeInWords(sent: SentFile, { rows, fileName }: Sheet, locale: 'en' | 'nb'): string {
  switch (sent.kind) {
    case 'sent':
      return `${formatterFor(locale).counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} in \`${fileName}\`, in your direct messages with this app (<#${sent.channelId}>).`;
    case 'unclear':
      return 'Slack did not say whether the file arrived. Look into your direct messages with this app before you ask again.';
    case 'refused':
      return `The file could not be sent: ${REASONS[sent.code] ?? `Slack refused it (${sent.code}).`}`;
  }
}

const NO_SCOPE =
  'this app may not send files here. Whoever runs it has to give it the scopes files:write and im:write and install it again.';

const REASONS: Readonly<Record<string, string>> = {
  missing_scope: NO_SCOPE,
  not_allowed_token_type: NO_SCOPE,
  file_uploads_disabled:
    'files are switched off in this workspace. An administrator of Slack can change that.',
  storage_limit_reached: 'this workspace has no room left for files.',
  cannot_dm_bot: 'there is no direct message between you and this app.',
  ratelimited: 'Slack asks for a pause. Click again in a minute.',
};
