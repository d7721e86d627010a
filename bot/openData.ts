import type { Logger } from 'pino';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { STOCK_RATE_LIMITS } from 'retail-data-client/rateLimit/rateLimiter';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import type { Health } from './composeHealth.ts';
import { withDates } from './database/answerDates.ts';
import { createDatabaseClock } from './database/clock.ts';
import { closeWritten, isMissingFile, openDatabase, type ThroughDialect } from './database/connection.ts';
import { createCountedClient } from './database/countedClient.ts';
import { createRateLimiter } from './database/rateLimiter.ts';
import { runEvery } from './jobs.ts';
import { openFiguresReader } from './readers.ts';
import { claimDatabase } from './sales/import/claimDatabase.ts';
import { salesImport } from './sales/import/state.ts';
import type { Settings } from './settings/settings.ts';
import { STOCK_METRICS, stockImport } from './stock/metrics.ts';
import { STORES_IMPORT } from './stores/directory.ts';
import type { UnderWay } from './workers/underWay.ts';
import type { StartWorker } from './workers/worker.ts';

const HEALTH_MS = 15_000;

/** The limit of stock calls with the longest window. */
const CALLS_PER_DAY = STOCK_RATE_LIMITS.reduce((longest, limit) =>
  limit.windowMs > longest.windowMs ? limit : longest,
);

/**
 * Opens the database and claims it for the service and key of the settings. Adds what it opens to `opened`.
 * @throws DatabaseOpeningError, ForeignDatabaseError
 */
export async function openData({
  settings,
  clock: ownClock,
  log,
  health,
  opened,
  underWay,
  startThread,
  throughDialect,
  signal,
}: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly health: Health;
  readonly opened: AsyncDisposableStack;
  readonly underWay: UnderWay;
  readonly startThread: StartWorker;
  readonly throughDialect: ThroughDialect | undefined;
  readonly signal: AbortSignal;
}) {
  /** A call that waits for its next try isn't at work. */
  const clock = underWay.waiting(ownClock);
  const { databaseUrl, subscriptionKey } = settings;
  let lostConnections = 0;
  const isNewFile = isMissingFile(databaseUrl);
  const database = await openDatabase(databaseUrl, {
    throughDialect,
    // Debug only: the query that fails because of it logs an error.
    onLost(error) {
      lostConnections += 1;
      log.debug({ err: error }, 'a connection to PostgreSQL was lost; the next query opens another');
    },
  });
  opened.defer(() => closeWritten(database));
  const time = createDatabaseClock(database, clock);
  const calendar = createCalendar(settings.timeZone);
  const imports = {
    stock: stockImport(database, calendar),
    sales: salesImport(database, calendar),
    stores: STORES_IMPORT,
  };
  const watched = health.watchDatabase(database, Object.values(imports), calendar);
  void runEvery(() => underWay.track(watched.look), HEALTH_MS, ownClock, signal);
  const figures = openFiguresReader(database, databaseUrl, calendar, startThread);
  opened.defer(() => figures.close());
  const { close, ...undici } = createUndiciTransport({ ...settings, environment: process.env });
  opened.defer(close);
  const rateLimiter = createRateLimiter(database, { subscriptionKey, clock });
  const dailyCalls = createRateLimiter(database, { subscriptionKey, limits: [CALLS_PER_DAY], clock });
  health.metrics.add(STOCK_METRICS, {
    database,
    calendar,
    now: time.now,
    callsLeft: () => rateLimiter.remaining(),
    callsLeftToday: () => dailyCalls.remaining(),
  });
  const client = createCountedClient({
    transport: withDates(undici, health.dates),
    clock,
    rateLimiter,
    database,
    totalHeader: settings.totalHeader,
  });
  const claim = await claimDatabase(
    database,
    settings,
    client,
    clock,
    (cause) =>
      health.outages.service.failed('new key', `${cause} The bot waits to compare the new subscription key.`),
    signal,
  );
  if (claim.kind === 'renewed') {
    log.info(
      { comparedDay: claim.day },
      'RETAIL_DATA_SUBSCRIPTION_KEY is a new key of the same supplier: the database belongs to it now',
    );
  }
  health.outages.service.works('new key');
  watched.databaseClaimed();
  return {
    database,
    /** The database's clock. */
    time,
    /** Whether this start created the database file. */
    isNewFile,
    /** How many connections to PostgreSQL have been lost so far. */
    lostConnections: () => lostConnections,
    health: watched,
    calendar,
    imports,
    figures: figures.reader,
    client,
  };
}
