import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { STOCK_RATE_LIMITS } from 'retail-data-client/rateLimit/rateLimiter';
import { withOwnTeam } from './access/decide.ts';
import { createDirectory } from './access/directory.ts';
import { createLookups } from './access/lookups.ts';
import { composeDigests, type Digests } from './composeDigests.ts';
import { composeFeatures } from './composeFeatures.ts';
import { composeHealth, countRequest } from './composeHealth.ts';
import { composeListeners } from './composeListeners.ts';
import type { Monotonic } from './database/answerDates.ts';
import { createDatabaseClock, type DatabaseClock } from './database/clock.ts';
import { createClockCheck } from './database/clockCheck.ts';
import { type Database, databasePlace } from './database/connection.ts';
import { ForeignDatabaseError } from './database/identity.ts';
import { createOldDays } from './database/oldDays.ts';
import { createRateLimiter } from './database/rateLimiter.ts';
import { DIGEST_METRICS } from './digest/metrics.ts';
import { firstDue, withLastDates } from './digest/schedule.ts';
import { createSubscriptions } from './digest/subscriptions.ts';
import { latestFailure } from './health/serviceFacts.ts';
import { startJobs } from './jobs.ts';
import { createLoggedWork } from './loggedWork.ts';
import { openData } from './openData.ts';
import { viewLedger } from './outbox/ledgerView.ts';
import { readBuild } from './process/build.ts';
import { openProductList } from './products/productList.ts';
import { watchProductFile } from './products/watchProductFile.ts';
import { isStillOwn } from './sales/import/claimDatabase.ts';
import { forgetSalesAfter } from './sales/import/state.ts';
import { requirePorts, type WantedPort } from './settings/portError.ts';
import { type Settings, shownSettings } from './settings/settings.ts';
import { createBoltApp } from './slack/app.ts';
import { createFiles } from './slack/files.ts';
import { RENDERINGS, type Rendering } from './slack/message.ts';
import { createOutbound } from './slack/messages.ts';
import { createPendingRequests } from './slack/pendingRequests.ts';
import { createRenderingLadder } from './slack/renderingLadder.ts';
import { forgetStockAfter } from './stock/import/state.ts';
import { STOCK_METRICS } from './stock/metrics.ts';
import { createStoreDirectory } from './stores/directory.ts';
import { createStoreNames } from './stores/storeNames.ts';

export interface Bot {
  /** The workspace the bot is in. */
  readonly team: string;
  /** Rejects with a ForeignDatabaseError when another key has taken the database. */
  readonly unusable: Promise<never>;
  /** Stops taking work, waits up to `patienceMs` for what is under way, and closes everything. */
  stop(patienceMs?: number): Promise<void>;
}

/**
 * Starts the bot: database, Slack, the commands, and the two things done again and again.
 * @throws SlackStartError, PortError, DatabaseOpeningError, ForeignDatabaseError
 */
export async function startBot(options: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  /** How tables may come out, the best first; all that Slack knows when not set. */
  readonly renderings?: readonly Rendering[];
  /** Numbers from 0 up to 1, for waiting times of digests; Math.random when not set. */
  readonly random?: () => number;
  /** Another clock that nobody sets than the process's own, for one with a time of its own. */
  readonly monotonic?: Monotonic;
}): Promise<Bot> {
  const stopping = new AbortController();
  /** Closes what was opened, the last first. */
  const opened = new AsyncDisposableStack();
  try {
    return await start(options, stopping, opened);
  } catch (error) {
    stopping.abort(error);
    await opened.disposeAsync();
    throw error;
  }
}

