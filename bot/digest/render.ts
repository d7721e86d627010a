import type { Message, Rendering } from '../slack/message.ts';
import type { DigestRun } from './digestRun.ts';
import type { Subscription } from './subscriptionRow.ts';
import type { Timeliness } from './timeliness.ts';

/** What a digest is to say. */
export interface DigestOccasion {
  readonly run: DigestRun;
  /** Undefined for a digest by hand in a channel without one. */
  readonly subscription: Subscription | undefined;
  /** The day the figures are of; undefined when nothing was ever read. */
  readonly dataDay: string | undefined;
  readonly timeliness: Timeliness;
}

/** The message of a digest in each rendering, read from the snapshot once. */
export type RenderDigest = (occasion: DigestOccasion) => Promise<(rendering: Rendering) => Message>;
