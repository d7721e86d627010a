import type { Counter, Gauge } from 'prom-client';
import type { Calendar, Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { DIGEST_STATES } from '../database/tables/digest.ts';
import type { DigestFacts } from './digestFacts.ts';
import { failuresOf, readServiceFacts, type ServiceFacts } from './serviceFacts.ts';

export interface MetricsOptions {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly calendar: Pick<Calendar, 'instantOf'>;
  readonly digestFacts: () => Promise<DigestFacts>;
  /** When digests that are due were last looked for, by the clock; undefined before the first time. */
  readonly lastSweepAt: () => number | undefined;
  /** What Slack refuses the bot with; undefined while it accepts it. */
  readonly slackRefusal: () => string | undefined;
  /** Calls to accumulated stock that the service takes now. */
  readonly stockCallsLeft: () => Promise<number>;
  /** When the bot started; what came of calls before that says nothing of its settings. */
  readonly startedAt: number;
}

const GATE_STATES = ['unasked', 'waiting', 'fresh', 'empty'] as const;
const PREFIX = 'retail_bot_';

/**
 * The text format of Prometheus. All but the memory and the sweep is read from the database that the replicas share, so
 * each of them tells the same; no label holds a name or a figure of the service. prom-client is loaded by the first
 * who asks: a bot that nobody measures does without its memory.
 */
export async function metricsOf(options: MetricsOptions): Promise<string> {
  const { database, clock, calendar, startedAt } = options;
  const facts = await options.digestFacts();
  const service = await readServiceFacts(database);
  const callsLeft = await options.stockCallsLeft();
  // By its default export: where it is bundled, a CommonJS package has no other.
  const { default: prometheus } = await import('prom-client');
  // Of this question alone: two that come at once do not mix.
  const registry = new prometheus.Registry();
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new prometheus.Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new prometheus.Counter({ name: `${PREFIX}${name}`, help, labelNames, registers });

  setDigests(facts, gauge, counter);
  setCalls(service, counter);
  gauge('service_refused', '1 while the service rejects the subscription key.').set(
    Number(failuresOf(service, startedAt).has('authentication')),
  );
  setNewestDays(service, gauge, (day) => calendar.instantOf(day, '00:00') / 1_000);
  const last = options.lastSweepAt();
  if (last !== undefined) {
    const seconds = (clock.now() - last) / 1_000;
    gauge('digest_sweep_age_seconds', 'Time since digests that are due were last looked for.').set(seconds);
  }
  gauge('slack_refused', '1 while Slack does not accept the bot.').set(
    Number(options.slackRefusal() !== undefined),
  );
  const gate = gauge(
    'stock_gate',
    'Whether the service was asked for the stock of the day, and what came of it.',
    'state',
  );
  for (const state of GATE_STATES) gate.set({ state }, Number(state === facts.gate));
  gauge('stock_calls_left', 'Calls to accumulated stock that the service takes now.').set(callsLeft);
  // A name that every dashboard knows.
  new prometheus.Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
  }).set(process.memoryUsage.rss());
  return registry.metrics();
}

type MakeGauge = <Label extends string>(name: string, help: string, ...labels: Label[]) => Gauge<Label>;
type MakeCounter = <Label extends string>(name: string, help: string, ...labels: Label[]) => Counter<Label>;

const QUANTILES = [0.5, 0.95, 1] as const;

function setDigests(facts: DigestFacts, gauge: MakeGauge, counter: MakeCounter): void {
  const runs = gauge('digest_runs', 'Digests that were due in the last 24 hours, by state.', 'state');
  for (const state of DIGEST_STATES) runs.set({ state }, facts.today.get(state) ?? 0);
  gauge('digest_attempts', 'Attempts to send the digests that were due in the last 24 hours.').set(
    facts.attempts,
  );
  const ended = counter('digests_total', 'Digests of all days that were sent or missed.', 'state');
  for (const state of ['sent', 'missed'] as const) ended.inc({ state }, facts.ended[state]);
  const lateness = gauge(
    'digest_lateness_seconds',
    'How long after its time a digest of the last 24 hours was posted; quantile 1 is the latest.',
    'quantile',
  );
  for (const quantile of QUANTILES) {
    const value = facts.lateness[Math.ceil(quantile * facts.lateness.length) - 1];
    if (value !== undefined) lateness.set({ quantile }, value);
  }
  const subscriptions = gauge(
    'digest_subscriptions',
    'Subscriptions that get digests, that Slack refuses, and that cannot be read.',
    'state',
  );
  for (const state of ['active', 'paused', 'unreadable'] as const) {
    subscriptions.set({ state }, facts.subscriptions[state]);
  }
  gauge('digest_notices_open', 'Notices to owners of digests that have not been sent yet.').set(
    facts.notices,
  );
}

function setCalls({ calls }: ServiceFacts, counter: MakeCounter): void {
  const total = counter(
    'service_calls_total',
    'Calls to the service by outcome, each with its pages and retries.',
    'operation',
    'outcome',
  );
  for (const { operation, outcome, calls: count } of calls) total.inc({ operation, outcome }, count);
}

/** An age can be reckoned from the beginning of a day; a day that is not there has no figure. */
function setNewestDays(
  { newestStockDay, newestSalesDay }: ServiceFacts,
  gauge: MakeGauge,
  beginningOf: (day: string) => number,
): void {
  const newest = gauge(
    'newest_day_timestamp_seconds',
    'Beginning of the newest business day that has figures here, of stock and of sales.',
    'kind',
  );
  if (newestStockDay !== undefined) newest.set({ kind: 'stock' }, beginningOf(newestStockDay));
  if (newestSalesDay !== undefined) newest.set({ kind: 'sales' }, beginningOf(newestSalesDay));
}
