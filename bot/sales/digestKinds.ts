import { randomUUID } from 'node:crypto';
import { type Calendar, SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Askable } from '../ask/asking.ts';
import type { AnswerReader, Labels, Reader } from '../ask/reader.ts';
import { bannerBlocks, statusBanner } from '../digest/banner.ts';
import { digestButtons } from '../digest/buttons.ts';
import type { ChosenSource, DigestFrame, DigestKind, NamedKind, Timeliness } from '../digest/kind.ts';
import { drawReport } from '../figures/report.ts';
import { TIME_GROUPINGS } from '../figures/rows.ts';
import { type Catalog, type Language, languageFor } from '../language/language.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import { EVERYTHING } from '../parse/selection.ts';
import { context, header, type Message, withoutMarks } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';
import { resolveSales } from './digestReadiness.ts';
import type { LiveSales } from './live/turns.ts';
import { readForDigest, type SalesOverview } from './overview/read.ts';
import { overviewFile, overviewReport } from './overview/view.ts';
import { resolvePeriod } from './periodReadiness.ts';
import { type PeriodUnit, periodBefore } from './periods.ts';
import type { FigureParts } from './query.ts';
import type { SalesQuestion } from './question.ts';
import type { SalesReader } from './reader.ts';
import { salesWords } from './words/words.ts';

/** HH:mm at which digests of a week or month are due unless a person chooses another time. */
const OWN_TIME = '08:00';

/** How commands name the digest of the days since the one before. */
export const SALES_DIGEST: NamedKind = {
  content: 'sales',
  typed: 'sales salg salget sal salet',
  cadence: 'daily',
  isByStore: true,
  ownFrom: SALES_REFRESH,
  words: (t) => salesWords(t).digest.kinds.day,
};

function namedKind(unit: PeriodUnit, cadence: 'weekly' | 'monthly', typed: string): NamedKind {
  return {
    ...SALES_DIGEST,
    content: `${cadence}-sales`,
    typed: `${cadence}-sales ${typed}`,
    narrows: SALES_DIGEST.content,
    cadence,
    ownTime: OWN_TIME,
    words: (t) => salesWords(t).digest.kinds[unit],
  };
}

export const WEEKLY_SALES_DIGEST = namedKind(
  'week',
  'weekly',
  'weekly ukentlig vekentleg ukesalg ukesalget ukessalg ukerapport ukesrapport vekesal',
);
export const MONTHLY_SALES_DIGEST = namedKind(
  'month',
  'monthly',
  'monthly månedlig månadleg månedssalg månedssalget månedsrapport månadssal',
);

interface KindParts extends Pick<FigureParts, 'clock'> {
  readonly calendar: Calendar;
  readonly sales: Pick<SalesReader, 'salesOf' | 'daysOf' | 'newestDay' | 'oldestDay'>;
  readonly live: LiveSales;
  readonly products: Labels;
  readonly stores: Labels;
  readonly ask: (question: SalesQuestion) => Askable;
}

/** The digests of sales, each the overview of its days in a frame. */
export function salesDigestKinds(parts: KindParts): readonly [DigestKind, DigestKind, DigestKind] {
  const { calendar, sales } = parts;
  return [
    {
      ...SALES_DIGEST,
      ...overviewKind(undefined, parts),
      dataAt(dueAt) {
        const day = calendar.latestSalesDay(dueAt);
        return { day, isOwn: day >= calendar.addDays(calendar.dayOf(dueAt), -1) };
      },
      resolve: (occasion) => resolveSales(sales, calendar, occasion),
    },
    ofUnit('week', WEEKLY_SALES_DIGEST),
    ofUnit('month', MONTHLY_SALES_DIGEST),
  ];

  function ofUnit(unit: PeriodUnit, named: NamedKind): DigestKind {
    return {
      ...named,
      ...overviewKind(unit, parts),
      // A digest before the sales of the last day arrive waits for them instead of showing an earlier period.
      dataAt: (dueAt) => ({ day: periodBefore(unit, calendar.dayOf(dueAt), calendar).to, isOwn: true }),
      resolve: (occasion) => resolvePeriod(sales, calendar, unit, occasion),
    };
  }
}

