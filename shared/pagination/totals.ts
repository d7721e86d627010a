/**
 * What a client knows of the header that says how many records there are. Nobody states what it counts, so it ends a read
 * only once a read has seen that nothing follows, and no more once rows came beyond it.
 */
export interface TotalTrust {
  /** By lower-case name. */
  readonly header: string;
  state: 'unknown' | 'ends' | 'ignored';
}

/** What is known of each header. */
export type Totals = (header: string) => TotalTrust;

/** Keeps it for as long as its client lives, or those that share it. */
export function createTotals(): Totals {
  const known = new Map<string, TotalTrust>();
  return (header) => {
    const trust = known.get(header) ?? { header, state: 'unknown' };
    known.set(header, trust);
    return trust;
  };
}
