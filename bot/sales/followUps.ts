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

export const SALES_FOLLOW_UPS = [
  'why',
  'day_before',
  'by_product',
  'by_store',
  'previous_period',
  'by_day',
  'thirty_days',
  'stock_of_it',
] as const;
type Name = (typeof SALES_FOLLOW_UPS)[number];

/** What people ask next, likeliest first. `isNone`: nothing was sold. `isChanged`: a change is shown. */
export function salesFollowUps(
  asked: SalesAsked,
  { isNone, isChanged }: { readonly isNone: boolean; readonly isChanged: boolean },
  {
    calendar,
    now,
    idsNamed,
  }: { readonly calendar: Calendar; readonly now: number; readonly idsNamed: IdsNamed },
): FollowUp[] {
  const { days, selection } = asked;
  const { product, store, sides } = selection;
  const question = withRows(asked);
  const { by } = rowsOf(asked);
  const isOneDay = days.from === days.to;
  // The period that it is compared with, or would be.
  const against = 'against' in asked ? asked.against : periodBefore(days, dateContextOf(calendar, now));
  const latest = calendar.latestSalesDay(now);
  const lastMonth = { from: calendar.addDays(latest, 1 - CHART_DAYS), to: latest };
  const products = idsOf('product', product, idsNamed);
  const why = { command: 'sales', kind: 'reasons', days, against, selection } as const;
  const isWhy = isChanged && sides === undefined;
  const isChartNext = isNone || isOneDay || by === 'day';
  // Not for days before those 30, or that begin before them: the chart would show another time.
  const isOther = by !== 'day' || days.from > lastMonth.from;
  const isRecent = days.from >= lastMonth.from || days.to >= lastMonth.to;
  // Nothing has no rows.
  const isBy = (other: Group) => !isNone && by !== other;
  const offers: readonly (readonly [name: Name, isOffered: boolean, command: () => string])[] = [
    ['why', isWhy && asked.kind === 'compare', () => writeSales(why)],
    ['day_before', isNone && isOneDay, () => writeSales({ ...asked, days: openDayBefore(days.from) })],
    ['by_product', isBy('product') && !isOne(product), () => byRows(question, 'product')],
    ['by_store', isBy('store') && !isOne(store), () => byRows(question, 'store')],
    ['why', isWhy && asked.kind === 'overview', () => writeSales(why)],
    [
      'previous_period',
      question.kind === 'sales' && isComparable(question),
      () => writeSales({ ...filterOf(question), kind: 'compare', days, against }),
    ],
    ['by_day', isBy('day') && !isOneDay, () => byRows(question, 'day')],
    [
      'thirty_days',
      // An overview has it.
      asked.kind !== 'overview' && isChartNext && isOther && isRecent,
      // Counted from the day of the click.
      () =>
        writeSales(
          { ...withoutRowFilters(filterOf(question)), kind: 'sales', days: lastMonth, by: 'day' },
          `last ${CHART_DAYS} days`,
        ),
    ],
    [
      'stock_of_it',
      products.length > 0 && products.length <= FEW_PRODUCTS,
      () => `/stock ${products.join(' ')}`,
    ],
  ];
  return offers
    .filter(([, isOffered]) => isOffered)
    .slice(0, MAX_FOLLOW_UPS)
    .map(([name, , command]) => ({
      name,
      title: (t) => salesWords(t).followUps[name],
      command: command(),
      needs: [name === 'stock_of_it' ? 'view_stock' : 'view_sales'],
      ...(name === 'why' && { isOfDigests: true }),
    }));
}

/** The question for rows: those of the largest products or, of one product, of the largest stores. */
function withRows(asked: SalesAsked): SalesQuestion {
  const by = isOne(asked.selection.product) ? 'store' : 'product';
  if (asked.kind === 'overview') return { ...asked, kind: 'sales', by };
  return asked.kind === 'reasons' ? { ...asked, kind: 'compare', by } : asked;
}

function isOne({ ids, names }: Chosen): boolean {
  return ids.length === 1 && names.length === 0;
}

/** The question by another grouping. */
function byRows(question: SalesQuestion, by: Group): string {
  const asked = isInTime(by) ? withoutRowFilters(question) : question;
  return writeSales({ ...(asked.kind === 'sales' ? withoutSecond(asked) : asked), by });
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
