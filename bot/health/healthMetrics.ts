import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { ClockOffsets } from '../database/clockCheck.ts';
import { type MetricDefinitions, SHARED } from './metrics.ts';
import {
  expectedDay,
  failuresOf,
  type ImportedDays,
  type ImportFacts,
  type ServiceFacts,
} from './serviceFacts.ts';
import type { StorageFacts } from './storageFacts.ts';

/** What the process reports about itself, from the start. */
export interface MeasuredProcess {
  readonly build: { readonly version: string; readonly commit: string };
  readonly isReady: () => Promise<boolean>;
  readonly isSlackUp: () => boolean;
  readonly clockOffsets: () => ClockOffsets | undefined;
  readonly isDatabaseUp: () => Promise<boolean>;
  readonly isWritable: () => boolean;
  readonly isSound: () => boolean;
}

export const PROCESS_METRICS = {
  retail_bot_build_info: {
    type: 'gauge',
    help: '1, labelled with the version and commit of the bot and the version of Node.',
    labels: ['version', 'commit', 'node_version'],
    collect: ({ build }) => [[1, { ...build, node_version: process.version }]],
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started, in seconds since 1970.',
    labels: [],
    collect: () => [[performance.timeOrigin / 1_000]],
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Time that the process has had of processors.',
    labels: [],
    collect: () => {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / 1e6]];
    },
  },
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory of the process.',
    labels: [],
    collect: () => [[process.memoryUsage.rss()]],
  },
  retail_bot_event_loop_lag_seconds: {
    type: 'histogram',
    help: 'How much later than planned a timer of every half second came.',
    labels: [],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
  },
  retail_bot_requests_total: {
    type: 'counter',
    help: 'Commands, clicks, forms and searches of people by outcome: ok, mistake (in what was typed), refused (may not), service (it failed), failed (the bot did), unknown (nothing is there for it).',
    labels: ['request', 'outcome'],
  },
  retail_bot_request_duration_seconds: {
    type: 'histogram',
    help: 'How long such a request took until it was answered.',
    labels: ['request'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  retail_bot_ready: {
    type: 'gauge',
    help: '1 while /readyz answers 200.',
    labels: [],
    collect: async ({ isReady }) => [[Number(await isReady())]],
  },
  retail_bot_slack_up: {
    type: 'gauge',
    help: '1 while Slack answers, accepts the bot, and what it sends arrives.',
    labels: [],
    collect: ({ isSlackUp }) => [[Number(isSlackUp())]],
  },
  retail_bot_database_up: {
    type: 'gauge',
    help: '1 while the database answers.',
    labels: [],
    collect: async ({ isDatabaseUp }) => [[Number(await isDatabaseUp())]],
  },
  retail_bot_clock_offset_seconds: {
    type: 'gauge',
    help: "How far the clock of the process or of the database is ahead of Slack's, negative when it is behind; not there while no answer tells the time.",
    labels: ['clock'],
    collect: ({ clockOffsets }) => {
      const offsets = clockOffsets();
      if (offsets === undefined) return [];
      return [
        [offsets.process / 1_000, { clock: 'process' }],
        [offsets.database / 1_000, { clock: 'database' }],
      ];
    },
  },
  retail_bot_database_writable: {
    type: 'gauge',
    help: '1 while the database takes what is written, and the disk of a SQLite file has room for an import; tried every 15 seconds.',
    labels: [],
    collect: async ({ isDatabaseUp, isWritable }) => [[Number((await isDatabaseUp()) && isWritable())]],
  },
  retail_bot_database_sound: {
    type: 'gauge',
    help: '0 while the SQLite file is known to be damaged; looked through at the start and every night.',
    labels: [],
    collect: ({ isSound }) => [[Number(isSound())]],
  },
} as const satisfies MetricDefinitions<MeasuredProcess>;

/** The data service and what was imported from it, as stored in the database. */
export interface MeasuredService {
  /** @throws when the database fails or doesn't answer in time */
  readonly serviceFacts: () => Promise<ServiceFacts>;
  readonly calendar: Pick<Calendar, 'instantOf'>;
  readonly now: () => number;
  /** Calls before this instant say nothing about the current settings. */
  readonly startedAt: number;
}

export const SERVICE_METRICS = {
  retail_bot_service_up: {
    type: 'gauge',
    help: `1 while the latest call of every kind to the service was answered. ${SHARED}`,
    labels: [],
    isStored: true,
    collect: async ({ serviceFacts, startedAt }) => [
      [Number(failuresOf(await serviceFacts(), startedAt).size === 0)],
    ],
  },
  retail_bot_service_refused: {
    type: 'gauge',
    help: `1 while the service rejects the subscription key. ${SHARED}`,
    labels: [],
    isStored: true,
    collect: async ({ serviceFacts, startedAt }) => [
      [Number(failuresOf(await serviceFacts(), startedAt).has('authentication'))],
    ],
  },
  retail_bot_service_calls_total: {
    type: 'counter',
    help: `Calls to the service by outcome, each with its pages and retries. ${SHARED}`,
    labels: ['operation', 'outcome'],
    isStored: true,
    collect: async ({ serviceFacts }) => {
      const { calls } = await serviceFacts();
      return calls.map(({ operation, outcome, calls: made }) => [made, { operation, outcome }]);
    },
  },
} as const satisfies MetricDefinitions<MeasuredService>;

/** The imports that are stored by day. */
async function stored({ serviceFacts }: MeasuredService) {
  const { imports } = await serviceFacts();
  return imports.filter(isByDay);
}

function isByDay(facts: ImportFacts): facts is ImportFacts & { readonly days: ImportedDays } {
  return facts.days !== undefined;
}

/** The beginning of a day, in seconds since 1970; undefined without a day. */
const secondsOf = (day: string | undefined, { calendar }: MeasuredService) =>
  day === undefined ? undefined : calendar.instantOf(day, '00:00') / 1_000;

export const inSeconds = (at: number | undefined) => (at === undefined ? undefined : at / 1_000);

export const IMPORT_METRICS = {
  retail_bot_newest_day_timestamp_seconds: {
    type: 'gauge',
    help: `Beginning of the newest business day that has figures here, of stock and of sales. ${SHARED}`,
    labels: ['kind'],
    isStored: true,
    collect: async (service) =>
      (await stored(service)).map(({ kind, newest }) => [secondsOf(newest[0]?.day, service), { kind }]),
  },
  retail_bot_expected_day_timestamp_seconds: {
    type: 'gauge',
    help: `Beginning of the newest business day on which the shops were open and that the service has refreshed by now. ${SHARED}`,
    labels: ['kind'],
    isStored: true,
    collect: async (service) =>
      (await stored(service)).map(({ kind, days }) => [
        secondsOf(expectedDay(days.refreshed(service.now())), service),
        { kind },
      ]),
  },
  retail_bot_day_rows: {
    type: 'gauge',
    help: `Products of stock and rows of sales that are stored of the newest day and of the stored day before it. ${SHARED}`,
    labels: ['kind', 'day'],
    isStored: true,
    collect: async (service) =>
      (await stored(service)).flatMap(({ kind, newest }) => [
        [newest[0]?.rows, { kind, day: 'newest' }] as const,
        [newest[1]?.rows, { kind, day: 'before' }] as const,
      ]),
  },
  retail_bot_last_import_timestamp_seconds: {
    type: 'gauge',
    help: `When the newest day of stock and of sales was stored. ${SHARED}`,
    labels: ['kind'],
    isStored: true,
    collect: async (service) =>
      (await stored(service)).map(({ kind, newest }) => [inSeconds(newest[0]?.at), { kind }]),
  },
  retail_bot_import_failures_total: {
    type: 'counter',
    help: 'Times that stock, sales or stores could not be read in, whatever the cause.',
    labels: ['kind'],
  },
} as const satisfies MetricDefinitions<MeasuredService>;

export interface MeasuredStorage {
  /** Undefined for what can't be determined. */
  readonly storageFacts: () => Promise<StorageFacts | undefined>;
  readonly backedUpAt: () => Promise<number | undefined>;
}

export const STORAGE_METRICS = {
  retail_bot_database_bytes: {
    type: 'gauge',
    help: `Size of the database. ${SHARED}`,
    labels: [],
    collect: async ({ storageFacts }) => [[(await storageFacts())?.database]],
  },
  retail_bot_database_wal_bytes: {
    type: 'gauge',
    help: 'Size of the log of changes beside a SQLite file. A PostgreSQL does not tell.',
    labels: [],
    collect: async ({ storageFacts }) => [[(await storageFacts())?.wal]],
  },
  retail_bot_disk_free_bytes: {
    type: 'gauge',
    help: 'Free room on the disk of a SQLite file. A PostgreSQL does not tell.',
    labels: [],
    collect: async ({ storageFacts }) => [[(await storageFacts())?.diskFree]],
  },
  retail_bot_backup_timestamp_seconds: {
    type: 'gauge',
    help: `When the database was last backed up; missing before the first time. ${SHARED}`,
    labels: [],
    isStored: true,
    collect: async ({ backedUpAt }) => [[inSeconds(await backedUpAt())]],
  },
} as const satisfies MetricDefinitions<MeasuredStorage>;
