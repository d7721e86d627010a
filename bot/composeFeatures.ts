import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import { createExpiringCache } from './access/expiringCache.ts';
import { featureOf } from './ask/asking.ts';
import { type Choices, choicesFor, productChoices } from './ask/choices.ts';
import { createCommands } from './ask/commands.ts';
import { figuresStamp } from './database/answerCache.ts';
import type { DatabaseClock } from './database/clock.ts';
import type { Database } from './database/connection.ts';
import { latestFailure } from './health/serviceFacts.ts';
import type { NameLookup } from './parse/nameLookup.ts';
import { idsNamedIn } from './parse/names.ts';
import { productListOnHome } from './products/home.ts';
import { openProductList } from './products/productList.ts';
import { ownIds } from './products/productNames.ts';
import { watchProductFile } from './products/watchProductFile.ts';
import type { FiguresReader } from './readers.ts';
import { salesAlerts } from './sales/alerts.ts';
import { askSales } from './sales/asking.ts';
import { salesGate } from './sales/gate.ts';
import { salesOnHome } from './sales/home.ts';
import { forgetSalesAfter } from './sales/import/state.ts';
import { createLiveSales } from './sales/live/turns.ts';
import type { Settings } from './settings/settings.ts';
import { createDigestAnswers } from './standing/answers.ts';
import { stockAlerts } from './stock/alerts.ts';
import { askStock } from './stock/asking.ts';
import { stockGate } from './stock/gate.ts';
import { stockOnHome } from './stock/home.ts';
import { forgetStockAfter } from './stock/import/state.ts';
import { readDaysOut } from './stock/queries.ts';
import { askStores } from './stores/asking.ts';
import { createStoreDirectory } from './stores/directory.ts';
import { createStoreNames } from './stores/storeNames.ts';
import type { DayRange } from './text/dayRange.ts';
import type { Workbooks } from './workbooks/workbooks.ts';
import type { UnderWay } from './workers/underWay.ts';

/** Pickers wait for one's own products only once; later they are refreshed in the background. */
const REFRESH_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;
const OWN = 'own';

/** The first stock takes two looks a minute apart, and some calls: longer than this, something else is wrong. */
const FIRST_READING_MS = 5 * 60_000;

/** Digests and earlier periods: less than a message is leased, and than a person waits for a comparison. */
const BRIEFLY_MS = 20_000;

/** The features: what can be asked, the answers of digests, and sections of App Home. */
export type Features = Awaited<ReturnType<typeof composeFeatures>>;

export async function composeFeatures({
  settings,
  database,
  time,
  client,
  clock,
  calendar,
  figures,
  workbooks,
  log,
  startedAt,
  underWay,
  ending,
}: {
  readonly settings: Pick<Settings, 'productListFile' | 'salesHistoryDays'>;
  readonly database: Database;
  readonly time: DatabaseClock;
  readonly client: RetailDataOperations;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly figures: FiguresReader;
  readonly workbooks: Pick<Workbooks, 'read'>;
  readonly log: Logger;
  readonly startedAt: number;
  readonly underWay: UnderWay;
  /** Aborts reads from the service that answer a question. */
  readonly ending: AbortSignal;
}) {
  const list = await openProductList(database, clock, workbooks, log);
  const productFile = watchProductFile(settings.productListFile, list, log);
  const directory = createStoreDirectory(client, clock, calendar, underWay, log);
  const stores = await createStoreNames();
  const products = list.names;
  const vocabulary: NameLookup = { products, stores };
  const idsNamed = idsNamedIn(vocabulary);
  const stock = featureOf(
    askStock({
      stock: figures,
      directory,
      idsNamed,
      async lack() {
        const failure = await latestFailure(database, 'accumulatedStock', startedAt);
        const isFirst = failure === undefined && clock.now() - startedAt < FIRST_READING_MS;
        return isFirst ? 'firstReading' : failure;
      },
    }),
  );
  const briefly = createLiveSales(client, clock, underWay, ending, BRIEFLY_MS);
  const salesParts = {
    sales: figures,
    briefly,
    calendar,
    clock,
    stores: () => directory.stored()?.stores,
    idsNamed,
    groupOf: (productId: string) => products.groupOf(productId),
    daysOut: (productIds: readonly string[], days: DayRange) => readDaysOut(database, productIds, days),
  };
  const sales = featureOf(
    askSales({ ...salesParts, live: createLiveSales(client, clock, underWay, ending) }),
  );
  const asking = [stock, sales, featureOf(askStores({ directory, names: stores, calendar }, clock))];
  const ofDigests = [
    stock,
    featureOf(askSales({ ...salesParts, live: briefly, orStored: true })),
    ...asking.slice(2),
  ];
  const own = createExpiringCache<readonly string[]>(
    async () => ownIds(await figures.ownProducts(), products),
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: 1, now: () => clock.now() },
  );
  const choices: Choices = {
    products: async (typed, t) => productChoices(typed, products, await own.get(OWN), t),
    async stores(typed, t) {
      const known = directory.stored()?.stores.map(({ storeId }) => storeId) ?? [];
      return choicesFor(typed, stores, known, t);
    },
  };
  return {
    list,
    productFile,
    directory,
    stores,
    products,
    choices,
    asking,
    alertSubjects: [
      stockAlerts({ database, stock: figures, calendar, products, idsNamed }),
      salesAlerts({
        database,
        sales: figures,
        calendar,
        products,
        stores,
        idsNamed,
        groupOf: (productId) => products.groupOf(productId),
      }),
    ],
    digestAnswers: createDigestAnswers({
      commands: createCommands(ofDigests, []),
      gates: [stockGate(database, calendar), salesGate(figures, calendar)],
      vocabulary,
      calendar,
      clock,
      products,
      stores,
      storeNames: {
        areKnown: () => directory.stored() !== undefined,
        fetch: async () => stores.take(await directory.all()),
      },
      figuresStamp: () => figuresStamp(database),
    }),
    onHome: {
      figures: [
        stockOnHome(database, calendar),
        salesOnHome(database, calendar, figures, settings.salesHistoryDays),
      ],
      productList: productListOnHome(list, () => productFile.problem, calendar.timeZone),
    },
    /** Deletes data of future days, which a wrong clock has recorded. */
    async forgetFutureDays(): Promise<void> {
      const now = await time.now();
      const today = calendar.dayOf(now);
      const hadStock = await forgetStockAfter(database, today);
      const hadSales = await forgetSalesAfter(database, today, now);
      if (hadStock || hadSales) {
        log.warn({ today }, 'a clock that was wrong has noted figures of days to come: they are forgotten');
      }
    },
  };
}
