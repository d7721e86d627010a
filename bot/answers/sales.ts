import { type Calendar, isoWeekOf } from 'retail-data-client/core';
import { CommandMistake } from '../grammar/mistake.ts';
import type { DayRange, SalesFigures } from '../grammar/question.ts';
import { nearestNumber } from '../grammar/words.ts';
import { comparePeriods } from '../insight/comparison.ts';
import type { HeldSums } from '../sales/queries.ts';
import type { Coverage, SalesGroupSum, SalesReader, SalesSums, SalesSumsQuestion } from '../sales/reader.ts';
import { numberOf } from '../text/idNumbers.ts';
import { comparedByKey, comparedByPlace } from './comparedGroups.ts';
import type { ComparisonAnswer, SalesAnswer, SalesPeriod, SalesSource } from './salesAnswer.ts';

export interface SalesPorts {
  readonly sales: SalesReader;
  readonly calendar: Calendar;
  now(): number;
  /** Asks the service for a range that is not held. @throws RetailDataError */
  live(question: SalesSumsQuestion): Promise<HeldSums>;
  /** Numbers of all stores; undefined while nobody knows them. */
  storeIds(): Promise<readonly string[] | undefined>;
}

type Sales = Extract<SalesFigures, { kind: 'sales' }>;
type Compare = Extract<SalesFigures, { kind: 'compare' }>;

/** The sums of a period, with at most `most` groups of products or stores. @throws CommandMistake, RetailDataError */
export async function answerSales(ports: SalesPorts, question: Sales, most: number): Promise<SalesAnswer> {
  const { period, groups, groupCount } = await readPeriod(ports, question, question.days, most);
  if (period.totals.rows === 0) await requireKnown(ports, question);
  return { about: 'sales', question, ...period, groups, groupCount };
}

/** A period beside an earlier one. @throws CommandMistake, RetailDataError */
export async function answerComparison(
  ports: SalesPorts,
  question: Compare,
  most: number,
): Promise<ComparisonAnswer> {
  const [now, before] = await Promise.all([
    readPeriod(ports, question, question.days),
    readPeriod(ports, question, question.against),
  ]);
  if (now.period.totals.rows === 0 && before.period.totals.rows === 0) await requireKnown(ports, question);
  const inTime = question.by === 'day' || question.by === 'week';
  const groups = inTime
    ? comparedByPlace(
        now.groups,
        before.groups,
        keysOf(ports.calendar, question.days, question.by),
        keysOf(ports.calendar, question.against, question.by),
      )
    : comparedByKey(now.groups, before.groups);
  return {
    about: 'comparison',
    question,
    now: now.period,
    before: before.period,
    volume:
      now.held === undefined || before.held === undefined
        ? undefined
        : comparePeriods(
            { value: now.period.totals.millilitres, days: now.held.days },
            { value: before.period.totals.millilitres, days: before.held.days },
          ),
    groups: inTime ? groups : groups.slice(0, most),
    groupCount: groups.length,
  };
}

interface ReadPeriod {
  readonly period: SalesPeriod;
  /** Undefined where the service was asked. */
  readonly held: Coverage | undefined;
  readonly groups: readonly SalesGroupSum[];
  readonly groupCount: number;
}

async function readPeriod(
  ports: SalesPorts,
  { productIds, storeIds, by }: SalesFigures,
  days: DayRange,
  largest?: number,
): Promise<ReadPeriod> {
  const asked: SalesSumsQuestion = {
    ...days,
    by,
    ...(productIds.length === 0 ? {} : { productIds }),
    ...(storeIds.length === 0 ? {} : { storeIds }),
    ...(largest === undefined ? {} : { largest }),
  };
  const held = await ports.sales.salesOf(asked);
  if (isHeld(held, await ports.sales.newestDay())) {
    const groups = by === 'day' ? withQuietDays(held) : held.groups;
    return {
      period: { days, totals: held.totals, source: sourceOf(held.coverage) },
      held: held.coverage,
      groups,
      groupCount: Math.max(groups.length, held.groupCount),
    };
  }
  const asOf = ports.now();
  const { totals, groups, groupCount } = await ports.live(asked);
  const source: SalesSource = { from: 'service', asOf, missing: [], empty: undefined };
  return { period: { days, totals, source }, held: undefined, groups, groupCount };
}

/**
 * True when the database can answer. A day behind the newest that is held has not been delivered yet, and asking for
 * it would not bring it: it is named as missing, as long as there is something to answer with.
 */
function isHeld({ coverage }: SalesSums, newest: string | undefined): boolean {
  if (coverage.missing.length === 0) return true;
  if (newest === undefined || coverage.missing.length === coverage.days.length) return false;
  return coverage.missing.every((day) => day > newest);
}

function sourceOf({ asOf, missing, days }: Coverage): SalesSource {
  const empty = days.filter(({ state }) => state === 'empty').map(({ salesDate }) => salesDate);
  return { from: 'database', asOf, missing, empty };
}

/** A day on which others were sold, but nothing of what was asked for, is a day of 0 litres and not one left out. */
function withQuietDays({ groups, coverage }: SalesSums): SalesGroupSum[] {
  const sold = new Map(groups.map((group) => [group.key, group]));
  return coverage.days
    .filter(({ state }) => state === 'held')
    .map(
      ({ salesDate }) =>
        sold.get(salesDate) ?? {
          key: salesDate,
          rows: 0,
          millilitres: 0,
          quantity: 0,
          returnedMillilitres: 0,
          returnedQuantity: 0,
        },
    );
}

/** The days or ISO weeks of a range in their order. */
function keysOf(
  calendar: Calendar,
  { from, to }: DayRange,
  by: 'day' | 'week' | 'product' | 'store',
): string[] {
  const keys = new Set<string>();
  for (let day = from; day <= to; day = calendar.addDays(day, 1))
    keys.add(by === 'week' ? isoWeekOf(day) : day);
  return [...keys];
}

/** No sales may mean that there is no such product or store; that is said instead of "nothing sold". */
async function requireKnown(ports: SalesPorts, { productIds, storeIds }: SalesFigures): Promise<void> {
  const own = (await ports.sales.ownProducts()).map(({ productId }) => productId);
  const strange = own.length === 0 ? undefined : firstNotIn(productIds, own);
  if (strange !== undefined) {
    throw new CommandMistake(
      `Product ${strange} is not in your sales of the last 90 days.`,
      `/sales product:${nearestNumber(strange, own) ?? strange}`,
    );
  }
  const stores = (await ports.storeIds()) ?? [];
  const nowhere = stores.length === 0 ? undefined : firstNotIn(storeIds, stores);
  if (nowhere !== undefined) {
    throw new CommandMistake(
      `There is no store ${nowhere}.`,
      `/sales store:${nearestNumber(nowhere, stores) ?? nowhere}`,
    );
  }
}

function firstNotIn(asked: readonly string[], known: readonly string[]): string | undefined {
  const numbers = new Set(known.map((id) => numberOf(id) ?? id));
  return asked.find((id) => !numbers.has(numberOf(id) ?? id));
}
