import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Calendar, createCalendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { STOCK_RATE_LIMITS } from 'retail-data-client/rateLimit/rateLimiter';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { withOwnTeam } from './access/decide.ts';
import { createDirectory } from './access/directory.ts';
import { createLookups } from './access/lookups.ts';
import { readBuild } from './build.ts';
import { composeDigests, type Digests } from './composeDigests.ts';
import { composeHealth } from './composeHealth.ts';
import { composeListeners } from './composeListeners.ts';
import { createDamageCheck } from './damage.ts';
import { type Monotonic, withDates } from './database/answerDates.ts';
import { createDatabaseClock } from './database/clock.ts';
import { createClockCheck } from './database/clockCheck.ts';
import {
  closeWritten,
  databaseFailure,
  databasePlace,
  isMissingFile,
  isPostgres,
  openDatabase,
} from './database/connection.ts';
import { createCountedClient } from './database/countedClient.ts';
import { ForeignDatabaseError } from './database/identity.ts';
import { createOldDays, deletableDaysBefore } from './database/oldDays.ts';
import { createRateLimiter } from './database/rateLimiter.ts';
import { viewLedger } from './digest/ledgerView.ts';
import { stockWantedUntil } from './digest/readiness.ts';
import { firstDue, withLastDates } from './digest/schedule.ts';
import { createThreadFiles } from './digest/threadFiles.ts';
import { stockFailure } from './health/serviceFacts.ts';
import { createLanguages } from './home/languages.ts';
import { startSalesImport, startStockImport } from './imports.ts';
import { createLoggedWork, runEvery, startJobs } from './jobs.ts';
import { shareByPolicy } from './listeners/answers/share.ts';
import { registerListeners } from './listeners/index.ts';
import { useMiddleware } from './listeners/middleware/index.ts';
import { idsNamed } from './parser/names.ts';
import { openProductList } from './products/productList.ts';
import { watchProductFile } from './products/watchProductFile.ts';
import { createAnswers } from './questions/answer.ts';
import { createLiveSales } from './questions/liveSales.ts';
import { openFiguresReader } from './readers.ts';
import { claimDatabase, requireStillOwn } from './sales/claimDatabase.ts';
import { forgetSalesAfter } from './sales/state.ts';
import { syncSales } from './sales/sync.ts';
import { requirePorts, type WantedPort } from './settings/portError.ts';
import { type Settings, shownSettings } from './settings/settings.ts';
import { createBoltApp } from './slack/app.ts';
import { createFiles } from './slack/files.ts';
import { RENDERINGS, type Rendering } from './slack/message.ts';
import { createDirectMessages, createOutbound } from './slack/messages.ts';
import { createPendingRequests } from './slack/pendingRequests.ts';
import { createRenderingLadder } from './slack/renderingLadder.ts';
import { createViewsClient } from './slack/viewsClient.ts';
import { oldestSnapshot } from './stock/snapshots.ts';
import { forgetStockAfter } from './stock/stockDay.ts';
import { syncStock } from './stock/sync.ts';
import { createStoreDirectory } from './stores/directory.ts';
import { createStoreNames } from './stores/storeNames.ts';
import { digestSheet } from './views/digest/sheet.ts';

export interface BotOptions {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  /** How tables may come out, the best first; all that Slack knows when not set. */
  readonly renderings?: readonly Rendering[];
  /** Numbers from 0 up to 1, for waiting times of digests; Math.random when not set. */
  readonly random?: () => number;
  /** Another clock that nobody sets than the process's own, for one with a time of its own. */
  readonly monotonic?: Monotonic;
}

export interface Bot {
  /** The workspace the bot is in. */
  readonly team: string;
  /** Rejects with a ForeignDatabaseError when another key has taken the database. */
  readonly unusable: Promise<never>;
  /** Stops taking work, waits up to `patienceMs` for what is under way, and closes everything. */
  stop(patienceMs?: number): Promise<void>;
}

const HEALTH_MS = 15_000;

