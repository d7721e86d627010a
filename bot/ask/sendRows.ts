import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { Sheet, WriteSheet } from '../figures/sheet.ts';
import type { Files, SentFile } from '../slack/files.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { ALL_ROWS, type Askable } from './asking.ts';
import type { Commands } from './commands.ts';
import type { FileFormats } from './fileFormats.ts';
import { LONGEST_SHOWN } from './parseCommand.ts';
import { answerFor } from './questions.ts';
import type { ReaderFor } from './replies.ts';
import type { AskWords } from './words/en.ts';
import { askWords } from './words/words.ts';

/** Sends all rows of the answer to the person as a file. Gives a sentence with the result. */
export async function sendRows(
  actor: Actor,
  question: Askable,
  command: string,
  {
    commands,
    readerFor,
    writeSheet,
    fileFormats,
    files,
    log,
  }: {
    readonly commands: Pick<Commands, 'say'>;
    readonly readerFor: ReaderFor;
    readonly writeSheet: WriteSheet;
    readonly fileFormats: Pick<FileFormats, 'of'>;
    readonly files: Pick<Files, 'sendTo'>;
    readonly log: Logger;
  },
): Promise<string> {
  const { t, code } = actor.language;
  const replies = askWords(t);
  const asked = commands.say(question.command ?? command, t);
  const format = await fileFormats.of(actor.teamId, actor.person.userId);
  const answer = await answerFor(actor, question, ALL_ROWS);
  const content = answer.sheet(readerFor(actor, 'plain'));
  const sheet = await writeSheet(content, asked, { format, language: code });
  const shown = escapeMrkdwn(asked, LONGEST_SHOWN);
  const sent = await files.sendTo(actor.person.userId, {
    ...sheet,
    comment: replies.file.comment(sheet.rows, shown),
  });
  if (sent.kind !== 'sent') {
    log.warn(
      { outcome: sent.kind, code: sent.kind === 'refused' ? sent.code : undefined },
      'no file was sent',
    );
  }
  return resultSentence(sent, sheet, replies);
}

function resultSentence(sent: SentFile, { rows, fileName }: Sheet, { file }: AskWords): string {
  switch (sent.kind) {
    case 'sent':
      return file.sent(rows, fileName, sent.channelId);
    case 'unclear':
      return file.unclear;
    case 'refused':
      return file.refused(sent.code);
  }
}
