import type { KnownBlock, RawNumberElement, RawTextElement } from '@slack/types';
import { type Rendering, section, shorten } from './message.ts';

export type Cell = string | { readonly value: number; readonly text: string };

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

export interface Table {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** True when the rows are days or weeks in order: if not all fit, the latest ones are shown. */
  readonly newestLast?: boolean;
}

/** Slack's limits: 100 rows below the header, and 10,000 characters in all cells together. */
const TABLE_ROWS = 100;
const TABLE_CHARACTERS = 10_000;
const SECTION_CHARACTERS = 2_900;
/** Longer cells are cut, so that the rows of an answer fit into TABLE_CHARACTERS. */
const CELL_CHARACTERS = 90;

/** Rows that are easy to read at once. Slack paginates only its data table. */
const FEW_ROWS = 15;

const ROWS_SHOWN: Readonly<Record<Rendering, number>> = {
  dataTable: TABLE_ROWS,
  text: FEW_ROWS,
  plain: 0,
};

/** The rows that fit the rendering, and how many: the first rows, or the latest with `newestLast`. */
export function topRows(
  table: Table,
  rendering: Rendering,
): { readonly blocks: KnownBlock[]; readonly shown: number } {
  const limit = ROWS_SHOWN[rendering];
  const rows =
    table.newestLast === true
      ? fitting(table.rows.toReversed().slice(0, limit)).toReversed()
      : fitting(table.rows.slice(0, limit));
  return { blocks: tableBlocks({ ...table, rows }, rendering), shown: rows.length };
}

/** No blocks for a table without rows. */
function tableBlocks(table: Table, rendering: Rendering): KnownBlock[] {
  if (table.rows.length === 0 || rendering === 'plain') return [];
  if (rendering === 'text')
    return inSections(tableLines(table).map(forFence), (text) => `\`\`\`\n${text}\n\`\`\``);
  const head = table.columns.map((column) => rawText(column.title));
  const rows = [head, ...fitting(table.rows).map((row) => row.map(rawCell))];
  return [
    {
      type: 'data_table',
      caption: shorten(table.caption, 150),
      rows,
      page_size: Math.min(FEW_ROWS, rows.length - 1),
    },
  ];
}

function fitting(rows: Table['rows']): Table['rows'] {
  let characters = 200;
  let count = 0;
  for (const row of rows.slice(0, TABLE_ROWS)) {
    characters += row.reduce((sum, cell) => sum + textOf(cell).length, 0);
    if (characters > TABLE_CHARACTERS) break;
    count += 1;
  }
  return rows.slice(0, count);
}

function rawText(text: string): RawTextElement {
  return { type: 'raw_text', text };
}

function rawCell(cell: Cell): RawTextElement | RawNumberElement {
  return typeof cell === 'string'
    ? rawText(textOf(cell))
    : { type: 'raw_number', value: cell.value, text: cell.text };
}

/** The text on one line, never empty: Slack refuses empty cells. */
function textOf(cell: Cell): string {
  const text = (typeof cell === 'string' ? cell : cell.text).replace(/\s+/g, ' ').trim();
  return text === '' ? '–' : shorten(text, CELL_CHARACTERS);
}

/** The table as plain lines in columns. */
function tableLines(table: Table): string[] {
  const lines = [table.columns.map((column) => column.title), ...table.rows.map((row) => row.map(textOf))];
  const widths = table.columns.map((_, at) => Math.max(...lines.map((line) => [...(line[at] ?? '')].length)));
  return lines.map((line) =>
    line
      .map((text, at) => {
        const padding = ' '.repeat((widths[at] ?? 0) - [...text].length);
        return table.columns[at]?.align === 'right' ? `${padding}${text}` : `${text}${padding}`;
      })
      .join('  ')
      .trimEnd(),
  );
}

/** Puts the lines into as few sections as possible. */
export function inSections(lines: readonly string[], frame: (text: string) => string): KnownBlock[] {
  const blocks: KnownBlock[] = [];
  let part: string[] = [];
  let characters = 0;
  const flush = () => {
    if (part.length > 0) blocks.push(section(frame(part.join('\n'))));
    part = [];
    characters = 0;
  };
  for (const line of lines) {
    if (characters + line.length > SECTION_CHARACTERS) flush();
    part.push(line);
    characters += line.length + 1;
  }
  flush();
  return blocks;
}

/** Escapes the four characters that mean something to Slack inside a code fence. */
function forFence(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', 'ʼ');
}
