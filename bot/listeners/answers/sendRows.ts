import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { Catalog } from '../../language/language.ts';
import { formatCommand } from '../../parser/formatCommand.ts';
import { LONGEST_SHOWN } from '../../parser/normalize.ts';
import { ALL_ROWS, type FiguresQuestion } from '../../questions/answer.ts';
import type { Files, SentFile } from '../../slack/files.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import { type Sheet, sheetOf } from '../../views/sheet.ts';
import type { ReaderFor } from './answering.ts';
import type { Questions } from './questions.ts';

/** Sends all rows of an answer as a file to the person alone; gives what that person is told. */
export async function sendRows(
  actor: Actor,
  question: FiguresQuestion,
  {
    questions,
    readerFor,
    files,
    log,
  }: {
    readonly questions: Pick<Questions, 'figures'>;
    readonly readerFor: ReaderFor;
    readonly files: Pick<Files, 'sendTo'>;
    readonly log: Logger;
  },
): Promise<string> {
  const figures = await questions.figures(actor, question, ALL_ROWS);
  const { common, replies } = actor.language.t;
  if (figures === undefined) return replies.file.noStock;
  const sheet = await sheetOf(figures, readerFor(actor, 'plain'));
  const command = escapeMrkdwn(common.command(formatCommand(question)), LONGEST_SHOWN);
  const sent = await files.sendTo(actor.person.userId, {
    ...sheet,
    comment: replies.file.comment(sheet.rows, command),
  });
  if (sent.kind !== 'sent') {
    log.warn(
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
