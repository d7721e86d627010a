import type { Reader } from '../../ask/reader.ts';
import { type Group, isInTime, NO_GROUP, NO_ROW } from '../../figures/rows.ts';
import { daysOfMonth, daysOfWeek, type Formatter } from '../../language/formatter.ts';
import type { Catalog } from '../../language/language.ts';
import { type DayRange, lengthOf } from '../../text/dayRange.ts';
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

interface RowsOf {
  readonly by: Group;
  readonly and?: Group;
}

/**
 * "Oslo City · Week 46"; both days where days are compared by their place: "Fri 20 Nov 2026 / 13 Nov".
 */
export function labelOf(
  { key, second, keyBefore }: SalesRowOf,
  { question, now, before }: Pick<SalesAnswer, 'question' | 'now' | 'before'>,
  reader: Reader,
): string {
  const { by } = question;
  const label = groupLabel(by, key, now.days, reader);
  if (before !== undefined && keyBefore !== undefined) {
    const earlier = shortLabel(by, keyBefore, before.days, reader);
    return label === earlier ? label : `${label} / ${earlier}`;
  }
  const and = question.kind === 'sales' ? question.and : undefined;
  if (and === undefined || second === undefined) return label;
  const { format } = reader.language;
  const isWholeWeek = and === 'week' && daysOfWeek(second, now.days).isWhole;
  // "Week 46", without its days.
  const behind = isWholeWeek
    ? format.week(second, now.days).replace(/ \(.*$/, '')
    : shortLabel(and, second, now.days, reader);
  return `${label} · ${behind}`;
}

/** Rows with the latest day, week or month first; others as they are. */
export function newestFirst(
  rows: readonly SalesRowOf[],
  question: RowsOf & Pick<SalesAnswer['question'], 'top' | 'bottom'>,
): readonly SalesRowOf[] {
  const { by, and } = question;
  const isOrdered = (of: Group | undefined) => of !== undefined && of !== 'weekday' && isInTime(of);
  if (isCut(question) || !(isOrdered(by) || isOrdered(and))) return rows;
  const lines = [...Map.groupBy(rows, ({ key }) => key).values()];
  const inside = isOrdered(and) ? lines.map((line) => line.toReversed()) : lines;
  if (!isOrdered(by)) return inside.flat();
  // Days that only the earlier period has stay last.
  const isLast = (line: readonly SalesRowOf[]) => line[0]?.key === NO_ROW;
  return [...inside.filter((line) => !isLast(line)).reverse(), ...inside.filter(isLast)].flat();
}

/** The columns of a file for a grouping. */
export function groupColumns(by: Group, t: Catalog): readonly Column[] {
  const { columns } = salesWords(t).groupings[by];
  return columns.map((title, at) => ({ title, kind: VIEWS[by].kinds[at] ?? 'text' }));
}

/** Names the rows: title "Store · Week", in a sentence "store and week". */
export function rowWords({ by, and }: RowsOf, t: Catalog) {
  const words = salesWords(t);
  const { groupings } = words;
  const { title, name, plural } = groupings[by];
  if (and === undefined) return { title, name, each: { name, plural } };
  const second = groupings[and];
  return {
    title: `${title} · ${second.title}`,
    name: words.both(name, second.name),
    each: words.line,
  };
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
  return [key, days.from, days.to, lengthOf(days)];
}

export function leftOut(left: number, of: RowsOf, t: Catalog): string[] {
  return left > 0 ? [salesWords(t).notShown(left, rowWords(of, t).each)] : [];
}
