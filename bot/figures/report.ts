import type { Formatter } from '../language/formatter.ts';
import type { Language } from '../language/language.ts';
import type { Chart } from '../slack/chart.ts';
import { chartBlocks } from '../slack/chartBlocks.ts';
import {
  context,
  type Message,
  type MessageBlock,
  type Rendering,
  section,
  withoutMarks,
} from '../slack/message.ts';
import { type Cell, topRows } from '../slack/table.ts';
import type { CellValue, ColumnKind } from '../workbooks/table.ts';
import { madeOf, type SheetContent } from './sheet.ts';

/** A column of a table: its kind says how Slack and files show its values. */
export interface Column<Row> {
  readonly title: string;
  readonly kind: ColumnKind;
  /** The exact value: litres, units, per cent, a day. */
  of(row: Row): CellValue;
  /** What Slack shows where that isn't the value: a change in litres where it has no per cent. */
  shown?(row: Row): Cell;
}

/** What a result looks like. Slack's blocks in each rendering, the notification's text and files are drawn from it. */
export interface Report {
  /** Sentences in mrkdwn; the first is the headline. */
  readonly lines: readonly string[];
  /** What stands below the lines, in order. Made when it is drawn: a file needs none of it. */
  body(): readonly Part[];
  /** Below all. `left` is how many rows of the table aren't shown. */
  notes(left: number): readonly string[];
  /** Ends the text without blocks, where figures lack days. */
  readonly incomplete?: string;
  file(): SheetContent;
}

export type Part =
  | { readonly chart: Chart }
  | { readonly lines: readonly string[] }
  | { readonly list: List }
  | { readonly table: DrawnTable; readonly rowCount: number };

/** Some of the same kind, each in a line of its own; the text has them too. */
interface List {
  /** In mrkdwn; undefined below the headline. */
  readonly heading?: string;
  readonly items: readonly string[];
  /** How many more there are. */
  readonly left: number;
}

interface DrawnTable {
  readonly caption: string;
  readonly columns: readonly Pick<Column<never>, 'title' | 'kind'>[];
  /** Made one by one, for as many rows as are shown. */
  readonly rows: readonly (() => readonly Cell[])[];
}

/** A table of these rows, of which a rendering shows the first. `rowCount` counts all, shown or not. */
export function table<Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  rowCount: number,
  format: Formatter,
): Part {
  const cellsOf = (row: Row) => () =>
    columns.map((column) => column.shown?.(row) ?? cell(column.of(row), column.kind, format));
  return { table: { caption, columns, rows: rows.map(cellsOf) }, rowCount };
}

/** The columns and rows of a file. */
export function fileRows<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Pick<SheetContent, 'columns' | 'rows'> {
  return {
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: madeOf(rows, (row) => columns.map((column) => column.of(row))),
  };
}

const NONE = '–';

/** A number that Slack shows as this text; a dash where there is none. */
export function shownAs(value: number | undefined, text: (value: number) => string): Cell {
  return value === undefined ? NONE : { value, text: text(value) };
}

/** A value as Slack shows it. */
function cell(value: CellValue, kind: ColumnKind, format: Formatter): Cell {
  if (value === undefined) return NONE;
  if (typeof value === 'string') return value;
  switch (kind) {
    case 'decimal':
      return { value, text: format.litres(Math.round(value * 1000)) };
    case 'percent':
      return { value, text: format.percent(value) };
    default:
      return { value, text: format.quantity(value) };
  }
}

interface ReportReader {
  readonly language: Language;
  readonly rendering: Rendering;
}

export function drawReport(report: Report, reader: ReportReader): Message {
  const body = report.body();
  const { blocks, left } = drawParts([{ lines: report.lines }, ...body], reader);
  const lists = body.flatMap((part) => ('list' in part ? listSentences(part.list, reader) : []));
  const said = [...report.lines, ...lists, report.incomplete ?? ''].filter((line) => line !== '');
  return {
    text: said.map(asSentence).join(' '),
    blocks: [...blocks, context(report.notes(left).join(' · '))],
  };
}

/** A line without its marks, with a full stop. */
function asSentence(line: string): string {
  return `${withoutMarks(line).replace(/\.$/, '')}.`;
}

function listSentences({ heading, items, left }: List, { language }: ReportReader): readonly string[] {
  if (heading === undefined) return items;
  return [items.length === 0 ? heading : `${heading}: ${language.format.list(items, left)}`];
}

function listLines({ heading, items, left }: List, { language: { t, format } }: ReportReader): string {
  return [
    ...(heading === undefined ? [] : [heading]),
    ...items.map((item) => `• ${item}`),
    ...(left > 0 && items.length > 0 ? [t.common.more(format.units(left))] : []),
  ].join('\n');
}

/** The blocks of the parts, and how many rows of their table aren't shown. */
function drawParts(
  parts: readonly Part[],
  reader: ReportReader,
): { readonly blocks: readonly MessageBlock[]; readonly left: number } {
  const { language, rendering } = reader;
  let left = 0;
  const blocks = parts.flatMap((part): readonly MessageBlock[] => {
    if ('lines' in part) return part.lines.length === 0 ? [] : [section(part.lines.join('\n'))];
    if ('list' in part) return [section(listLines(part.list, reader))];
    if ('chart' in part) return chartBlocks(part.chart, rendering, language);
    const { caption, columns, rows } = part.table;
    const drawn = topRows(
      {
        caption,
        columns: columns.map(({ title, kind }) => ({ title, align: isNumber(kind) ? 'right' : 'left' })),
        rows: rows.slice(0, MOST_ROWS).map((cells) => cells()),
      },
      rendering,
    );
    left = part.rowCount - drawn.shown;
    return drawn.blocks;
  });
  return { blocks, left };
}

/** More than any rendering shows. */
const MOST_ROWS = 100;

function isNumber(kind: ColumnKind): boolean {
  return kind !== 'text' && kind !== 'date';
}
