import type { Calendar } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf, isOpenDay } from 'retail-data-client/calendar/openDays';
import { dateContextOf, periodBefore, wholeOf } from '../parser/dates/period.ts';
import { type Group, isInTime } from '../parser/groupings.ts';
import {
  isCut,
  isOfProducts,
  LOW_DAYS,
  type NameOfMany,
  type SalesFigures,
  type StockFigures,
  type StockHistory,
} from '../parser/question.ts';
import type { DayRange } from '../text/dayRange.ts';
import type { FiguresQuestion } from './answer.ts';
import type { IdsNamed } from './namedNow.ts';

/** Questions that people ask next. Their names are parts of action ids: they do not change. */
export const FOLLOW_UPS = [
  'day_before',
  'by_product',
  'by_store',
  'by_day',
  'previous_period',
  'whole_period',
  'thirty_days',
  'sales_of_it',
  'stock_of_it',
  'stock_out',
  'stock_low',
  'stock_changes',
] as const;
export type FollowUpName = (typeof FOLLOW_UPS)[number];

export interface FollowUp {
  readonly name: FollowUpName;
  readonly question: FiguresQuestion;
  /** Words for days that are counted from the click, such as "last 30 days". */
  readonly period?: string;
}

const CHART_DAYS = 30;
const WEEK_DAYS = 7;
const MOST = 4;
/** More products than that are a list and no question about one of them. */
const FEW_PRODUCTS = 5;

/** What questions are followed up with. */
export interface FollowUpContext {
  readonly calendar: Calendar;
  readonly now: number;
  readonly idsNamed: IdsNamed;
}

/** What somebody would ask after that, the likeliest first. `isNone`: nothing was sold. */
export function followUpsOf(question: FiguresQuestion, context: FollowUpContext, isNone = false): FollowUp[] {
  return allAfter(question, context)
    .filter(({ name }) => isNone || name !== 'day_before')
    .slice(0, MOST);
}

function allAfter(question: FiguresQuestion, context: FollowUpContext): FollowUp[] {
  switch (question.command) {
    case 'sales':
      return afterSales(question, context);
    case 'stock':
      return afterStock(question, context);
    case 'stores':
      return [];
  }
}

function afterSales(question: SalesFigures, { calendar, now, idsNamed }: FollowUpContext): FollowUp[] {
  const { command, productIds, storeIds, names, without, returns, days, by, top, bottom } = question;
  const sides = question.kind === 'sales' ? question.sides : undefined;
  const filter = {
    command,
    productIds,
    storeIds,
    ...(names === undefined ? {} : { names }),
    ...(without === undefined ? {} : { without }),
    ...(returns === undefined ? {} : { returns }),
  } as const;
  const isOne = (meaning: NameOfMany['meaning'], ids: readonly string[]) =>
    ids.length === 1 && !names?.some((name) => name.meaning === meaning);
  const named = names?.flatMap((name) => (name.meaning === 'product' ? idsNamed(name) : [])) ?? [];
  const products = [...new Set([...productIds, ...named])];
  const oneDay = days.from === days.to;
  const grouped = (group: Group): FollowUp[] => {
    const name = group === 'product' ? 'by_product' : group === 'store' ? 'by_store' : 'by_day';
    const next = groupedBy(question, group);
    return next === undefined ? [] : [{ name, question: next }];
  };
  const month = lastDays(CHART_DAYS, calendar, now);
  const whole = question.kind === 'compare' ? wholeOf(days, question.against, { calendar }) : undefined;
  return [
    ...(question.kind === 'sales' && oneDay
      ? [{ name: 'day_before', question: { ...question, days: openDayBefore(days.from) } } as const]
      : []),
    ...(question.kind === 'compare' && whole !== undefined
      ? [{ name: 'whole_period', question: { ...question, against: whole } } as const]
      : []),
    ...(isOne('product', productIds) ? [] : grouped('product')),
    ...(isOne('store', storeIds) ? [] : grouped('store')),
    ...(question.kind === 'compare' || !isComparable(question)
      ? []
      : [
          {
            name: 'previous_period',
            question: {
              ...filter,
              kind: 'compare',
              days,
              against: periodBefore(days, dateContextOf(calendar, now)),
              by,
              ...(top === undefined ? {} : { top }),
              ...(bottom === undefined ? {} : { bottom }),
            },
          } as const,
        ]),
    // Below days of which it shows none, or some, it would be about another time.
    ...((by === 'day' && days.from <= month.from) || (days.from < month.from && days.to < month.to)
      ? []
      : [
          {
            name: 'thirty_days',
            question: {
              ...filter,
              kind: 'sales',
              days: month,
              by: 'day',
              ...(sides === undefined ? {} : { sides }),
            },
            period: inWords(CHART_DAYS),
          } as const,
        ]),
    ...(oneDay ? [] : grouped('day')),
    ...(products.length > 0 && products.length <= FEW_PRODUCTS
      ? [
          {
            name: 'stock_of_it',
            question: { command: 'stock', kind: 'products', productIds: products },
          } as const,
        ]
      : []),
  ];
}

