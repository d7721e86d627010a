import type { Calendar } from 'retail-data-client/calendar/calendar';
import { SALES_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { AlertFigures, AlertSubject } from '../../alerts/subject.ts';
import type { Labels } from '../../ask/reader.ts';
import { countedNames, selectionLabel } from '../../ask/selectionLabel.ts';
import type { Database } from '../../database/connection.ts';
import { languageFor } from '../../language/language.ts';
import { ParseError } from '../../parse/parseError.ts';
import { type IdsNamed, writeSelection } from '../../parse/selection.ts';
import { latestWholeDay } from '../import/state.ts';
import { queryOf, querySales } from '../query.ts';
import type { SalesReader } from '../reader.ts';
import { salesWords } from '../words/words.ts';
import { salesAlertForm } from './form.ts';
import { parseSalesAlert } from './parse.ts';
import { backAt, isBack, isBeyond, readStored, type SalesAlertRule, writeAlert } from './rule.ts';

const WEEK_DAYS = 7;

/** Alerts of `/sales`. Their figures are one sum each, which comes from stored sales only. */
export function salesAlerts({
  database,
  sales,
  calendar,
  clock,
  idsNamed,
  products,
  stores,
}: {
  readonly database: Database;
  readonly sales: Pick<SalesReader, 'salesOf' | 'newestDay' | 'oldestDay'>;
  readonly calendar: Calendar;
  readonly clock: Pick<Clock, 'now'>;
  readonly idsNamed: IdsNamed;
  readonly products: Labels;
  readonly stores: Labels;
}): AlertSubject<SalesAlertRule> {
  const wholeDay = () => latestWholeDay(database, calendar, 2 * WEEK_DAYS);

  /** What `/sales compare last 7 days` says; undefined where it isn't known. */
  async function changeUpTo(day: string, { selection }: SalesAlertRule) {
    const weekBefore = calendar.addDays(day, -WEEK_DAYS);
    const { change } = await querySales(
      queryOf(
        {
          selection,
          command: 'sales',
          kind: 'compare',
          days: { from: calendar.addDays(weekBefore, 1), to: day },
          against: { from: calendar.addDays(weekBefore, 1 - WEEK_DAYS), to: weekBefore },
          by: 'day',
        },
        idsNamed,
      ),
      // Whole days are stored. One that is being replaced is judged the next time.
      { sales, clock, live: undefined },
    );
    return change;
  }

  return {
    command: 'sales',
    requires: 'view_sales',
    parse: parseSalesAlert,
    write: writeAlert,
    read: readStored,
    needs: () => ['view_sales'],
    wholeDay,
    async figures(rule): Promise<AlertFigures | undefined> {
      const day = await wholeDay();
      if (day === undefined) return undefined;
      try {
        const change = await changeUpTo(day, rule);
        const { quantityPercent: percent, perOpenDay } = change ?? {};
        return {
          day,
          figures: new Map(percent === undefined ? [] : [[SUM, exact(percent)]]),
          openDays: perOpenDay && [perOpenDay.openDays, perOpenDay.openDaysBefore],
        };
      } catch (error) {
        // A name that nothing has any longer.
        if (error instanceof ParseError) return { day, figures: new Map() };
        throw error;
      }
    },
    line: ({ percent }) => percent,
    isBeyond,
    isBack,
    backAt,
    ringsWhenBack: () => false,
    postAt: (day) => calendar.instantOf(calendar.addDays(day, 1), SALES_REFRESH),
    why: ({ selection }) => ['/sales compare last 7 days', ...writeSelection(selection)].join(' '),
    form: salesAlertForm,
    words(t) {
      const language = languageFor(t.code);
      const sales = salesWords(t);
      const words = sales.alert;
      const subject = ({ selection }: SalesAlertRule) => {
        const counted = countedNames(selection, idsNamed);
        const about = (named: string) => sales.about(false, named);
        return selectionLabel(selection, about, { products, stores, language }, { counted });
      };
      return {
        rule: (rule) => words.rule(subject(rule), rule.percent),
        item: (_, rule) => subject(rule),
        figure: words.figure,
        distance: (change, rule) => words.distance(Math.abs(change - rule.percent), isBeyond(change, rule)),
        crossed: (crossed, rule) => words.crossed(subject(rule), crossed, rule.percent),
        heading: words.heading,
        formTitle: words.formTitle,
        homeButton: words.homeButton,
        help: words.help,
      };
    },
  };
}

/** The item of a rule of one sum. */
const SUM = '';

/** Without what dividing adds: 93 of 100 units are 7 % fewer, not 7.000000000000001 %. */
function exact(percent: number): number {
  return Math.round(percent * 1e9) / 1e9;
}
