import type { PostedMessage } from './standIn.ts';

/** The message as text for a terminal. */
export function plainText(message: PostedMessage): string {
  const lines = message.blocks.map(blockText).filter((text) => text !== '');
  return lines.length === 0 ? unmarked(message.text) : lines.join('\n');
}

function blockText(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('type' in block)) return '';
  if (block.type === 'context' && 'elements' in block && Array.isArray(block.elements)) {
    return block.elements.map((element) => elementText(element)).join(' ');
  }
  return 'text' in block ? elementText(block.text) : '';
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
