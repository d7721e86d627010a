import type { Reader } from '../../ask/reader.ts';
import { type Group, isInTime, NO_GROUP, NO_ROW } from '../../figures/rows.ts';
import { daysOfMonth, daysOfWeek, type Formatter } from '../../language/formatter.ts';
import type { Catalog } from '../../language/language.ts';
import { type DayRange, daysIn } from '../../text/dayRange.ts';
import type { CellValue, Column, ColumnKind } from '../../workbooks/table.ts';
import type { SalesAnswer } from '../answer.ts';
import { isCut } from '../filters.ts';
import type { SalesRowOf } from '../query.ts';
import { salesWords } from '../words/words.ts';

/** Labels the rows of a grouping. `within` are the days of the question, which can cut a week or month. */
interface GroupingView {
  label(key: string, within: DayRange, reader: Reader): string;
  /** A shorter label for charts and for a row with two labels; `label` where undefined. */
  short?(key: string, within: DayRange, format: Formatter): string;
  /** For a file: one per column of the catalog, of these kinds. */
  readonly kinds: readonly ColumnKind[];
  cells(key: string, within: DayRange, reader: Reader): readonly CellValue[];
  /** Charts draw a line, not bars, since there are many points. */
  readonly isLine?: true;
}

const PART_KINDS = ['text', 'date', 'date', 'count'] as const;

const VIEWS: Readonly<Record<Group, GroupingView>> = {
  product: {
    label: (key, _, { products }) => products.label(key),
    kinds: ['text', 'text'],
    cells: (key, _, { products }) => [key, products.nameOf(key)],
  },
  store: {
    label: (key, _, { stores }) => stores.label(key),
    kinds: ['text', 'text'],
    cells: (key, _, { stores }) => [key, stores.nameOf(key)],
  },
  group: {
    label: (key, _, { language }) => (key === NO_GROUP ? salesWords(language.t).noGroup : key),
    kinds: ['text'],
    cells: (key, _, { language }) => [key === NO_GROUP ? salesWords(language.t).noGroup : key],
  },
  day: {
    label: (key, _, { language }) => language.format.day(key),
    short: (key, _, format) => format.shortDay(key),
    kinds: ['date'],
    cells: (key) => [key],
    isLine: true,
  },
  week: {
    label: (key, within, { language }) => language.format.week(key, within),
    short: (key, within, format) => format.shortWeek(key, within),
    kinds: PART_KINDS,
    cells: (key, within) => partCells(key, daysOfWeek, within),
  },
  month: {
    label: (key, within, { language }) => language.format.month(key, within),
    short: (key, within, format) => format.month(key, within),
    kinds: PART_KINDS,
    cells: (key, within) => partCells(key, daysOfMonth, within),
  },
  weekday: {
    label: (key, _, { language }) => language.format.weekday(Number(key)),
    short: (key, _, format) => format.weekday(Number(key)),
    kinds: ['text'],
    cells: (key, _, { language }) => [language.format.weekday(Number(key))],
  },
};

export function groupLabel(by: Group, key: string, within: DayRange, reader: Reader): string {
  return key === NO_ROW ? key : VIEWS[by].label(key, within, reader);
}

/** "Oslo City"; both days where days are compared by their place: "Fri 20 Nov 2026 / 13 Nov". */
export function labelOf(
  { key, keyBefore }: SalesRowOf,
  { question, now, before }: Pick<SalesAnswer, 'question' | 'now' | 'before'>,
  reader: Reader,
): string {
  const { by } = question;
  const label = groupLabel(by, key, now.days, reader);
  if (before === undefined || keyBefore === undefined) return label;
  const earlier = shortLabel(by, keyBefore, before.days, reader);
  return label === earlier ? label : `${label} / ${earlier}`;
}

/** Rows with the latest day, week or month first; others as they are. */
export function newestFirst(
  rows: readonly SalesRowOf[],
  question: Pick<SalesAnswer['question'], 'by' | 'top'>,
): readonly SalesRowOf[] {
  const { by } = question;
  if (isCut(question) || by === 'weekday' || !isInTime(by)) return rows;
  // Days that only the earlier period has stay last.
  const isLast = ({ key }: SalesRowOf) => key === NO_ROW;
  return [...rows.filter((row) => !isLast(row)).reverse(), ...rows.filter(isLast)];
}

/** The columns of a file for a grouping. */
export function groupColumns(by: Group, t: Catalog): readonly Column[] {
  const { columns } = salesWords(t).groupings[by];
  return columns.map((title, at) => ({ title, kind: VIEWS[by].kinds[at] ?? 'text' }));
}

/** The label of a row in a chart, or next to another label. */
export function shortLabel(by: Group, key: string, within: DayRange, reader: Reader): string {
  const short = key === NO_ROW ? undefined : VIEWS[by].short?.(key, within, reader.language.format);
  return short ?? groupLabel(by, key, within, reader);
}

export function groupCells(by: Group, key: string, within: DayRange, reader: Reader): readonly CellValue[] {
  if (key !== NO_ROW) return VIEWS[by].cells(key, within, reader);
  return salesWords(reader.language.t).groupings[by].columns.map((_, at) => (at === 0 ? key : undefined));
}

export function isLine(by: Group): boolean {
  return VIEWS[by].isLine === true;
}

/** Adds the days within the period and their count, so that three days aren't taken for a whole week. */
function partCells(
  key: string,
  daysOf: (key: string, within: DayRange) => DayRange,
  within: DayRange,
): readonly CellValue[] {
  const days = daysOf(key, within);
  return [key, days.from, days.to, daysIn({ ...days, weekdays: within.weekdays }).length];
}

export function leftOut(left: number, by: Group, t: Catalog): string[] {
  return left > 0 ? [salesWords(t).notShown(left, salesWords(t).groupings[by])] : [];
}
