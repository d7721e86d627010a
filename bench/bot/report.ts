import { aligned } from '../report.ts';
import type { BotRun } from './botBench.ts';
import { quantile } from './load.ts';

interface BotGoal {
  readonly title: string;
  readonly limit: number;
  /** Not set when it is not a goal of that run. */
  readonly measured: (run: BotRun) => number | undefined;
}

const p99 = (run: BotRun, inFlight: number, what: 'acknowledged' | 'answered') =>
  quantile(run.loads.find((load) => load.inFlight === inFlight)?.times[what] ?? [], 0.99);

const GOALS: readonly BotGoal[] = [
  {
    title: 'acknowledgement p99 at 100 in flight (ms)',
    limit: 100,
    measured: (run) => p99(run, 100, 'acknowledged'),
  },
  { title: 'answer p99 at 20 in flight (ms)', limit: 300, measured: (run) => p99(run, 20, 'answered') },
  {
    title: 'calls to the service for warm questions',
    limit: 0,
    measured: (run) => (run.state === 'while an import runs' ? undefined : run.calls),
  },
  {
    title: 'idle memory (MB)',
    limit: 140,
    measured: (run) => (run.state === 'while an import runs' ? undefined : run.idleMb),
  },
  { title: 'start to ready (ms)', limit: 1_500, measured: (run) => run.readyMs },
];

/** Every measure of every run. */
export function botTable(runs: readonly BotRun[]): string {
  const head = ['bot', 'ready ms', 'idle MB', 'after MB', 'first ms'];
  const inFlights = runs[0]?.loads.map(({ inFlight }) => inFlight) ?? [];
  for (const inFlight of inFlights) head.push(`ack p50/p99 (${inFlight})`, `answer p50/p99 (${inFlight})`);
  const pair = (times: readonly number[]) =>
    `${quantile(times, 0.5).toFixed(0)}/${quantile(times, 0.99).toFixed(0)}`;
  const rows = runs.map((run) => [
    `${run.mode}, ${run.state}`,
    run.readyMs.toFixed(0),
    run.idleMb.toFixed(0),
    run.afterMb.toFixed(0),
    run.firstMs.toFixed(0),
    ...run.loads.flatMap(({ times }) => [pair(times.acknowledged), pair(times.answered)]),
  ]);
  return aligned([head, ...rows]);
}

/** Each goal against the worst of the runs it holds for. */
export function botGoals(runs: readonly BotRun[]): string {
  const rows = GOALS.map(({ title, limit, measured }) => {
    const worst = runs
      .map((run) => ({ run, value: measured(run) }))
      .filter((each): each is { run: BotRun; value: number } => each.value !== undefined)
      .toSorted((one, other) => other.value - one.value)[0];
    return [
      title,
      `<= ${limit}`,
      worst?.value.toFixed(0) ?? '',
      worst === undefined
        ? 'not measured'
        : `${worst.value <= limit ? 'met' : 'not met'} (${worst.run.mode}, ${worst.run.state})`,
    ];
  });
  return aligned([['goal', 'limit', 'worst', ''], ...rows]);
}
