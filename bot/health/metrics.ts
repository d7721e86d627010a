import type { Counter, Histogram } from 'prom-client';
import { within } from './patience.ts';

type Labels = Readonly<Record<string, string>>;
/** A sample with an undefined value is left out. */
export type Samples = readonly (readonly [value: number | undefined, labels?: Labels])[];

/** A metric, and how a scrape reads it from its source. */
export interface MetricDefinition<Source = never> {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
  /** True if read from the database, which gives no samples while it doesn't answer. */
  readonly isStored?: boolean;
  /** Collects the samples for a scrape. Undefined for metrics that are counted as things happen. */
  readonly collect?: (source: Source) => Samples | Promise<Samples>;
}

export type MetricDefinitions<Source = never> = Readonly<Record<string, MetricDefinition<Source>>>;

export interface Metrics {
  /** Adds metrics, which each scrape reads from `source`. */
  add<Source>(definitions: MetricDefinitions<Source>, source: Source): void;
  /** Adds one value to a histogram. */
  observe(name: string, value: number, labels?: Labels): void;
  /** Adds to a counter. Adding 0 shows the counter before its first event. */
  count(name: string, labels: Labels, by?: number): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** Used when metrics are off, to save the memory of prom-client. */
export const NO_METRICS: Metrics = {
  add: () => {},
  observe: () => {},
  count: () => {},
  text: async () => '',
};

/** For metrics from the shared database, which every replica reports. */
export const SHARED = 'The same in every process: use max, not sum.';

/** How long a scrape waits for one metric. The database gets half of that to answer. */
const PATIENCE_MS = 3_000;

/**
 * The registry. Metrics of the process add up over replicas. Metrics from the database don't, and their help says so.
 * Leaves out prom-client's default metrics: its event loop lag consists of quantiles that start over with each scrape.
 */
export async function createMetrics(databaseAnswers: () => Promise<boolean>): Promise<Metrics> {
  // Use the default export: in a bundle, a CommonJS package has no other.
  const { default: prometheus } = await import('prom-client');
  const registry = new prometheus.Registry();
  const histograms = new Map<string, Histogram>();
  const counters = new Map<string, Counter>();

  function add<Source>(name: string, definition: MetricDefinition<Source>, source: Source): void {
    const { type, help, labels, buckets = [], isStored = false, collect } = definition;
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (type === 'histogram') {
      histograms.set(name, new prometheus.Histogram({ ...options, buckets: [...buckets] }));
      return;
    }
    if (collect === undefined) {
      counters.set(name, new prometheus.Counter(options));
      return;
    }
    const read = async () => (isStored && !(await databaseAnswers()) ? [] : collect(source));
    const Metric = type === 'counter' ? prometheus.Counter : prometheus.Gauge;
    new Metric({
      ...options,
      async collect() {
        const samples = await within(PATIENCE_MS, read()).catch(() => []);
        // Synchronous from here, so that two concurrent scrapes don't mix.
        this.reset();
        // A metric without labels would show 0 when it has no sample.
        if (labels.length === 0) this.remove();
        for (const [value, given = {}] of samples) if (value !== undefined) this.inc(given, value);
      },
    });
  }

  return {
    add(definitions, source) {
      for (const [name, definition] of Object.entries(definitions)) add(name, definition, source);
    },
    observe: (name, value, labels = {}) => histograms.get(name)?.observe(labels, value),
    count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    text: () => registry.metrics(),
  };
}

const LAG_MS = 500;

/** Observes every half second how late a timer fires. Returns a function that stops it. */
export function watchEventLoop({ observe }: Pick<Metrics, 'observe'>): () => void {
  let plannedAt = performance.now() + LAG_MS;
  const timer = setInterval(() => {
    const now = performance.now();
    observe('retail_bot_event_loop_lag_seconds', Math.max(0, now - plannedAt) / 1_000);
    plannedAt = now + LAG_MS;
  }, LAG_MS);
  timer.unref();
  return () => clearInterval(timer);
}
