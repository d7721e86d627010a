import { createHash } from 'node:crypto';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { ALL_ROWS, type Answered, type Askable, type AskedBy, NoAnswer } from '../ask/asking.ts';
import type { Commands } from '../ask/commands.ts';
import { commandText } from '../ask/mistake.ts';
import type { AnswerReader, Labels } from '../ask/reader.ts';
import type { SheetContent } from '../figures/sheet.ts';
import { type Catalog, languageFor, type Worded } from '../language/language.ts';
import type { NameLookup, Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import { context, escapeMrkdwn, type Message, section, withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { type BannerWords, bannerBlocks, statusBanner } from './banner.ts';
import { digestButtons } from './buttons.ts';
import { QUESTION } from './key.ts';
import type { ChosenSource, Digest, DigestFrame, DigestKind, Occasion, Readiness } from './kind.ts';
import type { DigestSource } from './sources.ts';
import { digestWords } from './words/words.ts';

/** What the questions of a command wait for. */
export interface Gate {
  readonly command: string;
  /** Whether what a question of `days` needs is stored; see `Asking.daysOf`. */
  resolve(occasion: Occasion, days: readonly DayRange[]): Promise<Readiness>;
  banner(t: Catalog): BannerWords;
}

/** Questions are read as at this time of the day on which they are due: by then the service has all it gets that day. */
const READ_AT = '12:00';

/** A question that cannot be answered, with the sentence that says why. */
class Unanswered {
  readonly sentence: Worded;

  constructor(sentence: Worded) {
    this.sentence = sentence;
  }
}

/** Digests that answer a question: that of their subscription, with the days that it means when it is due. */
export function questionKind({
  commands,
  gates,
  vocabulary,
  calendar,
  clock,
  products,
  stores,
}: {
  readonly commands: Pick<Commands, 'read' | 'say'>;
  /** A command without one waits for nothing. */
  readonly gates: readonly Gate[];
  readonly vocabulary: NameLookup;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  readonly products: Labels;
  readonly stores: Labels;
}): DigestKind {
  const readAt = (question: string, day: string) => {
    const reading: Reading = { vocabulary, calendar, now: calendar.instantOf(day, READ_AT) };
    return unlessMistaken(() => commands.read(question, reading));
  };
  const gateOf = (asked: Askable) => gates.find(({ command }) => command === asked.feature.command);
  const today = () => calendar.dayOf(clock.now());
  /** The question of a source, which has its days. */
  const askedIn = ({ question = '' }: Pick<DigestSource, 'question'>) => readAt(question, today());
  const readerFor = (t: Catalog): AnswerReader => ({
    language: languageFor(t.code),
    rendering: 'plain',
    timeZone: calendar.timeZone,
    today: today(),
    products,
    stores,
  });
  const askedBy = ({ kind, showsSales }: Pick<DigestSource, 'kind' | 'showsSales'>): AskedBy => ({
    // A service call of one digest waits for none of another.
    asker: `digest ${kind}`,
    may: (capability) => capability !== 'view_sales' || showsSales,
  });

  return {
    content: QUESTION,
    typed: '',
    cadence: 'daily',
    isByStore: false,
    ownFrom: '',
    derivesFromSales: true,
    words: (t) => digestWords(t).question,
    label: (question, t) => commandText(commands.say(question, t)),

    needs(question = '') {
      const asked = readAt(question, today());
      return asked instanceof Unanswered ? [] : asked.needs;
    },

    dataAt: (dueAt) => ({ day: calendar.dayOf(dueAt), isOwn: true }),

    async resolve(occasion) {
      const { subscription, now, isManual } = occasion;
      const day = calendar.dayOf(isManual ? now : occasion.dueAt);
      const typed = subscription?.question;
      const ready = { kind: 'ready', dataDay: day, timeliness: { kind: 'onTime' }, question: typed } as const;
      const asked = typed === undefined ? undefined : readAt(typed, day);
      if (asked === undefined || asked instanceof Unanswered) return ready;
      const found = await gateOf(asked)?.resolve(occasion, asked.days);
      if (found === undefined) return { ...ready, question: asked.command ?? typed };
      if (found.kind !== 'ready' || found.dataDay === undefined) return found;
      const { dataDay, dataFrom = dataDay } = found;
      const [own, against] = asked.days;
      const isOfThose = own === undefined || against !== undefined;
      const question = isOfThose ? asked : asked.ofDays({ from: dataFrom, to: dataDay });
      return { ...found, question: question.command ?? typed };
    },

    async read(source) {
      const asked = askedIn(source);
      if (asked instanceof Unanswered) return unansweredDigest(asked, source);
      const answer = await answerOf(asked, askedBy(source));
      return answer instanceof Unanswered
        ? unansweredDigest(answer, source)
        : digestOf(answer, asked, source);
    },

    async sheet(source, t) {
      const asked = askedIn(source);
      const answer =
        asked instanceof Unanswered ? asked : await answerOf(asked, { ...askedBy(source), most: ALL_ROWS });
      if (answer instanceof Unanswered) throw new Error('a question with an answer has none now');
      const sheet = answer.sheet(readerFor(t));
      return { ...sheet, title: commands.say(source.question ?? '', t) };
    },

    list(source) {
      const asked = askedIn(source);
      if (asked instanceof Unanswered) throw new ParseError(asked.sentence, '/digest list');
      return asked;
    },
  };

  function digestOf(answer: Answered, asked: Askable, source: ChosenSource): Digest {
    const command = (t: Catalog) => commandText(commands.say(source.question ?? '', t));
    const sheet = answer.sheet(readerFor(languageFor('en').t));
    return {
      figures: fingerprint([asked.days, ...figuresIn(sheet)]),
      hasFile: answer.rows > 1,
      view: (frame, reader) => framed(answer.view(reader), frame, reader),
      why: ({ language: { t } }) => [digestWords(t).question.why(command(t))],
    };

    function framed({ text, blocks }: Message, frame: DigestFrame, reader: AnswerReader): Message {
      const { t } = reader.language;
      const banners = gateOf(asked)?.banner(t);
      const banner = banners && statusBanner(banners, source.dataDay, frame.timeliness, reader.timeZone, t);
      const title = frame.name ?? withoutMarks(command(t));
      return {
        text: `${title}: ${banner === undefined ? '' : `${banner} `}${text}`,
        blocks: [
          section(`*${escapeMrkdwn(title, 160)}*`),
          ...bannerBlocks(banner, frame.timeliness),
          ...blocks,
          ...digestButtons(frame, t),
          context(digestWords(t).question.asked(command(t))),
        ],
      };
    }
  }

  function unansweredDigest({ sentence }: Unanswered, source: ChosenSource): Digest {
    return {
      hasFile: false,
      view(frame, { language: { t } }) {
        const command = commandText(commands.say(source.question ?? '', t));
        const text = digestWords(t).question.unanswered(command, escapeMrkdwn(sentence(t), 1_000));
        return { text: withoutMarks(text), blocks: [section(text), ...digestButtons(frame, t)] };
      },
      why: ({ language: { t } }) => [escapeMrkdwn(sentence(t), 1_000)],
    };
  }
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
