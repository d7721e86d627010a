import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { createDatabaseClock, type DatabaseClock } from './database/clock.ts';
import type { ClockCheck, ClockVerdict } from './database/clockCheck.ts';
import type { Database } from './database/connection.ts';
import type { OldDays } from './database/oldDays.ts';
import { type DigestRenderer, type DrawDigest, drawDigest, renderDigest } from './digest/content.ts';
import { createDelivery, type Delivery } from './digest/delivery.ts';
import { createLedger, type Ledger } from './digest/ledger.ts';
import { type LedgerBegan, viewLedger } from './digest/ledgerView.ts';
import { createNotices, type Notices } from './digest/notices.ts';
import { createReadDigest, type ReadDigest } from './digest/readDigest.ts';
import { resolveSales, resolveStock } from './digest/readiness.ts';
import { createReconciler, type Reconciler } from './digest/reconcile.ts';
import { createScheduler, type Scheduler } from './digest/scheduler.ts';
import { createDigestSources, type DigestSources } from './digest/sources.ts';
import type { StockDigestReader } from './digest/stockDigest.ts';
import type { SubscriptionDefaults } from './digest/subscription.ts';
import { createSubscriptions, type Subscriptions } from './digest/subscriptions.ts';
import type { ProductNames } from './products/productNames.ts';
import type { SalesReader } from './sales/reader.ts';
import type { Outbound } from './slack/messages.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import { salesDigestMessage } from './views/digest/sales.ts';
import { stockDigestMessage } from './views/digest/stock.ts';
import { sentenceMessage } from './views/mistake.ts';
import type { Labels } from './views/reader.ts';

/** The digests of this process. */
export interface Digests {
  readonly time: DatabaseClock;
  readonly ledger: Ledger;
  readonly subscriptions: Subscriptions;
  readonly sources: DigestSources;
  readonly read: ReadDigest;
  readonly draw: DrawDigest;
  readonly delivery: Delivery;
  readonly reconciler: Reconciler;
  readonly notices: Notices;
  readonly scheduler: Scheduler;
}

/** Puts the digests together. */
export function composeDigests(options: {
  readonly database: Database;
  /** Since when this process sees the ledger; from now on when not set. */
  readonly ledgerBegan?: LedgerBegan | undefined;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly clocks: ClockCheck;
  readonly oldDays: OldDays;
  readonly log: Logger;
  readonly outbound: Outbound;
  readonly ladder: RenderingLadder;
  readonly figures: SalesReader & StockDigestReader;
  readonly products: Labels & Pick<ProductNames, 'idsOfGroup'>;
  readonly stores: Labels;
  readonly defaults: SubscriptionDefaults;
  /** Ids of the people who are told of digests that nobody owns; nobody when not set. */
  readonly admins?: (() => Promise<readonly string[]>) | undefined;
  /** Names this process among the replicas. */
  readonly owner: string;
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
  readonly signal: AbortSignal;
  /** Done before each sweep; nothing when not set. */
  readonly beforeSweep?: ((verdict: ClockVerdict) => Promise<void>) | undefined;
  /** Numbers from 0 up to 1; Math.random when not set. */
  readonly random?: (() => number) | undefined;
  /** Told how many milliseconds after its time a daily digest was posted. */
  readonly onPosted?: ((lateMs: number) => void) | undefined;
  /** Whether no digest may be sent for now; never when not set. */
  readonly isHeld?: (() => boolean) | undefined;
}): Digests {
  const { database, calendar, clock, clocks, oldDays, log, outbound, figures, products, stores, signal } =
    options;
  const time = createDatabaseClock(database, clock);
  const beganAt = options.ledgerBegan ?? viewLedger(time, () => 0);
  const ledger = createLedger({ database, time, beganAt, owner: options.owner });
  const subscriptions = createSubscriptions(database, options.defaults);
  const notices = createNotices({
    database,
    time,
    outbound,
    subscriptions,
    admins: options.admins ?? (async () => []),
    log,
    signal,
  });
  const reconciler = createReconciler({ ledger, outbound, notices, time, clock, log, signal });

  const renderer: DigestRenderer = {
    digest(digest, frame, style) {
      const reader = { ...style, products, stores };
      return digest.kind === 'sales'
        ? salesDigestMessage(digest.sales, frame, reader)
        : stockDigestMessage(digest.stock, frame, reader);
    },
    nothingRead: (content, { t }) => sentenceMessage(t.digest.nothingRead[content]),
  };
  const sources = createDigestSources(database, clock, oldDays);
  const read = createReadDigest(database, calendar, figures, products);
  const draw: DrawDigest = (source, drawnFor) =>
    drawDigest({ read, renderer, sources, timeZone: calendar.timeZone, log }, source, drawnFor);
  const salesDigestIn = async (teamId: string, channelId: string) =>
    (await subscriptions.of({ teamId, channelId })).find(({ kind }) => kind === 'sales');
  const delivery = createDelivery({
    ledger,
    subscriptions,
    outbound,
    reconciler,
    notices,
    ladder: options.ladder,
    resolveFigures: {
      stock: (occasion) => resolveStock(database, calendar, occasion),
      sales: (occasion) => resolveSales(figures, calendar, salesDigestIn, occasion),
    },
    render: (occasion) => renderDigest({ draw, renderer, subscriptions, calendar }, occasion),
    time,
    clocks,
    calendar,
    log,
    random: options.random ?? Math.random,
    onPosted: options.onPosted ?? (() => {}),
  });
  const scheduler = createScheduler({
    ledger,
    subscriptions,
    delivery,
    reconciler,
    notices,
    time,
    clocks,
    oldDays,
    calendar,
    clock,
    log,
    signal,
    beforeSweep: options.beforeSweep ?? (async () => {}),
    isHeld: options.isHeld ?? (() => false),
    runLogged: options.runLogged,
  });
  return {
    time,
    ledger,
    subscriptions,
    sources,
    read,
    draw,
    delivery,
    reconciler,
    notices,
    scheduler,
  };
}
