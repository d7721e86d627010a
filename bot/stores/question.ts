import type { Chosen } from '../parse/selection.ts';

/** A question of `/stores`, whether typed or clicked. Plain JSON; at least one field narrows. */
export interface StoresQuestion {
  readonly command: 'stores';
  readonly kind: 'stores';
  /** Numbers, and words in names or cities. A store of any of them is found; all are where nothing is chosen. */
  readonly stores: Chosen;
  /** What is left out. */
  readonly without: Chosen;
  /** All stores, sorted by their distance from those that are chosen. */
  readonly near?: true;
  /** Only stores that are open or closed; never for numbers alone, whose stores are shown anyway. */
  readonly state?: 'open' | 'closed';
  /** When they are, and the day whose hours are shown. Now, and today's hours, where undefined. */
  readonly when?: OpenAt;
}

/** At a time (HH:mm) of a day (yyyy-MM-dd), or at any time of it. */
export interface OpenAt {
  readonly day: string;
  readonly time?: string;
}
