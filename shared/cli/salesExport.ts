import type { RetailDataClient } from '../client/client.ts';
import type { Clock } from '../clock/clock.ts';
import { PageDriftError } from '../errors/errors.ts';
import type { SalesRow } from '../operations/salesRow.ts';
import type { Progress } from '../pagination/pages.ts';
import { daysRead } from './daysRead.ts';
import type { Disk } from './disk.ts';
import type { PeriodFilter } from './flags.ts';
import { differenceFrom, type ExportSubject, identityOf, type Journal, readJournal } from './journal.ts';
import { fits, PartFile, requireFit } from './partFile.ts';
import type { ExportPaths } from './paths.ts';
import type { ExportProgress } from './progress.ts';
import { ExportRefusal } from './refusal.ts';

export interface SalesExport {
  readonly client: RetailDataClient;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly paths: ExportPaths;
  readonly subject: ExportSubject;
  readonly filter: PeriodFilter;
  readonly pageSize?: number | undefined;
  /** A file that has the final name may be replaced. */
  readonly overwrite: boolean;
  /** What an earlier run left is thrown away. */
  readonly restart: boolean;
  readonly progress: ExportProgress;
  readonly signal: AbortSignal;
  /** Bytes between two checkpoints; 2 MB when not set. */
  readonly checkpointBytes?: number | undefined;
}

export interface ExportResult {
  readonly rows: number;
  readonly bytes: number;
  /** Nothing was read: an earlier run had ended just before it could say so. */
  readonly wasComplete: boolean;
}

/** The export ended early; `kept` sales are durably written, and `cause` says why it ended. */
export class ExportStopped extends Error {
  readonly kept: number;

  constructor(kept: number, cause: unknown) {
    super('The export ended early.', { cause });
    this.name = 'ExportStopped';
    this.kept = kept;
  }
}

/**
 * Writes daily sales to a file (interface: "GET daily-sales-per-store"), one batch in memory at a time. The rows go to
 * `<out>.part`, which gets the final name when it is whole. After any end in between, the same export goes on behind
 * the last checkpoint: the last sale written is asked for again, and when another one stands there, the data has changed in
 * between and the export is refused.
 *
 * Not caught: as many sales added as removed before that place. A correction that only changes figures leaves the old
 * ones in the file. A period that is closed, or a read without interruption, is the way around. Nor may two exports
 * write to the same name at once.
 *
 * @throws ExportRefusal when it cannot begin or end as asked; ExportStopped when it had begun.
 */
export async function writeSales(plan: SalesExport): Promise<ExportResult> {
  const { disk, paths } = plan;
  const journal = await journalOf(plan);
  if (journal?.state === 'complete') return finish(plan, journal);
  await requireFree(plan);
  const part = await openPart(plan, journal);
  try {
    await readInto(part, plan);
    await part.checkpoint('complete');
  } catch (error) {
    await keep(part, error);
    throw new ExportStopped(part.durableRows, error);
  } finally {
    plan.progress.end();
    await part.close();
  }
  await requireFree(plan);
  await publish(disk, paths);
  return { rows: part.rows, bytes: part.bytes, wasComplete: false };
}

/** What an earlier run left, when it is of the same export and can be gone on from. */
async function journalOf({ disk, paths, subject, restart }: SalesExport): Promise<Journal | undefined> {
  if (restart) return undefined;
  const journal = await readJournal(disk, paths);
  if (journal === undefined) {
    if ((await disk.sizeOf(paths.part)) === undefined) return undefined;
    throw new ExportRefusal(
      `${paths.partName} is there without its journal ${paths.partName}.json; add --restart to begin anew, which overwrites it.`,
    );
  }
  const difference = differenceFrom(journal.identity, subject);
  if (difference !== undefined) {
    throw new ExportRefusal(
      `${paths.partName} is of another export: ${difference}; repeat that one to go on with it, or add --restart to begin anew.`,
    );
  }
  if (journal.state === 'drifted') {
    throw new ExportRefusal(
      `The data changed while ${paths.partName} was read, so its ${journal.rows} sales cannot be gone on from; add --restart to begin anew.`,
    );
  }
  return journal;
}

