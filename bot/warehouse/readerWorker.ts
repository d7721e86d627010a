/** A thread that reads sales and stock: see readerThreads.ts. */
import { workerData } from 'node:worker_threads';
import { createCalendar } from 'retail-data-client/calendar';
import { answerCalls } from '../threads/answerCalls.ts';
import { connectDatabase } from './database.ts';
import { createHeldReader } from './heldReader.ts';
import type { ReaderStart } from './readerThreads.ts';

const { databasePlace, timeZone }: ReaderStart = workerData;

answerCalls(
  async () => {
    const database = await connectDatabase(databasePlace, { role: 'read' });
    return { ...createHeldReader(database, createCalendar(timeZone)), database };
  },
  ({ database }) => database.destroy(),
);
