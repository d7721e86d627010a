import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { RetailDataError } from 'retail-data-client/errors/errors';
import type { Store } from 'retail-data-client/operations/stores';
import { type About, type AskedBy, type Asking, TOP_ROWS } from '../ask/asking.ts';
import type { AnswerReader } from '../ask/reader.ts';
import { drawReport, type Report } from '../figures/report.ts';
import type { FoundPeriod } from '../parse/dates/scan.ts';
import { ParseError } from '../parse/parseError.ts';
import { type IdsNamed, type Meaning, writeChosen } from '../parse/selection.ts';
import {
  answerOverview,
  answerSales,
  type OverviewAnswer,
  requireKnownSold,
  type SalesAnswer,
} from './answer.ts';
import { SALES_FOLLOW_UPS, salesFollowUps } from './followUps.ts';
import { type LiveSales, LiveSalesBusy } from './live/turns.ts';
import { overviewReport } from './overview/view.ts';
import { whyLines } from './overview/why.ts';
import { followingSales, parseSales } from './parse.ts';
import { hearSales } from './phrases.ts';
import { lackingIn } from './query.ts';
import type { SalesAsked } from './question.ts';
import type { SalesReader } from './reader.ts';
import { answerReasons, type DaysOut, type ReasonsAnswer } from './reasons/answer.ts';
import { denial, reasonsReport } from './reasons/view.ts';
import { SALES, SALES_FIELDS, writeSales } from './slots.ts';
import { salesReport } from './view/report.ts';
import { salesWords } from './words/words.ts';

export function askSales({
  sales,
  live,
  briefly,
  orStored = false,
  calendar,
  clock,
  stores,
  idsNamed,
  groupOf,
  daysOut,
}: {
  readonly sales: SalesReader;
  /** Asks the service for ranges that aren't stored. */
  readonly live: LiveSales;
  /** The same for earlier periods, which nobody waits long for. */
  readonly briefly: LiveSales;
  /** Answers from what is stored where the service doesn't answer in time, as a digest does. */
  readonly orStored?: boolean;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  /** All stores; undefined until they have been fetched. */
  readonly stores: () => readonly Pick<Store, 'storeId' | 'status'>[] | undefined;
  readonly idsNamed: IdsNamed;
  /** Undefined for a product without a group. */
  readonly groupOf: (productId: string) => string | undefined;
  readonly daysOut: DaysOut;
}): Asking<SalesAsked, SalesAnswer | OverviewAnswer | ReasonsAnswer, FoundPeriod> {
  const read = async (question: SalesAsked, { asker, may, most = TOP_ROWS, day }: AskedBy) => {
    const [turn, brief] = [live(asker), briefly(asker)];
    const parts = { sales, calendar, clock, stores, idsNamed, groupOf };
    const from = (service: typeof turn.read | undefined, earlier: typeof turn.read | undefined) => {
      const all = { ...parts, live: service };
      switch (question.kind) {
        case 'overview':
          return answerOverview(question, { ...all, liveEarlier: earlier }, day);
        case 'reasons':
          return answerReasons(question, all, may('view_stock') ? daysOut : undefined);
        default:
          return answerSales(question, most, all);
      }
    };
    try {
      return await from(turn.read, brief.read);
    } catch (error) {
      const isUnread = error instanceof RetailDataError || error instanceof LiveSalesBusy;
      if (!orStored || !isUnread) throw error;
      return await from(undefined, undefined);
    } finally {
      turn.end();
      brief.end();
    }
  };
  return {
    command: 'sales',
    requires: 'view_sales',
    parse: parseSales,
    hear: hearSales,
    slots: SALES,
    following: followingSales,
    about: aboutSales,
    daysOf: (question) => ('against' in question ? [question.days, question.against] : [question.days]),
    ofDays: (question, days) => ({ ...question, days: { ...days, weekdays: question.days.weekdays } }),
    rowsFor: (question) =>
      question.kind === 'overview' ? { ...question, kind: 'sales', by: 'product' } : question,
    write: writeSales,
    needs: () => ['view_sales'],
    async answer(question, asked) {
      try {
        return await read(question, asked);
      } catch (error) {
        if (!(error instanceof LiveSalesBusy)) throw error;
        throw new ParseError(error.sentence, writeSales(question));
      }
    },
    requireKnown: (question) => requireKnownSold(question, { sales, stores }),
    view: (answer, reader) => drawReport(reportOf(answer, reader), reader),
    rowsOf: (answer) => {
      if (answer.about !== 'sales') return answer.products.length + answer.stores.length;
      // A second grouping makes more rows of one.
      return answer.rowCount + (answer.second === undefined ? 0 : 1);
    },
    isWhole: (answer) => lackingIn(answer.now).length === 0,
    denies: (answer, claimed, reader) =>
      answer.about === 'reasons' ? denial(answer, claimed, reader) : undefined,
    why: (answer, reader) => (answer.about === 'overview' ? whyLines(answer, reader) : undefined),
    sheet: (answer, reader) => reportOf(answer, reader).file(),
    followUps: (question, answer) =>
      salesFollowUps(
        question,
        {
          isNone: !('against' in question) && answer.now.totals.rows === 0,
          isChanged: answer.change !== undefined,
        },
        { calendar, now: clock.now(), idsNamed },
      ),
    followUpNames: SALES_FOLLOW_UPS,
    fields: SALES_FIELDS,
    words: salesWords,
  };
}

function reportOf(answer: SalesAnswer | OverviewAnswer | ReasonsAnswer, reader: AnswerReader): Report {
  switch (answer.about) {
    case 'overview':
      return overviewReport(answer, reader);
    case 'reasons':
      return reasonsReport(answer, reader);
    case 'sales':
      return salesReport(answer, reader);
  }
}

/** The products and stores of a question; what it leaves out is not among them. */
function aboutSales({ selection }: SalesAsked): About {
  const wordsOf = (meaning: Meaning) => {
    const { ids, names } = selection[meaning];
    return [
      ...ids.flatMap((id) => writeChosen(meaning, { ids: [id], names: [] })),
      ...writeChosen(meaning, { ids: [], names }),
    ].join(' ');
  };
  return { products: wordsOf('product'), stores: wordsOf('store') };
}
