/** A thread that reads sales and stock: see readers.ts. */
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { connectDatabase } from './database/connection.ts';
import { createFiguresReader, type ReadWorkerData } from './readers.ts';
import { serveInThread } from './workers/thread.ts';

serveInThread(async (data: ReadWorkerData) => {
  const database = await connectDatabase(data.databasePlace, { role: 'read' });
  return {
    service: createFiguresReader(database, createCalendar(data.timeZone)),
    close: () => database.destroy(),
  };
});
