export type Verdict = 'held' | 'differs' | 'unclear';

/** What was found about one assumption. `seen` quotes the service and is not yet fit for a terminal. */
export interface Finding {
  readonly verdict: Verdict;
  readonly seen: string;
}

export function held(seen: string): Finding {
  return { verdict: 'held', seen };
}

export function differs(seen: string): Finding {
  return { verdict: 'differs', seen };
}

/** The reason is a part of a sentence, such as "no sales to judge from". */
export function unclear(reason: string): Finding {
  return { verdict: 'unclear', seen: reason };
}

export function heldIf(isSo: boolean, seen: string): Finding {
  return isSo ? held(seen) : differs(seen);
}

/** Thrown where a check finds nothing to judge from; the message is the reason. */
export class Unclear extends Error {}
