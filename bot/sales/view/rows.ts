import type { Reader } from '../../ask/reader.ts';
import { NAME_CHARACTERS } from '../../ask/selectionLabel.ts';
import type { Column } from '../../figures/report.ts';
import { type Group, isInCycle, isInTime, NO_GROUP, NO_ROW, ROWS } from '../../figures/rows.ts';
import type { Formatter } from '../../language/formatter.ts';
import type { Catalog } from '../../language/language.ts';
import { escapeMrkdwn } from '../../slack/message.ts';
import type { DayRange } from '../../text/dayRange.ts';
import type { CellValue } from '../../workbooks/table.ts';
import type { SalesAnswer } from '../answer.ts';
import { isCut } from '../filters.ts';
import type { SalesRowOf } from '../query.ts';
import { salesWords } from '../words/words.ts';

function groupLabel(by: Group, key: string, within: DayRange, reader: Reader): string {
  if (key === NO_ROW) return key;
  return key === NO_GROUP ? salesWords(reader.language.t).noGroup : ROWS[by].label(key, reader, within);
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
  if (isCut(question) || isInCycle(by) || !isInTime(by)) return rows;
  // Days that only the earlier period has stay last.
  const isLast = ({ key }: SalesRowOf) => key === NO_ROW;
  return [...rows.filter((row) => !isLast(row)).reverse(), ...rows.filter(isLast)];
}

/** The label of a row in a chart, or next to another label. */
export function shortLabel(by: Group, key: string, within: DayRange, reader: Reader): string {
  const short = key === NO_ROW ? undefined : ROWS[by].short?.(key, reader.language.format, within);
  return short ?? groupLabel(by, key, within, reader);
}

/** The columns of a file for a grouping: `keyOf` is the key of a row, `titleOf` makes a title of that of the grouping. */
export function groupColumns(
  by: Group,
  within: DayRange,
  reader: Reader,
  keyOf: (row: SalesRowOf) => string,
  titleOf = (title: string) => title,
): readonly Column<SalesRowOf>[] {
  const cellsOf = (key: string): readonly CellValue[] => {
    if (key === NO_ROW) return [key];
    return ROWS[by].cells?.(key, reader, within) ?? [groupLabel(by, key, within, reader)];
  };
  return salesWords(reader.language.t).groupings[by].columns.map((title, at) => ({
    title: titleOf(title),
    kind: ROWS[by].kinds?.[at] ?? 'text',
    of: (row) => cellsOf(keyOf(row))[at],
  }));
}

/** "Havn Gin (−3.0 l), Solvik Cider (−2.0 l) and 5 more": the first rows with a figure. */
export function listOfRows(
  rows: readonly SalesRowOf[],
  most: number,
  nameOf: (row: SalesRowOf) => string,
  figure: (row: SalesRowOf) => string,
  format: Formatter,
): string {
  const texts = rows.slice(0, most).map((row) => `${nameText(nameOf(row))} (${figure(row)})`);
  return format.list(texts, rows.length - texts.length);
}

/** Escaped, and as long as a line of several has room for. */
export function nameText(name: string): string {
  return escapeMrkdwn(name, NAME_CHARACTERS);
}

export function leftOut(left: number, by: Group, t: Catalog): string[] {
  return left > 0 ? [salesWords(t).notShown(left, salesWords(t).groupings[by])] : [];
}
