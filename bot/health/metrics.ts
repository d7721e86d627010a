import type { Counter, Gauge } from 'prom-client';
import type { Digests } from '../digest/startDigests.ts';
import { DIGEST_STATES } from '../digest/states.ts';
import { type DigestFacts, readDigestFacts } from './digestFacts.ts';

export interface MetricsOptions {
  readonly digests: Pick<Digests, 'parts' | 'lastSweepAt'>;
  /** Calls to accumulated stock that the service takes now. */
  readonly stockCallsLeft: () => Promise<number>;
}

const GATE_STATES = ['unasked', 'waiting', 'fresh', 'empty'] as const;
const PREFIX = 'retail_bot_';

/**
 * The text format of Prometheus. All but the memory and the sweep is read from the database that the replicas share, so
 * each of them tells the same; no label holds a name or a figure of the service. prom-client is loaded by the first
 * who asks: a bot that nobody measures does without its memory.
 */
export async function metricsOf({ digests, stockCallsLeft }: MetricsOptions): Promise<string> {
  const { parts } = digests;
  const now = await parts.time.now();
  const facts = await readDigestFacts(parts, now);
  const callsLeft = await stockCallsLeft();
  const prometheus = await import('prom-client');
  // Of this question alone: two that come at once do not mix.
  const registry = new prometheus.Registry();
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new prometheus.Gauge({ name: `${PREFIX}${name}`, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new prometheus.Counter({ name: `${PREFIX}${name}`, help, labelNames, registers });

  setDigests(facts, gauge, counter);
  const last = digests.lastSweepAt();
  if (last !== undefined) {
    const seconds = (parts.clock.now() - last) / 1_000;
    gauge('digest_sweep_age_seconds', 'Time since the sweeper last did its round.').set(seconds);
  }
  gauge('slack_refused', '1 while Slack does not accept the bot.').set(
    Number(parts.installation.refusal() !== undefined),
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
  gauge('digest_attempts', 'Tries to send the digests that were due in the last 24 hours.').set(
    facts.attempts,
  );
  const ended = counter('digests_total', 'Digests of all days that were sent or missed.', 'state');
  for (const state of ['sent', 'missed'] as const) ended.inc({ state }, facts.ended[state]);
  const lateness = gauge(
    'digest_lateness_seconds',
    'How long after its time a digest of the last 24 hours stood in its channel; quantile 1 is the latest.',
    'quantile',
  );
  for (const quantile of QUANTILES) {
    const value = facts.lateness[Math.ceil(quantile * facts.lateness.length) - 1];
    if (value !== undefined) lateness.set({ quantile }, value);
  }
  const subscriptions = gauge(
    'digest_subscriptions',
    'Subscriptions that get digests, that Slack does not serve, and that cannot be read.',
    'state',
  );
  for (const state of ['active', 'paused', 'unreadable'] as const) {
    subscriptions.set({ state }, facts.subscriptions[state]);
  }
  gauge('digest_notices_open', 'Things that an owner of digests has not been told yet.').set(facts.notices);
}
