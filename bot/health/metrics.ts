import type { Histogram } from 'prom-client';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { ClockOffsets } from '../database/clockCheck.ts';
import type { Database } from '../database/connection.ts';
import { DIGEST_STATES } from '../database/tables/digest.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Notices } from '../outbox/notices.ts';
import type { Reason } from '../outbox/reasons.ts';
import type { RequestOutcome } from '../slack/currentRequest.ts';
import { listBefore } from '../stock/import/snapshots.ts';
import { stockDayOf } from '../stock/import/state.ts';
import { expectedDays, type newestDays } from './importFacts.ts';
import { failuresOf, type ServiceFacts } from './serviceFacts.ts';
import { readBackedUpAt, type StorageFacts } from './storageFacts.ts';
import { within } from './within.ts';

type Labels = Readonly<Record<string, string>>;
/** A value that is undefined has no sample. */
type Samples = readonly (readonly [value: number | undefined, labels?: Labels])[];

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
  /** What a scrape shows; undefined for what is counted when it happens. */
  readonly collect?: (sources: MetricsSources) => Samples | Promise<Samples>;
}

/** What a scrape asks. */
export interface MetricsSources {
  readonly build: { readonly version: string; readonly commit: string };
  readonly isReady: () => Promise<boolean>;
  /** undefined until the bot is put together. */
  readonly bot: MeasuredBot | undefined;
}

export interface MeasuredBot {
  readonly database: Database;
  /** Read once for all metrics of a scrape. @throws when they fail or do not come in time */
  readonly storageFacts: () => Promise<StorageFacts>;
  readonly newestDays: () => ReturnType<typeof newestDays>;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  /** The time by the clock of the database. */
  readonly now: () => Promise<number>;
  /** @throws when the database fails or does not answer in time */
  readonly serviceFacts: () => Promise<ServiceFacts>;
  readonly digests: MeasuredDigests;
  /** Calls to accumulated stock that the service takes now, and that are left of its day. */
  readonly stockCallsLeft: () => Promise<number>;
  readonly stockCallsLeftToday: () => Promise<number>;
  readonly isSlackUp: () => boolean;
  readonly clockOffsets: () => ClockOffsets | undefined;
  readonly isWritable: () => boolean;
  readonly isSound: () => boolean;
  /** When digests that are due were last looked for, in milliseconds; undefined before the first time. */
  readonly lastSweepAt: () => number | undefined;
  /** What came of calls before that says nothing of the settings. */
  readonly startedAt: number;
}

export interface MeasuredDigests {
  readonly ledger: Pick<Ledger, 'countsSince' | 'missedSince' | 'attemptsSince' | 'totals'>;
  readonly subscriptions: Pick<Subscriptions, 'active'>;
  readonly notices: Pick<Notices, 'countOpen'>;
}

/** A scrape waits so long for the database. */
const PATIENCE_MS = 1_500;
const DAY_MS = 24 * 60 * 60_000;
/** What is read in from the service. */
const IMPORT_KINDS = ['stock', 'sales', 'stores'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];
/** Those of which each day is stored. */
const IMPORTED = ['stock', 'sales'] as const;
const GATE_STATES = ['unasked', 'waiting', 'fresh', 'empty'] as const;
/** Shown also while there are none. */
const MISSED_BY_DOWNTIME: readonly string[] = ['notRunning', 'superseded'] satisfies Reason[];

const serviceFactsOf = (bot: MeasuredBot | undefined) => bot?.serviceFacts().catch(() => undefined);

/** Samples out of the database: none before it is open, while it does not answer, or when reading them fails. */
function stored(
  collect: (bot: MeasuredBot, facts: ServiceFacts) => Promise<Samples> | Samples,
): NonNullable<MetricDefinition['collect']> {
  return async ({ bot }) => {
    const facts = await serviceFactsOf(bot);
    if (bot === undefined || facts === undefined) return [];
    const read = async () => collect(bot, facts);
    return within(PATIENCE_MS, read()).catch(() => []);
  };
}

