import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { composeDigests, nextDigest } from './composeDigests.ts';
import { composeFeatures } from './composeFeatures.ts';
import { composeHealth, countRequest } from './composeHealth.ts';
import { composeImports } from './composeImports.ts';
import { composeParts } from './composeParts.ts';
import type { Monotonic } from './database/answerDates.ts';
import { createClockCheck } from './database/clockCheck.ts';
import { databasePlace, startingError, type ThroughDialect } from './database/connection.ts';
import { ForeignDatabaseError } from './database/identity.ts';
import { createOldDays } from './database/oldDays.ts';
import { createLookForDue } from './due.ts';
import { createWriteSheet } from './figures/sheet.ts';
import { damageJobs } from './health/damage.ts';
import { runJobs } from './jobs.ts';
import { createLoggedWork } from './loggedWork.ts';
import { openData } from './openData.ts';
import { openSlack } from './openSlack.ts';
import { viewLedger } from './outbox/ledgerView.ts';
import { readBuild } from './process/build.ts';
import { createRounds } from './rounds.ts';
import { isStillOwn } from './sales/import/claimDatabase.ts';
import { requirePorts, wantedPorts } from './settings/portError.ts';
import { type Settings, shownSettings } from './settings/settings.ts';
import { RENDERINGS, type Rendering } from './slack/message.ts';
import { createPersonalRights } from './standing/access.ts';
import { ALERT_KEY, ALERT_METRICS, ALERT_OUTCOMES } from './standing/alertMetrics.ts';
import { DIGEST_METRICS } from './standing/metrics.ts';
import { PRESETS } from './standing/presets.ts';
import { createSubscriptions } from './standing/subscriptions.ts';
import { createUnjudgedAlerts } from './standing/unjudged.ts';
import { tellUnposted } from './standing/unposted.ts';
import { createWorkbooks } from './workbooks/workbooks.ts';
import { startProcess } from './workers/process.ts';
import { startThread } from './workers/thread.ts';
import { createUnderWay, type UnderWay } from './workers/underWay.ts';
import type { StartWorkers } from './workers/worker.ts';

export interface Bot {
  /** The workspace the bot is in. */
  readonly team: string;
  /** Rejects with a ForeignDatabaseError when another key has taken the database. */
  readonly unusable: Promise<never>;
  /** Stops taking work, waits up to `patienceMs` for what is under way, and closes everything. */
  stop(patienceMs?: number): Promise<void>;
}

/**
 * Starts the bot: health, database, Slack, features, engines, listeners and jobs.
 * @throws SlackStartError, PortError, DatabaseOpeningError, ForeignDatabaseError
 */
