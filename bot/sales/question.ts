import type { Group } from '../figures/rows.ts';
import type { Selection } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { Filters } from './filters.ts';

/**
 * A question of `/sales`, whether typed, filled into a form or clicked. Plain JSON; days are yyyy-MM-dd, both ends
 * included, never in the future.
 */
export type SalesAsked = SalesQuestion | OverviewQuestion | ReasonsQuestion;

/** A period without rows: what was sold, and what rose and fell. Its selection has no sides. */
export interface OverviewQuestion {
  readonly command: 'sales';
  readonly kind: 'overview';
  readonly days: DayRange;
  readonly selection: Selection;
}

/** What makes up the change between two periods. Its selection has no sides. */
export interface ReasonsQuestion {
  readonly command: 'sales';
  readonly kind: 'reasons';
  readonly days: DayRange;
  readonly against: DayRange;
  readonly selection: Selection;
}

/** A question for rows. */
export type SalesQuestion =
  | (OfRows & {
      readonly kind: 'sales';
      readonly days: DayRange;
      /** A second grouping, for the rows of a file: one for each store and week. */
      readonly and?: Group;
    })
  /**
   * Compares `days` with `against`, an earlier range; days and weeks by their place in the range. Its selection has no
   * sides.
   */
  | (OfRows & { readonly kind: 'compare'; readonly days: DayRange; readonly against: DayRange });

/** A question about one period. */
export type Sales = Extract<SalesQuestion, { kind: 'sales' }>;

/** The question as its answer in Slack shows it. */
export function withoutSecond({ and: _, ...question }: Sales): Sales {
  return question;
}

/** What narrows and groups sales. */
interface OfRows extends Filters {
  readonly command: 'sales';
  readonly selection: Selection;
  readonly by: Group;
}
