import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Labels } from './ask/reader.ts';
import type { DatabaseClock } from './database/clock.ts';
import type { ClockCheck, ClockVerdict } from './database/clockCheck.ts';
import type { Database } from './database/connection.ts';
import type { OldDays } from './database/oldDays.ts';
import type { WriteSheet } from './figures/sheet.ts';
import { createLedger } from './outbox/ledger.ts';
import type { LedgerBegan } from './outbox/ledgerView.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createEnqueue, type OnStored } from './outbox/stored.ts';
import type { Files } from './slack/files.ts';
import type { Outbound } from './slack/messages.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import type { PersonalRights } from './standing/access.ts';
import type { DigestAnswers } from './standing/answers.ts';
import { createDigestCounts } from './standing/counts.ts';
import { createDrawDigest } from './standing/draw.ts';
import { isDigest } from './standing/key.ts';
import { digestMessages } from './standing/messages.ts';
import { createNotices } from './standing/notices.ts';
import { createPreparation } from './standing/prepare.ts';
import { createDigestRuns } from './standing/runs.ts';
import { firstDue, withLastDates } from './standing/schedule.ts';
import { createDigestSources } from './standing/sources.ts';
import type { Subscriptions } from './standing/subscriptions.ts';
import { createThreadFiles } from './standing/threadFiles.ts';

/** The digests of this process, and the outbox that posts them. */
export type Digests = ReturnType<typeof composeDigests>;

/** Makes the outbox, and the digests as its messages. */
export function composeDigests({
  database,
  time,
  ledgerBegan,
  calendar,
  clock,
  clocks,
  oldDays,
  log,
  outbound,
  writeSheet,
  files,
  ladder,
  answers,
  products,
  stores,
  subscriptions,
  admins,
  owner,
  wake,
  signal,
  beforeRecording,
  random,
  onPosted,
  onStored,
  isSuspended,
  personalRights,
}: {
  readonly database: Database;
  readonly time: DatabaseClock;
  /** When this process's view of the ledger began. */
  readonly ledgerBegan: LedgerBegan;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly clocks: ClockCheck;
  readonly oldDays: OldDays;
  readonly log: Logger;
  readonly outbound: Outbound;
  readonly writeSheet: WriteSheet;
  readonly files: Pick<Files, 'replyTo'>;
  readonly ladder: RenderingLadder;
  readonly answers: DigestAnswers;
  readonly products: Labels;
  readonly stores: Labels;
  readonly subscriptions: Subscriptions;
  /** Ids of the people who get the notices of digests without an owner. */
  readonly admins: () => Promise<readonly string[]>;
  /** Identifies this process among the replicas. */
  readonly owner: string;
  /** Lets the outbox be swept at once. */
  readonly wake: () => void;
  readonly signal: AbortSignal;
  /** Called before due digests are recorded. */
  readonly beforeRecording: (verdict: ClockVerdict) => Promise<void>;
  /** As Math.random. */
  readonly random: () => number;
  /** Called with the milliseconds between a scheduled digest's due time and its post. */
  readonly onPosted: (lateMs: number) => void;
  /** Called once a message that is stored with its content was posted or has failed for good. */
  readonly onStored: OnStored;
  /** Whether sending is suspended. */
  readonly isSuspended: () => boolean;
  readonly personalRights: PersonalRights;
}) {
  const ledger = createLedger({ database, rendered: [isDigest], time, beganAt: ledgerBegan, owner });
  const runs = createDigestRuns({ database, time, calendar });
  const notices = createNotices({
    enqueue: createEnqueue(ledger, wake),
    runs,
    time,
    subscriptions,
    admins,
    log,
  });
  const sources = createDigestSources(database, clock, oldDays);
  const { timeZone } = calendar;
  const today = () => calendar.dayOf(clock.now());
  const draw = createDrawDigest({ answers, sources, log, timeZone, today, products, stores });
  const preparation = createPreparation({
    answers,
    ledger,
    notices,
    subscriptions,
    draw,
    sources,
    time,
    calendar,
    personalRights,
    log,
  });
  const messages = digestMessages({
    ledger,
    runs,
    subscriptions,
    preparation,
    notices,
    time,
    calendar,
    oldDays,
    log,
    beforeRecording,
    onPosted,
  });
  const outbox = createOutbox({
    ledger,
    kinds: [messages],
    outbound,
    ladder,
    time,
    clocks,
    oldDays,
    clock,
    log,
    signal,
    random,
    isSuspended,
    onStored,
    wake,
  });
  const sendThreadFiles = createThreadFiles({
    database,
    clock,
    log,
    writeSheet,
    files,
    outbound,
    answers,
    signal,
  });
  return {
    time,
    clocks,
    answers,
    ledger,
    runs,
    counts: createDigestCounts(database),
    subscriptions,
    sources,
    draw,
    preparation,
    outbox,
    sendThreadFiles,
  };
}

/** For the log: the digest that is due first. */
export async function nextDigest(
  { subscriptions, runs, time }: Pick<Digests, 'subscriptions' | 'runs' | 'time'>,
  calendar: Calendar,
) {
  const now = await time.now();
  const digests = await subscriptions.active();
  const next = firstDue(await withLastDates(runs, digests), calendar, now);
  if (next === undefined) return 'none';
  const { channelId: channel, kind, dueAt } = next;
  return { at: new Date(dueAt).toISOString(), channel, kind, of: digests.length };
}
