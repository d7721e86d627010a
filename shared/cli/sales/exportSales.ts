import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateOf, dayOf } from '../../calendar/openDays.ts';
import type { RetailDataOperations } from '../../client/client.ts';
import { CSV_STYLE } from '../../csv/csv.ts';
import { salesHead, salesLines } from '../../csv/salesFile.ts';
import type { SalesFlags } from './flags.ts';
import { counted, type ExportProgress } from './progress.ts';

export interface SalesExport extends Omit<SalesFlags, 'out'> {
  readonly client: RetailDataOperations;
  /** Where each day gets a file. */
  readonly folder: string;
  readonly progress: ExportProgress;
  readonly signal: AbortSignal;
}

export interface ExportResult {
  readonly written: number;
  readonly sales: number;
  /** Days that had a file before. */
  readonly present: number;
  /** Days for which the service has no sales: they get no file, and the next run reads them again. */
  readonly empty: number;
}

/** The service answered with sales of another day than the one it was asked for. */
export class WrongDay extends Error {}

const TEMPORARY = /^\d{4}-\d{2}-\d{2}\..*\.tmp$/;

/** Reads the days that have no file yet, one after the other and one batch in memory at a time. */
export async function exportSales(plan: SalesExport): Promise<ExportResult> {
  const { folder, from, to, again, progress, signal } = plan;
  await mkdir(folder, { recursive: true });
  // A run that was killed has left them.
  const unfinished = (await readdir(folder)).filter((name) => TEMPORARY.test(name));
  for (const name of unfinished) await rm(join(folder, name), { force: true });
  let [written, sales, present, empty] = [0, 0, 0, 0];
  // A page size that came through one day is the first of the next: to find it takes a call that times out for each size.
  let { pageSize } = plan;
  const learn = (worked: number | undefined) => {
    pageSize = worked ?? pageSize;
  };
  for (let number = dayOf(from); number <= dayOf(to); number += 1) {
    const day = dateOf(number);
    const path = join(folder, fileNameOf(plan, day));
    if (!again && existsSync(path)) {
      present += 1;
      continue;
    }
    signal.throwIfAborted();
    const read = await writeDay({ ...plan, pageSize }, day, path, learn);
    progress.say(`${day}: ${read === 0 ? 'no sales yet' : counted(read, 'sale')}`);
    sales += read;
    if (read === 0) empty += 1;
    else written += 1;
  }
  return { written, sales, present, empty };
}

/** Filters and style are part of the name, so a run with others never takes these days for its own. */
function fileNameOf({ named, style, format }: SalesExport, day: string): string {
  const parts = Object.entries(named).map(([flag, value]) => `${flag}-${value}`);
  if (style !== 'international') parts.push(style);
  return [day, ...parts, format].join('.');
}

/** Gives the number of sales. The file appears under its name only when it is complete and on the disk. */
async function writeDay(
  plan: SalesExport,
  day: string,
  path: string,
  learn: (pageSize: number | undefined) => void,
): Promise<number> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  let sales = 0;
  async function* lines() {
    const { client, filter, pageSize, format, progress, signal } = plan;
    const style = CSV_STYLE[plan.style];
    yield salesHead(format, style);
    const onWait = ({ reason }: { readonly reason: string }) => progress.say(reason);
    const read = client.dailySales(
      { ...filter, fromSalesDate: day, toSalesDate: day },
      { pageSize, signal, onWait, onProgress: (made) => learn(made.pageSize) },
    );
    for await (const batch of read.batches()) {
      signal.throwIfAborted();
      const stray = batch.find(({ salesDate }) => salesDate !== day);
      if (stray !== undefined) {
        throw new WrongDay(
          `Asked for ${day}, the service gave a sale of ${stray.salesDate}; npm run check-service tells how it reads dates.`,
        );
      }
      sales += batch.length;
      progress.report(day, sales);
      yield salesLines(batch, format, style);
    }
  }
  try {
    await writeFile(temporary, lines(), { flag: 'wx', flush: true });
    if (sales > 0) await rename(temporary, path);
  } finally {
    // A rename has taken it away. Where this fails, the next run removes it.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
  return sales;
}
