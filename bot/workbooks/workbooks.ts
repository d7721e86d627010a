import { extname } from 'node:path';
import type { Logger } from 'pino';
import { createRemote } from '../workers/channel.ts';
import { startProcess } from '../workers/process.ts';
import type { StartWorker } from '../workers/worker.ts';
import type { CellValue, Table, TableHead, WorkbookRefusal, WorkbookRow } from './table.ts';

/**
 * Excel workbooks. Each is written or read in a process that ends after its work, one after the other: the bot isn't
 * blocked, its memory stays as it is, and a file that needs too much of it ends only that process.
 */
export interface Workbooks {
  /** The file of a workbook with one worksheet. */
  write(table: Table): Promise<Uint8Array>;
  /**
   * Reads the rows of the first worksheet in pieces, until `take` returns false. Gives the reason when the workbook can't
   * be read; `take` may have got rows before.
   */
  read(
    bytes: Uint8Array,
    take: (rows: readonly WorkbookRow[]) => boolean,
  ): Promise<WorkbookRefusal | undefined>;
}

/** What the process serves, for one workbook. `open` and `close` are names of the process itself. */
export interface WorkbookService {
  begin(head: TableHead): Promise<void>;
  add(rows: readonly (readonly CellValue[])[]): Promise<void>;
  end(): Promise<Uint8Array>;
  load(bytes: Uint8Array): Promise<void>;
  /** The next rows of the loaded workbook, undefined after the last ones; or why it can't be read. */
  next(): Promise<readonly WorkbookRow[] | WorkbookRefusal | undefined>;
}

/** In the same folder, with the same extension: TypeScript here, JavaScript in the built bot. */
const PROCESS = new URL(`./workbookProcess${extname(import.meta.url)}`, import.meta.url);
/** For one call: to write or read 500 rows, or to unpack what comes before the rows. */
const DEADLINE_MS = 60_000;
const CLOSE_TIMEOUT_MS = 1_000;
const ROWS_A_CALL = 500;

/** `start` starts each process. */
export function createWorkbooks(log: Logger, start: StartWorker = startProcess): Workbooks {
  let last: Promise<unknown> = Promise.resolve();
  const inProcess = <Result>(work: (service: WorkbookService) => Promise<Result>): Promise<Result> => {
    const done = last.then(async () => {
      const worker = start(PROCESS, undefined, DEADLINE_MS);
      try {
        return await work(createRemote<WorkbookService>(worker.call));
      } finally {
        await worker.close(CLOSE_TIMEOUT_MS);
      }
    });
    last = done.catch(() => undefined);
    return done;
  };
  const orDamaged = async <Result>(call: () => Promise<Result>): Promise<Result | 'damaged'> => {
    try {
      return await call();
    } catch (error) {
      log.warn({ err: error }, 'a workbook could not be read, and is refused as damaged');
      return 'damaged';
    }
  };
  return {
    write: ({ above, columns, rows }) =>
      inProcess(async (service) => {
        await service.begin({ above, columns });
        for (const piece of piecesOf(rows)) await service.add(piece);
        return service.end();
      }),
    read: (bytes, take) =>
      inProcess(async (service) => {
        const loaded = await orDamaged(() => service.load(bytes));
        if (loaded !== undefined) return loaded;
        for (;;) {
          const next = await orDamaged(() => service.next());
          if (next === undefined || typeof next === 'string') return next;
          if (next.length > 0 && !take(next)) return undefined;
        }
      }),
  };
}

function* piecesOf(rows: Iterable<readonly CellValue[]>): Generator<readonly (readonly CellValue[])[]> {
  let piece: (readonly CellValue[])[] = [];
  for (const row of rows) {
    piece.push(row);
    if (piece.length < ROWS_A_CALL) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
