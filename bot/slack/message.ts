import type { Block, Button, KnownBlock, MrkdwnElement } from '@slack/types';
import type { Formatter } from '../language/formatter.ts';

/** A message in Slack's format. Notifications and screen readers use only `text`. */
export interface Message {
  readonly text: string;
  readonly blocks: MessageBlock[];
}

export type MessageBlock = KnownBlock | ChartBlock;

/** Slack's native chart, which its SDK has no types for yet. */
export interface ChartBlock extends Block {
  readonly type: 'data_visualization';
  readonly title: string;
  readonly chart: {
    readonly type: 'line' | 'bar';
    readonly series: readonly {
      readonly name: string;
      readonly data: readonly { readonly label: string; readonly value: number }[];
    }[];
    readonly axis_config: {
      readonly categories: readonly string[];
      readonly x_label: string;
      readonly y_label: string;
    };
  };
}

/**
 * How tables are rendered, best first: Slack's data table, monospace text, or no table. Each is for a Slack that
 * refuses the one before. Charts, which are native blocks too, come only with the data table.
 */
export const RENDERINGS = ['dataTable', 'text', 'plain'] as const;

export type Rendering = (typeof RENDERINGS)[number];

/** Builds a message in a rendering. */
export type Render = (rendering: Rendering) => Message;

/** Slack's limit for one text of a section or context. */
const TEXT_CHARACTERS = 3_000;

/** `accessory` stands beside the text. */
export function section(mrkdwn: string, accessory?: Button): KnownBlock {
  return { type: 'section', text: mrkdwnOf(mrkdwn), ...(accessory === undefined ? {} : { accessory }) };
}

/** Shows text of any origin literally. */
export function plainSection(text: string): KnownBlock {
  return {
    type: 'section',
    text: { type: 'plain_text', text: shorten(text, TEXT_CHARACTERS), emoji: false },
  };
}

export function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text: shorten(text, 150), emoji: false } };
}

export function context(mrkdwn: string): KnownBlock {
  return { type: 'context', elements: [mrkdwnOf(mrkdwn)] };
}

/** Verbatim, so that Slack doesn't turn addresses and names in the service's texts into links and mentions. */
function mrkdwnOf(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text: withinLimit(text), verbatim: true };
}

/** Our own texts fit the limit, so only texts of the service are cut. Keeps escapes and code spans intact. */
function withinLimit(mrkdwn: string): string {
  if (mrkdwn.length <= TEXT_CHARACTERS) return mrkdwn;
  const cut = shorten(mrkdwn, TEXT_CHARACTERS - 1).replace(/&[a-z]{0,3}…$/, '…');
  return cut.split('`').length % 2 === 0 ? `${cut}\`` : cut;
}

/**
 * Escapes text of any origin for mrkdwn, so that it can't create mentions, links or code fences. Cuts it to `most`
 * characters first.
 */
export function escapeMrkdwn(text: string, most = 300): string {
  return shorten(text, most)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('`', 'ʼ');
}

export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  // Don't end on half of a surrogate pair.
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** "1101 Pale Ale, 90210 and 3 more", escaped. */
export function listText(names: readonly string[], format: Formatter, most = 3): string {
  const shown = names.slice(0, most).map((name) => escapeMrkdwn(name, 80));
  return format.list(shown, names.length - shown.length);
}

/** Removes bold marks and emoji from one of our sentences, for notifications and screen readers. */
export function withoutMarks(mrkdwn: string): string {
  return mrkdwn
    .replace(/:[a-z_]+: /g, '')
    .replaceAll('*', '')
    .replaceAll('\n', ' ');
}
