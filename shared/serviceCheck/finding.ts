import type { AssumptionId } from './assumptions.ts';

export type Verdict = 'held' | 'differs' | 'unclear';

/** What was found about one assumption. `seen` quotes the service and is not yet fit for a terminal. */
export interface Finding {
  readonly verdict: Verdict;
  readonly seen: string;
}

export type Findings = Partial<Record<AssumptionId, Finding>>;

export function held(seen: string): Finding {
  return { verdict: 'held', seen };
}

export function differs(seen: string): Finding {
  return { verdict: 'differs', seen };
}

/** The reason completes nothing: it is a sentence part of its own, such as "no sales to judge from". */
export function unclear(reason: string): Finding {
  return { verdict: 'unclear', seen: reason };
}

/** The same reason for several. */
export function allUnclear(ids: readonly AssumptionId[], reason: string): Findings {
  return Object.fromEntries(ids.map((id) => [id, unclear(reason)]));
}
