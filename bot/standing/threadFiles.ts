import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Database } from '../database/connection.ts';
import { changed } from '../database/dialect.ts';
import type { DigestSourceTable } from '../database/tables/digest.ts';
import type { WriteSheet } from '../figures/sheet.ts';
import { languageFor } from '../language/language.ts';
import { errorClassOf } from '../slack/errors.ts';
import type { Files, FileToSend, SentFile } from '../slack/files.ts';
import type { Outbound } from '../slack/messages.ts';
import type { DigestAnswers } from './answers.ts';
import { sourceOf } from './sources.ts';
import { digestWords } from './words/words.ts';

const AT_ONCE = 20;
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 60_000;
/** An older thread is no longer read, so its file is not sent. */
const MAX_AGE_MS = 2 * 60 * 60_000;
/** Not one of Slack's codes. */
const LATER = 'later';
/** Slack refuses every file with these codes, until the app or workspace is changed. */
const NOT_ALLOWED = new Set(['missing_scope', 'not_allowed_token_type', 'file_uploads_disabled']);

/**
 * Sends a file with all products to the thread of each posted digest. A failure does not affect the digest. Retries
 * when the data cannot be read. Claims a file before sending it, and does not resend one that may have arrived. Checks
 * the channel directly before sending, because it may have been shared since the digest.
 */
export function createThreadFiles(options: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly writeSheet: WriteSheet;
  readonly files: Pick<Files, 'replyTo'>;
  readonly outbound: Pick<Outbound, 'checkChannel'>;
  readonly answers: Pick<DigestAnswers, 'sheet'>;
  readonly signal: AbortSignal;
}): () => Promise<void> {
  const { database, clock, log, writeSheet, files, outbound, answers, signal } = options;
  let hasWarned = false;

  const isWanted = (id: string, attempt: number) =>
    database
      .updateTable('digest_source')
      .where('id', '=', id)
      .where('file_state', '=', 'wanted')
      .where('file_attempt', '=', attempt);
  /** Lets one replica at a time read a file. If it crashes, another one retries later. */
  const takeTurn = (id: string, attempt: number) =>
    changed(
      isWanted(id, attempt)
        .set({ file_attempt: attempt + 1, file_not_before: clock.now() + PAUSE_MS * 2 ** attempt })
        .executeTakeFirst(),
    );
  const moveTo = (id: string, attempt: number, state: 'sending' | 'failed') =>
    changed(isWanted(id, attempt).set({ file_state: state }).executeTakeFirst());
  const settle = async (id: string, state: 'sent' | 'failed' | 'wanted') => {
    await database.updateTable('digest_source').set({ file_state: state }).where('id', '=', id).execute();
  };
  const isTooLate = ({ last_sent_at: sentAt, updated_at: knownAt }: WantedFile) =>
    clock.now() - (sentAt ?? knownAt) > MAX_AGE_MS;
  const giveUp = async (row: WantedFile) => {
    if (!(await moveTo(row.id, row.file_attempt, 'failed'))) return;
    log.warn({ channel: row.channel_id }, 'the file of a digest could not be sent within two hours');
  };
  /** Why no file may be sent to the channel; LATER when Slack does not answer, undefined when one may. */
  const obstacleIn = async (channelId: string): Promise<string | undefined> => {
    const channel = await outbound.checkChannel(channelId);
    if (channel.kind === 'done') return undefined;
    const isRefused = channel.kind === 'rejected' && errorClassOf(channel.code) !== 'disable';
    return isRefused ? channel.code : LATER;
  };
  const mayTryAgain = (sent: SentFile, attempt: number) =>
    sent.kind === 'refused' && sent.code === 'ratelimited' && attempt < MAX_ATTEMPTS;
  const logRefusal = (channelId: string, sent: SentFile) => {
    if (sent.kind === 'sent') return;
    if (sent.kind === 'refused' && NOT_ALLOWED.has(sent.code)) {
      if (!hasWarned) {
        log.warn(
          { code: sent.code },
          'digests come without their file: the app lacks the scope files:write, or files are switched off',
        );
      }
      hasWarned = true;
      return;
    }
    log.warn(
      { channel: channelId, outcome: sent.kind, code: sent.kind === 'refused' ? sent.code : undefined },
      'the file of a digest was not sent',
    );
  };

  const fileOf = async (row: WantedFile): Promise<FileToSend> => {
    const source = sourceOf(row);
    const language = languageFor(source.language);
    const content = await answers.sheet(source, language.t);
    // Everyone in the channel gets the same file, so nobody's choice applies.
    const style = { format: 'xlsx', language: language.code } as const;
    const sheet = await writeSheet(content, content.title, style);
    const days = { from: source.dataFrom, to: source.dataDay };
    return { ...sheet, comment: digestWords(language.t).fileComment(sheet.rows, days) };
  };

  const sendOne = async (row: WantedFile) => {
    if (isTooLate(row)) return giveUp(row);
    if (!(await takeTurn(row.id, row.file_attempt))) return;
    const attempt = row.file_attempt + 1;
    const file = await fileOf(row).catch(async (error: unknown) => {
      const isLast = attempt >= MAX_ATTEMPTS;
      log.error(
        { channel: row.channel_id, attempt, err: error },
        isLast
          ? 'the file of a digest could not be read and is given up'
          : 'the file of a digest could not be read; it is tried again',
      );
      if (isLast) await settle(row.id, 'failed');
    });
    if (file === undefined) return;
    const obstacle = await obstacleIn(row.channel_id);
    if (obstacle === LATER || !(await moveTo(row.id, attempt, 'sending'))) return;
    const sent =
      obstacle === undefined
        ? await files.replyTo(row.channel_id, row.message_ts, file)
        : ({ kind: 'refused', code: obstacle } as const);
    await settle(row.id, sent.kind === 'sent' ? 'sent' : mayTryAgain(sent, attempt) ? 'wanted' : 'failed');
    logRefusal(row.channel_id, sent);
  };

  return async () => {
    const rows = await database
      .selectFrom('digest_source')
      .innerJoin('digest_run', 'digest_run.id', 'digest_source.run_id')
      .selectAll('digest_source')
      .select(['digest_run.message_ts', 'digest_run.last_sent_at', 'digest_run.updated_at'])
      .where('file_state', '=', 'wanted')
      .where('file_not_before', '<=', clock.now())
      .where('digest_run.state', '=', 'sent')
      .where('digest_run.message_ts', 'is not', null)
      .orderBy('digest_source.created_at')
      .limit(AT_ONCE)
      .execute();
    for (const { message_ts, ...row } of rows) {
      if (signal.aborted) return;
      if (message_ts !== null) await sendOne({ ...row, message_ts });
    }
  };
}

type WantedFile = DigestSourceTable & {
  readonly message_ts: string;
  /** From the digest's run. */
  readonly last_sent_at: number | null;
  readonly updated_at: number;
};
