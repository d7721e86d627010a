import { basename, join } from 'node:path';
import type { RetailDataOperations } from '../../client/client.ts';
import { CSV_STYLE } from '../../csv/csv.ts';
import { salesHead, salesLines } from '../../csv/salesFile.ts';
import { type FileSystem, isTemporary, writeWhole } from './fileSystem.ts';
import { type ExportSubject, MANIFEST_NAME, openFolder } from './manifest.ts';
import type { ExportProgress, ExportState } from './progress.ts';
import { ExportRefusal } from './refusal.ts';

export interface SalesExport {
  readonly client: RetailDataOperations;
  readonly fileSystem: FileSystem;
  /** Where each day gets a file. */
  readonly folder: string;
  /** The file that the days are joined into, when one is wanted; the folder is removed then. */
  readonly file?: string | undefined;
  readonly subject: ExportSubject;
  /** yyyy-MM-dd, in order. */
  readonly days: readonly string[];
  readonly pageSize?: number | undefined;
  /** Days that are there already are read anew. */
  readonly again: boolean;
  /** A file that has the final name may be replaced. */
  readonly overwrite: boolean;
  readonly progress: ExportProgress;
  readonly signal: AbortSignal;
}

export interface ExportResult {
  /** Days that were not read, because an earlier run had. */
  readonly daysKept: number;
  /** Sales read in this run. */
  readonly rows: number;
  /** Size of the file, or of all days together. */
  readonly bytes: number;
}

/** The export ended early; `days` of its days are whole in their folder, and `cause` says why it ended. */
export class ExportStopped extends Error {
  readonly days: number;

  constructor(days: number, cause: unknown) {
    super('The export ended early.', { cause });
    this.name = 'ExportStopped';
    this.days = days;
  }
}

type Counted = { -readonly [Name in keyof ExportState]: ExportState[Name] };

/**
 * Writes daily sales (interface: "GET daily-sales-per-store"), one day and one file after the other and one batch in
 * memory at a time. A day has its file only when it is whole, so a run that was ended at any moment is gone on with by
 * reading the days that have none.
 *
 * @throws ExportRefusal when it cannot begin as asked; ExportStopped when it had begun.
 */
export async function exportSales(plan: SalesExport): Promise<ExportResult> {
  const { fileSystem, folder, days, progress } = plan;
  await requireFree(plan);
  await openFolder(fileSystem, folder, plan.subject);
  const missing: string[] = [];
  for (const day of days) if (plan.again || !(await isWhole(plan, day))) missing.push(day);

  const daysKept = days.length - missing.length;
  const state: Counted = { day: '', days: daysKept, rows: 0, bytes: 0, calls: 0 };
  progress.begin(daysKept, days.length);
  try {
    for (const day of missing) {
      state.day = day;
      await writeWhole(fileSystem, pathOf(plan, day), readDay(plan, state));
      state.days += 1;
      progress.report(state);
    }
    const bytes = plan.file === undefined ? await sizeOfDays(plan) : await joinDays(plan, plan.file);
    return { daysKept, rows: state.rows, bytes };
  } catch (error) {
    throw new ExportStopped(state.days, error);
  } finally {
    progress.end();
  }
}

/** The file of the day that the state names: its head, and its sales as they come. Counts them in the state. */
async function* readDay(plan: SalesExport, state: Counted): AsyncGenerator<Uint8Array> {
  const { client, subject, signal, progress, pageSize } = plan;
  const { format, style, filter } = subject;
  const { day, calls } = state;
  signal.throwIfAborted();
  yield headOf(subject);
  const sales = client.dailySales(
    { ...filter, fromSalesDate: day, toSalesDate: day },
    {
      pageSize,
      signal,
      onWait: ({ reason }) => progress.wait(reason),
      onProgress({ pages }) {
        state.calls = calls + pages;
      },
    },
  );
  for await (const batch of sales.batches()) {
    signal.throwIfAborted();
    const stray = batch.find(({ salesDate }) => salesDate !== day);
    if (stray !== undefined) {
      throw new ExportRefusal(
        `Asked for ${day}, the service gave a sale of ${stray.salesDate}; npm run check-service tells how it reads dates.`,
      );
    }
    const chunk = Buffer.from(salesLines(batch, format, CSV_STYLE[style]));
    state.rows += batch.length;
    state.bytes += chunk.length;
    progress.report(state);
    yield chunk;
  }
}

/**
 * Whether a day need not be read. One without sales does: the service may not have had them yet.
 * @throws ExportRefusal when a file has the name of the day, and is not one that this export wrote
 */
async function isWhole(plan: SalesExport, day: string): Promise<boolean> {
  const { fileSystem, folder, subject } = plan;
  const path = pathOf(plan, day);
  const size = await fileSystem.size(path);
  if (size === undefined) return false;
  const head = headOf(subject);
  // The first sale begins with its day, in CSV and in NDJSON.
  const start = Buffer.from(await fileSystem.read(path, 0, head.length + FIRST_CELL));
  const end = Buffer.from(await fileSystem.read(path, Math.max(0, size - 1), 1));
  if (start.subarray(0, head.length).equals(head)) {
    if (size === head.length) return false;
    if (start.includes(day, head.length) && end.equals(LINE_END)) return true;
  }
  throw new ExportRefusal(
    `${basename(path)} in ${basename(folder)} is not a whole day of this export; move it away, or add --again to replace it.`,
  );
}

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.(csv|ndjson)$/;
const FIRST_CELL = 40;
const LINE_END = Buffer.from('\n');
const COPY_BYTES = 1024 * 1024;

/** Joins the days of the period into one file, and removes them once it is durable. */
async function joinDays(plan: SalesExport, file: string): Promise<number> {
  const { fileSystem, folder } = plan;
  const bytes = await writeWhole(fileSystem, file, joinedDays(plan), folder);
  const names = (await fileSystem.list(folder)) ?? [];
  const days = names.filter((name) => DAY_FILE.test(name) || isTemporary(name));
  // The manifest goes last: without it, what is left would not be known as ours.
  for (const name of [...days, MANIFEST_NAME]) await fileSystem.remove(join(folder, name));
  const isEmpty = names.length === days.length + 1;
  if (isEmpty) await fileSystem.removeFolder(folder);
  return bytes;
}

async function* joinedDays(plan: SalesExport): AsyncGenerator<Uint8Array> {
  const { fileSystem, signal } = plan;
  const head = headOf(plan.subject);
  yield head;
  for (const day of plan.days) {
    const path = pathOf(plan, day);
    for (let at = head.length; ; ) {
      signal.throwIfAborted();
      const chunk = await fileSystem.read(path, at, COPY_BYTES);
      if (chunk.length === 0) break;
      yield chunk;
      at += chunk.length;
    }
  }
  // Once more: another program may have taken the name while days were read.
  await requireFree(plan);
}

async function requireFree({ fileSystem, file, overwrite }: SalesExport): Promise<void> {
  if (file === undefined || (await fileSystem.size(file)) === undefined || overwrite) return;
  throw new ExportRefusal(`${basename(file)} is there already; add --overwrite to replace it.`);
}

async function sizeOfDays(plan: SalesExport): Promise<number> {
  let bytes = 0;
  for (const day of plan.days) bytes += (await plan.fileSystem.size(pathOf(plan, day))) ?? 0;
  return bytes;
}

function pathOf({ folder, subject }: SalesExport, day: string): string {
  return join(folder, `${day}.${subject.format}`);
}

function headOf({ format, style }: ExportSubject): Buffer {
  return Buffer.from(salesHead(format, CSV_STYLE[style]));
}