export async function startBot(options: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  /** Renderings of tables, the best first; all of them when not set. */
  readonly renderings?: readonly Rendering[];
  /** For random waiting times of digests; Math.random when not set. */
  readonly random?: () => number;
  /** The monotonic clock that goes with `clock`; the process's own when not set. */
  readonly monotonic?: Monotonic;
  /** How threads and processes are started; as threads and processes when not set. */
  readonly workers?: StartWorkers;
  /** Counts what the bot works at, from its start on; for a caller that waits until it is idle. */
  readonly underWay?: UnderWay;
  /** See OpenOptions. */
  readonly throughDialect?: ThroughDialect;
}): Promise<Bot> {
  const { underWay = createUnderWay() } = options;
  const stopping = new AbortController();
  /** Closes what was opened, in reverse order. */
  const opened = new AsyncDisposableStack();
  try {
    return await underWay.track(() => start({ ...options, underWay }, stopping, opened));
  } catch (error) {
    stopping.abort(error);
    // A database that fails also fails to close.
    await opened.disposeAsync().catch(() => undefined);
    throw startingError(error, options.settings.databaseUrl);
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
    workers = { thread: startThread, process: startProcess },
    underWay,
    throughDialect,
  }: Parameters<typeof startBot>[0] & { readonly underWay: UnderWay },
  stopping: AbortController,
  opened: AsyncDisposableStack,
): Promise<Bot> {
  const startedAt = clock.now();
  const { signal } = stopping;
  /** Aborted later than `signal`: questions are still answered while the bot stops. */
  const ending = new AbortController();

  // Open.
  await requirePorts(wantedPorts(settings));
  const health = await composeHealth({ settings, clock, log, signal, startedAt, monotonic });
  opened.defer(health.close);
  const data = await openData({
    settings,
    clock,
    log,
    health,
    opened,
    underWay,
    startThread: workers.thread,
    throughDialect,
    signal,
  });
  const { database, time, calendar, client, figures } = data;
  const slack = await openSlack(settings, health, renderings, clock, log);
  const { teamId, team, policy, people, outbound, files, ladder } = slack;

  const workbooks = createWorkbooks(log, workers.process);

  // Make features.
  const features = await composeFeatures({
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
    ending: ending.signal,
  });
  const { directory, stores, products, digestAnswers } = features;

  // Make engines.
  const writeSheet = createWriteSheet(workbooks);
  const work = createLoggedWork(settings.databaseUrl, health.outages, health.metrics, log, underWay, signal);
  const clocks = createClockCheck({
    dates: health.dates,
    clock,
    time,
    ask: { slack: () => outbound.signIn(), service: () => directory.refresh() },
    underWay,
    log,
  });
  const oldDays = createOldDays({ database, time, clocks, log });
  const unusable = Promise.withResolvers<never>();
  // Not an unhandled rejection when no caller waits for it.
  unusable.promise.catch(() => {});
  const mayWork = async () => {
    if (await isStillOwn(database, settings)) return (await clocks.verdict()) !== 'wrong';
    unusable.reject(new ForeignDatabaseError(TAKEN));
    return false;
  };
  const subscriptions = createSubscriptions(database, {
    digestTime: settings.digestTime,
    timeZone: settings.timeZone,
    deadline: settings.digestDeadline,
    language: settings.language,
  });
  let isSubscribed = false;
  /** As early as possible, because the time of a subscription decides which digest is its first. */
  const subscribeConfigured = async () => {
    if (isSubscribed || !(await mayWork())) return;
    await subscriptions.subscribeConfigured(teamId, settings.digestChannels, clock.now());
    isSubscribed = true;
  };
  const owner = randomUUID();
  const isSuspended = () => health.outages.database.cause('damage') !== undefined;
  const rounds = createRounds({
    lookForDue: createLookForDue(
      database,
      time,
      calendar,
      PRESETS.map(({ ownTime = settings.digestTime }) => ownTime),
    ),
    state: () => `${clocks.corrections()} ${clocks.problem()} ${isSuspended()}`,
    onIdle: () => digests.outbox.nothingDue(),
    clock,
    runLogged: work.run,
    signal,
  });
  const countAlert = (outcome: (typeof ALERT_OUTCOMES)[number], by?: number) =>
    health.metrics.count('retail_bot_alerts_total', { outcome }, by);
  health.metrics.add(ALERT_METRICS, undefined);
  for (const outcome of ALERT_OUTCOMES) countAlert(outcome, 0);
  const unjudgedAlerts = createUnjudgedAlerts(clock, log, () => countAlert('unjudged'));
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
    writeSheet,
    files,
    ladder,
    answers: digestAnswers,
    products,
    stores,
    subscriptions,
    admins: () => people.namedBy(policy.holders.admin),
    owner,
    wake: rounds.wake,
    signal,
    async beforeRecording(verdict) {
      await subscribeConfigured();
      if (verdict === 'right') await features.forgetFutureDays();
    },
    random,
    isSuspended,
    personalRights: createPersonalRights(people, policy, log),
    async onStored(message, outcome, code) {
      if (!message.occasion.startsWith(ALERT_KEY)) return;
      countAlert(outcome);
      if (code !== undefined)
        await tellUnposted(database, digests.outbox.enqueue, message, code, await time.now());
    },
    onPosted: (lateMs) => health.metrics.observe('retail_bot_digest_lateness_seconds', lateMs / 1_000),
  });
  health.metrics.add(DIGEST_METRICS, digests);
  await subscribeConfigured();

  // Listen.
  const count = countRequest(health.metrics);
  const jobs = composeParts(slack.bolt.app, {
    settings,
    slack,
    database,
    clock,
    calendar,
    log,
    features,
    digests,
    writeSheet,
    underWay,
    unjudgedAlerts,
    onHandled(...request) {
      count(...request);
      // It may have changed what is due.
      rounds.look();
    },
    runLogged: work.run,
  });
  data.health.watchBot({
    clocks,
    importFailure: work.importFailure,
    overdue: digests.ledger.overdue,
    alertsProblem: unjudgedAlerts.problem,
    lastSweepAt: digests.outbox.lastSweepAt,
    isReceiving: slack.bolt.isReceiving,
    callSlack: () => outbound.signIn(),
  });
  await slack.bolt.listen();
  log.info(
    {
      ...readBuild(),
      team,
      mode: settings.appToken === undefined ? 'HTTP' : 'Socket Mode',
      database: databasePlace(settings.databaseUrl),
      // Only for the log, so a database failure must not stop the start.
      nextDigest: await nextDigest(digests, calendar).catch(() => 'unknown'),
      settings: shownSettings(settings),
    },
    'the bot is in Slack',
  );

  // Run jobs.
  const imports = composeImports({
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
    mayWork,
    startProcess: workers.process,
    imports: data.imports,
  });
  const { databaseUrl } = settings;
  const damage = damageJobs(
    databaseUrl,
    data.isNewFile,
    calendar,
    clock,
    health.outages.database,
    workers.process,
    signal,
  );
  const running = runJobs({
    jobs: [imports.stores, ...damage, ...jobs],
    stock: imports.stock,
    sales: imports.sales,
    rounds,
    database,
    clock,
    signal,
    mayWork,
    runLogged: work.run,
  });

  return {
    team,
    unusable: unusable.promise,
    async stop(patienceMs = 20_000) {
      stopping.abort(new Error('the bot is stopping'));
      const patience = new AbortController();
      await Promise.race([
        // Bolt waits for ever for a connection that stays open.
        Promise.all([running, slack.bolt.stop().then(() => underWay.ended())]),
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
