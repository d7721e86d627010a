import type { Histogram, Registry } from 'prom-client';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { ClockOffsets } from '../database/clockCheck.ts';
import { DIGEST_STATES } from '../database/tables/digest.ts';
import type { Reason } from '../digest/reasons.ts';
import type { RequestOutcome } from '../slack/currentRequest.ts';
import type { DigestFacts } from './digestFacts.ts';
import type { ImportFacts } from './importFacts.ts';
import { failuresOf, type ServiceFacts } from './serviceFacts.ts';
import type { StorageFacts } from './storageFacts.ts';

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
}

/** Read from the database that the replicas share, and so told by each of them. */
const SHARED = 'The same in every process: use max, not sum.';

/**
 * Every metric there is. Those of the process add up over replicas; what is read from the database does not, and its
 * help says so. The default metrics of prom-client are not among them: its lag of the event loop is told in quantiles
 * that start over with each scrape.
 */
export const METRICS = {
  retail_bot_build_info: {
    type: 'gauge',
    help: '1, labelled with the version and commit of the bot and the version of Node.',
    labels: ['version', 'commit', 'node_version'],
  },
  process_start_time_seconds: {
    type: 'gauge',
    help: 'When the process started, in seconds since 1970.',
    labels: [],
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Time that the process has had of processors.',
    labels: [],
  },
  process_resident_memory_bytes: { type: 'gauge', help: 'Memory of the process.', labels: [] },
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
  retail_bot_ready: { type: 'gauge', help: '1 while /readyz answers 200.', labels: [] },
  retail_bot_slack_up: {
    type: 'gauge',
    help: '1 while Slack answers, accepts the bot, and what it sends arrives.',
    labels: [],
  },
  retail_bot_database_up: { type: 'gauge', help: '1 while the database answers.', labels: [] },
  retail_bot_clock_offset_seconds: {
    type: 'gauge',
    help: "How far the clock of the process or of the database is ahead of Slack's, negative when it is behind; not there while no answer tells the time.",
    labels: ['clock'],
  },
  retail_bot_database_writable: {
    type: 'gauge',
    help: '1 while the database takes what is written; tried every 15 seconds.',
    labels: [],
  },
  retail_bot_database_sound: {
    type: 'gauge',
    help: '0 while the SQLite file is known to be damaged; looked through at the start and every night.',
    labels: [],
  },
  retail_bot_service_up: {
    type: 'gauge',
    help: `1 while the latest call of every kind to the service was answered. ${SHARED}`,
    labels: [],
  },
  retail_bot_service_refused: {
    type: 'gauge',
    help: `1 while the service rejects the subscription key. ${SHARED}`,
    labels: [],
  },
  retail_bot_service_calls_total: {
    type: 'counter',
    help: `Calls to the service by outcome, each with its pages and retries. ${SHARED}`,
    labels: ['operation', 'outcome'],
  },
  retail_bot_stock_calls_left: {
    type: 'gauge',
    help: `Calls to accumulated stock that the service takes now. ${SHARED}`,
    labels: [],
  },
  retail_bot_stock_calls_left_today: {
    type: 'gauge',
    help: `Calls to accumulated stock that are left of the last 24 hours. ${SHARED}`,
    labels: [],
  },
  retail_bot_stock_gate: {
    type: 'gauge',
    help: `1 for the state of the stock of the day: unasked, waiting, fresh or empty. ${SHARED}`,
    labels: ['state'],
  },
  retail_bot_stock_short_list: {
    type: 'gauge',
    help: `1 while a list of today's stock that is empty or far shorter than the one before is refused, or was taken after two readings agreed. ${SHARED}`,
    labels: ['state'],
  },
  retail_bot_newest_day_timestamp_seconds: {
    type: 'gauge',
    help: `Beginning of the newest business day that has figures here, of stock and of sales. ${SHARED}`,
    labels: ['kind'],
  },
  retail_bot_expected_day_timestamp_seconds: {
    type: 'gauge',
    help: `Beginning of the newest business day on which the shops were open and that the service has refreshed by now. ${SHARED}`,
    labels: ['kind'],
  },
  retail_bot_day_rows: {
    type: 'gauge',
    help: `Products of stock and rows of sales that are stored of the newest day and of the stored day before it. ${SHARED}`,
    labels: ['kind', 'day'],
  },
  retail_bot_last_import_timestamp_seconds: {
    type: 'gauge',
    help: `When the newest day of stock and of sales was stored. ${SHARED}`,
    labels: ['kind'],
  },
  retail_bot_import_failures_total: {
    type: 'counter',
    help: 'Times that stock, sales or stores could not be read in, whatever the cause.',
    labels: ['kind'],
  },
  retail_bot_database_bytes: {
    type: 'gauge',
    help: `Size of the database. ${SHARED}`,
    labels: [],
  },
  retail_bot_database_wal_bytes: {
    type: 'gauge',
    help: 'Size of the log of changes beside a SQLite file. A PostgreSQL does not tell.',
    labels: [],
  },
  retail_bot_disk_free_bytes: {
    type: 'gauge',
    help: 'Free room on the disk of a SQLite file. A PostgreSQL does not tell.',
    labels: [],
  },
  retail_bot_backup_timestamp_seconds: {
    type: 'gauge',
    help: `When the database was last backed up; missing before the first time. ${SHARED}`,
    labels: [],
  },
  retail_bot_digests_total: {
    type: 'counter',
    help: `Digests of all days that were sent or missed. ${SHARED}`,
    labels: ['state'],
  },
  retail_bot_digest_runs: {
    type: 'gauge',
    help: `Digests that were due in the last 24 hours, by state. ${SHARED}`,
    labels: ['state'],
  },
  retail_bot_digest_missed: {
    type: 'gauge',
    help: `Digests that were found to be missed in the last 24 hours, whenever they were due, by reason: notRunning and superseded are downtimes, pausedUntil and unsubscribed are as somebody wanted it. ${SHARED}`,
    labels: ['reason'],
  },
  retail_bot_digest_attempts: {
    type: 'gauge',
    help: `Attempts to send the digests that were due in the last 24 hours. ${SHARED}`,
    labels: [],
  },
  retail_bot_digest_lateness_seconds: {
    type: 'histogram',
    help: 'How long after its time a digest was posted by this process.',
    labels: [],
    buckets: [15, 60, 300, 900, 1800, 3600, 7200, 14400],
  },
  retail_bot_digest_last_sweep_timestamp_seconds: {
    type: 'gauge',
    help: 'When this process last looked for digests that are due.',
    labels: [],
  },
  retail_bot_digest_subscriptions: {
    type: 'gauge',
    help: `Subscriptions that get digests, that Slack refuses, and that cannot be read. ${SHARED}`,
    labels: ['state'],
  },
  retail_bot_digest_notices_open: {
    type: 'gauge',
    help: `Notices to owners of digests that have not been sent yet. ${SHARED}`,
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>;

type MetricName = keyof typeof METRICS;
type HistogramName = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends 'histogram' ? Name : never;
}[MetricName];
type Labels = Readonly<Record<string, string>>;

/** What a scrape reads from the database. */
export interface SharedFacts {
  readonly service: ServiceFacts;
  readonly digests: DigestFacts;
  readonly imports: Readonly<Record<'stock' | 'sales', ImportFacts>>;
  /** When the database was last backed up; undefined before the first time. */
  readonly backedUpAt: number | undefined;
  /** Calls to accumulated stock that the service takes now, and that are left of its day. */
  readonly stockCallsLeft: number;
  readonly stockCallsLeftToday: number;
}

/** What is read in from the service. */
export type ImportKind = (typeof IMPORT_KINDS)[number];
const IMPORT_KINDS = ['stock', 'sales', 'stores'] as const;

/** What a scrape asks of a bot that has started. */
export interface MetricsSources {
  /** @throws when the database fails or does not answer in time */
  readonly sharedFacts: () => Promise<SharedFacts>;
  /** @throws when the database is asked and fails or does not answer in time */
  readonly storageFacts: () => Promise<StorageFacts>;
  readonly isSlackUp: () => boolean;
  readonly clockOffsets: () => ClockOffsets | undefined;
  readonly isWritable: () => boolean;
  readonly isSound: () => boolean;
  /** When digests that are due were last looked for, in milliseconds; undefined before the first time. */
  readonly lastSweepAt: () => number | undefined;
  readonly calendar: Pick<Calendar, 'instantOf'>;
  /** When the bot started; what came of calls before that says nothing of its settings. */
  readonly startedAt: number;
}

export interface Metrics {
  /** Counts one value of a histogram. */
  observe(name: HistogramName, value: number, labels?: Labels): void;
  countRequest(request: string, outcome: RequestOutcome): void;
  countImportFailure(kind: ImportKind): void;
  /** All metrics in the text format of Prometheus; without `sources` those of a bot that is starting. */
  text(isReady: Promise<boolean>, sources: MetricsSources | undefined): Promise<string>;
  close(): void;
}

/** For a bot that nobody measures, which does without the memory of prom-client. */
export const NO_METRICS: Metrics = {
  observe: () => {},
  countRequest: () => {},
  countImportFailure: () => {},
  text: async () => '',
  close: () => {},
};

const LAG_MS = 500;

export async function createMetrics(build: {
  readonly version: string;
  readonly commit: string;
}): Promise<Metrics> {
  // By its default export: where it is bundled, a CommonJS package has no other.
  const { default: prometheus } = await import('prom-client');
  /** What this process has counted; all else is read anew for each scrape. */
  const counted = new prometheus.Registry();
  const histogram = (name: HistogramName): Histogram => {
    const { help, labels, buckets } = METRICS[name];
    return new prometheus.Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets: [...buckets],
      registers: [counted],
    });
  };
  const histograms: Record<HistogramName, Histogram> = {
    retail_bot_event_loop_lag_seconds: histogram('retail_bot_event_loop_lag_seconds'),
    retail_bot_request_duration_seconds: histogram('retail_bot_request_duration_seconds'),
    retail_bot_digest_lateness_seconds: histogram('retail_bot_digest_lateness_seconds'),
  };
  const requests = new prometheus.Counter({
    name: 'retail_bot_requests_total' satisfies MetricName,
    help: METRICS.retail_bot_requests_total.help,
    labelNames: [...METRICS.retail_bot_requests_total.labels],
    registers: [counted],
  });
  const importFailures = new prometheus.Counter({
    name: 'retail_bot_import_failures_total' satisfies MetricName,
    help: METRICS.retail_bot_import_failures_total.help,
    labelNames: [...METRICS.retail_bot_import_failures_total.labels],
    registers: [counted],
  });
  // A counter that is first seen at 1 has not increased for Prometheus.
  for (const kind of IMPORT_KINDS) importFailures.inc({ kind }, 0);
  const stopLag = watchEventLoop((seconds) => histograms.retail_bot_event_loop_lag_seconds.observe(seconds));

  /** Sets values in a registry of one scrape: two that come at once do not mix. */
  const settingIn = (registry: Registry): SetMetric => {
    const created = new Map<MetricName, (labels: Labels, value: number) => void>();
    const create = (name: MetricName) => {
      const { type, help, labels } = METRICS[name];
      const options = { name, help, labelNames: [...labels], registers: [registry] };
      if (type === 'counter') {
        const counter = new prometheus.Counter<string>(options);
        return (given: Labels, value: number) => counter.inc(given, value);
      }
      const gauge = new prometheus.Gauge<string>(options);
      return (given: Labels, value: number) => gauge.set(given, value);
    };
    return (name, value, labels = {}) => {
      const set = created.get(name) ?? create(name);
      created.set(name, set);
      set(labels, value);
    };
  };

  return {
    observe: (name, value, labels = {}) => histograms[name].observe(labels, value),
    countRequest: (request, outcome) => requests.inc({ request, outcome }),
    countImportFailure: (kind) => importFailures.inc({ kind }),
    async text(isReady, sources) {
      const registry = new prometheus.Registry();
      const set = settingIn(registry);
      set('retail_bot_build_info', 1, { ...build, node_version: process.version });
      setProcess(set);
      // Together, since each waits for a database that hangs.
      const [facts, storage, ready] = await Promise.all([
        sources?.sharedFacts().catch(() => undefined),
        sources?.storageFacts().catch(() => undefined),
        isReady,
      ]);
      set('retail_bot_ready', Number(ready));
      set('retail_bot_database_up', Number(facts !== undefined));
      set('retail_bot_database_writable', Number(facts !== undefined && (sources?.isWritable() ?? false)));
      set('retail_bot_database_sound', Number(sources?.isSound() ?? true));
      set('retail_bot_slack_up', Number(sources?.isSlackUp() ?? false));
      const offsets = sources?.clockOffsets();
      if (offsets !== undefined) {
        set('retail_bot_clock_offset_seconds', offsets.process / 1_000, { clock: 'process' });
        set('retail_bot_clock_offset_seconds', offsets.database / 1_000, { clock: 'database' });
      }
      const last = sources?.lastSweepAt();
      if (last !== undefined) set('retail_bot_digest_last_sweep_timestamp_seconds', last / 1_000);
      if (storage !== undefined) setStorage(storage, set);
      if (sources !== undefined && facts !== undefined) {
        setService(facts, sources, set);
        setImports(facts, sources, set);
        setDigests(facts.digests, set);
      }
      return `${await registry.metrics()}\n${await counted.metrics()}`;
    },
    close: stopLag,
  };
}