/** Returns, sides, shares, two groupings and the largest days have no counterpart in a comparison. */
function isComparable(question: Extract<SalesFigures, { kind: 'sales' }>): boolean {
  const { returns, sides, and, share, by } = question;
  return (
    returns === undefined &&
    sides === undefined &&
    and === undefined &&
    share === undefined &&
    !(isCut(question) && isInTime(by))
  );
}

/** The question by another grouping, which takes the place of one of its kind; undefined where that would lose one. */
function groupedBy(question: SalesFigures, group: Group): SalesFigures | undefined {
  const { by } = question;
  const and = question.kind === 'sales' ? question.and : undefined;
  if (group === by || group === and) return undefined;
  // The largest of stores or products are not those of days.
  const { top, bottom, ...all } = question;
  const asked = isInTime(group) ? all : question;
  if (and === undefined || isInTime(by) === isInTime(group)) {
    return and !== undefined && isInTime(and) === isInTime(group) ? undefined : { ...asked, by: group };
  }
  return isInTime(and) === isInTime(group) && asked.kind === 'sales' ? { ...asked, and: group } : undefined;
}

/** The last day before that one on which stores were open. */
function openDayBefore(day: string): DayRange {
  let before = dayOf(day) - 1;
  while (!isOpenDay(before)) before -= 1;
  const date = dateOf(before);
  return { from: date, to: date };
}

function afterStock(question: StockFigures | StockHistory, { calendar, now }: FollowUpContext): FollowUp[] {
  if (isOfProducts(question)) {
    const { command, productIds } = question;
    if (productIds.length > FEW_PRODUCTS) return [];
    const sales = { command: 'sales', kind: 'sales', productIds, storeIds: [] } as const;
    return [
      ...(question.kind === 'history'
        ? [{ name: 'stock_of_it', question: { command, kind: 'products', productIds } } as const]
        : []),
      {
        name: 'thirty_days',
        question: { ...sales, days: lastDays(CHART_DAYS, calendar, now), by: 'day' },
        period: inWords(CHART_DAYS),
      },
      {
        name: 'sales_of_it',
        question: { ...sales, days: lastDays(WEEK_DAYS, calendar, now), by: 'store' },
        period: inWords(WEEK_DAYS),
      },
    ];
  }
  const { command, scope } = question;
  const of = question.kind === 'overview' ? undefined : question.of;
  const list = { command, scope, ...(of === undefined ? {} : { of }) };
  const followUps: FollowUp[] = [
    { name: 'stock_out', question: { ...list, kind: 'out' } },
    { name: 'stock_low', question: { ...list, kind: 'low', days: LOW_DAYS } },
    { name: 'stock_changes', question: { ...list, kind: 'changes' } },
  ];
  return followUps.filter((followUp) => followUp.name !== `stock_${question.kind}`);
}

/** As a command has it. */
function inWords(days: number): string {
  return `last ${days} days`;
}

function lastDays(days: number, calendar: Calendar, now: number): { from: string; to: string } {
  const to = calendar.latestSalesDay(now);
  return { from: calendar.addDays(to, 1 - days), to };
}
