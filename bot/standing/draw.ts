import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { Labels } from '../ask/reader.ts';
import { languageFor } from '../language/language.ts';
import type { DrawnMessage } from '../outbox/message.ts';
import { context, type Render } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { DigestAnswers, DigestFrame } from './answers.ts';
import { channelText, nothingRead } from './settingsView.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import type { DigestName, SubscriptionPlace } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

interface DrawnFor
  extends DigestName,
    Pick<DigestFrame, 'timeliness' | 'isEarly' | 'closedBefore' | 'lateDays'> {
  /** Undefined for a preview. */
  readonly runId: number | undefined;
}

/** Renders a digest from its source. */
export type DrawDigest = (source: DigestSource, drawnFor: DrawnFor) => Promise<DrawnMessage>;

export function createDrawDigest({
  answers,
  sources,
  log,
  today,
  ...labels
}: {
  readonly answers: Pick<DigestAnswers, 'read'>;
  readonly sources: DigestSources;
  readonly log: Logger;
  readonly timeZone: string;
  readonly today: () => string;
  readonly products: Labels;
  readonly stores: Labels;
}): DrawDigest {
  return async (source, { runId, ...drawnFor }) => {
    const digest = await answers.read(source);
    // "Why these numbers?" needs the stored source. Post without buttons rather than not at all.
    const sourceId = await sources.keep(source, runId, digest).catch((error: unknown) => {
      log.error({ err: error }, 'the source of a digest could not be stored; it goes out without buttons');
      return undefined;
    });
    const { channelId, kind } = source;
    const frame = { ...drawnFor, channelId, kind, sourceId };
    const language = languageFor(source.language);
    return (rendering) => digest.view(frame, { ...labels, today: today(), language, rendering });
  };
}

/** The digest as it would be now, shown only to the person, with what is derived from sales if `seesSales`. */
export async function previewDigest(
  { language }: Actor,
  place: SubscriptionPlace,
  seesSales: boolean,
  {
    subscriptions,
    preparation,
    draw,
  }: {
    readonly subscriptions: Pick<Subscriptions, 'find' | 'known'>;
    readonly preparation: {
      daysOf(place: SubscriptionPlace): Promise<(DayRange & { readonly question: string }) | undefined>;
    };
    readonly draw: DrawDigest;
  },
): Promise<Render> {
  const { t } = language;
  const words = digestWords(t).commands.preview;
  const days = await preparation.daysOf(place);
  if (days === undefined) return () => nothingRead(place.kind, t);
  const { from: dataFrom, to: dataDay, question } = days;
  const digest = await subscriptions.find(place);
  const { name, ...format } = digest ?? {
    ...(await subscriptions.known(place)),
    language: language.code,
    showsSales: true,
  };
  const showsSales = seesSales && format.showsSales;
  const source = { ...place, language: format.language, dataDay, dataFrom, question, showsSales };
  const drawn = await draw(source, { name, timeliness: { kind: 'onTime' }, runId: undefined });
  const note = context(words.note(channelText(place.channelId, t)));
  return (rendering) => {
    const { text, blocks } = drawn(rendering);
    return { text: words.text(text), blocks: [note, ...blocks] };
  };
}
