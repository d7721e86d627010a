import type { Reader } from '../../ask/reader.ts';
import type { Column } from '../../figures/report.ts';
import { isInCycle, isInTime } from '../../figures/rows.ts';
import type { Formatter } from '../../language/formatter.ts';
import type { Language } from '../../language/language.ts';
import type { Cell } from '../../slack/table.ts';
import type { SalesAnswer } from '../answer.ts';
import type { SalesRowOf } from '../query.ts';
import { type Change, differenceOf, NO_SALES } from '../sums.ts';
import type { SalesWords } from '../words/en.ts';
import { salesWords } from '../words/words.ts';
import { groupCells, groupColumns } from './rows.ts';

/** The figures of a row, in Slack and in files. */
export function figureColumns(words: SalesWords) {
  const { sheet } = words;
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
    litresBefore: litres(sheet.before(sheet.litres), ({ before = NO_SALES }) => before.millilitres / 1000),
    itemsBefore: items(sheet.before(sheet.items), ({ before = NO_SALES }) => before.quantity),
    change: litres(sheet.change, ({ change }) => change && change.millilitres / 1000),
    changePercent: (rows: readonly SalesRowOf[]) =>
      ({
        title: isPerOpenDay(rows) ? sheet.changePerOpenDay : sheet.changePercent,
        kind: 'percent',
        of: ({ change }: SalesRowOf) => inTenths(change),
      }) as const,
  } as const;
}

/** The change in per cent; in litres where too little was sold before. */
export function changeColumn(rows: readonly SalesRowOf[], { t, format }: Language): Column<SalesRowOf> {
  const { change, changePerOpenDay } = salesWords(t).comparison.columns;
  return {
    title: isPerOpenDay(rows) ? changePerOpenDay : change,
    kind: 'percent',
    of: ({ change }) => inTenths(change),
    shown: ({ change }) => changeCell(change, format),
  };
}

function changeCell(change: Change | undefined, format: Formatter): Cell {
  if (change === undefined) return '–';
  const [percent, difference] = [inTenths(change), differenceOf(change)];
  if (percent !== undefined) return { value: percent, text: format.percentChange(percent) };
  return difference === 0 ? '–' : `${format.litresChange(difference)} l`;
}

function inTenths(change: Change | undefined): number | undefined {
  return change?.percent === undefined ? undefined : Math.round(change.percent * 10) / 10;
}

function isPerOpenDay(rows: readonly SalesRowOf[]): boolean {
  return rows.some(({ change }) => change?.perOpenDay !== undefined);
}

/** What a row of a file is about: its product, store or days; those of the earlier period too where they differ. */
export function keyColumns({ question, now, before }: SalesAnswer, reader: Reader): Column<SalesRowOf>[] {
  const { t } = reader.language;
  const { by } = question;
  const and = question.kind === 'sales' ? question.and : undefined;
  const columns = (
    of: typeof by,
    keyOf: (row: SalesRowOf) => string,
    { days } = now,
    title = (of: string) => of,
  ) =>
    groupColumns(of, t).map((column, at) => ({
      title: title(column.title),
      kind: column.kind,
      of: (row: SalesRowOf) => groupCells(of, keyOf(row), days, reader)[at],
    }));
  return [
    ...columns(by, ({ key }) => key),
    ...(and === undefined ? [] : columns(and, ({ second = '' }) => second)),
    // Weekdays are compared with themselves.
    ...(before === undefined || !isInTime(by) || isInCycle(by)
      ? []
      : columns(by, ({ key, keyBefore = key }) => keyBefore, before, salesWords(t).sheet.before)),
  ];
}