const yesterday = async (bot: MeasuredBot) => (await bot.now()) - DAY_MS;
const storageOf = (bot: MeasuredBot | undefined) => bot?.storageFacts().catch(() => undefined);
const inSeconds = (at: number | undefined) => (at === undefined ? undefined : at / 1_000);
/** The beginning of a day; a day that is not there has none. */
const secondsOf = (day: string | undefined, { calendar }: MeasuredBot) =>
  day === undefined ? undefined : calendar.instantOf(day, '00:00') / 1_000;

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
    collect: ({ bot }) => [[Number(bot?.isSlackUp() ?? false)]],
  },
  retail_bot_database_up: {
    type: 'gauge',
    help: '1 while the database answers.',
    labels: [],
    collect: async ({ bot }) => [[Number((await serviceFactsOf(bot)) !== undefined)]],
  },
  retail_bot_clock_offset_seconds: {
    type: 'gauge',
    help: "How far the clock of the process or of the database is ahead of Slack's, negative when it is behind; not there while no answer tells the time.",
    labels: ['clock'],
    collect: ({ bot }) => {
      const offsets = bot?.clockOffsets();
      if (offsets === undefined) return [];
      return [
        [offsets.process / 1_000, { clock: 'process' }],
        [offsets.database / 1_000, { clock: 'database' }],
      ];
    },
  },
  retail_bot_database_writable: {
    type: 'gauge',
    help: '1 while the database takes what is written; tried every 15 seconds.',
    labels: [],
    collect: async ({ bot }) => [
      [Number((await serviceFactsOf(bot)) !== undefined && bot?.isWritable() === true)],
    ],
  },
  retail_bot_database_sound: {
    type: 'gauge',
    help: '0 while the SQLite file is known to be damaged; looked through at the start and every night.',
    labels: [],
    collect: ({ bot }) => [[Number(bot?.isSound() ?? true)]],
  },
  retail_bot_service_up: {
    type: 'gauge',
    help: `1 while the latest call of every kind to the service was answered. ${SHARED}`,
    labels: [],
    collect: stored((bot, facts) => [[Number(failuresOf(facts, bot.startedAt).size === 0)]]),
  },
  retail_bot_service_refused: {
    type: 'gauge',
    help: `1 while the service rejects the subscription key. ${SHARED}`,
    labels: [],
    collect: stored((bot, facts) => [[Number(failuresOf(facts, bot.startedAt).has('authentication'))]]),
  },
  retail_bot_service_calls_total: {
    type: 'counter',
    help: `Calls to the service by outcome, each with its pages and retries. ${SHARED}`,
    labels: ['operation', 'outcome'],
    collect: stored((_, { calls }) =>
      calls.map(({ operation, outcome, calls: made }) => [made, { operation, outcome }]),
    ),
  },
  retail_bot_stock_calls_left: {
    type: 'gauge',
    help: `Calls to accumulated stock that the service takes now. ${SHARED}`,
    labels: [],
    collect: stored(async (bot) => [[await bot.stockCallsLeft()]]),
  },
  retail_bot_stock_calls_left_today: {
    type: 'gauge',
    help: `Calls to accumulated stock that are left of the last 24 hours. ${SHARED}`,
    labels: [],
    collect: stored(async (bot) => [[await bot.stockCallsLeftToday()]]),
  },
  retail_bot_stock_gate: {
    type: 'gauge',
    help: `1 for the state of the stock of the day: unasked, waiting, fresh or empty. ${SHARED}`,
    labels: ['state'],
    collect: stored(async ({ database, calendar, now }) => {
      const gate = await stockDayOf(database, calendar.latestStockDay(await now()));
      const holds = gate?.state ?? 'unasked';
      return GATE_STATES.map((state) => [Number(state === holds), { state }]);
    }),
  },
  retail_bot_stock_short_list: {
    type: 'gauge',
    help: `1 while a list of today's stock that is empty or far shorter than the one before is refused, or was taken after two readings agreed. ${SHARED}`,
    labels: ['state'],
    collect: stored(async ({ database, calendar, now }) => {
      const day = calendar.latestStockDay(await now());
      const gate = await stockDayOf(database, day);
      const list = await listBefore(database, day);
      const isTaken = list?.businessDate === day && list.fellFrom !== undefined;
      return [
        [Number((gate?.refused_products ?? null) !== null), { state: 'refused' }],
        [Number(isTaken), { state: 'taken' }],
      ];
    }),
  },
  retail_bot_newest_day_timestamp_seconds: {
    type: 'gauge',
    help: `Beginning of the newest business day that has figures here, of stock and of sales. ${SHARED}`,
    labels: ['kind'],
    collect: stored((bot, { newestStockDay, newestSalesDay }) => [
      [secondsOf(newestStockDay, bot), { kind: 'stock' }],
      [secondsOf(newestSalesDay, bot), { kind: 'sales' }],
    ]),
  },
  retail_bot_expected_day_timestamp_seconds: {
    type: 'gauge',
    help: `Beginning of the newest business day on which the shops were open and that the service has refreshed by now. ${SHARED}`,
    labels: ['kind'],
    collect: stored((bot) => {
      const days = expectedDays(bot.calendar, bot.clock.now());
      return IMPORTED.map((kind) => [secondsOf(days[kind], bot), { kind }]);
    }),
  },
  retail_bot_day_rows: {
    type: 'gauge',
    help: `Products of stock and rows of sales that are stored of the newest day and of the stored day before it. ${SHARED}`,
    labels: ['kind', 'day'],
    collect: stored(async (bot) => {
      const days = await bot.newestDays();
      return IMPORTED.flatMap((kind) => [
        [days[kind][0]?.rows, { kind, day: 'newest' }] as const,
        [days[kind][1]?.rows, { kind, day: 'before' }] as const,
      ]);
    }),
  },
  retail_bot_last_import_timestamp_seconds: {
    type: 'gauge',
    help: `When the newest day of stock and of sales was stored. ${SHARED}`,
    labels: ['kind'],
    collect: stored(async (bot) => {
      const days = await bot.newestDays();
      return IMPORTED.map((kind) => [inSeconds(days[kind][0]?.at), { kind }]);
    }),
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
    collect: async ({ bot }) => [[(await storageOf(bot))?.database]],
  },
  retail_bot_database_wal_bytes: {
    type: 'gauge',
    help: 'Size of the log of changes beside a SQLite file. A PostgreSQL does not tell.',
    labels: [],
    collect: async ({ bot }) => [[(await storageOf(bot))?.wal]],
  },
  retail_bot_disk_free_bytes: {
    type: 'gauge',
    help: 'Free room on the disk of a SQLite file. A PostgreSQL does not tell.',
    labels: [],
    collect: async ({ bot }) => [[(await storageOf(bot))?.diskFree]],
  },
  retail_bot_backup_timestamp_seconds: {
    type: 'gauge',
    help: `When the database was last backed up; missing before the first time. ${SHARED}`,
    labels: [],
    collect: stored(async ({ database }) => [[inSeconds(await readBackedUpAt(database))]]),
  },
  retail_bot_digests_total: {
    type: 'counter',
    help: `Digests of all days that were sent or missed. ${SHARED}`,
    labels: ['state'],
    collect: stored(async ({ digests }) => {
      const { sent, missed } = await digests.ledger.totals();
      return [
        [sent, { state: 'sent' }],
        [missed, { state: 'missed' }],
      ];
    }),
  },
  retail_bot_digest_runs: {
    type: 'gauge',
    help: `Digests that were due in the last 24 hours, by state. ${SHARED}`,
    labels: ['state'],
    collect: stored(async (bot) => {
      const counts = await bot.digests.ledger.countsSince(await yesterday(bot));
      return DIGEST_STATES.map((state) => [counts.get(state) ?? 0, { state }]);
    }),
  },
  retail_bot_digest_missed: {
    type: 'gauge',
    help: `Digests that were found to be missed in the last 24 hours, whenever they were due, by reason: notRunning and superseded are downtimes, pausedUntil and unsubscribed are as somebody wanted it. ${SHARED}`,
    labels: ['reason'],
    collect: stored(async (bot) => {
      const missed = await bot.digests.ledger.missedSince(await yesterday(bot));
      const all = new Map([...MISSED_BY_DOWNTIME.map((reason) => [reason, 0] as const), ...missed]);
      return [...all].map(([reason, digests]) => [digests, { reason }]);
    }),
  },
  retail_bot_digest_attempts: {
    type: 'gauge',
    help: `Attempts to send the digests that were due in the last 24 hours. ${SHARED}`,
    labels: [],
    collect: stored(async (bot) => [[await bot.digests.ledger.attemptsSince(await yesterday(bot))]]),
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
    collect: ({ bot }) => [[inSeconds(bot?.lastSweepAt())]],
  },
  retail_bot_digest_subscriptions: {
    type: 'gauge',
    help: `Subscriptions that get digests, and that Slack refuses. ${SHARED}`,
    labels: ['state'],
    collect: stored(async (bot) => {
      const digests = await bot.digests.subscriptions.active();
      const paused = digests.filter(({ pausedReason }) => pausedReason !== undefined).length;
      return [
        [digests.length - paused, { state: 'active' }],
        [paused, { state: 'paused' }],
      ];
    }),
  },
  retail_bot_digest_notices_open: {
    type: 'gauge',
    help: `Notices to owners of digests that have not been sent yet. ${SHARED}`,
    labels: [],
    collect: stored(async ({ digests }) => [[await digests.notices.countOpen()]]),
  },
} as const satisfies Record<string, MetricDefinition>;

