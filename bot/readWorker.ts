/** A thread that reads sales and stock: see readers.ts. */
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { connectDatabase } from './database/connection.ts';
import { createFiguresReader, type ReadWorkerData } from './readers.ts';
import type { OpenService } from './workers/worker.ts';

export const open: OpenService<ReadWorkerData> = async (data) => {
  const database = await connectDatabase(data.databasePlace, { role: 'read' });
  return {
    service: createFiguresReader(database, createCalendar(data.timeZone)),
    close: () => database.destroy(),
  };
};
