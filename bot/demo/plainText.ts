/** What is read of a message: its blocks, or its text where it has none. */
export interface Readable {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

/** The message as text for a terminal. */
export function plainText(message: Readable): string {
  const lines = message.blocks.map(blockText).filter((text) => text !== '');
  return lines.length === 0 ? unmarked(message.text) : lines.join('\n');
}

function blockText(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block)) return '';
  if (block.type === 'context' && 'elements' in block && Array.isArray(block.elements)) {
    return block.elements.map((element) => elementText(element)).join(' ');
  }
  if ('rows' in block && Array.isArray(block.rows)) return tableText(block.rows);
  return 'text' in block ? elementText(block.text) : '';
}

/** As many rows as a first page has. Numbers, which stand behind what is shown of them, are at the right. */
const ROWS = 15;

function tableText(rows: readonly (readonly object[])[]): string {
  const shown = rows.slice(0, ROWS + 1).map((row) => row.map(elementText));
  const widths = (shown[0] ?? []).map((_, at) => Math.max(...shown.map((row) => row[at]?.length ?? 0)));
  const isNumber = widths.map((_, at) => rows.slice(1).some((row) => 'value' in (row[at] ?? {})));
  const lines = shown.map((row) =>
    row
      .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, ...(rows.length > ROWS + 1 ? ['…'] : [])].join('\n');
}

function elementText(element: unknown): string {
  if (typeof element !== 'object' || element === null || !('text' in element)) return '';
  return unmarked(String(element.text));
}

function unmarked(mrkdwn: string): string {
  return mrkdwn
    .replace(/```\n?/g, '')
    .replace(/:warning:/g, '(!)')
    .replace(/:[a-z_]+:/g, '·')
    .replace(/\*([^*\n]+)\*/g, '$1')
    .replaceAll('`', '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trimEnd();
}
