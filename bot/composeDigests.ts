import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Labels } from './ask/reader.ts';
import type { DatabaseClock } from './database/clock.ts';
import type { ClockCheck, ClockVerdict } from './database/clockCheck.ts';
import type { Database } from './database/connection.ts';
import type { OldDays } from './database/oldDays.ts';
import { type DrawDigest, drawDigest } from './digest/content.ts';
import type { DigestKinds } from './digest/kind.ts';
import { createPreparation } from './digest/prepare.ts';
import { createReadDigest } from './digest/readDigest.ts';
import { createScheduler } from './digest/scheduler.ts';
import { createDigestSources } from './digest/sources.ts';
import type { Subscriptions } from './digest/subscriptions.ts';
import { createThreadFiles } from './digest/threadFiles.ts';
import type { RunLogged } from './loggedWork.ts';
import { createDelivery } from './outbox/delivery.ts';
import { createLedger } from './outbox/ledger.ts';
import type { LedgerBegan } from './outbox/ledgerView.ts';
import { createNotices } from './outbox/notices.ts';
import { createReconciler } from './outbox/reconcile.ts';
import type { ProductGroups } from './parse/nameLookup.ts';
import type { Files } from './slack/files.ts';
import type { Outbound } from './slack/messages.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';

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
  readonly kinds: DigestKinds;
  readonly products: Labels & Pick<ProductGroups, 'idsOfGroup'>;
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
  const { database, kinds, time, calendar, clock, oldDays, log, outbound, subscriptions, signal } = options;
  const { products, stores } = options;
  const { contents } = kinds;
  const ledger = createLedger({
    database,
    contents,
    time,
    beganAt: options.ledgerBegan,
    owner: options.owner,
  });
  const notices = createNotices(options);
  const reconciler = createReconciler({ ledger, outbound, notices, time, clock, log, signal });

  const sources = createDigestSources(database, contents, clock, oldDays);
  const read = createReadDigest(database, kinds, products);
  const draw: DrawDigest = (source, drawnFor) =>
    drawDigest(
      { kinds, read, sources, log, timeZone: calendar.timeZone, products, stores },
      source,
      drawnFor,
    );
  const preparation = createPreparation({ ...options, ledger, notices, draw });
  const delivery = createDelivery({
    ...options,
    contents,
    ledger,
    reconciler,
    notices,
    prepare: (run, now) => preparation.prepare(run, undefined, now),
  });
  const scheduler = createScheduler({ ...options, ledger, preparation, delivery, reconciler, notices });
  const sendThreadFiles = createThreadFiles(options);
  return {
    time,
    kinds,
    ledger,
    subscriptions,
    sources,
    read,
    draw,
    preparation,
    delivery,
    reconciler,
    notices,
    scheduler,
    sendThreadFiles,
  };
}
