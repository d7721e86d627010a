import type { Digests } from '../digest/startDigests.ts';
import { DIGEST_STATES } from '../digest/states.ts';

export interface MetricsOptions {
  readonly digests: Pick<Digests, 'parts' | 'lastSweepAt'>;
  /** Calls to accumulated stock that the service takes now. */
  readonly stockCallsLeft: () => Promise<number>;
}

interface Metric {
  readonly name: string;
  readonly help: string;
  /** Each value with its labels as they are written. None holds a name or a figure of the service. */
  readonly values: readonly (readonly [labels: string, value: number])[];
}

const DAY_MS = 24 * 60 * 60_000;
const GATE_STATES = ['unasked', 'waiting', 'fresh', 'empty'] as const;

/** The text format of Prometheus: gauges, since all of it is read from the database that the replicas share. */
export async function metricsOf({ digests, stockCallsLeft }: MetricsOptions): Promise<string> {
  const { parts } = digests;
  const now = await parts.time.now();
  const states = await parts.ledger.countsSince(now - DAY_MS);
  const last = digests.lastSweepAt();
  const gate = await parts.database
    .selectFrom('stock_day')
    .select('state')
    .where('business_date', '=', parts.calendar.latestStockDay(now))
    .executeTakeFirst();
  const gateState = gate?.state ?? 'unasked';
  const metrics: Metric[] = [
    {
      name: 'digest_runs',
      help: 'Digests that were due in the last 24 hours, by state.',
      values: DIGEST_STATES.map((state) => [`{state="${state}"}`, states.get(state) ?? 0]),
    },
    {
      name: 'digest_sweep_age_seconds',
      help: 'Time since the sweeper last did its round.',
      values: last === undefined ? [] : [['', (parts.clock.now() - last) / 1_000]],
    },
    {
      name: 'digest_installation_refused',
      help: '1 while Slack does not accept the bot.',
      values: [['', Number(parts.installation.refusal() !== undefined)]],
    },
    {
      name: 'stock_gate',
      help: 'Whether the service has been asked for the stock of the day, and what came of it.',
      values: GATE_STATES.map((state) => [`{state="${state}"}`, Number(state === gateState)]),
    },
    {
      name: 'stock_calls_left',
      help: 'Calls to accumulated stock that the service takes now.',
      values: [['', await stockCallsLeft()]],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Memory of the process.',
      values: [['', process.memoryUsage.rss()]],
    },
  ];
  return metrics.flatMap(linesOf).join('\n').concat('\n');
}

function linesOf({ name, help, values }: Metric): string[] {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines];
}
