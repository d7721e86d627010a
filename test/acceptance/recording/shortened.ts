import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';

/** So many rows of a table, points of a chart and lines of a file are recorded, and the sum of all. */
const ROWS = 3;

/** The same with three rows of each table; files by `shortFile`. That all rows are right is for tests which compute them. */
export function shortened(seen: Seen): Seen {
  switch (seen.kind) {
    case 'message':
      return { ...seen, body: withShortBlocks(seen.body) };
    case 'view':
      return { ...seen, view: withShortBlocks(seen.view) };
    case 'file':
      return seen;
  }
}

/** The same for what a request was answered with at once. */
export function shortenedAtOnce(answer: unknown): unknown {
  const view = at(answer, 'view');
  return typeof view === 'object' && view !== null
    ? { ...Object(answer), view: withShortBlocks(view) }
    : answer;
}

function withShortBlocks<Holder extends object>(holder: Holder): Holder {
  return { ...holder, blocks: listAt(holder, 'blocks').map(shortBlock) };
}

function shortBlock(block: unknown): unknown {
  switch (textAt(block, 'type')) {
    case 'table':
    case 'data_table':
      return { ...Object(block), rows: shortRows(listAt(block, 'rows')) };
    case 'data_visualization':
      return { ...Object(block), chart: shortChart(Object(at(block, 'chart'))) };
    case 'actions':
      // The same below all answers.
      return { ...Object(block), elements: listAt(block, 'elements').filter((each) => !isMenu(each)) };
    case 'section':
      return {
        ...Object(block),
        text: { ...Object(at(block, 'text')), text: shortFence(textAt(block, 'text', 'text')) },
      };
    default:
      return block;
  }
}

function isMenu(element: unknown): boolean {
  return textAt(element, 'action_id') === 'answer_menu';
}

function shortRows(rows: readonly unknown[]): readonly unknown[] {
  const [head, ...others] = rows;
  const cells = others.map((row) => listAt(row).map((cell) => at(cell, 'value') ?? textAt(cell, 'text')));
  return cut(others, (more) =>
    sumsOf(cells).map((sum, column) => ({ text: column === 0 ? `${more} more, sum` : sum })),
  ).toSpliced(0, 0, head);
}

function shortChart(chart: object): object {
  const series = listAt(chart, 'series').map((each) => ({
    ...Object(each),
    data: cut(listAt(each, 'data'), (more, points) => ({
      label: `${more} more, sum`,
      value: sumOf(points.map((point) => at(point, 'value'))),
    })),
  }));
  return { ...chart, series };
}

const FENCE = /^```\n([\s\S]*)\n```$/m;

/** A table that a window shows as text. */
function shortFence(text: string): string {
  return text.replace(FENCE, (_, table: string) => {
    const [head = '', ...rows] = table.split('\n');
    const sums = sumsOf(rows.map((row) => row.trim().split(/ {2,}/)));
    const short = cut(rows, (more) => [`${more} more, sum`, ...sums.slice(1)].join('  '));
    return ['```', head, ...short, '```'].join('\n');
  });
}

/** What stands above the rows of a file ends with an empty line. */
/** A file's text with its first rows and their sum. */
export function shortFile(content: string): string {
  const above = content.indexOf('\r\n\r\n');
  const [head = '', ...rows] = content
    .slice(above === -1 ? 0 : above + 4)
    .trimEnd()
    .split('\r\n');
  const sums = sumsOf(rows.map((row) => row.split(/[,;]/)));
  const short = cut(rows, (more) => [`${more} more, sum`, ...sums.slice(1)].join(','));
  return [content.slice(0, above === -1 ? 0 : above + 4), [head, ...short].join('\r\n')].join('');
}

/** The first of them, and in place of the others what `last` makes of their number and of all. */
function cut<Row>(rows: readonly Row[], last: (more: number, rows: readonly Row[]) => Row): readonly Row[] {
  return rows.length <= ROWS + 1 ? rows : [...rows.slice(0, ROWS), last(rows.length - ROWS, rows)];
}

/** The sum of each column that is made of numbers; of others, and of shares and changes, nothing. */
function sumsOf(rows: readonly (readonly unknown[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, column) => sumOf(rows.map((row) => row[column])));
}

function sumOf(values: readonly unknown[]): string {
  const numbers = values.map((value) => Number(String(value ?? '').replace(/(?<=\d),(?=\d{3})/g, '')));
  if (values.some((value) => value === '' || value === undefined) || numbers.some(Number.isNaN)) return '';
  return String(Math.round(numbers.reduce((sum, each) => sum + each, 0) * 1_000) / 1_000);
}
