/** A thread that reads sales and stock: see readers.ts. */
import { workerData } from 'node:worker_threads';
import { createCalendar } from 'retail-data-client/calendar';
import { connectDatabase } from './database/connection.ts';
import { createFiguresReader, type ReadWorkerData } from './readers.ts';
import { serveWorker } from './workers/thread.ts';

const data: ReadWorkerData = workerData;

serveWorker(async () => {
  const database = await connectDatabase(data.databasePlace, { role: 'read' });
  return {
    service: createFiguresReader(database, createCalendar(data.timeZone)),
    close: () => database.destroy(),
  };
});
