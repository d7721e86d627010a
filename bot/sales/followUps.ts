import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import type { FollowUp } from '../ask/asking.ts';
import { type Group, isInTime } from '../figures/rows.ts';
import { periodBefore } from '../parse/dates/comparison.ts';
import { dateContextOf } from '../parse/dates/period.ts';
import { type Chosen, type IdsNamed, idsOf } from '../parse/selection.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { DayRange } from '../text/dayRange.ts';
import { flagsOf, isCut, withoutRowFilters } from './filters.ts';
import { type Sales, type SalesAsked, type SalesQuestion, withoutSecond } from './question.ts';
import { rowsOf, writeSales } from './slots.ts';
import { salesWords } from './words/words.ts';

export const SALES_FOLLOW_UPS = [
  'day_before',
  'why',
  'by_product',
  'by_store',
  'by_day',
  'previous_period',
  'thirty_days',
  'stock_of_it',
] as const;
type Name = (typeof SALES_FOLLOW_UPS)[number];

const CHART_DAYS = 30;
const MAX_FOLLOW_UPS = 4;
/** With more products, the stock button is left out: its answer would be a list. */
const FEW_PRODUCTS = 5;

interface Next {
  readonly name: Exclude<Name, 'stock_of_it'>;
  readonly question: SalesAsked;
  /** The period as typed, where it counts from the day of the click: "last 30 days". */
  readonly period?: string;
}

/** What people ask next, likeliest first. `isNone`: nothing was sold. `isChanged`: a change is shown. */
export function salesFollowUps(
  question: SalesAsked,
  { isNone, isChanged }: { readonly isNone: boolean; readonly isChanged: boolean },
  {
    calendar,
    now,
    idsNamed,
  }: { readonly calendar: Calendar; readonly now: number; readonly idsNamed: IdsNamed },
): FollowUp[] {
  const ofSales = afterSales(question, isNone, calendar, now)
    .filter(({ name }) => (isNone || name !== 'day_before') && (isChanged || name !== 'why'))
    .map((next) => followUp(next.name, writeSales(next.question, next.period), 'view_sales'));
  const products = idsOf('product', question.selection.product, idsNamed);
  const ofStock =
    products.length > 0 && products.length <= FEW_PRODUCTS
      ? [followUp('stock_of_it', `/stock ${products.join(' ')}`, 'view_stock')]
      : [];
  return [...ofSales, ...ofStock].slice(0, MAX_FOLLOW_UPS);
}

function followUp(name: Name, command: string, need: Capability): FollowUp {
  const title: FollowUp['title'] = (t) => salesWords(t).followUps[name];
  return { name, title, command, needs: [need], ...(name === 'why' && { isOfDigests: true }) };
}

function afterSales(asked: SalesAsked, isNone: boolean, calendar: Calendar, now: number): Next[] {
  const isOne = ({ ids, names }: Chosen) => ids.length === 1 && names.length === 0;
  const first = isOne(asked.selection.product) ? 'store' : 'product';
  const question: SalesQuestion =
    asked.kind === 'overview'
      ? { ...asked, kind: 'sales', by: first }
      : asked.kind === 'reasons'
        ? { ...asked, kind: 'compare', by: first }
        : asked;
  const { days, selection } = question;
  const { by } = rowsOf(asked);
  const filter = filterOf(question);
  const oneDay = days.from === days.to;
  const grouped = (group: Group): Next[] => {
    const name = group === 'product' ? 'by_product' : group === 'store' ? 'by_store' : 'by_day';
    return group === by ? [] : [{ name, question: groupedBy(question, group) }];
  };
  const byDay = oneDay || isNone ? [] : grouped('day');
  const month = monthBefore(calendar, now);
  const against =
    question.kind === 'compare' ? question.against : periodBefore(days, dateContextOf(calendar, now));
  const why: Next = {
    name: 'why',
    question: { command: 'sales', kind: 'reasons', days, against, selection },
  };
  return [
    ...(asked.kind === 'compare' && selection.sides === undefined ? [why] : []),
    ...(asked.kind !== 'compare' && oneDay
      ? [{ name: 'day_before', question: { ...asked, days: openDayBefore(days.from) } } as const]
      : []),
    // Nothing has no rows.
    ...(isNone || isOne(selection.product) ? [] : grouped('product')),
    ...(isNone || isOne(selection.store) ? [] : grouped('store')),
    ...(asked.kind === 'overview' ? [why] : []),
    ...(question.kind === 'compare' || !isComparable(question)
      ? []
      : [
          {
            name: 'previous_period',
            question: {
              ...filter,
              kind: 'compare',
              days,
              against,
            },
          } as const,
        ]),
    ...byDay,
    // Not for days before those 30, or that begin before them: the chart would show another time. An overview has it.
    ...(asked.kind === 'overview' ||
    byDay.length > 0 ||
    (by === 'day' && days.from <= month.from) ||
    (days.from < month.from && days.to < month.to)
      ? []
      : [
          {
            name: 'thirty_days',
            question: {
              ...withoutRowFilters(filter),
              kind: 'sales',
              days: month,
              by: 'day',
            },
            period: `last ${CHART_DAYS} days`,
          } as const,
        ]),
  ];
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

/** The question by another grouping. */
function groupedBy(question: SalesQuestion, group: Group): SalesQuestion {
  const asked = isInTime(group) ? withoutRowFilters(question) : question;
  return { ...(asked.kind === 'sales' ? withoutSecond(asked) : asked), by: group };
}

/** The last open day before `day`. */
function openDayBefore(day: string): DayRange {
  let before = dayOf(day) - 1;
  while (!isOpenDay(before)) before -= 1;
  const date = dateOf(before);
  return { from: date, to: date };
}

function monthBefore(calendar: Calendar, now: number): DayRange {
  const to = calendar.latestSalesDay(now);
  return { from: calendar.addDays(to, 1 - CHART_DAYS), to };
}
