import type { Actor } from '../../access/actor.ts';
import type { Catalog } from '../../language/language.ts';
import { formatCommand } from '../../parser/formatCommand.ts';
import { LONGEST_COMMAND } from '../../parser/normalize.ts';
import { ALL_ROWS, type FiguresQuestion } from '../../questions/answer.ts';
import type { Files, SentFile } from '../../slack/files.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { type Sheet, sheetOf } from '../../views/sheet.ts';
import { figuresFor, type QuestionParts, readerFor } from './questions.ts';

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
  const reader = readerFor(parts, actor);
  const { replies } = reader.language.t;
  if (figures === undefined) return replies.file.noStock;
  const sheet = await sheetOf(figures, { ...reader, rendering: 'plain' });
  const command = escapeMrkdwn(formatCommand(question), LONGEST_COMMAND);
  const sent = await parts.files.sendTo(actor.person.userId, {
    ...sheet,
    comment: replies.file.comment(sheet.rows, command),
  });
  if (sent.kind !== 'sent') {
    parts.log.warn(
      { outcome: sent.kind, code: sent.kind === 'refused' ? sent.code : undefined },
      'no file was sent',
    );
  }
  return outcomeInWords(sent, sheet, replies);
}

function outcomeInWords(sent: SentFile, { rows, fileName }: Sheet, { file }: Catalog['replies']): string {
  switch (sent.kind) {
    case 'sent':
      return file.sent(rows, fileName, sent.channelId);
    case 'unclear':
      return file.unclear;
    case 'refused':
      return file.refused(sent.code);
  }
}
