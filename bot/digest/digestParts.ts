import type { Logger } from 'pino';
import type { Calendar, Clock } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { DigestKind } from '../database/tables/digest.ts';
import type { Rendering } from '../slack/message.ts';
import type { Outbound } from '../slack/messages.ts';
import type { DigestClock } from './digestClock.ts';
import { blockIdOf, type DigestKey, fingerprintOf } from './digestKey.ts';
import type { PassFaultPoint } from './faultPoints.ts';
import type { Installation } from './installation.ts';
import type { Ledger } from './ledger.ts';
import type { Pace } from './pace.ts';
import type { RenderDigest } from './render.ts';
import type { SubscriptionDefaults } from './subscriptionRow.ts';
import type { FindFigures } from './timeliness.ts';

/** What one kind of digest is made from, and how it reads. */
export interface DigestContent {
  readonly findFigures: FindFigures;
  readonly render: RenderDigest;
}

/** What every step of a digest works with. */
export interface DigestParts {
  /** Names this process among the replicas. */
  readonly owner: string;
  readonly database: Database;
  readonly ledger: Ledger;
  readonly outbound: Outbound;
  readonly installation: Installation;
  readonly pace: Pace;
  readonly time: DigestClock;
  readonly clock: Clock;
  readonly calendar: Calendar;
  readonly log: Logger;
  readonly defaults: SubscriptionDefaults;
  /** Renderings to try, the best first. */
  readonly renderings: readonly Rendering[];
  /** A kind that is missing here is not sent; its digests wait. */
  readonly contents: Readonly<Partial<Record<DigestKind, DigestContent>>>;
  readonly passFaultPoint: PassFaultPoint;
  /** Numbers from 0 up to 1: a test gives its own, and can be played again. */
  readonly random: () => number;
  /** What this process is sending now: it does not take over from itself. */
  readonly underWay: Set<number>;
  /** Subscriptions that this process has said it cannot read. */
  readonly unreadable: Set<string>;
  /** Aborted when the bot stops: nothing new is taken up then. */
  readonly signal: AbortSignal;
}

export function marksOf(key: DigestKey) {
  const fingerprint = fingerprintOf(key);
  return { fingerprint, blockId: blockIdOf(fingerprint) };
}

/** What log lines about a digest have in common. */
export function factsOf(run: DigestKey) {
  return { channel: run.channelId, day: run.businessDate, kind: run.kind };
}