type SetMetric = (name: Exclude<MetricName, HistogramName>, value: number, labels?: Labels) => void;

/** Tells every half second how late the timer came; gives what ends that. */
function watchEventLoop(tell: (seconds: number) => void): () => void {
  let plannedAt = performance.now() + LAG_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    tell(Math.max(0, now - plannedAt) / 1_000);
    plannedAt = now + LAG_MS;
  }, LAG_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function setProcess(set: SetMetric): void {
  const { user, system } = process.cpuUsage();
  set('process_cpu_seconds_total', (user + system) / 1e6);
  set('process_resident_memory_bytes', process.memoryUsage.rss());
  set('process_start_time_seconds', performance.timeOrigin / 1_000);
}

const GATE_STATES = ['unasked', 'waiting', 'fresh', 'empty'] as const;

function setService(
  { service, digests, stockCallsLeft, stockCallsLeftToday }: SharedFacts,
  { calendar, startedAt }: MetricsSources,
  set: SetMetric,
): void {
  const failures = failuresOf(service, startedAt);
  set('retail_bot_service_up', Number(failures.size === 0));
  set('retail_bot_service_refused', Number(failures.has('authentication')));
  for (const { operation, outcome, calls } of service.calls) {
    set('retail_bot_service_calls_total', calls, { operation, outcome });
  }
  set('retail_bot_stock_calls_left', stockCallsLeft);
  set('retail_bot_stock_calls_left_today', stockCallsLeftToday);
  for (const state of GATE_STATES) set('retail_bot_stock_gate', Number(state === digests.gate), { state });
  for (const [state, isSo] of Object.entries(digests.shortList)) {
    set('retail_bot_stock_short_list', Number(isSo), { state });
  }
  // A day that is not there has no figure.
  const newest = { stock: service.newestStockDay, sales: service.newestSalesDay };
  for (const [kind, day] of Object.entries(newest)) {
    if (day === undefined) continue;
    set('retail_bot_newest_day_timestamp_seconds', calendar.instantOf(day, '00:00') / 1_000, { kind });
  }
}

