import pMap from 'p-map';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { DatabaseClock } from '../database/clock.ts';
import type { ClockCheck, ClockVerdict } from '../database/clockCheck.ts';
import type { OldDays } from '../database/oldDays.ts';
import { type Delivery, OVERTAKE_MS, type ReadyDigest } from '../outbox/delivery.ts';
import { logFactsOf } from '../outbox/key.ts';
import { type Ledger, subscriptionKey } from '../outbox/ledger.ts';
import { type Notices, subscriptionOf } from '../outbox/notices.ts';
import type { Reason } from '../outbox/reasons.ts';
import { firstFailure, type Reconciler } from '../outbox/reconcile.ts';
import type { Preparation } from './prepare.ts';
import { dueRuns, withLastDates } from './schedule.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Digests that are sent concurrently: enough to reach Slack's rate limit even when its answers are slow. */
const SENDERS = 8;
const TICK_MS = 60_000;
/** The shortest pause, so that one sweep takes all rows that are due at almost the same instant. */
const MIN_PAUSE_MS = 200;

export interface Scheduler {
  /**
   * Records digests that are due, sends those whose data is available, and reconciles unclear ones. It can be called at
   * any time and any number of times: the ledger lets each digest be sent once.
   */
  sweep(): Promise<void>;
  /** Sweeps at start, every full minute, at the next due instant and after `wake`, until `signal` is aborted. */
  run(): Promise<void>;
  /** Sweeps at once, because data has arrived or a row has changed. */
  wake(): void;
  /**
   * When the last successful sweep ended, in milliseconds since 1970 by this process's clock; undefined before the
   * first.
   */
  lastSweepAt(): number | undefined;
  /** Slack may accept posts in the channel again: sends today's digest that it refused. */
  channelReturned(channelId: string): Promise<void>;
}

