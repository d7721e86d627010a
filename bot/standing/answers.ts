import { createHash } from 'node:crypto';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import { ALL_ROWS, type Answered, type Askable, type AskedBy, NoAnswer } from '../ask/asking.ts';
import type { Commands } from '../ask/commands.ts';
import { commandText } from '../ask/mistake.ts';
import type { AnswerReader, Labels, Reader } from '../ask/reader.ts';
import { createAnswerCache } from '../database/answerCache.ts';
import { keyIn } from '../figures/rows.ts';
import type { SheetContent } from '../figures/sheet.ts';
import { type Catalog, languageFor, type Worded } from '../language/language.ts';
import type { NameLookup, Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import { context, escapeMrkdwn, header, type Message, section, withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type BannerWords, bannerBlocks, statusBanner } from './banner.ts';
import { digestButtons } from './buttons.ts';
import type { Occasion, Readiness, Timeliness } from './occasion.ts';
import { ARRIVES_AT, type Preset, presetOf } from './presets.ts';
import { deadlineOf } from './schedule.ts';
import type { DigestSource, PostedWith } from './sources.ts';
import { digestWords } from './words/words.ts';

/** What the questions of a command wait for. */
export interface Gate {
  readonly command: string;
  /** Whether what a question of `days` needs is stored; see `Asking.daysOf`. */
  resolve(occasion: Occasion, days: readonly DayRange[]): Promise<Readiness>;
  /** Sentences about data of these days that is late or older than it should be. */
  banner(t: Catalog, days: DayRange): BannerWords;
  /** The sentence of `/digest status` about the latest stored data. */
  latest?(t: Catalog): Promise<string>;
}

/** The answers to the questions of subscriptions: when their data is there, and what is posted. */
export interface DigestAnswers {
  /** What a person needs to get it. */
  needs(question: string): readonly Capability[];
  /** A question as a command to copy, in mrkdwn. */
  label(question: string, t: Catalog): string;
  /** Whether the data of a digest is available, of which days, and its question with these days. */
  resolve(occasion: Occasion): Promise<ResolvedDigest>;
  read(source: DigestSource): Promise<Digest>;
  /** All rows, for the file in the thread of a digest. */
  sheet(source: DigestSource, t: Catalog): Promise<DigestSheet>;
  /** The sentences of `/digest status` about the latest stored data. */
  latest(t: Catalog): Promise<readonly string[]>;
}

export type ResolvedDigest =
  | (Extract<Readiness, { kind: 'ready' }> & { readonly question: string })
  | Exclude<Readiness, { kind: 'ready' }>;

export interface DigestSheet extends SheetContent {
  /** "Stock digest · Fri 20 Nov 2026" */
  readonly title: string;
}

/** The data of a digest, ready to be rendered. */
export interface Digest extends PostedWith {
  view(frame: DigestFrame, reader: AnswerReader): Message;
  /** Lines that explain its numbers. Without `seesSales`, none of those that are derived from sales. */
  why(reader: Reader, seesSales: boolean): readonly string[];
}

/** What surrounds the data of a digest. */
export interface DigestFrame {
  readonly timeliness: Timeliness;
  readonly channelId: string;
  /** The kind of its subscription. */
  readonly kind: string;
  readonly name: string | undefined;
  /** The value of "Why these numbers?"; undefined for a digest without buttons. */
  readonly sourceId: string | undefined;
  /** Whether it is due before its own day's data arrives, and so shows an older one. */
  readonly isEarly?: boolean;
  /** Days before without an open store, which had no digest. */
  readonly closedBefore?: readonly string[] | undefined;
  /** Days that arrived too late for the digest before. */
  readonly lateDays?: readonly string[] | undefined;
}

/** Questions are read as at this time of the day on which they are due: by then the service has all it gets that day. */
const READ_AT = '12:00';

/** Enough, because most channels have the same question. */
const CACHED = 12;

/** A question that cannot be answered, with the sentence that says why. */
class Unanswered {
  readonly sentence: Worded;

  constructor(sentence: Worded) {
    this.sentence = sentence;
  }
}

export function createDigestAnswers({
  commands,
  gates,
  vocabulary,
  calendar,
  clock,
  products,
  stores,
  storeNames,
  figuresStamp,
}: {
  readonly commands: Pick<Commands, 'read' | 'say' | 'featureOf'>;
  /** A command without one waits for nothing. */
  readonly gates: readonly Gate[];
  readonly vocabulary: NameLookup;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  readonly products: Labels;
  readonly stores: Labels;
  /** Until the list of stores has been fetched, what they are called cannot be read. */
  readonly storeNames: {
    areKnown(): boolean;
    /** @throws RetailDataError */
    fetch(): Promise<void>;
  };
  /** Changes with any data that answers are made from. */
  readonly figuresStamp: () => Promise<string>;
}): DigestAnswers {
  const cached = createAnswerCache<Digest>(CACHED);
  const readAt = (question: string, day: string) => {
    const reading: Reading = { vocabulary, calendar, now: calendar.instantOf(day, READ_AT) };
    return unlessMistaken(() => commands.read(question, reading));
  };
  const gateOf = (asked: Askable) => gates.find(({ command }) => command === asked.feature.command);
  const today = () => calendar.dayOf(clock.now());
  /** The question of a source, which has its days. */
  const askedIn = ({ question }: Pick<DigestSource, 'question'>) => readAt(question, today());
  const readerFor = (t: Catalog): AnswerReader => ({
    language: languageFor(t.code),
    rendering: 'plain',
    timeZone: calendar.timeZone,
    today: today(),
    products,
    stores,
  });
  const askedBy = ({ kind, showsSales, dataDay }: DigestSource): AskedBy => ({
    // A service call of one digest waits for none of another.
    asker: `digest ${kind}`,
    may: (capability) => capability !== 'view_sales' || showsSales,
    day: dataDay,
  });
  const label = (question: string, t: Catalog) => commandText(commands.say(question, t));

  return {
    label,

    needs(question) {
      const asked = readAt(question, today());
      if (!(asked instanceof Unanswered)) return asked.needs;
      const requires = commands.featureOf(question)?.requires;
      return requires === undefined || requires === 'member' ? [] : [requires];
    },

    async resolve(occasion) {
      const { now, isManual, question: typed, subscription } = occasion;
      const day = calendar.dayOf(isManual ? now : occasion.dueAt);
      const ready = { kind: 'ready', dataDay: day, timeliness: { kind: 'onTime' }, question: typed } as const;
      let asked = readAt(typed, day);
      if (asked instanceof Unanswered && isManual && !storeNames.areKnown()) {
        await storeNames.fetch().catch(unlessServiceFails);
        asked = readAt(typed, day);
      }
      if (asked instanceof Unanswered) {
        const isWaiting =
          subscription !== undefined &&
          !isManual &&
          !storeNames.areKnown() &&
          now < deadlineOf(subscription, occasion, calendar);
        return isWaiting ? { kind: 'waiting' } : ready;
      }
      const found = await gateOf(asked)?.resolve(occasion, asked.days);
      if (found === undefined) return { ...ready, question: asked.command ?? typed };
      if (found.kind !== 'ready') return found;
      if (found.dataDay === undefined) return { ...found, question: typed };
      const { dataDay, dataFrom = dataDay } = found;
      const [own, against] = asked.days;
      const isOfThose = own === undefined || against !== undefined;
      const question = isOfThose ? asked : asked.ofDays({ from: dataFrom, to: dataDay });
      return { ...found, question: question.command ?? typed };
    },

    async read(source) {
      const asked = askedIn(source);
      if (asked instanceof Unanswered) return unansweredDigest(asked, source);
      const read = async () => {
        const answer = await answerOf(asked, askedBy(source));
        return answer instanceof Unanswered
          ? unansweredDigest(answer, source)
          : digestOf(answer, asked, source);
      };
      // What a question without a gate is about may be of now, such as stores that are open.
      if (gateOf(asked) === undefined) return read();
      const { question, dataFrom, dataDay, showsSales } = source;
      return cached(await figuresStamp(), [question, dataFrom, dataDay, showsSales], read);
    },

    async sheet(source, t) {
      const asked = askedIn(source);
      const answer =
        asked instanceof Unanswered ? asked : await answerOf(asked, { ...askedBy(source), most: ALL_ROWS });
      if (answer instanceof Unanswered) throw new Error('a question with an answer has none now');
      const preset = presetOf(source.kind);
      const title = preset === undefined ? commands.say(source.question, t) : titleOf(preset, source, t);
      return { ...answer.sheet(readerFor(t)), title };
    },

    async latest(t) {
      const found = await Promise.all(gates.map((gate) => gate.latest?.(t)));
      return found.filter((line) => line !== undefined);
    },
  };

  /** "Sales digest · Week 47 (16–22 Nov 2026)" */
  function titleOf({ command, cadence }: Preset, { dataFrom: from, dataDay: to }: DigestSource, t: Catalog) {
    const { format } = languageFor(t.code);
    const week = () => format.week(keyIn('week', from), { from, to });
    const month = () => format.month(keyIn('month', from), { from, to });
    const periods = { daily: () => format.range({ from, to }), weekly: week, monthly: month };
    return digestWords(t).of[command].title(periods[cadence]());
  }

  function digestOf(answer: Answered, asked: Askable, source: DigestSource): Digest {
    const { question, dataFrom, dataDay } = source;
    const figures = answer.figures() ?? [...figuresIn(answer.sheet(readerFor(languageFor('en').t)))];
    return {
      figures: fingerprint([asked.days, figures]),
      hasFile: answer.rows > 1,
      view: (frame, reader) => framed(answer.view(reader), frame, reader),
      why: (reader, seesSales) =>
        answer.why(reader, seesSales) ?? [
          digestWords(reader.language.t).question.why(label(question, reader.language.t)),
        ],
    };

    function framed({ text, blocks }: Message, frame: DigestFrame, reader: AnswerReader): Message {
      const { t } = reader.language;
      const timeliness = timelinessOf(frame);
      const banners = gateOf(asked)?.banner(t, { from: dataFrom, to: dataDay });
      const banner = banners && statusBanner(banners, dataDay, timeliness, reader.timeZone, t);
      const preset = presetOf(frame.kind);
      const title =
        preset === undefined ? (frame.name ?? withoutMarks(label(question, t))) : titleOf(preset, source, t);
      const isCalled = preset !== undefined && frame.name !== undefined;
      const called = isCalled ? escapeMrkdwn(frame.name, 80) : undefined;
      const { closedBefore = [], lateDays = [], isEarly = false } = frame;
      const words = digestWords(t);
      const notes = [
        ...(lateDays.length === 0 ? [] : [words.lateDays(lateDays)]),
        ...(closedBefore.length === 0 ? [] : [words.closedBefore(closedBefore)]),
        ...(isEarly && preset !== undefined
          ? [words.of[preset.command].early(ARRIVES_AT[preset.command])]
          : []),
        ...(preset === undefined ? [words.question.asked(label(question, t))] : []),
      ];
      return {
        text:
          preset === undefined
            ? `${title}: ${said(banner)}${text}`
            : `${called === undefined ? '' : `${called} · `}${said(banner)}${title}: ${text}`,
        blocks: [
          preset === undefined ? section(`*${escapeMrkdwn(title, 160)}*`) : header(title),
          ...(called === undefined ? [] : [section(`*${called}*`)]),
          ...bannerBlocks(banner, timeliness),
          ...blocks,
          ...digestButtons(
            frame,
            t,
            answer.followUps.filter(({ isOfDigests }) => isOfDigests === true),
            asked.rowsFor().command,
          ),
          ...notes.map((note) => context(note)),
        ],
      };
    }

    /** Days that arrived after the deadline may have been read for this answer. */
    function timelinessOf({ timeliness }: DigestFrame): Timeliness {
      const isRead =
        timeliness.kind === 'unrefreshed' &&
        asked.days.length > 0 &&
        answer.isWhole &&
        timeliness.wanted >= dataFrom &&
        timeliness.wanted <= dataDay;
      return isRead ? { kind: 'onTime' } : timeliness;
    }
  }

  function unansweredDigest({ sentence }: Unanswered, { question }: DigestSource): Digest {
    return {
      hasFile: false,
      view(frame, { language: { t } }) {
        const why = escapeMrkdwn(sentence(t), 1_000);
        const text = digestWords(t).question.unanswered(label(question, t), why);
        return { text: withoutMarks(text), blocks: [section(text), ...digestButtons(frame, t)] };
      },
      why: ({ language: { t } }) => [escapeMrkdwn(sentence(t), 1_000)],
    };
  }
}

function unlessServiceFails(error: unknown): void {
  if (!(error instanceof RetailDataError)) throw error;
}

function said(banner: string | undefined): string {
  return banner === undefined ? '' : `${banner} `;
}

function unlessMistaken(read: () => Askable | undefined): Askable | Unanswered {
  try {
    return read() ?? new Unanswered((t) => digestWords(t).question.notOne);
  } catch (error) {
    if (error instanceof ParseError) return new Unanswered(error.sentence);
    throw error;
  }
}

async function answerOf(asked: Askable, by: AskedBy): Promise<Answered | Unanswered> {
  try {
    return await asked.answer(by);
  } catch (error) {
    if (error instanceof ParseError || error instanceof NoAnswer) return new Unanswered(error.sentence);
    throw error;
  }
}

/** Without columns of dates: the stock of two days may be the same. */
function* figuresIn({ columns, rows }: SheetContent): Generator<unknown> {
  for (const row of rows) yield row.filter((_, at) => columns[at]?.kind !== 'date');
}

function fingerprint(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url');
}
