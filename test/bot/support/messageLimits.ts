import type { Message } from '../../../bot/views/message.ts';

/**
 * What Slack would refuse in a message, one line a breach; empty when it is well formed. The limits are those of
 * Slack's Block Kit reference: text 3,000, header 150, context 10 elements, 50 blocks, one table, 10,000 characters.
 */
export function breachesOf(message: Message): string[] {
  const breaches: string[] = [];
  if (message.text.trim() === '') breaches.push('the text is empty');
  if (message.text.length > 40_000) breaches.push('the text is longer than 40,000');
  if (message.blocks.length < 1 || message.blocks.length > 50) {
    breaches.push(`${message.blocks.length} blocks, but 1 to 50 are taken`);
  }
  const tables = message.blocks.filter((block) => block.type === 'data_table' || block.type === 'table');
  if (tables.length > 1) breaches.push(`${tables.length} tables, but one is taken`);
  const ids = message.blocks.flatMap((block) => (block.block_id === undefined ? [] : [block.block_id]));
  if (new Set(ids).size < ids.length) breaches.push('a block_id stands twice');
  for (const id of ids)
    if (id === '' || id.length > 255) breaches.push('a block_id is not of 1 to 255 characters');
  message.blocks.forEach((block, at) => {
    for (const breach of breachesOfBlock(block)) breaches.push(`block ${at} (${block.type}): ${breach}`);
  });
  return breaches;
}

type Block = Message['blocks'][number];

function breachesOfBlock(block: Block): string[] {
  switch (block.type) {
    case 'section':
      return length('text', block.text?.text ?? '', 3_000);
    case 'header':
      return [
        ...(block.text.type === 'plain_text' ? [] : ['the header is not plain_text']),
        ...length('text', block.text.text, 150),
      ];
    case 'context':
      return [
        ...(block.elements.length >= 1 && block.elements.length <= 10 ? [] : ['not 1 to 10 elements']),
        ...block.elements.flatMap((element) =>
          'text' in element ? length('element', element.text, 3_000) : [],
        ),
      ];
    case 'data_table':
      return [
        ...length('caption', block.caption, 10_000),
        ...breachesOfRows(block.rows, 2, 101),
        ...(block.page_size === undefined || (block.page_size >= 1 && block.page_size <= 100)
          ? []
          : [`page_size ${block.page_size}`]),
      ];
    case 'table':
      return [
        ...breachesOfRows(block.rows, 1, 100),
        ...((block.column_settings?.length ?? 0) <= 20 ? [] : ['more than 20 column settings']),
      ];
    default:
      return [`a block that the bot is not known to send`];
  }
}

function breachesOfRows(rows: readonly (readonly object[])[], fewest: number, most: number): string[] {
  const breaches: string[] = [];
  if (rows.length < fewest || rows.length > most) {
    breaches.push(`${rows.length} rows, but ${fewest} to ${most} are taken`);
  }
  const widths = new Set(rows.map((row) => row.length));
  if (widths.size !== 1) breaches.push('rows of different widths');
  for (const width of widths) if (width < 1 || width > 20) breaches.push(`${width} columns`);
  const texts = rows.flat().map((cell) => ('text' in cell ? String(cell.text) : ''));
  if (texts.some((text) => text.trim() === '')) breaches.push('a cell without text');
  for (const cell of rows.flat()) {
    if ('value' in cell && !Number.isFinite(cell.value)) breaches.push(`the number ${String(cell.value)}`);
  }
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters > 10_000) breaches.push(`${characters} characters in the cells`);
  return breaches;
}

function length(what: string, text: string, most: number): string[] {
  return text.length >= 1 && text.length <= most
    ? []
    : [`${what} of ${text.length} characters, 1 to ${most}`];
}
