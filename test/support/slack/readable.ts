import { at, listAt, textAt } from '../../../bot/demo/slack/fields.ts';

/** Names for ids that differ in each run, in the order in which they appear. */
export interface Ids {
  nameOf(id: string): string;
}

const OPAQUE = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?<![\w-])(?:[\w-]{43}|[\w-]{24})(?![\w-])/g;

export function createIds(): Ids {
  const names = new Map<string, string>();
  return {
    nameOf: (text) =>
      text.replace(OPAQUE, (id) => {
        const name = names.get(id) ?? `id${names.size + 1}`;
        names.set(id, name);
        return `<${name}>`;
      }),
  };
}

/** Blocks of a message or window as lines that can be read and compared. */
export function blockLines(blocks: readonly unknown[], ids: Ids): string[] {
  return blocks.flatMap((block) => linesOf(block, ids));
}

function linesOf(block: unknown, ids: Ids): string[] {
  switch (textAt(block, 'type')) {
    case 'header':
      return [`# ${textOf(at(block, 'text'))}`];
    case 'divider':
      return ['---'];
    case 'section':
      return [
        ...textOf(at(block, 'text')).split('\n'),
        ...listAt(block, 'fields').map((each) => `field: ${textOf(each)}`),
        ...(at(block, 'accessory') === undefined ? [] : [elementLine(at(block, 'accessory'), ids)]),
      ];
    case 'context':
      return listAt(block, 'elements').flatMap((each) =>
        textOf(each)
          .split('\n')
          .map((line) => `~ ${line}`),
      );
    case 'actions':
      return listAt(block, 'elements').map((each) => elementLine(each, ids));
    case 'table':
    case 'data_table':
      return tableLines(block);
    case 'data_visualization':
      return chartLines(block);
    case 'input':
      return inputLines(block, ids);
    default:
      return [JSON.stringify(block)];
  }
}

function textOf(text: unknown): string {
  return textAt(text, 'text');
}

function elementLine(element: unknown, ids: Ids): string {
  const type = textAt(element, 'type');
  const options = listAt(element, 'options').map((option) => textOf(at(option, 'text')));
  const shown = type === 'button' ? textOf(at(element, 'text')) : `${type}: ${options.join(', ')}`;
  const value = ids.nameOf(textAt(element, 'value'));
  const style = textAt(element, 'style');
  const confirm =
    at(element, 'confirm') === undefined ? '' : ` confirm ${JSON.stringify(at(element, 'confirm'))}`;
  return `[${shown}] ${textAt(element, 'action_id')} = ${value}${style === '' ? '' : ` (${style})`}${confirm}`;
}

function tableLines(block: unknown): string[] {
  const rows = listAt(block, 'rows').map((row) => listAt(row).map(cellText));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(' | ')
      .trimEnd(),
  );
  const aligned = listAt(block, 'column_settings').map((column) => textAt(column, 'align'));
  const about = [
    textAt(block, 'caption'),
    aligned.join(' '),
    `page ${String(at(block, 'page_size') ?? '–')}`,
  ];
  return [`table: ${about.join(' / ')}`, ...lines];
}

/** The exact number stands behind what is shown of it. */
function cellText(cell: unknown): string {
  const value = at(cell, 'value');
  return value === undefined ? textOf(cell) : `${textOf(cell)} {${String(value)}}`;
}

function chartLines(block: unknown): string[] {
  const chart = at(block, 'chart');
  return [
    `chart: ${textAt(block, 'title')} / ${textAt(chart, 'type')} / ${textAt(chart, 'axis_config', 'x_label')} / ${textAt(chart, 'axis_config', 'y_label')}`,
    ...listAt(chart, 'series').map((series) => {
      const points = listAt(series, 'data').map(
        (point) => `${textAt(point, 'label')}=${String(at(point, 'value'))}`,
      );
      return `  ${textAt(series, 'name')}: ${points.join(', ')}`;
    }),
  ];
}

function inputLines(block: unknown, ids: Ids): string[] {
  const { type, action_id: actionId, ...rest } = Object(at(block, 'element'));
  const must = at(block, 'optional') === true ? 'optional' : 'required';
  const hint = textOf(at(block, 'hint'));
  const settings = Object.entries(rest).map(([name, value]) => `    ${name}: ${ids.nameOf(plainly(value))}`);
  return [
    `field ${textAt(block, 'block_id')} (${String(type)} ${String(actionId)}, ${must}): ${textOf(at(block, 'label'))}`,
    ...(hint === '' ? [] : [`    hint: ${hint}`]),
    ...settings,
  ];
}

/** Options as value=text; what else there is as it is. */
function plainly(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainly).join(' | ');
  if (typeof value !== 'object' || value === null) return String(value);
  if ('value' in value && 'text' in value) return `${String(value.value)}=${plainly(value.text)}`;
  return 'text' in value ? String(value.text) : JSON.stringify(value);
}
