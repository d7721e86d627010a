import { ALL_ROWS } from '../../ask/asking.ts';
import type { DayRange } from '../../text/dayRange.ts';
import { answerSales, type OfPeriods, type SalesParts } from '../answer.ts';
import { queryOf, querySales, type SalesRowOf } from '../query.ts';
import type { ReasonsQuestion } from '../question.ts';
import { differenceOf, NO_SALES } from '../sums.ts';

/** What makes up a change. Products and stores each add up to it, to the millilitre. */
export interface ReasonsAnswer extends OfPeriods {
  readonly about: 'reasons';
  readonly question: ReasonsQuestion;
  /** By the size of their change, the largest first. */
  readonly products: readonly SalesRowOf[];
  readonly stores: readonly SalesRowOf[];
  /** Products that sold less, with the days of the period on which they were out of stock; without those of none. */
  readonly daysOut: ReadonlyMap<string, number>;
}

/** Days on which products were out of stock in all stores, as far as stock is stored. */
export type DaysOut = (productIds: readonly string[], days: DayRange) => Promise<ReadonlyMap<string, number>>;

/** Products whose stock is looked up: those that fell most. */
const LOOKED_UP = 20;

/** `daysOut` is undefined for a person who can't see stock. @throws ParseError, RetailDataError, LiveSalesBusy */
export async function answerReasons(
  question: ReasonsQuestion,
  parts: SalesParts,
  daysOut: DaysOut | undefined,
): Promise<ReasonsAnswer> {
  const { command, days, against, selection } = question;
  const compared = { command, kind: 'compare', days, against, selection } as const;
  const { now, before, change, rows, named, relation, notOpen } = await answerSales(
    { ...compared, by: 'product' },
    ALL_ROWS,
    parts,
  );
  const stores = await querySales(queryOf({ ...compared, by: 'store' }, parts.idsNamed), parts);
  const products = bySize(rows);
  const fell = products.filter((row) => changeOf(row) < 0).slice(0, LOOKED_UP);
  return {
    about: 'reasons',
    question,
    now,
    before,
    change,
    named,
    relation,
    notOpen,
    products,
    stores: bySize(stores.rows),
    daysOut:
      fell.length === 0 || daysOut === undefined
        ? new Map()
        : await daysOut(
            fell.map(({ key }) => key),
            days,
          ),
  };
}

/** The change of a row in millilitres. */
export function changeOf({ now = NO_SALES, before = NO_SALES }: SalesRowOf): number {
  return now.millilitres - before.millilitres;
}

/** A row's part of the change: per open day where the open days differ, as the change is. */
export function partOf(row: SalesRowOf): number {
  return row.change === undefined ? changeOf(row) : differenceOf(row.change);
}

function bySize(rows: readonly SalesRowOf[]): readonly SalesRowOf[] {
  return rows.toSorted((one, other) => Math.abs(partOf(other)) - Math.abs(partOf(one)));
}
