import type { Runs } from './bench.ts';
import { type Measure, ratioOf, spreadOf } from './figures.ts';

/** A limit on a median, or on its ratio to another contender's. */
export interface Goal {
  readonly title: string;
  readonly contender: string;
  /** The contender to compare with; without one the limit is in the unit of the measure. */
  readonly against?: string;
  readonly measure: Measure;
  readonly limit: number;
}

/** Against parsing the same body whole, unless the title says otherwise. */
export const GOALS: readonly Goal[] = [
  { title: 'wall, batches', contender: 'batches', against: 'json', measure: 'wallMs', limit: 0.45 },
  { title: 'CPU, batches', contender: 'batches', against: 'json', measure: 'cpuMs', limit: 0.5 },
  { title: 'peak memory, batches (MB)', contender: 'batches', measure: 'peakMb', limit: 145 },
  {
    title: 'longest stall, batches',
    contender: 'batches',
    against: 'json',
    measure: 'stallMs',
    limit: 0.02,
  },
  { title: 'wall, row by row', contender: 'rows', against: 'json', measure: 'wallMs', limit: 0.6 },
  {
    title: 'wall, per product and store, against json() and the same sums',
    contender: 'totals',
    against: 'totals-json',
    measure: 'wallMs',
    limit: 0.6,
  },
  { title: 'wall, gzip', contender: 'gzip', against: 'gzip-json', measure: 'wallMs', limit: 0.5 },
  {
    title: 'wall, gzip against json() of the plain body',
    contender: 'gzip',
    against: 'json',
    measure: 'wallMs',
    limit: 0.5,
  },
  { title: 'wall, pretty', contender: 'pretty', against: 'pretty-json', measure: 'wallMs', limit: 0.6 },
  { title: 'wall, shuffled', contender: 'shuffled', against: 'shuffled-json', measure: 'wallMs', limit: 0.6 },
  {
    title: 'wall, deviating (all on the slow path)',
    contender: 'deviating',
    against: 'deviating-json',
    measure: 'wallMs',
    limit: 1.15,
  },
  { title: 'wall, stock', contender: 'stock', against: 'stock-json', measure: 'wallMs', limit: 1.25 },
];

export interface Verdict {
  readonly goal: Goal;
  /** Not set when what it needs was not measured. */
  readonly measured: number | undefined;
  readonly met: boolean;
}

export function judge(runs: Runs, goals: readonly Goal[] = GOALS): Verdict[] {
  return goals.map((goal) => {
    const measured =
      goal.against === undefined
        ? spreadOf(runs.get(goal.contender), goal.measure)?.median
        : ratioOf(runs, goal.contender, goal.against, goal.measure);
    return { goal, measured, met: measured !== undefined && measured <= goal.limit };
  });
}
