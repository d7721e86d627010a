/** A thread that reads sales and stock: see readerThreads.ts. */
import { workerData } from 'node:worker_threads';
import { createCalendar } from 'retail-data-client/calendar';
import { createStockReader } from '../answers/stockReader.ts';
import { createStockDigestReader } from '../digest/figures.ts';
import { answerCalls } from '../threads/answerCalls.ts';
import { connectDatabase } from './database.ts';
import { createSalesReader } from './heldSales.ts';
import { createHeldStock } from './heldStock.ts';
import type { ReaderStart } from './readerThreads.ts';

const { databasePlace, timeZone }: ReaderStart = workerData;

answerCalls(
  async () => {
    const database = await connectDatabase(databasePlace, { role: 'read' });
    const calendar = createCalendar(timeZone);
    const sales = createSalesReader(database, calendar);
    const held = createHeldStock(database, calendar);
    return {
      ...sales,
      ...createStockReader({ database, sales, calendar, held }),
      ...held,
      ...createStockDigestReader({ database, sales, calendar }),
      database,
    };
  },
  ({ database }) => database.destroy(),
);
