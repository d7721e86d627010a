import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Store } from 'retail-data-client/operations/stores';
import { type About, type Asking, TOP_ROWS } from '../ask/asking.ts';
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
import { followingSales, parseSales } from './parse.ts';
import { hearSales } from './phrases.ts';
import type { SalesAsked } from './question.ts';
import type { SalesReader } from './reader.ts';
import { SALES, SALES_FIELDS, writeSales } from './slots.ts';
import { salesReport } from './view.ts';
import { salesWords } from './words/words.ts';

export function askSales({
  sales,
  live,
  briefly,
  calendar,
  clock,
  stores,
  idsNamed,
  groupOf,
}: {
  readonly sales: SalesReader;
  /** Asks the service for ranges that aren't stored. */
  readonly live: LiveSales;
  /** The same for earlier periods, which nobody waits long for. */
  readonly briefly: LiveSales;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  /** All stores; undefined until they have been fetched. */
  readonly stores: () => readonly Pick<Store, 'storeId' | 'status'>[] | undefined;
  readonly idsNamed: IdsNamed;
  /** Undefined for a product without a group. */
  readonly groupOf: (productId: string) => string | undefined;
}): Asking<SalesAsked, SalesAnswer | OverviewAnswer, FoundPeriod> {
  return {
    command: 'sales',
    requires: 'view_sales',
    parse: parseSales,
    hear: hearSales,
    slots: SALES,
    following: followingSales,
    about: aboutSales,
    daysOf: (question) => (question.kind === 'compare' ? [question.days, question.against] : [question.days]),
    ofDays: (question, days) => ({ ...question, days: { ...days, weekdays: question.days.weekdays } }),
    write: writeSales,
    needs: () => ['view_sales'],
    async answer(question, { asker, most = TOP_ROWS }) {
      const [turn, brief] = [live(asker), briefly(asker)];
      const parts = { sales, live: turn.read, calendar, clock, stores, idsNamed, groupOf };
      try {
        return question.kind === 'overview'
          ? await answerOverview(question, { ...parts, liveEarlier: brief.read })
          : await answerSales(question, most, parts);
      } catch (error) {
        if (!(error instanceof LiveSalesBusy)) throw error;
        throw new ParseError(error.sentence, writeSales(question));
      } finally {
        turn.end();
        brief.end();
      }
    },
    requireKnown: (question) => requireKnownSold(question, { sales, stores }),
    view: (answer, reader) => drawReport(reportOf(answer, reader), reader),
    rowsOf: (answer) => {
      if (answer.about === 'overview') return answer.products.length + answer.stores.length;
      // A second grouping makes more rows of one.
      return answer.rowCount + (answer.second === undefined ? 0 : 1);
    },
    sheet: (answer, reader) => reportOf(answer, reader).file(),
    followUps: (question, answer) =>
      salesFollowUps(question, question.kind !== 'compare' && answer.now.totals.rows === 0, {
        calendar,
        now: clock.now(),
        idsNamed,
      }),
    followUpNames: SALES_FOLLOW_UPS,
    fields: SALES_FIELDS,
    words: salesWords,
  };
}

function reportOf(answer: SalesAnswer | OverviewAnswer, reader: AnswerReader): Report {
  return answer.about === 'overview' ? overviewReport(answer, reader) : salesReport(answer, reader);
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
