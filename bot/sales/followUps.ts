import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { FollowUp } from '../ask/asking.ts';
import { type Group, isInTime } from '../figures/rows.ts';
import { periodBefore } from '../parse/dates/comparison.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import { type Chosen, type IdsNamed, idsOf } from '../parse/selection.ts';
import type { DayRange } from '../text/dayRange.ts';
import { flagsOf, isCut, withoutRowFilters } from './filters.ts';
import { type Sales, type SalesAsked, type SalesQuestion, withoutSecond } from './question.ts';
import { rowsOf, writeSales } from './slots.ts';
import { salesWords } from './words/words.ts';

const CHART_DAYS = 30;
const MAX_FOLLOW_UPS = 4;
/** With more products, the stock button is left out: its answer would be a list. */
const FEW_PRODUCTS = 5;

/** What was asked and answered. */
interface Asked {
  readonly asked: SalesAsked;
  /** The same for rows: those of the largest products or, of one product, of the largest stores. */
  readonly question: SalesQuestion;
  /** Nothing was sold. */
  readonly isNone: boolean;
  /** A change is shown. */
  readonly isChanged: boolean;
  /** The period that it is compared with, or would be. */
  readonly against: DayRange;
  readonly lastMonth: DayRange;
  /** The numbers of its products, as the names in it are now. */
  readonly products: readonly string[];
}

interface Offer {
  readonly name: keyof ReturnType<typeof salesWords>['followUps'];
  when(of: Asked): boolean;
  command(of: Asked): string;
}

/** What people ask next, likeliest first. */
const OFFERS: readonly Offer[] = [
  {
    name: 'why',
    when: ({ asked, isChanged }) =>
      isChanged && asked.kind === 'compare' && asked.selection.sides === undefined,
    command: whyOf,
  },
  {
    name: 'day_before',
    when: ({ asked, isNone }) => isNone && isOneDay(asked),
    command: ({ asked }) => writeSales({ ...asked, days: openDayBefore(asked.days.from) }),
  },
  { name: 'by_product', ...grouped('product', ({ question }) => !isOne(question.selection.product)) },
  { name: 'by_store', ...grouped('store', ({ question }) => !isOne(question.selection.store)) },
  { name: 'why', when: ({ asked, isChanged }) => isChanged && asked.kind === 'overview', command: whyOf },
  {
    name: 'previous_period',
    when: ({ question }) => question.kind === 'sales' && isComparable(question),
    command: ({ question, against }) =>
      writeSales({ ...filterOf(question), kind: 'compare', days: question.days, against }),
  },
  { name: 'by_day', ...grouped('day', ({ asked }) => !isOneDay(asked)) },
  {
    name: 'thirty_days',
    // Not for days before those 30, or that begin before them: the chart would show another time. An overview has it.
    when: ({ asked, isNone, lastMonth }) =>
      asked.kind !== 'overview' &&
      (isNone || isOneDay(asked) || rowsOf(asked).by === 'day') &&
      (rowsOf(asked).by !== 'day' || asked.days.from > lastMonth.from) &&
      (asked.days.from >= lastMonth.from || asked.days.to >= lastMonth.to),
    // Counted from the day of the click.
    command: ({ question, lastMonth }) =>
      writeSales(
        { ...withoutRowFilters(filterOf(question)), kind: 'sales', days: lastMonth, by: 'day' },
        `last ${CHART_DAYS} days`,
      ),
  },
  {
    name: 'stock_of_it',
    when: ({ products }) => products.length > 0 && products.length <= FEW_PRODUCTS,
    command: ({ products }) => `/stock ${products.join(' ')}`,
  },
];

export const SALES_FOLLOW_UPS = [...new Set(OFFERS.map(({ name }) => name))];

/** `isNone`: nothing was sold. `isChanged`: a change is shown. */
export function salesFollowUps(
  asked: SalesAsked,
  answer: Pick<Asked, 'isNone' | 'isChanged'>,
  {
    calendar,
    now,
    idsNamed,
  }: { readonly calendar: Calendar; readonly now: number; readonly idsNamed: IdsNamed },
): FollowUp[] {
  const by = isOne(asked.selection.product) ? 'store' : 'product';
  const latest = calendar.latestSalesDay(now);
  const of: Asked = {
    ...answer,
    asked,
    question:
      asked.kind === 'overview'
        ? { ...asked, kind: 'sales', by }
        : asked.kind === 'reasons'
          ? { ...asked, kind: 'compare', by }
          : asked,
    against: 'against' in asked ? asked.against : periodBefore(asked.days, dateContextOf(calendar, now)),
    lastMonth: { from: calendar.addDays(latest, 1 - CHART_DAYS), to: latest },
    products: idsOf('product', asked.selection.product, idsNamed),
  };
  return OFFERS.filter(({ when }) => when(of))
    .map(
      ({ name, command }): FollowUp => ({
        name,
        title: (t) => salesWords(t).followUps[name],
        command: command(of),
        needs: [name === 'stock_of_it' ? 'view_stock' : 'view_sales'],
        ...(name === 'why' && { isOfDigests: true }),
      }),
    )
    .slice(0, MAX_FOLLOW_UPS);
}

function isOne({ ids, names }: Chosen): boolean {
  return ids.length === 1 && names.length === 0;
}

function isOneDay({ days }: SalesAsked): boolean {
  return days.from === days.to;
}

function whyOf({ question: { days, selection }, against }: Asked): string {
  return writeSales({ command: 'sales', kind: 'reasons', days, against, selection });
}

/** The question by another grouping; nothing has no rows. */
function grouped(by: Group, when: Offer['when']): Pick<Offer, 'when' | 'command'> {
  return {
    when: (of) => !of.isNone && rowsOf(of.asked).by !== by && when(of),
    command({ question }) {
      const asked = isInTime(by) ? withoutRowFilters(question) : question;
      return writeSales({ ...(asked.kind === 'sales' ? withoutSecond(asked) : asked), by });
    },
  };
}

/** What narrows and groups a question, without its days and the fields that only one kind of question has. */
function filterOf(question: SalesQuestion) {
  if (question.kind === 'compare') {
    const { kind: _, days: __, against: ___, ...filter } = question;
    return filter;
  }
  const { kind: _, days: __, and: ___, share: ____, average: _____, ...filter } = question;
  return filter;
}

/** Sides, flags of one period and the largest days have no counterpart in a comparison. */
function isComparable(question: Sales): boolean {
  const { selection, by } = question;
  return (
    selection.sides === undefined && flagsOf(question).length === 0 && !(isCut(question) && isInTime(by))
  );
}

/** The last open day before `day`. */
function openDayBefore(day: string): DayRange {
  let before = dayOf(day) - 1;
  while (!isOpenDay(before)) before -= 1;
  const date = dateOf(before);
  return { from: date, to: date };
}
