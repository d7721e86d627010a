import { MESSAGE_STATES } from '../database/tables/digest.ts';
import { inSeconds } from '../health/healthMetrics.ts';
import { type MetricDefinitions, SHARED } from '../health/metrics.ts';
import type { Ledger } from '../outbox/ledger.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { DigestCounts } from './counts.ts';
import type { Reason } from './reasons.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface MeasuredDigests {
  readonly counts: DigestCounts;
  readonly subscriptions: Pick<Subscriptions, 'active'>;
  readonly ledger: Pick<Ledger, 'overdue'>;
  readonly outbox: Pick<Outbox, 'lastSweepAt'>;
  /** The clock of the database. */
  readonly time: { readonly now: () => Promise<number> };
}

const DAY_MS = 24 * 60 * 60_000;
const yesterday = async ({ time }: MeasuredDigests) => (await time.now()) - DAY_MS;
/** Reasons that are exported even at 0. */
const MISSED_BY_DOWNTIME: readonly string[] = ['notRunning', 'superseded'] satisfies Reason[];

export const DIGEST_METRICS = {
  retail_bot_digests_total: {
    type: 'counter',
    help: `Digests of all days that were sent or missed. ${SHARED}`,
    labels: ['state'],
    isStored: true,
    collect: async ({ counts }) => {
      const { sent, missed } = await counts.totals();
      return [
        [sent, { state: 'sent' }],
        [missed, { state: 'missed' }],
      ];
    },
  },
  retail_bot_digest_runs: {
    type: 'gauge',
    help: `Digests that were due in the last 24 hours, by state. ${SHARED}`,
    labels: ['state'],
    isStored: true,
    collect: async (digests) => {
      const counts = await digests.counts.countsSince(await yesterday(digests));
      return MESSAGE_STATES.map((state) => [counts.get(state) ?? 0, { state }]);
    },
  },
  retail_bot_digest_missed: {
    type: 'gauge',
    help: `Digests that were found to be missed in the last 24 hours, whenever they were due, by reason: notRunning and superseded are downtimes, pausedUntil and unsubscribed are as somebody wanted it. ${SHARED}`,
    labels: ['reason'],
    isStored: true,
    collect: async (digests) => {
      const missed = await digests.counts.missedSince(await yesterday(digests));
      const all = new Map([...MISSED_BY_DOWNTIME.map((reason) => [reason, 0] as const), ...missed]);
      return [...all].map(([reason, count]) => [count, { reason }]);
    },
  },
  retail_bot_messages_overdue: {
    type: 'gauge',
    help: `Digests and other messages that have been due for more than 30 minutes although their data is complete: Slack has not taken them. ${SHARED}`,
    labels: [],
    isStored: true,
    collect: async ({ ledger }) => [[(await ledger.overdue()).messages]],
  },
  retail_bot_digest_lateness_seconds: {
    type: 'histogram',
    help: 'How long after its time a digest was posted by this process.',
    labels: [],
    buckets: [15, 60, 300, 900, 1800, 3600, 7200, 14400],
  },
  retail_bot_digest_last_sweep_timestamp_seconds: {
    type: 'gauge',
    help: 'When this process last looked for digests that are due.',
    labels: [],
    collect: ({ outbox }) => [[inSeconds(outbox.lastSweepAt())]],
  },
  retail_bot_digest_subscriptions: {
    type: 'gauge',
    help: `Subscriptions that get digests, and that Slack refuses. ${SHARED}`,
    labels: ['state'],
    isStored: true,
    collect: async ({ subscriptions }) => {
      const active = await subscriptions.active();
      const paused = active.filter(({ pausedReason }) => pausedReason !== undefined).length;
      return [
        [active.length - paused, { state: 'active' }],
        [paused, { state: 'paused' }],
      ];
    },
  },
} as const satisfies MetricDefinitions<MeasuredDigests>;
