import type { Counter, Histogram } from 'prom-client';
import { within } from './patience.ts';

type Labels = Readonly<Record<string, string>>;
/** A value that is undefined has no sample. */
export type Samples = readonly (readonly [value: number | undefined, labels?: Labels])[];

/** A metric, and how a scrape reads it from its source. */
export interface MetricDefinition<Source = never> {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[];
  /** Read from the database: no samples while it does not answer. */
  readonly isStored?: boolean;
  /** What a scrape shows; undefined for what is counted when it happens. */
  readonly collect?: (source: Source) => Samples | Promise<Samples>;
}

export type MetricDefinitions<Source = never> = Readonly<Record<string, MetricDefinition<Source>>>;

export interface Metrics {
  /** From now on a scrape shows these, as they are read from `source`. */
  add<Source>(definitions: MetricDefinitions<Source>, source: Source): void;
  /** Counts one value of a histogram. */
  observe(name: string, value: number, labels?: Labels): void;
  /** Adds to a counter; 0 shows it before it counts. */
  count(name: string, labels: Labels, by?: number): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<string>;
}

/** For a bot that nobody measures, which does without the memory of prom-client. */
export const NO_METRICS: Metrics = {
  add: () => {},
  observe: () => {},
  count: () => {},
  text: async () => '',
};

/** Read from the database that the replicas share, and so told by each of them. */
export const SHARED = 'The same in every process: use max, not sum.';

/** A scrape waits so long for one metric, and the database has half of it to answer at all. */
const PATIENCE_MS = 3_000;

/**
 * The registry. Metrics of the process add up over replicas; what is read from the database does not, and its help says
 * so. The default metrics of prom-client are not among them: its lag of the event loop is told in quantiles that start
 * over with each scrape.
 */
export async function createMetrics(databaseAnswers: () => Promise<boolean>): Promise<Metrics> {
  // By its default export: where it is bundled, a CommonJS package has no other.
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
        // At one go, so that two scrapes at once do not mix.
        this.reset();
        // A metric without labels would be 0 while it has no sample.
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

/** Observes every half second how late the timer came; gives what ends that. */
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