async function start(
  {
    settings,
    clock,
    log,
    renderings = RENDERINGS,
    random = Math.random,
    monotonic,
  }: Parameters<typeof startBot>[0],
  stopping: AbortController,
  opened: AsyncDisposableStack,
): Promise<Bot> {
  const startedAt = clock.now();
  const now = () => clock.now();
  const { signal } = stopping;
  /** What a person has asked is still answered while the bot stops. */
  const ending = new AbortController();

  await requirePorts(portsOf(settings));
  const health = await composeHealth({ settings, clock, log, signal, startedAt, monotonic });
  opened.defer(health.close);
  const data = await openData(settings, clock, log, health, opened, signal);
  const { database, calendar, client, figures } = data;

  const { botToken, slackApiUrl, appToken, signingSecret, port } = settings;
  const slack = { botToken, slackApiUrl, fetch: health.slackFetch };
  const bolt = createBoltApp(
    { ...slack, appToken, signingSecret, port },
    log,
    systemClock,
    health.slackReach,
  );
  const { teamId, team } = await bolt.signIn();
  const outbound = createOutbound(slack, health.slackReach, now);
  const files = createFiles(slack);
  const ladder = createRenderingLadder(renderings, now);
  const policy = withOwnTeam(settings.access, teamId);
  const people = createDirectory(createLookups(slack), policy, now, log);

  const directory = createStoreDirectory(client, clock, log);
  const stores = await createStoreNames();
  const list = await openProductList(database, clock, log);
  const productFile = watchProductFile(settings.productListFile, list, log);

  const time = createDatabaseClock(database, clock);
  const clocks = createClockCheck({
    dates: health.dates,
    clock,
    time,
    ask: { slack: () => outbound.signIn(), service: () => directory.refresh() },
    log,
  });
  const oldDays = createOldDays({ database, time, clocks, log });
  const unusable = Promise.withResolvers<never>();
  // It is no unhandled rejection when nobody waits for it.
  unusable.promise.catch(() => {});
  const mayWork = async () => {
    if (await isStillOwn(database, settings)) return (await clocks.verdict()) !== 'wrong';
    unusable.reject(new ForeignDatabaseError(TAKEN));
    return false;
  };
  const { run: runLogged, importFailure } = createLoggedWork(
    settings.databaseUrl,
    health.outages,
    health.metrics,
    log,
    signal,
  );

  const { features, kinds } = composeFeatures({
    database,
    client,
    clock,
    calendar,
    figures,
    stockFailure: () => latestFailure(database, 'accumulatedStock', startedAt),
    directory,
    stores,
    products: list.names,
    ending: ending.signal,
  });
  const subscriptions = createSubscriptions(database, kinds, {
    digestTime: settings.digestTime,
    timeZone: settings.timeZone,
    deadline: settings.digestDeadline,
    language: settings.language,
  });
  let isSubscribed = false;
  /** When a channel was subscribed decides which digest is its first. */
  const subscribeConfigured = async () => {
    if (isSubscribed || !(await mayWork())) return;
    await subscriptions.subscribeConfigured(teamId, settings.digestChannels, clock.now());
    isSubscribed = true;
  };
  const owner = randomUUID();
  const digests = composeDigests({
    database,
    time,
    ledgerBegan: viewLedger(time, () => data.lostConnections() + clocks.corrections()),
    calendar,
    clock,
    clocks,
    oldDays,
    log,
    outbound,
    files,
    ladder,
    kinds,
    products: list.names,
    stores,
    subscriptions,
    admins: () => people.namedBy(policy.holders.admin),
    owner,
    runLogged,
    signal,
    async beforeSweep(verdict) {
      await subscribeConfigured();
      if (verdict === 'right') await forgetFutureDays(database, time, calendar, log);
    },
    random,
    isHeld: () => health.outages.database.cause('damage') !== undefined,
    onPosted: (lateMs) => health.metrics.observe('retail_bot_digest_lateness_seconds', lateMs / 1_000),
  });
  await subscribeConfigured();

  const pendingRequests = createPendingRequests();
  composeListeners(bolt.app, {
    settings,
    slack,
    database,
    features,
    clock,
    calendar,
    log,
    ladder,
    figures,
    directory,
    stores,
    list,
    listFile: productFile,
    files,
    outbound,
    people,
    policy,
    digests,
    pendingRequests,
    onHandled: countRequest(health),
    runLogged,
  });
  const { subscriptionKey } = settings;
  const dailyCalls = createRateLimiter(database, { subscriptionKey, limits: [CALLS_PER_DAY], clock });
  health.metrics.add(STOCK_METRICS, {
    database,
    calendar,
    now: time.now,
    callsLeft: () => data.rateLimiter.remaining(),
    callsLeftToday: () => dailyCalls.remaining(),
  });
  health.metrics.add(DIGEST_METRICS, digests);
  data.health.watchBot({
    clocks,
    importFailure,
    lastSweepAt: digests.scheduler.lastSweepAt,
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

  const running = startJobs({
    settings,
    database,
    client,
    calendar,
    clock,
    log,
    signal,
    owner,
    oldDays,
    digests,
    directory,
    stores,
    productFile,
    isNewFile: data.isNewFile,
    damage: health.outages.database,
    mayWork,
    runLogged,
    imports: data.imports,
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
      await opened.disposeAsync();
    },
  };
}

const TAKEN =
  'A bot with another RETAIL_DATA_SUBSCRIPTION_KEY or RETAIL_DATA_BASE_URL has taken the database. Start this one with the same values.';

/** Calls for stock in the longest time that the service counts. */
const CALLS_PER_DAY = STOCK_RATE_LIMITS.reduce((longest, limit) =>
  limit.windowMs > longest.windowMs ? limit : longest,
);

async function forgetFutureDays(
  database: Database,
  time: DatabaseClock,
  calendar: Calendar,
  log: Logger,
): Promise<void> {
  const now = await time.now();
  const today = calendar.dayOf(now);
  const hadStock = await forgetStockAfter(database, today);
  const hadSales = await forgetSalesAfter(database, today, now);
  if (hadStock || hadSales) {
    log.warn({ today }, 'a clock that was wrong has noted figures of days to come: they are forgotten');
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