async function openPart(plan: SalesExport, journal: Journal | undefined): Promise<PartFile> {
  if (journal === undefined || journal.rows === 0) return PartFile.begin(plan, identityOf(plan.subject));
  return PartFile.resume(plan, journal);
}

async function readInto(part: PartFile, plan: SalesExport): Promise<void> {
  const { client, filter, pageSize, signal, progress, paths } = plan;
  let read: Progress | undefined;
  const resumed = part.last;
  let firstDate: string | undefined;
  const state = () => ({
    rows: part.rows,
    bytes: part.bytes,
    pages: read?.pages ?? 0,
    total: read?.total,
    callsNeeded: read?.callsNeeded,
    days: daysRead(filter.fromSalesDate, filter.toSalesDate, part.last?.salesDate ?? null, firstDate),
  });
  progress.begin(state());
  const sales = client.dailySales(filter, {
    pageSize,
    startAt: part.rows,
    after: resumed ?? undefined,
    signal,
    onWait: (wait) => progress.wait(wait.reason),
    onProgress: (now) => {
      read = now;
    },
  });
  try {
    for await (const batch of sales) {
      signal.throwIfAborted();
      firstDate ??= batch[0]?.salesDate;
      await part.append(batch);
      progress.report(state());
    }
  } catch (error) {
    const wasWrittenLast = error instanceof PageDriftError && resumed !== null && part.last === resumed;
    throw wasWrittenLast ? changed(paths, `${nameOf(resumed)} has moved`) : error;
  }
  const { days, ...rest } = state();
  progress.report({ ...rest, days: { ...days, over: days.asked } });
}

function nameOf({ salesDate, storeId, productId }: SalesRow): string {
  return `the sale of ${salesDate}, store ${storeId}, product ${productId}, which was written last,`;
}

function changed({ partName }: ExportPaths, what: string): ExportRefusal {
  return new ExportRefusal(
    `The data changed since ${partName} was begun: ${what}; add --restart to begin anew.`,
  );
}

/** Keeps what has been written, for the next run to go on from; after a drift it is marked instead. */
async function keep(part: PartFile, error: unknown): Promise<void> {
  try {
    await part.checkpoint(error instanceof PageDriftError ? 'drifted' : 'reading');
  } catch {
    // The disk may be what failed. The checkpoint before this one still stands, and `durableRows` counts by it.
  }
}

/** Ends an export whose rows were all written, wherever the earlier run ended after that. */
async function finish(plan: SalesExport, journal: Journal): Promise<ExportResult> {
  const { disk, paths } = plan;
  const result = { rows: journal.rows, bytes: journal.bytes, wasComplete: true };
  if ((await disk.sizeOf(paths.part)) === undefined) {
    if ((await disk.sizeOf(paths.out)) === journal.bytes && (await fits(disk, paths.out, journal))) {
      await disk.remove(paths.journal);
      return result;
    }
  }
  await requireFit(disk, paths.part, paths.partName, journal);
  await requireFree(plan);
  await publish(disk, paths);
  return result;
}

async function requireFree({ disk, paths, overwrite }: SalesExport): Promise<void> {
  if (overwrite || (await disk.sizeOf(paths.out)) === undefined) return;
  throw new ExportRefusal(`${paths.outName} is there already; add --overwrite to replace it.`);
}

/** The final name must have reached the disk before the journal goes, or a loss of power could leave neither. */
async function publish(disk: Disk, paths: ExportPaths): Promise<void> {
  await disk.rename(paths.part, paths.out);
  await disk.syncFolder(paths.folder);
  await disk.remove(paths.journal);
}