export function createScheduler(options: {
  readonly ledger: Ledger;
  readonly subscriptions: Subscriptions;
  readonly preparation: Pick<Preparation, 'prepare'>;
  readonly delivery: Delivery;
  readonly reconciler: Reconciler;
  readonly notices: Pick<Notices, 'deliver'>;
  readonly time: DatabaseClock;
  readonly clocks: Pick<ClockCheck, 'verdict' | 'problem'>;
  readonly oldDays: OldDays;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Called before each sweep, but not while the clock is wrong. */
  readonly beforeSweep: (verdict: Exclude<ClockVerdict, 'wrong'>) => Promise<void>;
  /**
   * Whether sending is suspended. With a damaged database a digest could be sent twice or with wrong numbers; a late
   * digest is better.
   */
  readonly isSuspended: () => boolean;
  /** Logs a failure of a sweep; the next sweep does the work. */
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
}): Scheduler {
  const { ledger, subscriptions, preparation, delivery, reconciler, notices } = options;
  const { time, clocks, oldDays, calendar, clock, log, signal, beforeSweep, isSuspended, runLogged } =
    options;
  let lastSweepAt: number | undefined;
  /** Slack asked us to wait. Send one by one, because it would refuse most concurrent posts. */
  let isLimited = false;
  let isWoken = false;
  let sleeping: AbortController | undefined;

  const forgetFuture = async () => {
    for (const run of await ledger.forgetFuture()) {
      log.warn(
        { ...logFactsOf(run), state: run.state, ts: run.messageTs },
        'a digest was recorded before its time, by a clock that was wrong: it comes again when it is due',
      );
    }
    await subscriptions.countFromNow(await time.now());
  };

  const recordDue = async () => {
    const now = await time.now();
    const digests = await subscriptions.active();
    for (const occurrence of dueRuns(await withLastDates(ledger, digests), calendar, now)) {
      const isNew = await ledger.record(occurrence);
      if (isNew && occurrence.missed !== undefined) {
        log.warn({ ...logFactsOf(occurrence), reason: occurrence.missed }, 'a digest was missed');
      }
    }
  };

  /** Due digests whose data is available, or whose deadline has passed. */
  const readyDigests = async () => {
    const ready: ReadyDigest[] = [];
    const due = await ledger.due();
    if (due.length === 0) return ready;
    const digests = await subscriptions.active();
    const known = new Map(digests.map((each) => [subscriptionKey(each), each]));
    const now = await time.now();
    for (const run of due) {
      const subscription = known.get(subscriptionKey(subscriptionOf(run)));
      const digest = await preparation.prepare(run, subscription, now);
      if (digest !== undefined) ready.push(digest);
    }
    return ready;
  };

  const sendReady = async () => {
    const ready = await readyDigests();
    const mustStop = () => signal.aborted || isSuspended() || clocks.problem() !== undefined;
    let limited = 0;
    await pMap(
      ready,
      async (digest) => {
        // Two refusals mean a limit for all channels, so the others wait for the next sweep too.
        if (mustStop() || limited > 1) return;
        const { kind } = await delivery.deliver(digest);
        if (kind === 'rateLimited') limited += 1;
      },
      { concurrency: isLimited ? 1 : SENDERS, stopOnError: false },
    ).catch(firstFailure);
    isLimited = limited > 1;
  };

  const sweep = async () => {
    const verdict = await clocks.verdict();
    if (verdict === 'wrong') return;
    if (verdict === 'right') await forgetFuture();
    await beforeSweep(verdict);
    await recordDue();
    for (const run of await ledger.supersede('superseded' satisfies Reason)) {
      log.warn({ ...logFactsOf(run), reason: run.reason }, 'a digest was not sent in its time');
    }
    for (const run of await ledger.expireLeases(delivery.inFlight, OVERTAKE_MS)) {
      log.warn(logFactsOf(run), 'whoever sent this digest has gone silent: it is taken over');
    }
    if (signal.aborted || isSuspended()) return;
    // Search and send concurrently, so that a channel that Slack does not show delays no other.
    let isRequeued = false;
    const reconcile = async () => {
      isRequeued = await reconciler.run();
    };
    await pMap([reconcile, sendReady], (work) => work(), { stopOnError: false }).catch(firstFailure);
    if (isRequeued) await sendReady();
    await notices.deliver();
    await ledger.deleteOld(oldDays);
  };

  const toFullMinute = () => TICK_MS - (clock.now() % TICK_MS);
  const pauseMs = async () => {
    const next = await ledger.nextAt();
    if (next === undefined) return toFullMinute();
    return Math.min(toFullMinute(), Math.max(MIN_PAUSE_MS, next - (await time.now())));
  };

  const wake = () => {
    isWoken = true;
    sleeping?.abort(new Error('woken'));
  };

  return {
    sweep,
    wake,
    lastSweepAt: () => lastSweepAt,

    async run() {
      while (!signal.aborted) {
        isWoken = false;
        let pause = toFullMinute();
        await runLogged('sending digests', async () => {
          await sweep();
          lastSweepAt = clock.now();
          pause = await pauseMs();
        });
        if (isWoken || signal.aborted) continue;
        sleeping = new AbortController();
        await clock.sleep(pause, AbortSignal.any([signal, sleeping.signal])).catch((error: unknown) => {
          if (!signal.aborted && sleeping?.signal.aborted !== true) throw error;
        });
        sleeping = undefined;
      }
    },

    async channelReturned(channelId) {
      const now = await time.now();
      const digests = await subscriptions.active();
      for (const { pausedReason, ...place } of digests) {
        if (place.channelId !== channelId || pausedReason === undefined) continue;
        // Retry before clearing the refusal: after a crash in between, the next event or tomorrow's digest clears it.
        const businessDate = calendar.dayOf(now);
        await ledger.retry({ ...place, businessDate }, pausedReason);
        if (await subscriptions.clearRefusal(place)) wake();
      }
    },
  };
}
