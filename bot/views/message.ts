import type { KnownBlock } from '@slack/types';

/** A message as Slack takes it; `text` stands alone in notifications and for screen readers. */
export interface Message {
  readonly text: string;
  readonly blocks: KnownBlock[];
}

/**
 * How tables come out: Slack's native data table, the older table block, monospace text for a Slack that takes
 * neither, or a line of code per row for one that does not know fences either.
 */
export type Rendering = 'dataTable' | 'table' | 'text' | 'codeLines';

export const RENDERINGS: readonly Rendering[] = ['dataTable', 'table', 'text'];

export function section(mrkdwn: string): KnownBlock {
  return { type: 'section', text: { type: 'mrkdwn', text: mrkdwn } };
}

/** Text of any origin, shown as it is. */
export function plainSection(text: string): KnownBlock {
  return { type: 'section', text: { type: 'plain_text', text: shorten(text, 3000), emoji: false } };
}

export function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text: shorten(text, 150), emoji: false } };
}

export function context(mrkdwn: string): KnownBlock {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn }] };
}

/** Text of any origin as it may stand in mrkdwn: no mention, link or code fence can come out of it. */
export function escapeMrkdwn(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', 'ʼ');
}

export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
