import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { Labels, Reader } from '../ask/reader.ts';
import { languageFor } from '../language/language.ts';
import type { DrawnMessage } from '../outbox/message.ts';
import { isNone, MEANINGS } from '../parse/selection.ts';
import { escapeMrkdwn, type Message, type Rendering, section, withoutMarks } from '../slack/message.ts';
import { settingsButton } from './buttons.ts';
import type { DigestName } from './format.ts';
import { nameText } from './further.ts';
import type { DigestFrame, DigestKinds, Readiness, Timeliness } from './kind.ts';
import type { Choose, ReadDigest } from './readDigest.ts';
import { type DigestRun, subscriptionOf } from './runs.ts';
import { selectionText, storesText } from './settingsView.ts';
import type { DigestSource, DigestSources } from './sources.ts';
import { EVERY_DAY, type Subscription } from './subscription.ts';
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
  const sourceId = await sources.keep(source, runId, digest).catch((error: unknown) => {
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
    name,
    sourceId,
    ownFrom,
    closedBefore,
  });
  return (rendering) => {
    const reader = readerFor(rendering);
    return called(digest.view(frameFor(reader), reader), source, name, kinds, reader);
  };
}

/** Adds the name and the selection below the heading; nothing to one that has neither a name nor chosen stores, or is a question. */
function called(
  { text, blocks: [heading, ...blocks] }: Message,
  source: DigestSource,
  name: string | undefined,
  kinds: DigestKinds,
  reader: Reader,
): Message {
  const selection = selectionText(source, kinds.of(source.kind), reader);
  const { store, without } = source.selection;
  const isPlain =
    source.question !== undefined ||
    (name === undefined && isNone(store) && MEANINGS.every((each) => isNone(without[each])));
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

type Formats = Pick<Subscriptions, 'format'>;

/** What a digest that is due is made from, and its name; undefined while no data is stored. */
async function sourceOf(
  { run, found, seesSales = run.asker?.seesSales }: DueDigest,
  subscriptions: Formats,
): Promise<(DigestSource & DigestName) | undefined> {
  const { dataDay, dataFrom = dataDay, question } = found;
  const { teamId, channelId, subscribedKind: kind } = run;
  const format = await subscriptions.format({ teamId, channelId, kind });
  if (dataDay === undefined || dataFrom === undefined) return undefined;
  const showsSales = seesSales ?? format.showsSales;
  return { ...format, teamId, channelId, kind, dataDay, dataFrom, question, showsSales };
}

/** Renders a digest that is due or was asked for. */
export async function drawDue(
  due: DueDigest,
  {
    kinds,
    draw,
    subscriptions,
  }: { readonly kinds: DigestKinds; readonly draw: DrawDigest; readonly subscriptions: Formats },
): Promise<DrawnMessage> {
  const { run, subscription, found } = due;
  const { teamId, channelId, subscribedKind: kind } = run;
  const source = await sourceOf(due, subscriptions);
  if (source === undefined) {
    const { t } = languageFor((await subscriptions.format({ teamId, channelId, kind })).language);
    return () => sentenceMessage(kinds.of(kind).words(t).nothingRead);
  }
  const { name } = source;
  const hour = subscription === undefined ? undefined : kinds.of(kind).dataAt(run.dueAt);
  return draw(source, {
    name,
    timeliness: timelinessOf(due),
    runId: run.id,
    ownFrom: hour?.isOwn === false && hour.day === source.dataDay ? kinds.of(kind).ownFrom : undefined,
    closedBefore: found.closedBefore,
  });
}

/**
 * Instead of a question's digest in which no figure has changed since the last one: one line where it was wanted every
 * day, else nothing. Undefined where one has changed.
 */
export async function unchanged(
  due: DueDigest,
  {
    read,
    sources,
    subscriptions,
    calendar,
  }: {
    readonly read: ReadDigest;
    readonly sources: Pick<DigestSources, 'posted'>;
    readonly subscriptions: Formats;
    readonly calendar: Pick<Calendar, 'dayOf'>;
  },
): Promise<{ readonly draw: (() => Promise<DrawnMessage>) | undefined } | undefined> {
  const { subscription, run } = due;
  if (subscription?.question === undefined) return undefined;
  const posted = await sources.posted(subscriptionOf(run));
  const source = posted && (await sourceOf(due, subscriptions));
  if (source === undefined || (await read(source))?.figures !== posted?.figures) return undefined;
  if (subscription.cadence !== 'daily' || subscription.weekdays !== EVERY_DAY) return { draw: undefined };
  const { t } = languageFor(source.language);
  const since = calendar.dayOf(posted?.postedAt ?? run.dueAt);
  const text = digestWords(t).question.unchanged(escapeMrkdwn(source.name ?? '', 80), since);
  return { draw: async () => () => ({ text: withoutMarks(text), blocks: [section(text)] }) };
}

/** Today's digest is not late when its subscription was created after it was due. */
function timelinessOf({ run, subscription, found: { timeliness } }: DueDigest): Timeliness {
  const isNew = subscription !== undefined && subscription.createdAt > run.dueAt;
  return isNew && timeliness.kind === 'late' ? { kind: 'onTime' } : timeliness;
}
