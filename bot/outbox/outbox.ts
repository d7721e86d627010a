import pMap from 'p-map';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { DatabaseClock } from '../database/clock.ts';
import type { ClockCheck } from '../database/clockCheck.ts';
import type { OldDays } from '../database/oldDays.ts';
import type { Outbound } from '../slack/messages.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import { createDelivery, type Delivery, OVERTAKE_MS } from './delivery.ts';
import type { Ledger } from './ledger.ts';
import { logFactsOf, type MessageKey, type MessageKind } from './message.ts';
import { createReconciler, firstFailure } from './reconcile.ts';
import { createEnqueue, type Enqueue, type OnStored, storedMessages } from './stored.ts';

/** Messages that are sent concurrently: enough to reach Slack's rate limit even when its answers are slow. */
const SENDERS = 8;
/** Two channels that Slack refuses hold up the others for no longer than this. */
const MAX_PAUSE_MS = 30_000;

/** Posts each message once. */
export interface Outbox {
  readonly enqueue: Enqueue;
  /** Posts a message that its kind has ready now, without waiting for a sweep. */
  readonly deliver: Delivery['deliver'];
  /**
   * Lets each kind record what is due, sends what is ready, and reconciles unclear messages. It can be called at any
   * time and any number of times: the ledger lets each message be sent once.
   */
  sweep(): Promise<void>;
  /** Sweeps at once, because data has arrived or a row has changed. */
  wake(): void;
  /** Nothing has come since the last sweep: it counts as if it were of now, unless it failed. */
  nothingDue(): void;
  /** Searches for unclear messages, apart from the sweep, which may send to many channels for minutes. */
  reconcile(): Promise<void>;
  /**
   * When the last successful sweep ended, in milliseconds since 1970 by this process's clock; undefined before the
   * first.
   */
  lastSweepAt(): number | undefined;
  /** Slack may accept posts in the channel again: sends messages that it refused. */
  channelReturned(channelId: string): Promise<void>;
}

export function createOutbox(options: {
  readonly ledger: Ledger;
  /** The kinds of messages that are rendered when they are posted. */
  readonly kinds: readonly MessageKind[];
  readonly outbound: Pick<Outbound, 'checkChannel' | 'post' | 'copies' | 'remove'>;
  readonly ladder: RenderingLadder;
  readonly time: DatabaseClock;
  readonly clocks: Pick<ClockCheck, 'verdict' | 'problem'>;
  readonly oldDays: OldDays;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** As Math.random. */
  readonly random: () => number;
  /**
   * Whether sending is suspended. With a damaged database a message could be sent twice or with wrong numbers; a late
   * message is better.
   */
  readonly isSuspended: () => boolean;
  /** Called once a message that is stored with its content was posted or has failed for good. */
  readonly onStored: OnStored;
  /** Lets `sweep` be called at once. */
  readonly wake: () => void;
}): Outbox {
  const { ledger, outbound, ladder, time, clocks, oldDays, clock, log, signal, random } = options;
  const { isSuspended, wake } = options;
  const kinds = [storedMessages({ ledger, time, oldDays, log, onEnded: options.onStored }), ...options.kinds];
  const kindOf = (message: MessageKey) => {
    const found = kinds.find((kind) => kind.isOwn(message));
    if (found === undefined) throw new RangeError(`No kind of message owns ${message.kind}.`);
    return found;
  };
  const reconciler = createReconciler({ ledger, outbound, kindOf, time, clock, log, signal });
  const delivery = createDelivery({ ledger, kindOf, outbound, reconciler, ladder, time, log, random });
  let lastSweepAt: number | undefined;
  /** Slack asked us to wait. Send one by one, because it would refuse most concurrent posts. */
  let isLimited = false;
  /** No sweep sends during it, whatever began the sweep. */
  let pause = { from: 0, forMs: 0 };
  let isSwept = false;

  const sendReady = async () => {
    const passed = clock.now() - pause.from;
    // A clock that was set back ends the pause.
    if (passed >= 0 && passed < pause.forMs) return;
    const due = await ledger.due();
    const chosen = await Promise.allSettled(
      kinds.map((kind) => {
        const own = due.filter((message) => kind.isOwn(message));
        return own.length === 0 ? [] : kind.ready(own);
      }),
    );
    const ready = chosen.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    const mustStop = () => signal.aborted || isSuspended() || clocks.problem() !== undefined;
    const limits: number[] = [];
    await pMap(
      ready,
      async (message) => {
        // Two refusals mean a limit for all channels, so the others wait for the next sweep too.
        if (mustStop() || limits.length > 1) return;
        const sent = await delivery.deliver(message);
        if (sent.kind === 'rateLimited') limits.push(sent.retryAfterMs);
      },
      { concurrency: isLimited ? 1 : SENDERS, stopOnError: false },
    ).catch(firstFailure);
    isLimited = limits.length > 1;
    if (isLimited) pause = { from: clock.now(), forMs: Math.min(MAX_PAUSE_MS, ...limits) };
    // Only now, so that a kind that fails holds up no other.
    for (const each of chosen) if (each.status === 'rejected') throw each.reason;
  };

  const sweep = async () => {
    const verdict = await clocks.verdict();
    if (verdict === 'wrong') return;
    for (const kind of kinds) await kind.record?.(verdict);
    for (const message of await ledger.expireLeases(delivery.inFlight, OVERTAKE_MS)) {
      log.warn(logFactsOf(message), 'whoever sent this message has gone silent: it is taken over');
    }
    if (signal.aborted || isSuspended()) return;
    // Search and send concurrently, so that a channel that Slack does not show delays no other.
    let isRequeued = false;
    const reconcile = async () => {
      isRequeued = await reconciler.run();
    };
    await pMap([reconcile, sendReady], (work) => work(), { stopOnError: false }).catch(firstFailure);
    if (isRequeued) await sendReady();
    for (const kind of kinds) await kind.tidy?.();
  };

  return {
    enqueue: createEnqueue(ledger, wake),
    deliver: delivery.deliver,
    async sweep() {
      isSwept = false;
      await sweep();
      isSwept = true;
      lastSweepAt = clock.now();
    },
    wake,
    nothingDue() {
      if (isSwept) lastSweepAt = clock.now();
    },
    lastSweepAt: () => lastSweepAt,

    async reconcile() {
      if (await reconciler.run()) wake();
    },

    async channelReturned(channelId) {
      for (const kind of kinds) if (await kind.channelReturned?.(channelId)) wake();
    },
  };
}
