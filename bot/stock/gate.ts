import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import type { Gate } from '../digest/questionKind.ts';
import { bannerWords } from './digestKind.ts';
import { resolveStock } from './digestReadiness.ts';

/** What questions of `/stock` wait for: the stock of their day. */
export function stockGate(database: Database, calendar: Calendar): Gate {
  return {
    command: 'stock',
    resolve: (occasion) => resolveStock(database, calendar, occasion),
    banner: bannerWords,
  };
}
