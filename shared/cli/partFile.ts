import type { Clock } from '../clock/clock.ts';
import { CSV_STYLE } from '../csv/csv.ts';
import { salesHead, salesLines } from '../csv/salesFile.ts';
import type { SalesRow } from '../operations/salesRow.ts';
import type { Disk, OpenFile } from './disk.ts';
import { type ExportIdentity, type Journal, writeJournal } from './journal.ts';
import type { ExportPaths } from './paths.ts';
import { ExportRefusal } from './refusal.ts';

/** A checkpoint is due after that many bytes, some ten thousand sales, or that long after the one before. */
const CHECKPOINT_BYTES = 2 * 1024 * 1024;
const CHECKPOINT_MS = 1_000;

export interface PartFileSetting {
  readonly clock: Clock;
  readonly disk: Disk;
  readonly paths: ExportPaths;
  readonly checkpointBytes?: number | undefined;
}

/**
 * The file under construction and its journal. Rows go to the end of `<out>.part`; at a checkpoint the data is synced
 * first and the journal after it, so the journal never promises what the file does not hold. What was written behind
 * the last checkpoint is cut off by the next run.
 */
export class PartFile {
  readonly #setting: PartFileSetting;
  readonly #file: OpenFile;
  readonly #identity: ExportIdentity;
  #rows: number;
  #bytes: number;
  #last: SalesRow | null;
  /** Size of the file and time of the last checkpoint. */
  #checkpointAt: number;
  #checkpointTime: number;
  #durableRows: number;

  private constructor(setting: PartFileSetting, file: OpenFile, journal: Journal) {
    this.#setting = setting;
    this.#file = file;
    this.#identity = journal.identity;
    this.#rows = journal.rows;
    this.#bytes = journal.bytes;
    this.#last = journal.last;
    this.#checkpointAt = journal.bytes;
    this.#checkpointTime = setting.clock.now();
    this.#durableRows = journal.rows;
  }

  /** An empty part file with the head of its format; the journal comes first, so that the part file is known as ours. */
  static async begin(setting: PartFileSetting, identity: ExportIdentity): Promise<PartFile> {
    const { disk, paths } = setting;
    const journal: Journal = {
      version: 1,
      identity,
      rows: 0,
      bytes: 0,
      last: null,
      state: 'reading',
    };
    await writeJournal(disk, paths, journal);
    const file = await disk.open(paths.part);
    return closingOnFailure(file, async () => {
      await file.truncate(0);
      const part = new PartFile(setting, file, journal);
      await part.#append(salesHead(identity.format, CSV_STYLE[identity.style]));
      return part;
    });
  }

  /** The part file as it was at the last checkpoint. */
  static async resume(setting: PartFileSetting, journal: Journal): Promise<PartFile> {
    const { disk, paths } = setting;
    await requireFit(disk, paths.part, paths.partName, journal);
    const file = await disk.open(paths.part);
    return closingOnFailure(file, async () => {
      await file.truncate(journal.bytes);
      return new PartFile(setting, file, journal);
    });
  }

  get rows(): number {
    return this.#rows;
  }

  /** The sales that the journal tells of. */
  get durableRows(): number {
    return this.#durableRows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The last sale written. */
  get last(): SalesRow | null {
    return this.#last;
  }

  /** Writes the sales, and makes them durable when it is time. Ends only when the disk has taken them. */
  async append(rows: readonly SalesRow[]): Promise<void> {
    const last = rows.at(-1);
    if (last === undefined) return;
    await this.#append(salesLines(rows, this.#identity.format, CSV_STYLE[this.#identity.style]));
    this.#rows += rows.length;
    this.#last = last;
    const { clock, checkpointBytes = CHECKPOINT_BYTES } = this.#setting;
    const isDue = this.#bytes - this.#checkpointAt >= checkpointBytes;
    if (isDue || clock.now() - this.#checkpointTime >= CHECKPOINT_MS) await this.checkpoint('reading');
  }

  /** Makes everything written so far durable, and then says so in the journal. */
  async checkpoint(state: Journal['state']): Promise<void> {
    await this.#file.sync();
    await writeJournal(this.#setting.disk, this.#setting.paths, {
      version: 1,
      identity: this.#identity,
      rows: this.#rows,
      bytes: this.#rows === 0 && state === 'reading' ? 0 : this.#bytes,
      last: this.#last,
      state,
    });
    this.#checkpointAt = this.#bytes;
    this.#checkpointTime = this.#setting.clock.now();
    this.#durableRows = this.#rows;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#file.write(bytes, this.#bytes);
    this.#bytes += bytes.length;
  }
}

/** The file is at least as long as the journal says, and the sale it names last ends there. */
export async function requireFit(disk: Disk, path: string, name: string, journal: Journal): Promise<void> {
  if (!(await fits(disk, path, journal))) {
    throw new ExportRefusal(
      `${name} does not fit its journal, which tells of ${journal.rows} sales in ${journal.bytes} bytes; add --restart to begin anew.`,
    );
  }
}

export async function fits(disk: Disk, path: string, { identity, last, bytes }: Journal): Promise<boolean> {
  const size = await disk.sizeOf(path);
  if (size === undefined || size < bytes) return false;
  const style = CSV_STYLE[identity.style];
  const end = Buffer.from(
    last === null ? salesHead(identity.format, style) : salesLines([last], identity.format, style),
  );
  if (bytes < end.length) return false;
  const file = await disk.open(path);
  try {
    return end.equals(await file.read(bytes - end.length, end.length));
  } finally {
    await file.close();
  }
}

async function closingOnFailure<T>(file: OpenFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await file.close();
    throw error;
  }
}
