import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { type AnswerDates, createAnswerDates, type Monotonic } from './database/answerDates.ts';
import type { ClockCheck } from './database/clockCheck.ts';
import { type Database, databaseFailure, databasePlace } from './database/connection.ts';
import { newestDays } from './health/importFacts.ts';
import { createMetrics, type MeasuredBot, type Metrics, NO_METRICS } from './health/metrics.ts';
import { createOutage } from './health/outage.ts';
import {
  type ReadinessOptions,
  readReadiness,
  type StartingStep,
  startingReadiness,
} from './health/readiness.ts';
import { startHealthServer } from './health/server.ts';
import { readServiceFacts } from './health/serviceFacts.ts';
import { readStorageFacts } from './health/storageFacts.ts';
import { type Outages, probeWriting, watch } from './health/watch.ts';
import { within } from './health/within.ts';
import { readBuild } from './process/build.ts';
import type { Settings } from './settings/settings.ts';
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
  /** The database is open. */
  watchDatabase(database: Database): DatabaseHealth;
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
export interface WatchedBot
  extends Pick<ReadinessOptions, 'lastSweepAt' | 'isReceiving' | 'importFailure'>,
    Pick<MeasuredBot, 'calendar' | 'digests' | 'now' | 'stockCallsLeft' | 'stockCallsLeftToday'> {
  readonly clocks: ClockCheck;
  /** Calls Slack once, to see whether it answers. */
  readonly callSlack: () => Promise<unknown>;
}

/** /readyz answers within two seconds, whatever the database does. */
const PATIENCE_MS = 1_500;
/** Whoever writes waits so long for others that do: see sqlite.ts. */
const WRITE_PATIENCE_MS = 10_000;
/** A question without an answer for so long was lost with its connection, and is asked anew. */
const LOST_MS = 30_000;
const SLACK = 'https://slack.com/';

/** Opens the health server, where there is to be one, before anything else is begun. @throws PortError */
export async function composeHealth(options: {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly startedAt: number;
  readonly monotonic?: Monotonic | undefined;
}): Promise<Health> {
  const { settings, clock, log, signal, startedAt } = options;
  const dates = createAnswerDates(clock, options.monotonic);
  const slackHost = new URL(settings.slackApiUrl ?? SLACK).host;
  const outage = (name: string, host: string) => createOutage(name, host, log, clock, signal);
  const outages: Outages = {
    service: outage('the service', new URL(settings.baseUrl).host),
    slack: outage('Slack', slackHost),
    database: outage('the database', databasePlace(settings.databaseUrl)),
  };
  let waitsFor: StartingStep = 'database';
  let ready: ReadinessOptions | undefined;
  let measured: MeasuredBot | undefined;
  const readiness = async () =>
    ready === undefined ? startingReadiness(waitsFor, outages) : readReadiness(ready);
  const build = readBuild();
  const { healthPort: port, healthHost: host } = settings;
  const metrics =
    port === undefined
      ? NO_METRICS
      : await createMetrics(() => ({
          build,
          isReady: async () => (await readiness()).isReady,
          bot: measured,
        }));
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

    watchDatabase(database) {
      waitsFor = 'service';
      const serviceFacts = createImpatientReader(() => readServiceFacts(database), PATIENCE_MS);
      const probe = createImpatientReader(() => probeWriting(database, clock.now()), WRITE_PATIENCE_MS);
      let watched: WatchedBot | undefined;
      return {
        databaseClaimed() {
          waitsFor = 'slack';
        },

        async look() {
          await watch({
            outages,
            serviceFacts,
            probeWriting: probe,
            databaseCause: (error) =>
              databaseFailure(error, settings.databaseUrl) ??
              (error instanceof Error ? error.message : String(error)),
            callSlack: watched?.callSlack,
            slackAnsweredAt,
            clock,
            startedAt,
          });
          // A database that fails has been told.
          await watched?.clocks.verdict().catch(() => undefined);
        },

        watchBot(bot) {
          watched = bot;
          const { clocks, isReceiving } = bot;
          ready = {
            ...bot,
            clock,
            outages,
            signal,
            startedAt,
            serviceFacts,
            clockProblem: clocks.problem,
          };
          measured = {
            ...bot,
            database,
            storageFacts: createImpatientReader(
              () => readStorageFacts(database, settings.databaseUrl),
              PATIENCE_MS,
            ),
            newestDays: createImpatientReader(() => newestDays(database), PATIENCE_MS),
            clock,
            startedAt,
            serviceFacts,
            clockOffsets: clocks.offsets,
            isSlackUp: () => outages.slack.cause() === undefined && isReceiving(),
            isWritable: () => outages.database.cause('writing') === undefined,
            isSound: () => outages.database.cause('damage') === undefined,
          };
        },
      };
    },

    async close() {
      metrics.close();
      await server?.close();
    },
  };
}

/** Whoever asks waits a moment and no longer; many who ask while there is no answer make one question. */
function createImpatientReader<T>(read: () => Promise<T>, patienceMs: number): () => Promise<T> {
  let asked: { readonly answer: Promise<T>; readonly at: number } | undefined;
  const ask = (): Promise<T> => {
    const answer = read().finally(() => {
      if (asked?.answer === answer) asked = undefined;
    });
    asked = { answer, at: performance.now() };
    return answer;
  };
  return () => {
    const isLost = asked !== undefined && performance.now() - asked.at > LOST_MS;
    return within(patienceMs, asked === undefined || isLost ? ask() : asked.answer);
  };
}
