import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client';
import type { ProductNames } from '../products/productNames.ts';
import type { Files, SentFile } from '../slack/files.ts';
import { type DigestSheetParts, digestSheet } from '../views/digestSheet.ts';
import type { Database } from '../warehouse/database.ts';
import type { SalesReader } from '../warehouse/salesReader.ts';
import { productIdsOf, stockQuestionOf } from './readDigest.ts';
import { type DigestSource, sourceOf } from './sources.ts';
import type { StockDigestReader } from './stockDigest.ts';

export interface ThreadFileParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly files: Pick<Files, 'replyTo'>;
  readonly warehouse: SalesReader & StockDigestReader;
  readonly products: DigestSheetParts['products'] & Pick<ProductNames, 'idsOfGroup'>;
  readonly stores: DigestSheetParts['stores'];
  readonly signal: AbortSignal;
}

const AT_ONCE = 20;
const MOST_ATTEMPTS = 5;
const PAUSE_MS = 60_000;
/** Slack says so for every file then, until the app is installed with another scope. */
const NOT_ALLOWED = new Set(['missing_scope', 'not_allowed_token_type', 'file_uploads_disabled']);

/**
 * Sends the file with every product into the thread of each digest that was posted. It is apart from the digest and
 * never fails it. A file is claimed before it is sent: one of which nobody knows whether it arrived is not sent again.
 */
export function createThreadFiles(parts: ThreadFileParts): () => Promise<void> {
  const { database, clock, log, files, signal } = parts;
  let hasTold = false;

  const claim = async (id: string, attempt: number) => {
    const { numUpdatedRows } = await database
      .updateTable('digest_source')
      .set({ file_state: 'sending', file_attempt: attempt + 1 })
      .where('id', '=', id)
      .where('file_state', '=', 'wanted')
      .where('file_attempt', '=', attempt)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  const settle = async (id: string, attempt: number, sent: SentFile) => {
    const mayTryAgain = sent.kind === 'refused' && sent.code === 'ratelimited' && attempt < MOST_ATTEMPTS;
    await database
      .updateTable('digest_source')
      .set({
        file_state: sent.kind === 'sent' ? 'sent' : mayTryAgain ? 'wanted' : 'failed',
        file_not_before: clock.now() + PAUSE_MS,
      })
      .where('id', '=', id)
      .execute();
  };
  const tell = (channelId: string, sent: SentFile) => {
    if (sent.kind === 'sent') return;
    if (sent.kind === 'refused' && NOT_ALLOWED.has(sent.code)) {
      if (!hasTold) {
        log.warn(
          { code: sent.code },
          'digests come without their file: the app lacks the scope files:write, or files are switched off',
        );
      }
      hasTold = true;
      return;
    }
    log.warn(
      { channel: channelId, outcome: sent.kind, code: sent.kind === 'refused' ? sent.code : undefined },
      'the file of a digest was not sent',
    );
  };

  return async () => {
    const rows = await database
      .selectFrom('digest_source')
      .innerJoin('digest_run', 'digest_run.id', 'digest_source.run_id')
      .selectAll('digest_source')
      .select('digest_run.message_ts')
      .where('file_state', '=', 'wanted')
      .where('file_not_before', '<=', clock.now())
      .where('digest_run.state', '=', 'sent')
      .where('digest_run.message_ts', 'is not', null)
      .orderBy('digest_source.created_at')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) {
      if (signal.aborted) return;
      const source = sourceOf(row);
      if (source === undefined || row.message_ts === null) continue;
      if (!(await claim(row.id, row.file_attempt))) continue;
      const sent = await send(parts, source, row.message_ts, files);
      await settle(row.id, row.file_attempt + 1, sent);
      tell(row.channel_id, sent);
    }
  };
}

async function send(
  parts: ThreadFileParts,
  source: DigestSource,
  messageTs: string,
  files: Pick<Files, 'replyTo'>,
): Promise<SentFile> {
  const { warehouse, products, stores } = parts;
  const productIds = productIdsOf(source.products, products);
  const rows =
    source.content === 'stock'
      ? {
          kind: 'stock' as const,
          rows: await warehouse.stockDigestRows(stockQuestionOf(source, productIds)),
        }
      : {
          kind: 'sales' as const,
          products: await sumsOf(warehouse, source, 'product', productIds),
          stores: await sumsOf(warehouse, source, 'store', productIds),
        };
  const sheet = await digestSheet(source, rows, { products, stores });
  return files.replyTo(source.channelId, messageTs, { ...sheet, comment: sheet.comment });
}

async function sumsOf(
  warehouse: SalesReader,
  { dataDay }: DigestSource,
  by: 'product' | 'store',
  productIds: readonly string[] | undefined,
) {
  const question = { from: dataDay, to: dataDay, by, ...(productIds === undefined ? {} : { productIds }) };
  return (await warehouse.salesOf(question)).groups;
}
