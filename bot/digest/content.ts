import type { Logger } from 'pino';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { Labels } from '../ask/reader.ts';
import { languageFor } from '../language/language.ts';
import type { DrawnMessage } from '../outbox/message.ts';
import type { DigestFrame, DigestKinds, Readiness, Timeliness } from './kind.ts';
import type { ReadDigest } from './readDigest.ts';
import type { DigestRun } from './runs.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import type { Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';

/** A digest whose data is available. */
interface DueDigest {
  readonly run: DigestRun;
  /** Undefined for a manual digest. */
  readonly subscription: Subscription | undefined;
  readonly found: Extract<Readiness, { kind: 'ready' }>;
}

export interface DrawnFor extends Pick<DigestFrame, 'timeliness' | 'ownFrom' | 'closedBefore'> {
  /** Undefined for a preview. */
  readonly runId: number | undefined;
}

export type DrawDigest = (source: DigestSource, drawnFor: DrawnFor) => Promise<DrawnMessage>;

/** Renders a digest from its source. */
export async function drawDigest(
  {
    kinds,
    read,
    sources,
    log,
    today,
    ...labels
  }: {
    readonly kinds: DigestKinds;
    readonly read: ReadDigest;
    readonly sources: DigestSources;
    readonly log: Logger;
    readonly timeZone: string;
    readonly today: () => string;
    readonly products: Labels;
    readonly stores: Labels;
  },
  source: DigestSource,
  { timeliness, runId, ownFrom, closedBefore }: DrawnFor,
): Promise<DrawnMessage> {
  const digest = await read(source);
  const language = languageFor(source.language);
  if (digest === undefined) return () => sentenceMessage(kinds.of(source.kind).words(language.t).nothingRead);
  // Most buttons need the stored source. Post without buttons rather than not at all.
  const sourceId = await sources.keep(source, runId).catch((error: unknown) => {
    log.error({ err: error }, 'the source of a digest could not be stored; it goes out without buttons');
    return undefined;
  });
  const { products: choice, channelId, kind } = source;
  const frame = { timeliness, choice, channelId, kind, sourceId, ownFrom, closedBefore };
  return (rendering) => digest.view(frame, { ...labels, today: today(), language, rendering });
}

/** Renders a digest that is due or was asked for. */
export async function drawDue(
  due: DueDigest,
  {
    kinds,
    draw,
    subscriptions,
  }: {
    readonly kinds: DigestKinds;
    readonly draw: DrawDigest;
    readonly subscriptions: Pick<Subscriptions, 'format'>;
  },
): Promise<DrawnMessage> {
  const { run, subscription, found } = due;
  const { dataDay, dataFrom = dataDay, closedBefore } = found;
  const { teamId, channelId, subscribedKind: kind } = run;
  const chosen = await subscriptions.format({ teamId, channelId, kind });
  const format = run.asker === undefined ? chosen : { ...chosen, showsSales: run.asker.seesSales };
  if (dataDay === undefined || dataFrom === undefined) {
    const { t } = languageFor(format.language);
    return () => sentenceMessage(kinds.of(kind).words(t).nothingRead);
  }
  const hour = subscription === undefined ? undefined : kinds.of(kind).dataAt(run.dueAt);
  return draw(
    { teamId, channelId, kind, dataDay, dataFrom, ...format },
    {
      timeliness: timelinessOf(due),
      runId: run.id,
      ownFrom: hour?.isOwn === false && hour.day === dataDay ? kinds.of(kind).ownFrom : undefined,
      closedBefore,
    },
  );
}

/** Today's digest is not late when its subscription was created after it was due. */
function timelinessOf({ run, subscription, found: { timeliness } }: DueDigest): Timeliness {
  const isNew = subscription !== undefined && subscription.createdAt > run.dueAt;
  return isNew && timeliness.kind === 'late' ? { kind: 'onTime' } : timeliness;
}
