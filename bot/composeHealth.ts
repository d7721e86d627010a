import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { type AnswerDates, createAnswerDates, type Monotonic } from './database/answerDates.ts';
import type { ClockCheck } from './database/clockCheck.ts';
import { type Database, databaseFailure, databasePlace } from './database/connection.ts';
import {
  IMPORT_METRICS,
  type MeasuredService,
  PROCESS_METRICS,
  SERVICE_METRICS,
  STORAGE_METRICS,
} from './health/healthMetrics.ts';
import { createMetrics, type Metrics, NO_METRICS, watchEventLoop } from './health/metrics.ts';
import { createOutage } from './health/outage.ts';
import { createImpatientReader } from './health/patience.ts';
import {
  type ReadinessOptions,
  readReadiness,
  type StartingStep,
  startingReadiness,
} from './health/readiness.ts';
import { startHealthServer } from './health/server.ts';
import { readServiceFacts, type ServiceFacts, type ServiceImport } from './health/serviceFacts.ts';
import { readBackedUpAt, readStorageFacts } from './health/storageFacts.ts';
import { type Outages, probeWriting, watch } from './health/watch.ts';
import { readBuild } from './process/build.ts';
import type { Settings } from './settings/settings.ts';
import type { RequestOutcome } from './slack/currentRequest.ts';
import { createSlackFetch, type SlackReach } from './slack/reach.ts';

/** What is known of the bot's health, from before its database is open until it has stopped. */
export interface Health {
  readonly outages: Outages;
  readonly metrics: Metrics;
  readonly slackReach: SlackReach;
  /** For every client of Slack: it tells how Slack is reached. */
  readonly slackFetch: typeof fetch;
  /** What time Slack and the data service say it is. */
  readonly dates: AnswerDates;
  /** The database is open, and these are read in from the service. */
  watchDatabase(
    database: Database,
    imports: readonly ServiceImport[],
    calendar: Pick<Calendar, 'instantOf'>,
  ): DatabaseHealth;
  close(): Promise<void>;
}

/** What is known of the bot's health once its database is open. */
export interface DatabaseHealth {
  /** The database belongs to the service and key of the settings. */
  databaseClaimed(): void;
  /** Looks whether database, service and Slack can be used; to be done every 15 seconds. */
  look(): Promise<void>;
  /** The bot is put together. */
  watchBot(bot: WatchedBot): void;
}

/** What a bot that is put together tells of itself. */
export interface WatchedBot extends Pick<ReadinessOptions, 'lastSweepAt' | 'isReceiving' | 'importFailure'> {
  readonly clocks: ClockCheck;
  /** Calls Slack once, to see whether it answers. */
  readonly callSlack: () => Promise<unknown>;
}

/** /readyz answers within two seconds, whatever the database does. */
const PATIENCE_MS = 1_500;
/** Whoever writes waits so long for others that do: see sqlite.ts. */
const WRITE_PATIENCE_MS = 10_000;
const SLACK = 'https://slack.com/';

/** Opens the health server, where there is to be one, before anything else is begun. @throws PortError */
export async function composeHealth({
  settings,
  clock,
  log,
  signal,
  startedAt,
  monotonic,
}: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly startedAt: number;
  readonly monotonic?: Monotonic | undefined;
}): Promise<Health> {
  const { databaseUrl, healthPort: port, healthHost: host } = settings;
  const dates = createAnswerDates(clock, monotonic);
  const slackHost = new URL(settings.slackApiUrl ?? SLACK).host;
  const outage = (name: string, at: string) => createOutage(name, at, log, clock, signal);
  const outages: Outages = {
    service: outage('the service', new URL(settings.baseUrl).host),
    slack: outage('Slack', slackHost),
    database: outage('the database', databasePlace(databaseUrl)),
  };
  let waitsFor: StartingStep = 'database';
  let serviceFacts: (() => Promise<ServiceFacts>) | undefined;
  let bot: WatchedBot | undefined;
  const readiness = async () =>
    bot === undefined || serviceFacts === undefined
      ? startingReadiness(waitsFor, outages)
      : readReadiness({
          clock,
          outages,
          serviceFacts,
          lastSweepAt: bot.lastSweepAt,
          isReceiving: bot.isReceiving,
          importFailure: bot.importFailure,
          clockProblem: bot.clocks.problem,
          signal,
          startedAt,
        });
  const isDatabaseUp = async () => {
    const facts = await serviceFacts?.().catch(() => undefined);
    return facts !== undefined;
  };
  const metrics = port === undefined ? NO_METRICS : await createMetrics(isDatabaseUp);
  metrics.add(PROCESS_METRICS, {
    build: readBuild(),
    isReady: async () => (await readiness()).isReady,
    isSlackUp: () => bot !== undefined && outages.slack.cause() === undefined && bot.isReceiving(),
    clockOffsets: () => bot?.clocks.offsets(),
    isDatabaseUp,
    isWritable: () => outages.database.cause('writing') === undefined,
    isSound: () => outages.database.cause('damage') === undefined,
  });
  const stopWatching = port === undefined ? () => {} : watchEventLoop(metrics);
  const server =
    port === undefined ? undefined : await startHealthServer(host, port, readiness, metrics.text);
  let slackAnsweredAt = clock.now();
  const slackReach: SlackReach = {
    failed: outages.slack.failed,
    works(part) {
      slackAnsweredAt = clock.now();
      outages.slack.works(part);
    },
  };

  return {
    outages,
    metrics,
    slackReach,
    slackFetch: createSlackFetch(slackReach, dates, slackHost),
    dates,

    watchDatabase(database, imports, calendar) {
      waitsFor = 'service';
      const readFacts = createImpatientReader(() => readServiceFacts(database, imports), PATIENCE_MS);
      const readStorage = createImpatientReader(() => readStorageFacts(database, databaseUrl), PATIENCE_MS);
      const probe = createImpatientReader(() => probeWriting(database, clock.now()), WRITE_PATIENCE_MS);
      serviceFacts = readFacts;
      const service: MeasuredService = {
        serviceFacts: readFacts,
        calendar,
        now: () => clock.now(),
        startedAt,
      };
      metrics.add(SERVICE_METRICS, service);
      metrics.add(IMPORT_METRICS, service);
      // A counter that is first seen at 1 has not increased for Prometheus.
      for (const { kind } of imports) metrics.count('retail_bot_import_failures_total', { kind }, 0);
      metrics.add(STORAGE_METRICS, {
        storageFacts: () => readStorage().catch(() => undefined),
        backedUpAt: () => readBackedUpAt(database),
      });
      return {
        databaseClaimed() {
          waitsFor = 'slack';
        },

        async look() {
          await watch({
            outages,
            serviceFacts: readFacts,
            probeWriting: probe,
            databaseCause: (error) =>
              databaseFailure(error, databaseUrl) ?? (error instanceof Error ? error.message : String(error)),
            callSlack: bot?.callSlack,
            slackAnsweredAt,
            clock,
            startedAt,
          });
          // A database that fails has been told.
          await bot?.clocks.verdict().catch(() => undefined);
        },

        watchBot(watched) {
          bot = watched;
        },
      };
    },

    async close() {
      stopWatching();
      await server?.close();
    },
  };
}

/** Counts a request, and how long it took. */
export function countRequest(metrics: Pick<Metrics, 'count' | 'observe'>) {
  return (request: string, outcome: RequestOutcome, durationMs: number): void => {
    metrics.count('retail_bot_requests_total', { request, outcome });
    metrics.observe('retail_bot_request_duration_seconds', durationMs / 1_000, { request });
  };
}
