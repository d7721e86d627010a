import type { Subscription } from './subscription.ts';

/** When a digest is due, and for whom. */
export interface Occasion {
  readonly businessDate: string;
  readonly dueAt: number;
  /** Undefined for a manual digest in a channel without a subscription. */
  readonly subscription: Subscription | undefined;
  /** The question that it answers, with its period as it was said. */
  readonly question: string;
  /** The last day that its digest before showed; undefined where none was posted, or not as it was due. */
  readonly shownTo?: string | undefined;
  /** A manual digest waits for no data. */
  readonly isManual: boolean;
  readonly now: number;
}

/** The days of a digest's data, or why it cannot be made now. */
export type Readiness =
  | {
      readonly kind: 'ready';
      /** Undefined while no data is stored. */
      readonly dataDay: string | undefined;
      /** The first of several days; `dataDay` when not set. */
      readonly dataFrom?: string | undefined;
      /** Days before without an open store, which had no digest. */
      readonly closedBefore?: readonly string[];
      /** Days that arrived too late for the digest before. */
      readonly lateDays?: readonly string[];
      readonly timeliness: Timeliness;
    }
  | { readonly kind: 'waiting' }
  /** No store was open on its days. */
  | { readonly kind: 'closed' };

/** Whether a digest has the data it should have, on time. `wanted` is the day it should show. */
export type Timeliness =
  | { readonly kind: 'onTime' }
  /** The right data, but late: the service updated late, or the bot was not running. */
  | { readonly kind: 'late'; readonly because: 'service' | 'bot'; readonly dueAt: number }
  /** Older data: the service has not updated, is still updating, or did not answer. */
  | {
      readonly kind: 'unrefreshed';
      readonly wanted: string;
      readonly isUpdating?: boolean;
      readonly isUnreached?: boolean;
    }
  /** Older data, because no product has changed since and none was expected to. */
  | { readonly kind: 'quiet'; readonly wanted: string };

/** A digest posted this long after it was due is late. */
export const LATE_MS = 15 * 60_000;
