/** The process that writes or reads a workbook: see workbooks.ts. */
import type { OpenService } from '../workers/worker.ts';
import { readFirstSheet } from './read.ts';
import type { WorkbookRow } from './table.ts';
import { RefusedWorkbook } from './unpack.ts';
import type { WorkbookService } from './workbooks.ts';
import { createWorkbookWriter, type WorkbookWriter } from './write.ts';

export const open: OpenService<undefined> = async () => ({ service: createService(), close: async () => {} });

function createService(): WorkbookService {
  let writer: WorkbookWriter | undefined;
  let reading: AsyncIterator<readonly WorkbookRow[]> | undefined;
  return {
    async begin(head) {
      writer = createWorkbookWriter(head);
    },
    async add(rows) {
      await writer?.add(rows);
    },
    async end() {
      if (writer === undefined) throw new Error('No workbook was begun.');
      return writer.end();
    },
    async load(bytes) {
      reading = readFirstSheet(bytes)[Symbol.asyncIterator]();
    },
    async next() {
      if (reading === undefined) throw new Error('No workbook was loaded.');
      try {
        const { done, value } = await reading.next();
        return done === true ? undefined : value;
      } catch (error) {
        if (!(error instanceof RefusedWorkbook)) throw error;
        return error.refusal;
      }
    },
  };
}
