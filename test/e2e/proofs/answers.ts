import type { Calendar } from 'retail-data-client/calendar/calendar';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { featureOf } from '../../../bot/ask/asking.ts';
import { createCommands } from '../../../bot/ask/commands.ts';
import { figuresStamp } from '../../../bot/database/answerCache.ts';
import type { Database } from '../../../bot/database/connection.ts';
import { createFiguresReader } from '../../../bot/readers.ts';
import { askSales } from '../../../bot/sales/asking.ts';
import { salesGate } from '../../../bot/sales/gate.ts';
import { LiveSalesBusy } from '../../../bot/sales/live/turns.ts';
import { createDigestAnswers, type DigestAnswers } from '../../../bot/standing/answers.ts';
import { askStock } from '../../../bot/stock/asking.ts';
import { stockGate } from '../../../bot/stock/gate.ts';
import { NUMBERS_ONLY } from '../../support/bot/numbersOnly.ts';

/** Where nothing is called by a name. */
const NO_NAMES = { ...NUMBERS_ONLY, called: () => [], named: () => [], like: () => [] };

/** The answers of the bot's digests on a database, without names; the service is asked for nothing. */
export function digestAnswersOf(database: Database, calendar: Calendar): DigestAnswers {
  const figures = createFiguresReader(database, calendar);
  const clock = systemClock;
  const directory = { all: async () => [], stored: () => undefined, refresh: async () => {} };
  const idsNamed = () => [];
  const stores = () => undefined;
  const stock = askStock({ stock: figures, directory, idsNamed, lack: async () => undefined });
  const live = () => ({
    read: () => Promise.reject(new LiveSalesBusy(() => '')),
    end: () => undefined,
  });
  const sales = askSales({
    sales: figures,
    live,
    briefly: live,
    orStored: true,
    calendar,
    clock,
    stores,
    idsNamed,
    groupOf: () => undefined,
    daysOut: async () => new Map(),
  });
  return createDigestAnswers({
    commands: createCommands([featureOf(stock), featureOf(sales)], []),
    gates: [stockGate(database, calendar), salesGate(figures, calendar)],
    vocabulary: { products: NO_NAMES, stores: NO_NAMES },
    calendar,
    clock,
    products: NUMBERS_ONLY,
    stores: NUMBERS_ONLY,
    storeNames: { areKnown: () => true, fetch: async () => {} },
    figuresStamp: () => figuresStamp(database),
  });
}