function setImports(
  { imports, backedUpAt }: SharedFacts,
  { calendar }: MetricsSources,
  set: SetMetric,
): void {
  for (const [kind, { expectedDay, lastAt, newestRows, rowsBefore }] of Object.entries(imports)) {
    const expected = calendar.instantOf(expectedDay, '00:00') / 1_000;
    set('retail_bot_expected_day_timestamp_seconds', expected, { kind });
    if (lastAt !== undefined) set('retail_bot_last_import_timestamp_seconds', lastAt / 1_000, { kind });
    if (newestRows !== undefined) set('retail_bot_day_rows', newestRows, { kind, day: 'newest' });
    if (rowsBefore !== undefined) set('retail_bot_day_rows', rowsBefore, { kind, day: 'before' });
  }
  if (backedUpAt !== undefined) set('retail_bot_backup_timestamp_seconds', backedUpAt / 1_000);
}

function setStorage({ database, wal, diskFree }: StorageFacts, set: SetMetric): void {
  if (database !== undefined) set('retail_bot_database_bytes', database);
  if (wal !== undefined) set('retail_bot_database_wal_bytes', wal);
  if (diskFree !== undefined) set('retail_bot_disk_free_bytes', diskFree);
}

/** Shown also while there are none. */
const MISSED_BY_DOWNTIME: readonly string[] = ['notRunning', 'superseded'] satisfies Reason[];

function setDigests(facts: DigestFacts, set: SetMetric): void {
  for (const state of DIGEST_STATES) set('retail_bot_digest_runs', facts.today.get(state) ?? 0, { state });
  const missed = new Map([...MISSED_BY_DOWNTIME.map((reason) => [reason, 0] as const), ...facts.missed]);
  for (const [reason, digests] of missed) set('retail_bot_digest_missed', digests, { reason });
  set('retail_bot_digest_attempts', facts.attempts);
  for (const state of ['sent', 'missed'] as const) {
    set('retail_bot_digests_total', facts.ended[state], { state });
  }
  for (const state of ['active', 'paused', 'unreadable'] as const) {
    set('retail_bot_digest_subscriptions', facts.subscriptions[state], { state });
  }
  set('retail_bot_digest_notices_open', facts.notices);
}
