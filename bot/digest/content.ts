import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DigestKind } from '../database/tables/digest.ts';
import { type Language, languageFor } from '../language/language.ts';
import { contentOf, isManual } from '../outbox/key.ts';
import type { DigestRun } from '../outbox/ledger.ts';
import type { Message, Rendering } from '../slack/message.ts';
import type { ProductChoice } from './choice.ts';
import type { Digest, ReadDigest } from './readDigest.ts';
import type { Readiness, Timeliness } from './readiness.ts';
import { figuresAt } from './schedule.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import type { Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What a digest says besides its figures. */
export interface DigestFrame {
  readonly timeliness: Timeliness;
  readonly choice: ProductChoice;
  readonly channelId: string;
  /** What most of its buttons carry; without it there are none. */
  readonly sourceId: string | undefined;
  /** The hour that has the day's own figures, where those of the digest are of a day earlier by its hour. */
  readonly ownFrom?: string | undefined;
  /** Days without an open store, whose digests did not come. */
  readonly closedBefore?: readonly string[] | undefined;
}

/** For whom a digest is drawn: those who read its channel. */
export interface DigestReader {
  readonly language: Language;
  readonly rendering: Rendering;
  readonly timeZone: string;
}

/** How digests look; the views give it. */
export interface DigestRenderer {
  digest(digest: Digest, frame: DigestFrame, reader: DigestReader): Message;
  /** Instead of a digest, while no figures have been read. */
  nothingRead(content: DigestKind, language: Language): Message;
}

/** A digest whose figures are there. */
export interface DigestOccasion {
  readonly run: DigestRun;
  /** Undefined for a digest by hand in a channel without one. */
  readonly subscription: Subscription | undefined;
  readonly figures: Extract<Readiness, { kind: 'ready' }>;
}

export interface DrawnFor extends Pick<DigestFrame, 'timeliness' | 'ownFrom' | 'closedBefore'> {
  /** Undefined for a preview. */
  readonly runId: number | undefined;
}

/** The message of a digest in each rendering, its figures read once. */
export type DrawnDigest = (rendering: Rendering) => Message;

export type DrawDigest = (source: DigestSource, drawnFor: DrawnFor) => Promise<DrawnDigest>;

/** Draws a digest of a source. */
export async function drawDigest(
  {
    read,
    renderer,
    sources,
    timeZone,
    log,
  }: {
    readonly read: ReadDigest;
    readonly renderer: DigestRenderer;
    readonly sources: DigestSources;
    readonly timeZone: string;
    readonly log: Logger;
  },
  source: DigestSource,
  { timeliness, runId, ownFrom, closedBefore }: DrawnFor,
): Promise<DrawnDigest> {
  const digest = await read(source);
  const language = languageFor(source.language);
  if (digest === undefined) return () => renderer.nothingRead(source.content, language);
  // Buttons are a help and no part of the digest: without a place to keep its source it comes without them.
  const sourceId = await sources.keep(source, runId).catch((error: unknown) => {
    log.error({ err: error }, 'the source of a digest could not be stored; it goes out without buttons');
    return undefined;
  });
  const { products: choice, channelId } = source;
  const frame = { timeliness, choice, channelId, sourceId, ownFrom, closedBefore };
  return (rendering) => renderer.digest(digest, frame, { language, rendering, timeZone });
}

/** Draws a digest that is due or was asked for. */
export async function renderDigest(
  {
    draw,
    renderer,
    subscriptions,
    calendar,
  }: {
    readonly draw: DrawDigest;
    readonly renderer: DigestRenderer;
    readonly subscriptions: Pick<Subscriptions, 'format'>;
    readonly calendar: Calendar;
  },
  occasion: DigestOccasion,
): Promise<DrawnDigest> {
  const { run, subscription, figures } = occasion;
  const { dataDay, dataFrom = dataDay, closedBefore } = figures;
  const content = contentOf(run.kind);
  const { teamId, channelId } = run;
  const chosen = await subscriptions.format({ teamId, channelId, kind: content });
  const format = isManual(run.kind) ? { ...chosen, showsSales: run.showsSales } : chosen;
  if (dataDay === undefined || dataFrom === undefined) {
    return () => renderer.nothingRead(content, languageFor(format.language));
  }
  const hour = subscription === undefined ? undefined : figuresAt(calendar, subscription, run.dueAt);
  return draw(
    { teamId, channelId, content, dataDay, dataFrom, ...format },
    {
      timeliness: timelinessOf(occasion),
      runId: run.id,
      ownFrom: hour?.isOwn === false && hour.day === dataDay ? hour.ownFrom : undefined,
      closedBefore,
    },
  );
}

/** A bot that is set up after the hour posts today's digest, and it is not late. */
function timelinessOf({ run, subscription, figures: { timeliness } }: DigestOccasion): Timeliness {
  const isNew = subscription !== undefined && subscription.createdAt > run.dueAt;
  return isNew && timeliness.kind === 'late' ? { kind: 'onTime' } : timeliness;
}
