import { randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { Logger } from 'pino';
import { type Calendar, type Clock, createCalendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import type { DigestKind } from '../database/tables/digest.ts';
import type { Rendering } from '../slack/message.ts';
import type { Outbound } from '../slack/messages.ts';
import { createPlainContents } from './contents.ts';
import { createDigestClock } from './digestClock.ts';
import { manualKind } from './digestKey.ts';
import type { DigestContent, DigestParts } from './digestParts.ts';
import { NO_FAULTS, type PassFaultPoint } from './faultPoints.ts';
import { createInstallation } from './installation.ts';
import { createLedger } from './ledger.ts';
import { createPace } from './pace.ts';
import { type Sent, sendDigest } from './send.ts';
import type { SubscriptionDefaults } from './subscriptionRow.ts';
import { activeSubscriptions } from './subscriptions.ts';
import { readyDigest, sweepDigests } from './sweeper.ts';
import { stockWantedUntil } from './timeliness.ts';

export interface DigestOptions {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly calendar: Calendar;
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly renderings: readonly Rendering[];
  readonly defaults: SubscriptionDefaults;
  /** Names this process among the replicas; a new name when not set. */
  readonly owner?: string;
  /** Other kinds of digest than that of the stock, or another way to write that. */
  readonly contents?: Readonly<Partial<Record<DigestKind, DigestContent>>>;
  readonly passFaultPoint?: PassFaultPoint;
  /** Numbers from 0 up to 1; Math.random when not set. */
  readonly random?: () => number;
  /** Another clock than the database's own, as SQL for milliseconds since 1970; for tests. */
  readonly databaseNow?: () => RawBuilder<number>;
}

/** Puts the parts of the digest together. */
export function createDigestParts(options: DigestOptions): DigestParts {
  const { database, clock, calendar } = options;
  const owner = options.owner ?? randomUUID();
  const time = createDigestClock(database, clock, options.databaseNow);
  return {
    ...options,
    time,
    owner,
    installation: createInstallation(options.outbound, clock, options.log),
    ledger: createLedger(database, time, owner),
    pace: createPace(database, time, clock),
    contents: { ...createPlainContents(database, calendar), ...options.contents },
    passFaultPoint: options.passFaultPoint ?? NO_FAULTS,
    random: options.random ?? Math.random,
    underWay: new Set(),
    unreadable: new Set(),
  };
}

/** Posts a digest that somebody asked for. It has a key of its own and never takes the place of the daily one. */
export async function postByHand(
  parts: DigestParts,
  asked: {
    readonly teamId: string;
    readonly channelId: string;
    readonly askedBy: string;
    readonly content?: DigestKind;
  },
): Promise<Sent> {
  const now = await parts.time.now();
  const key = {
    teamId: asked.teamId,
    channelId: asked.channelId,
    kind: manualKind(randomUUID(), asked.content),
    businessDate: parts.calendar.dayOf(now),
  };
  await parts.ledger.record({ ...key, dueAt: now, missed: undefined }, asked.askedBy);
  const run = (await parts.ledger.due()).find(({ kind }) => kind === key.kind);
  const ready = run === undefined ? undefined : await readyDigest(parts, run, undefined, now);
  return ready === undefined ? { kind: 'taken' } : sendDigest(parts, ready);
}

/** Until when the stock of the day is asked for, by the subscriptions there are. */
export async function stockGiveUpAt(
  { database, calendar, defaults }: DigestParts,
  now: number,
): Promise<number> {
  const calendars = new Map<string, Calendar>();
  const calendarOf = (timeZone: string) => {
    const known = calendars.get(timeZone) ?? createCalendar(timeZone);
    calendars.set(timeZone, known);
    return known;
  };
  return stockWantedUntil(await activeSubscriptions(database, defaults), calendar, calendarOf, now);
}

const TICK_MS = 60_000;
/** Rows that are due within a moment are taken together. */
const LEAST_MS = 200;

/** The sweeper on its own: at start, every full minute, when something is due before that, and when it is woken. */
export interface DigestLoop {
  /** Resolves once `signal` is aborted and the sweep under way has ended. */
  readonly done: Promise<void>;
  /** Figures have come, or a row was changed: sweeps at once. */
  wake(): void;
  /** When the last sweep ended well, in milliseconds since 1970 by the clock of this process; undefined before. */
  lastSweepAt(): number | undefined;
}

/** `attempt` runs one sweep and logs what fails: the next one makes up for it. */
export function startDigestLoop(
  parts: DigestParts,
  attempt: (sweep: () => Promise<void>) => Promise<void>,
): DigestLoop {
  const { clock, signal, ledger, time } = parts;
  let lastSweepAt: number | undefined;
  let isWoken = false;
  let sleeping: AbortController | undefined;

  const pauseMs = async () => {
    const toFullMinute = TICK_MS - (clock.now() % TICK_MS);
    const next = await ledger.nextAt();
    if (next === undefined) return toFullMinute;
    return Math.min(toFullMinute, Math.max(LEAST_MS, next - (await time.now())));
  };
  const run = async () => {
    while (!signal.aborted) {
      isWoken = false;
      let pause = TICK_MS - (clock.now() % TICK_MS);
      await attempt(async () => {
        await sweepDigests(parts);
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
  };

  return {
    done: run(),
    wake() {
      isWoken = true;
      sleeping?.abort(new Error('woken'));
    },
    lastSweepAt: () => lastSweepAt,
  };
}
