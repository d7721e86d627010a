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
import { lackOfRoom, readBackedUpAt, readStorageFacts } from './health/storageFacts.ts';
import { type Outages, probeWriting, watch } from './health/watch.ts';
import { readBuild } from './process/build.ts';
import type { Settings } from './settings/settings.ts';
import type { RequestOutcome } from './slack/currentRequest.ts';
import { createSlackFetch, type SlackReach } from './slack/reach.ts';

/** The bot's health, from before its database is open until it has stopped. */
export interface Health {
  readonly outages: Outages;
  readonly metrics: Metrics;
  readonly slackReach: SlackReach;
  /** For every Slack client; it reports whether Slack can be reached. */
  readonly slackFetch: typeof fetch;
  /** The times in the answers of Slack and the data service. */
  readonly dates: AnswerDates;
  /** Call once the database is open. `imports` are read from the service. */
  watchDatabase(
    database: Database,
    imports: readonly ServiceImport[],
    calendar: Pick<Calendar, 'instantOf'>,
  ): DatabaseHealth;
  close(): Promise<void>;
}

/** The bot's health once its database is open. */
export interface DatabaseHealth {
  /** Call once the database belongs to the service and key of the settings. */
  databaseClaimed(): void;
  /** Checks the database, the service and Slack; call it every 15 seconds. */
  look(): Promise<void>;
  /** Call once the bot is composed. */
  watchBot(bot: WatchedBot): void;
}

export interface WatchedBot
  extends Pick<
    ReadinessOptions,
    'lastSweepAt' | 'isReceiving' | 'importFailure' | 'overdue' | 'alertsProblem'
  > {
  readonly clocks: ClockCheck;
  /** Calls Slack once, to see whether it answers. */
  readonly callSlack: () => Promise<unknown>;
}

/** So that /readyz answers within two seconds, whatever the database does. */
const PATIENCE_MS = 1_500;
/** Longer than a SQLite write waits for another writer: see sqlite.ts. */
const WRITE_PATIENCE_MS = 10_000;
const SLACK = 'https://slack.com/';

/** Starts the health server, if its port is set, before anything else. @throws PortError */
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
          overdue: bot.overdue,
          alertsProblem: bot.alertsProblem,
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
      // For Prometheus a counter that starts at 1 has not increased, so start at 0.
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
            lackOfRoom: () => lackOfRoom(databaseUrl),
            databaseCause: (error) =>
              databaseFailure(error, databaseUrl) ?? (error instanceof Error ? error.message : String(error)),
            callSlack: bot?.callSlack,
            slackAnsweredAt,
            clock,
            startedAt,
          });
          // `watch` has already reported a failing database.
          await bot?.clocks.verdict().catch(() => undefined);
        },

        watchBot(watched) {
          bot = { ...watched, overdue: createImpatientReader(watched.overdue, PATIENCE_MS) };
        },
      };
    },

    async close() {
      stopWatching();
      await server?.close();
    },
  };
}

/** Measures the number and duration of requests. */
export function countRequest(metrics: Pick<Metrics, 'count' | 'observe'>) {
  return (request: string, outcome: RequestOutcome, durationMs: number): void => {
    metrics.count('retail_bot_requests_total', { request, outcome });
    metrics.observe('retail_bot_request_duration_seconds', durationMs / 1_000, { request });
  };
}