/** What the kinds share: the overview, its file and the question for all products. */
function overviewKind(
  unit: PeriodUnit | undefined,
  { calendar, sales, clock, live, products, stores, ask }: KindParts,
): Pick<DigestKind, 'needs' | 'derivesFromSales' | 'read' | 'sheet' | 'list'> {
  /** As `/sales` answers on the morning after these days, so that the lines that explain it say the same later. */
  const readDays = async ({ dataFrom, dataDay, picked }: ChosenSource) => {
    const turn = live(randomUUID());
    const dates = { ...dateContextOf(calendar, clock.now()), newest: dataDay };
    const days = { from: dataFrom, to: dataDay };
    try {
      return await readForDigest({ days, picked }, { sales, clock, live: turn.read, context: dates });
    } finally {
      turn.end();
    }
  };
  return {
    needs: () => ['view_sales'],
    derivesFromSales: false,
    async read(source) {
      const overview = await readDays(source);
      return {
        view: (frame, reader) => digestMessage(overview, unit, frame, reader),
        why: (reader) => whyLines(overview, reader),
      };
    },
    async sheet(source, t) {
      const overview = await readDays(source);
      const language = languageFor(t.code);
      const { days } = overview;
      const question = { command: 'sales', kind: 'overview', days, selection: EVERYTHING } as const;
      return {
        title: titleOf(days, unit, language),
        ...overviewFile(
          { ...overview, question },
          { language, timeZone: calendar.timeZone, products, stores },
        ),
      };
    },
    list: ({ dataFrom, dataDay, selection }) =>
      ask({
        command: 'sales',
        kind: 'sales',
        days: { from: dataFrom, to: dataDay },
        by: 'product',
        selection,
      }),
  };
}

/** "Sales digest · Thu 19 Nov 2026", "Sales digest · Week 47 (16–22 Nov 2026)" */
function titleOf(days: DayRange, unit: PeriodUnit | undefined, { t, format }: Language): string {
  const period =
    unit === undefined ? format.range(days) : format[unit](TIME_GROUPINGS[unit].keyOf(days.from), days);
  return salesWords(t).digest.title(period);
}

/** The overview, with the digest's title, banner and buttons. */
function digestMessage(
  overview: SalesOverview,
  unit: PeriodUnit | undefined,
  frame: DigestFrame,
  reader: AnswerReader,
): Message {
  const { language, timeZone } = reader;
  const { t } = language;
  const { days } = overview;
  const { selection, closedBefore = [], ownFrom } = frame;
  const question = { command: 'sales', kind: 'overview', days, selection } as const;
  const report = overviewReport({ about: 'overview', question, ...overview, named: [], notOpen: [] }, reader);
  const words = salesWords(t).digest;
  const title = titleOf(days, unit, language);
  const timeliness = timelinessOf(overview, unit, frame);
  const banner = statusBanner(bannerWords(unit, t), days.to, timeliness, timeZone, t);
  const notes = (left: number) => [
    ...report.notes(left),
    ...(closedBefore.length === 0 ? [] : [words.closedBefore(closedBefore)]),
  ];
  const { text, blocks } = drawReport({ ...report, notes }, reader);
  const [source, ...others] = blocks.toReversed();
  return {
    text: `${banner === undefined ? '' : `${banner} `}${title}: ${text}`,
    blocks: [
      header(title),
      ...bannerBlocks(banner, timeliness),
      ...others.toReversed(),
      ...digestButtons(frame, t),
      ...(source === undefined ? [] : [source]),
      ...(ownFrom === undefined ? [] : [context(words.ownFrom(ownFrom))]),
    ],
  };
}

/** Days of a week or month that came too late for the app's own reading may have been read for this digest. */
function timelinessOf(
  { lacking }: SalesOverview,
  unit: PeriodUnit | undefined,
  { timeliness }: DigestFrame,
): Timeliness {
  const isRead = unit !== undefined && timeliness.kind === 'unrefreshed' && lacking.length === 0;
  return isRead ? { kind: 'onTime' } : timeliness;
}

function bannerWords(unit: PeriodUnit | undefined, t: Catalog) {
  const { late, old, incomplete } = salesWords(t).digest.banner;
  return {
    lateService: (dueAt: number, timeZone: string, day: string) => late(unit, dueAt, timeZone, day),
    unrefreshed: (day: string, { wanted }: { readonly wanted: string }) =>
      unit === undefined ? old(day, wanted) : incomplete(unit),
  };
}

/** The lines of "Why these numbers?". */
function whyLines(overview: SalesOverview, { language, timeZone }: Reader): readonly string[] {
  const { now, lacking, earlier, year, novelty } = overview;
  const words = salesWords(language.t);
  const { why } = words.digest;
  const { asOf } = now.source;
  const others = [earlier, year].flatMap((each) => each ?? []);
  return [
    lacking.length === 0 ? why.sales(now.days, now.totals) : withoutMarks(words.overview.lacking(lacking)),
    ...others.map(({ before, change }) =>
      change === undefined
        ? why.notCompared(before.days)
        : why.compared(before.days, before.totals.millilitres),
    ),
    ...(novelty !== undefined && novelty.fresh === undefined ? [why.tooShort(novelty.unit)] : []),
    why.corrected(asOf === undefined ? undefined : language.format.instant(asOf, timeZone)),
  ];
}