type MetricName = keyof typeof METRICS;
type HistogramName = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends 'histogram' ? Name : never;
}[MetricName];

export interface Metrics {
  /** Counts one value of a histogram. */
  observe(name: HistogramName, value: number, labels?: Labels): void;
  countRequest(request: string, outcome: RequestOutcome): void;
  countImportFailure(kind: ImportKind): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
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

export async function createMetrics(sources: () => MetricsSources): Promise<Metrics> {
  // By its default export: where it is bundled, a CommonJS package has no other.
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  const optionsOf = (name: MetricName) => {
    const { help, labels }: MetricDefinition = METRICS[name];
    return { name, help, labelNames: [...labels], registers: [registry] };
  };
  const histogram = (name: HistogramName) =>
    new prometheus.Histogram({ ...optionsOf(name), buckets: [...METRICS[name].buckets] });
  const histograms: Record<HistogramName, Histogram> = {
    retail_bot_event_loop_lag_seconds: histogram('retail_bot_event_loop_lag_seconds'),
    retail_bot_request_duration_seconds: histogram('retail_bot_request_duration_seconds'),
    retail_bot_digest_lateness_seconds: histogram('retail_bot_digest_lateness_seconds'),
  };
  const requests = new prometheus.Counter(optionsOf('retail_bot_requests_total'));
  const importFailures = new prometheus.Counter(optionsOf('retail_bot_import_failures_total'));
  // A counter that is first seen at 1 has not increased for Prometheus.
  for (const kind of IMPORT_KINDS) importFailures.inc({ kind }, 0);
  for (const [name, { type, help, labels, collect }] of Object.entries<MetricDefinition>(METRICS)) {
    if (collect === undefined) continue;
    const Metric = type === 'counter' ? prometheus.Counter : prometheus.Gauge;
    new Metric({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const samples = await collect(sources());
        // At one go, so that two scrapes at once do not mix.
        this.reset();
        // A metric without labels would be 0 while it has no sample.
        if (labels.length === 0) this.remove();
        for (const [value, given = {}] of samples) if (value !== undefined) this.inc(given, value);
      },
    });
  }
  const stopLag = watchEventLoop((seconds) => histograms.retail_bot_event_loop_lag_seconds.observe(seconds));

  return {
    observe: (name, value, labels = {}) => histograms[name].observe(labels, value),
    countRequest: (request, outcome) => requests.inc({ request, outcome }),
    countImportFailure: (kind) => importFailures.inc({ kind }),
    text: () => registry.metrics(),
    close: stopLag,
  };
}

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
