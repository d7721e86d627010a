import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { sentenceMessage } from './ask/errorMessage.ts';
import type { Labels } from './ask/reader.ts';
import type { DatabaseClock } from './database/clock.ts';
import type { ClockCheck, ClockVerdict } from './database/clockCheck.ts';
import type { Database } from './database/connection.ts';
import type { OldDays } from './database/oldDays.ts';
import { type DigestRenderer, type DrawDigest, drawDigest, renderDigest } from './digest/content.ts';
import { createReadDigest } from './digest/readDigest.ts';
import { resolveSales, resolveStock } from './digest/readiness.ts';
import { createScheduler } from './digest/scheduler.ts';
import { digestSheet } from './digest/sheet.ts';
import { createDigestSources } from './digest/sources.ts';
import type { Subscriptions } from './digest/subscriptions.ts';
import { createThreadFiles } from './digest/threadFiles.ts';
import type { RunLogged } from './loggedWork.ts';
import { createDelivery } from './outbox/delivery.ts';
import { createLedger } from './outbox/ledger.ts';
import type { LedgerBegan } from './outbox/ledgerView.ts';
import { createNotices } from './outbox/notices.ts';
import { createReconciler } from './outbox/reconcile.ts';
import type { ProductNames } from './products/productNames.ts';
import { salesDigestMessage } from './sales/digestView.ts';
import type { SalesReader } from './sales/reader.ts';
import type { Files } from './slack/files.ts';
import type { Outbound } from './slack/messages.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import type { StockDigestReader } from './stock/digest.ts';
import { stockDigestMessage } from './stock/digestView.ts';

/** The digests of this process. */
export type Digests = ReturnType<typeof composeDigests>;

/** Puts the digests together. */
export function composeDigests(options: {
  readonly database: Database;
  readonly time: DatabaseClock;
  /** Since when this process sees the ledger. */
  readonly ledgerBegan: LedgerBegan;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly clocks: ClockCheck;
  readonly oldDays: OldDays;
  readonly log: Logger;
  readonly outbound: Outbound;
  readonly files: Pick<Files, 'replyTo'>;
  readonly ladder: RenderingLadder;
  readonly figures: SalesReader & StockDigestReader;
  readonly products: Labels & Pick<ProductNames, 'idsOfGroup'>;
  readonly stores: Labels;
  readonly subscriptions: Subscriptions;
  /** Ids of the people who are told of digests that nobody owns. */
  readonly admins: () => Promise<readonly string[]>;
  /** Names this process among the replicas. */
  readonly owner: string;
  readonly runLogged: RunLogged;
  readonly signal: AbortSignal;
  /** Done before each sweep. */
  readonly beforeSweep: (verdict: ClockVerdict) => Promise<void>;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
  /** Told how many milliseconds after its time a daily digest was posted. */
  readonly onPosted: (lateMs: number) => void;
  /** Whether no digest may be sent for now. */
  readonly isHeld: () => boolean;
}) {
  const { database, time, calendar, clock, oldDays, log, outbound, subscriptions, signal } = options;
  const { figures, products, stores } = options;
  const ledger = createLedger({ database, time, beganAt: options.ledgerBegan, owner: options.owner });
  const notices = createNotices(options);
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
    ...options,
    ledger,
    reconciler,
    notices,
    resolveFigures: {
      stock: (occasion) => resolveStock(database, calendar, occasion),
      sales: (occasion) => resolveSales(figures, calendar, salesDigestIn, occasion),
    },
    render: (occasion) => renderDigest({ draw, renderer, subscriptions, calendar }, occasion),
  });
  const scheduler = createScheduler({ ...options, ledger, delivery, reconciler, notices });
  const sendThreadFiles = createThreadFiles({
    ...options,
    sheet: (source, rows, language) => digestSheet(source, rows, language, products, stores),
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
    sendThreadFiles,
  };
}
