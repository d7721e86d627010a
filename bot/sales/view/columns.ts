import type { Reader } from '../../ask/reader.ts';
import { type Column, shownAs } from '../../figures/report.ts';
import { type Group, isInCycle, isInTime, ROWS } from '../../figures/rows.ts';
import type { Language } from '../../language/language.ts';
import { formatDays } from '../../parse/dates/period.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { SalesAnswer } from '../answer.ts';
import type { SalesPeriod, SalesRowOf } from '../query.ts';
import { type Change, differenceOf, NO_SALES } from '../sums.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';
import { groupColumns } from './rows.ts';

/** The title of a column of an earlier period. */
function titleOf(title: string, { days }: SalesPeriod): string {
  return `${title} (${formatDays(days)})`;
}

/** The figures of a row, in Slack and in files. */
export function figureColumns({ sheet }: SalesWords) {
  const litres = (title: string, of: Column<SalesRowOf>['of']) => ({ title, kind: 'decimal', of }) as const;
  const items = (title: string, of: Column<SalesRowOf>['of']) => ({ title, kind: 'quantity', of }) as const;
  return {
    litres: litres(sheet.litres, ({ now = NO_SALES }) => now.millilitres / 1000),
    items: items(sheet.items, ({ now = NO_SALES }) => now.quantity),
    share: { title: sheet.share, kind: 'percent' },
    average: { title: sheet.average, kind: 'decimal' },
    returnedLitres: litres(sheet.returnedLitres, ({ now = NO_SALES }) => now.returnedMillilitres / 1000),
    returnedItems: items(sheet.returnedItems, ({ now = NO_SALES }) => now.returnedQuantity),
    rows: { title: sheet.rows, kind: 'count', of: ({ now = NO_SALES }: SalesRowOf) => now.rows },
    litresIn: (period: SalesPeriod) =>
      litres(titleOf(sheet.litres, period), ({ before = NO_SALES }) => before.millilitres / 1000),
    itemsIn: (period: SalesPeriod) =>
      items(titleOf(sheet.items, period), ({ before = NO_SALES }) => before.quantity),
    change: litres(sheet.change, ({ change }) => change && change.millilitres / 1000),
    changePercent: (rows: readonly SalesRowOf[]) =>
      ({
        title: isPerOpenDay(rows) ? sheet.changePerOpenDay : sheet.changePercent,
        kind: 'percent',
        of: ({ change }: SalesRowOf) => inTenths(change),
      }) as const,
  } as const;
}

/** The change in per cent; in litres where too little was sold before of all rows, so that a column has one unit. */
export function changeColumn(rows: readonly SalesRowOf[], { t, format }: Language): Column<SalesRowOf> {
  const { change, changePerOpenDay } = salesWords(t).comparison.columns;
  const isInPercent = rows.some(({ change: of }) => inTenths(of) !== undefined);
  return {
    title: isPerOpenDay(rows) ? changePerOpenDay : change,
    kind: 'percent',
    of: ({ change }) => inTenths(change),
    shown({ change: of }) {
      if (isInPercent) return shownAs(inTenths(of), format.percentChange);
      const litres = of === undefined ? 0 : differenceOf(of) / 1000;
      return shownAs(litres === 0 ? undefined : litres, (by) => `${format.litresChange(by * 1000)} l`);
    },
  };
}

function inTenths(change: Change | undefined): number | undefined {
  return change?.percent === undefined ? undefined : Math.round(change.percent * 10) / 10;
}

function isPerOpenDay(rows: readonly SalesRowOf[]): boolean {
  return rows.some(({ change }) => change?.perOpenDay !== undefined);
}

/** What a row of a file is about: its product, store or days; those of the earlier period too where they differ. */
export function keyColumns({ question, now, before }: SalesAnswer, reader: Reader): Column<SalesRowOf>[] {
  const { by } = question;
  const and = question.kind === 'sales' ? question.and : undefined;
  return [
    ...groupColumns(by, now.days, reader, ({ key }) => key),
    ...(and === undefined ? [] : groupColumns(and, now.days, reader, ({ second = '' }) => second)),
    // Weekdays are compared with themselves.
    ...(before === undefined || !isInTime(by) || isInCycle(by)
      ? []
      : groupColumns(
          by,
          before.days,
          reader,
          ({ key, keyBefore = key }) => keyBefore,
          (title) => titleOf(title, before),
        )),
  ];
}

/** A row of a file with rows of several kinds. */
export type RowOfKind = SalesRowOf & { readonly by: Group };

export function ofKind(by: Group, rows: readonly SalesRowOf[]): readonly RowOfKind[] {
  return rows.map((row) => ({ ...row, by }));
}

/** What a row of several kinds is about: whether a product or a store, its number and name. */
export function kindColumns(within: DayRange, reader: Omit<Reader, 'rendering'>): Column<RowOfKind>[] {
  const { groupings, overview } = salesWords(reader.language.t);
  const { what, id, name } = overview.sheet;
  return [
    { title: what, kind: 'text', of: ({ by }) => groupings[by].name },
    { title: id, kind: 'text', of: ({ key }) => key },
    { title: name, kind: 'text', of: ({ by, key }) => ROWS[by].cells?.(key, reader, within)[1] },
  ];
}
