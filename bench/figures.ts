import type { Runs } from './bench.ts';
import type { Run } from './contender.ts';
import type { Contender } from './contenders.ts';

/** What is measured of a run. */
export type Measure = 'wallMs' | 'cpuMs' | 'peakMb' | 'stallMs';

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** One measure over the runs of a contender; nothing when it did not run. */
export function spreadOf(runs: readonly Run[] | undefined, measure: Measure): Spread | undefined {
  const sorted = (runs ?? []).map((run) => run[measure]).toSorted((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const upper = sorted[Math.floor(sorted.length / 2)] ?? least;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? least;
  return { median: (lower + upper) / 2, least, most };
}

/** The median of one contender by the median of another. */
export function ratioOf(runs: Runs, name: string, reference: string, measure: Measure): number | undefined {
  const own = spreadOf(runs.get(name), measure);
  const other = spreadOf(runs.get(reference), measure);
  return own === undefined || other === undefined ? undefined : own.median / other.median;
}

export function ratioToReference(runs: Runs, contender: Contender, measure: Measure): number | undefined {
  return ratioOf(runs, contender.name, contender.reference, measure);
}
