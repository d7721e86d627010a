/** A thread that reads sales and stock: see readerThreads.ts. */
import { workerData } from 'node:worker_threads';
import { createCalendar } from 'retail-data-client/calendar';
import { connectDatabase } from './database/connection.ts';
import { createHeldReader, type HeldReader } from './readers.ts';
import type { ReaderStart } from './readerThreads.ts';
import { packList } from './workers/chunkedList.ts';
import { answerCalls } from './workers/server.ts';

const start: ReaderStart = workerData;

answerCalls(
  async () => {
    const database = await connectDatabase(start.databasePlace, { role: 'read' });
    const held = createHeldReader(database, createCalendar(start.timeZone));
    return {
      ...held,
      stockFigures: async (...question: Parameters<HeldReader['stockFigures']>) => {
        const answer = await held.stockFigures(...question);
        return answer && { ...answer, rows: packList(answer.rows) };
      },
      stockDigestRows: async (...question: Parameters<HeldReader['stockDigestRows']>) =>
        packList(await held.stockDigestRows(...question)),
      database,
    };
  },
  ({ database }) => database.destroy(),
);
