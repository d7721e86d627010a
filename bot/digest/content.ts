import type { Logger } from 'pino';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import { languageFor } from '../language/language.ts';
import type { DrawnMessage } from '../outbox/message.ts';
import { isNone, MEANINGS } from '../parse/selection.ts';
import { escapeMrkdwn, type Message, type Rendering, section } from '../slack/message.ts';
import { settingsButton } from './buttons.ts';
import type { DigestName } from './format.ts';
import { nameText } from './further.ts';
import type { DigestFrame, DigestKinds, Readiness, Timeliness } from './kind.ts';
import type { Choose, ReadDigest } from './readDigest.ts';
import type { DigestRun } from './runs.ts';
import { selectionText, storesText } from './settingsView.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import type { Subscription } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** A digest whose data is available. */
interface DueDigest {
  readonly run: DigestRun;
  /** Undefined for a manual digest. */
  readonly subscription: Subscription | undefined;
  readonly found: Extract<Readiness, { kind: 'ready' }>;
  /** Whether the reader of a personal digest may see sales; undefined for one in a channel. */
  readonly seesSales: boolean | undefined;
}

export interface DrawnFor extends DigestName, Pick<DigestFrame, 'timeliness' | 'ownFrom' | 'closedBefore'> {
  /** Undefined for a preview. */
  readonly runId: number | undefined;
}

export type DrawDigest = (source: DigestSource, drawnFor: DrawnFor) => Promise<DrawnMessage>;

/** Renders a digest from its source. */
export async function drawDigest(
  {
    kinds,
    choose,
    read,
    sources,
    log,
    today,
    ...labels
  }: {
    readonly kinds: DigestKinds;
    readonly choose: Choose;
    readonly read: ReadDigest;
    readonly sources: DigestSources;
    readonly log: Logger;
    readonly timeZone: string;
    readonly today: () => string;
    readonly products: Labels;
    readonly stores: Labels;
  },
  source: DigestSource,
  { name, timeliness, runId, ownFrom, closedBefore }: DrawnFor,
): Promise<DrawnMessage> {
  const language = languageFor(source.language);
  const readerFor = (rendering: Rendering) => ({ ...labels, today: today(), language, rendering });
  const { picked } = choose(source);
  if ([picked.product, picked.store].some((of) => of?.isLeftOut === false && of.ids.length === 0)) {
    return (rendering) => nothingChosen(source, name, kinds, readerFor(rendering));
  }
  const digest = await read(source);
  if (digest === undefined) return () => sentenceMessage(kinds.of(source.kind).words(language.t).nothingRead);
  // Most buttons need the stored source. Post without buttons rather than not at all.
  const sourceId = await sources.keep(source, runId).catch((error: unknown) => {
    log.error({ err: error }, 'the source of a digest could not be stored; it goes out without buttons');
    return undefined;
  });
  const { selection, channelId, kind } = source;
  const frameFor = (reader: Reader) => ({
    timeliness,
    selection,
    where: storesText(selection, reader),
    channelId,
    kind,
    sourceId,
    ownFrom,
    closedBefore,
  });
  return (rendering) => {
    const reader = readerFor(rendering);
    return called(digest.view(frameFor(reader), reader), source, name, kinds, reader);
  };
}

/** Adds the name and the selection below the heading; nothing to a digest that has neither a name nor chosen stores. */
function called(
  { text, blocks: [heading, ...blocks] }: Message,
  source: DigestSource,
  name: string | undefined,
  kinds: DigestKinds,
  reader: Reader,
): Message {
  const selection = selectionText(source, kinds.of(source.kind), reader);
  const { store, without } = source.selection;
  const isPlain = name === undefined && isNone(store) && MEANINGS.every((each) => isNone(without[each]));
  if (isPlain || heading === undefined)
    return { text, blocks: [...(heading === undefined ? [] : [heading]), ...blocks] };
  const parts = [
    ...(name === undefined ? [] : [escapeMrkdwn(name, 80)]),
    ...(selection === undefined ? [] : [selection]),
  ];
  const [first = '', ...others] = parts;
  return {
    text: `${parts.join(' · ')} · ${text}`,
    blocks: [heading, section([`*${first}*`, ...others].join(' · ')), ...blocks],
  };
}

/** Instead of a digest whose products or stores no longer exist. */
function nothingChosen(
  source: DigestSource,
  name: string | undefined,
  kinds: DigestKinds,
  reader: Reader,
): Message {
  const { t } = reader.language;
  const kind = kinds.of(source.kind);
  const selection = selectionText(source, kind, reader) ?? '';
  const text = digestWords(t).settings.nothingChosen(nameText(name, kind.words(t).name, t), selection);
  return { text, blocks: [section(text), { type: 'actions', elements: [settingsButton(source, t)] }] };
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
  const seesSales = due.seesSales ?? run.asker?.seesSales;
  const { dataDay, dataFrom = dataDay, closedBefore } = found;
  const { teamId, channelId, subscribedKind: kind } = run;
  const { name, ...chosen } = await subscriptions.format({ teamId, channelId, kind });
  const format = { ...chosen, showsSales: seesSales ?? chosen.showsSales };
  if (dataDay === undefined || dataFrom === undefined) {
    const { t } = languageFor(format.language);
    return () => sentenceMessage(kinds.of(kind).words(t).nothingRead);
  }
  const hour = subscription === undefined ? undefined : kinds.of(kind).dataAt(run.dueAt);
  return draw(
    { teamId, channelId, kind, dataDay, dataFrom, ...format },
    {
      name,
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