/**
 * Starts the bot: database, Slack, the commands, and the two things done again and again. Where things are put
 * together, and nowhere else.
 * @throws SlackStartError, PortError, DatabaseOpeningError, ForeignDatabaseError
 */
export async function startBot(options: BotOptions): Promise<Bot> {
  const { settings, clock, log } = options;
  const startedAt = clock.now();
  const stopping = new AbortController();
  const { signal } = stopping;
  /** What a person has asked is still answered while the bot stops. */
  const ending = new AbortController();
  await requirePorts(portsOf(settings));
  const health = await composeHealth({
    settings,
    clock,
    log,
    signal,
    startedAt,
    monotonic: options.monotonic,
  });
  /** In the order in which they were opened. */
  const closers: (() => Promise<void>)[] = [health.close];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    let lostConnections = 0;
    const isNewFile = isMissingFile(settings.databaseUrl);
    const database = await openDatabase(settings.databaseUrl, {
      // What fails because of it says so.
      onLost(error) {
        lostConnections += 1;
        log.debug({ err: error }, 'a connection to PostgreSQL was lost; the next query opens another');
      },
    });
    closers.push(() => closeWritten(database));
    health.watchDatabase(database);
    void runEvery(health.look, HEALTH_MS, clock, signal);
    const calendar = createCalendar(settings.timeZone);
    const figures = openFiguresReader(database, settings.databaseUrl, calendar);
    closers.push(() => figures.close());
    const { close: closeTransport, ...undici } = createUndiciTransport(settings);
    closers.push(closeTransport);
    const transport = withDates(undici, health.dates);
    const unusable = Promise.withResolvers<never>();
    // It is no unhandled rejection when nobody waits for it.
    unusable.promise.catch(() => {});
    const rateLimiter = createRateLimiter(database, { ...settings, clock });
    const client = createCountedClient({ transport, clock, rateLimiter, database });
    const claim = await claimDatabase(
      database,
      settings,
      client,
      clock,
      (cause) =>
        health.outages.service.failed(
          'new key',
          `${cause} The bot waits to compare the new subscription key.`,
        ),
      signal,
    );
    if (claim.kind === 'renewed') {
      log.info(
        { comparedDay: claim.day },
        'RETAIL_DATA_SUBSCRIPTION_KEY is a new key of the same supplier: the database belongs to it now',
      );
    }
    health.outages.service.works('new key');
    health.databaseClaimed();
    const { botToken, slackApiUrl, appToken, signingSecret, port } = settings;
    const slack = { botToken, slackApiUrl, fetch: health.slackFetch };
    const bolt = createBoltApp(
      { ...slack, appToken, signingSecret, port },
      log,
      systemClock,
      health.slackReach,
    );
    const { teamId, team } = await bolt.signIn();

    const outbound = createOutbound(slack, health.slackReach, () => clock.now());
    const pendingRequests = createPendingRequests();
    const directory = createStoreDirectory(client, clock, log);
    const time = createDatabaseClock(database, clock);
    const clocks = createClockCheck({
      dates: health.dates,
      clock,
      time,
      ask: { slack: () => outbound.signIn(), service: () => directory.refresh() },
      log,
    });
    const ledgerBegan = viewLedger(time, () => lostConnections + clocks.corrections());
    const isOwn = async () => {
      try {
        await requireStillOwn(database, settings);
        return true;
      } catch (error) {
        if (!(error instanceof ForeignDatabaseError)) throw error;
        unusable.reject(error);
        return false;
      }
    };
    const mayWork = async () => (await isOwn()) && (await clocks.verdict()) !== 'wrong';
    const oldDays = createOldDays({ database, time, clocks, log });
    const productList = await openProductList(database, clock, log);
    const productFile = watchProductFile(settings.productListFile, productList, log);
    const { run: runLogged, importFailure } = createLoggedWork({
      log,
      signal,
      outages: health.outages,
      databaseFailure: (error) => databaseFailure(error, settings.databaseUrl),
      onImportFailed: health.metrics.countImportFailure,
    });
    const storeNames = await createStoreNames();
    const ladder = createRenderingLadder(options.renderings ?? RENDERINGS, () => clock.now());
    const owner = randomUUID();
    let isSubscribed = false;
    /** When a channel was subscribed decides which digest is its first. */
    const subscribeConfigured = async () => {
      if (isSubscribed || !(await mayWork())) return;
      await digests.subscriptions.subscribeConfigured(teamId, settings.digestChannels, clock.now());
      isSubscribed = true;
    };
    const forgetFutureDays = async () => {
      const now = await time.now();
      const today = calendar.dayOf(now);
      const hadStock = await forgetStockAfter(database, today);
      const hadSales = await forgetSalesAfter(database, today, now);
      if (hadStock || hadSales) {
        log.warn({ today }, 'a clock that was wrong has noted figures of days to come: they are forgotten');
      }
    };
    const digests: Digests = composeDigests({
      database,
      ledgerBegan,
      calendar,
      clock,
      clocks,
      oldDays,
      async beforeSweep(verdict) {
        await subscribeConfigured();
        if (verdict === 'right') await forgetFutureDays();
      },
      log,
      outbound,
      ladder,
      figures: figures.reader,
      products: productList.names,
      stores: storeNames,
      defaults: {
        digestTime: settings.digestTime,
        timeZone: settings.timeZone,
        deadline: settings.digestDeadline,
        language: settings.language,
      },
      admins: () => people.namedBy(policy.holders.admin),
      owner,
      runLogged,
      signal,
      random: options.random,
      isHeld: () => health.outages.database.cause('damage') !== undefined,
      onPosted: (lateMs) => health.metrics.observe('retail_bot_digest_lateness_seconds', lateMs / 1_000),
    });
    const service = {
      databasePlace: settings.databaseUrl,
      baseUrl: settings.baseUrl,
      subscriptionKey: settings.subscriptionKey,
    };
    const openStockImport = (now: number) => startStockImport({ ...service, now });

    await subscribeConfigured();
    const viewsClient = createViewsClient(slack);
    const callsPerDay = STOCK_RATE_LIMITS.reduce((longest, limit) =>
      limit.windowMs > longest.windowMs ? limit : longest,
    );
    const dailyCalls = createRateLimiter(database, {
      subscriptionKey: settings.subscriptionKey,
      limits: [callsPerDay],
      clock,
    });
    const policy = withOwnTeam(settings.access, teamId);
    const people = createDirectory(createLookups(slack), policy, () => clock.now(), log);
    const languages = createLanguages(database, settings.language, () => clock.now(), log);
    const middleware = useMiddleware(bolt.app, {
      policy,
      directory: people,
      languages,
      log,
      pendingRequests,
      viewsClient,
      onHandled({ request, outcome, durationMs }) {
        health.metrics.countRequest(request, outcome);
        health.metrics.observe('retail_bot_request_duration_seconds', durationMs / 1_000, { request });
      },
    });
    const files = createFiles(slack);
    const services = composeListeners({
      settings,
      database,
      clock,
      log,
      calendar,
      ladder,
      answers: createAnswers({
        stock: figures.reader,
        sales: figures.reader,
        directory,
        calendar,
        clock,
        live: createLiveSales(client, clock, ending.signal),
        idsNamed: (name) => idsNamed(name, { products: productList.names, stores: storeNames }),
        groupOf: (productId) => productList.names.groupOf(productId),
      }),
      stockFailure: () => stockFailure(database, startedAt),
      figures: figures.reader,
      directory,
      storeNames,
      list: productList,
      listFile: productFile,
      files,
      directMessages: createDirectMessages(slack, ladder),
      outbound,
      viewsClient,
      people,
      languages,
      policy,
      mayShare: shareByPolicy(people, policy),
      digests,
      runLogged,
    });
    registerListeners(bolt.app, middleware, services);
    health.watchBot({
      calendar,
      clocks,
      importFailure,
      digests,
      now: digests.time.now,
      lastSweepAt: digests.scheduler.lastSweepAt,
      stockCallsLeft: () => rateLimiter.remaining(),
      stockCallsLeftToday: () => dailyCalls.remaining(),
      isReceiving: bolt.isReceiving,
      callSlack: () => outbound.signIn(),
    });
    await bolt.listen();
    log.info(
      {
        ...readBuild(),
        team,
        mode: appToken === undefined ? 'HTTP' : 'Socket Mode',
        database: databasePlace(settings.databaseUrl),
        // Only for the log: the bot is in Slack already, and a database that is away must not end it.
        nextDigest: await nextDigest(digests, calendar).catch(() => 'unknown'),
        settings: shownSettings(settings),
      },
      'the bot is in Slack',
    );

    const sendThreadFiles = createThreadFiles({
      database,
      clock,
      log,
      files,
      outbound,
      figures: figures.reader,
      products: productList.names,
      sheet: (source, rows, language) => digestSheet(source, rows, language, productList.names, storeNames),
      signal,
    });
    const whenRight = async (work: () => Promise<void>) => {
      if (await mayWork()) await work();
    };
    const running = startJobs({
      database,
      clock,
      signal,
      runLogged,
      directory,
      storeNames,
      checkProductFile: productFile.check,
      async syncStock() {
        if (!(await mayWork())) return;
        const now = await digests.time.now();
        const subscribed = await digests.subscriptions.active();
        const isNew = await syncStock(
          {
            client,
            database,
            calendar,
            log,
            signal,
            owner,
            async keepFrom(day) {
              const first = calendar.addDays(day, 1 - settings.stockRetentionDays);
              return deletableDaysBefore(oldDays, 'stock', await oldestSnapshot(database), first);
            },
            openImport: openStockImport,
            leaseClock: clock,
          },
          now,
          stockWantedUntil(subscribed, calendar, now),
        );
        if (isNew) digests.scheduler.wake();
      },
      async syncSales() {
        if (!(await mayWork())) return;
        await syncSales({
          database,
          calendar,
          clock,
          log,
          signal,
          owner,
          historyDays: settings.salesHistoryDays,
          retentionDays: settings.salesRetentionDays,
          oldDays,
          mayWork,
          openImport: async (lease) => startSalesImport({ ...service, now: clock.now() }, lease),
        });
      },
      scheduler: digests.scheduler,
      reconciler: { run: async () => (await mayWork()) && digests.reconciler.run() },
      sendThreadFiles: () => whenRight(sendThreadFiles),
      checkDamage:
        isPostgres(settings.databaseUrl) || settings.databaseUrl === ':memory:'
          ? undefined
          : createDamageCheck({
              file: settings.databaseUrl,
              isNew: isNewFile,
              calendar,
              clock,
              outage: health.outages.database,
              signal,
            }),
    });

    return {
      team,
      unusable: unusable.promise,
      async stop(patienceMs = 20_000) {
        stopping.abort(new Error('the bot is stopping'));
        const patience = new AbortController();
        await Promise.race([
          // A connection that somebody keeps open would hold Bolt for ever.
          Promise.all([running, bolt.stop().then(() => pendingRequests.settled())]),
          clock.sleep(patienceMs, patience.signal).catch(() => undefined),
        ]);
        patience.abort();
        ending.abort(new Error('the bot has stopped'));
        await closeAll();
      },
    };
  } catch (error) {
    stopping.abort(error);
    await closeAll();
    throw error;
  }
}

/** For the log: where the digest goes that comes first, and when. */
async function nextDigest({ subscriptions, ledger, time }: Digests, calendar: Calendar) {
  const now = await time.now();
  const digests = await subscriptions.active();
  const next = firstDue(await withLastDates(ledger, digests), calendar, now);
  if (next === undefined) return 'none';
  const { channelId: channel, kind, dueAt } = next;
  return { at: new Date(dueAt).toISOString(), channel, kind, of: digests.length };
}

function portsOf({ appToken, port, healthPort, healthHost }: Settings): WantedPort[] {
  return [
    ...(appToken === undefined ? [{ setting: 'PORT', port }] : []),
    ...(healthPort === undefined
      ? []
      : [
          { setting: 'HEALTH_PORT', port: healthPort, host: { setting: 'HEALTH_HOST', address: healthHost } },
        ]),
  ];
}
