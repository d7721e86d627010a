import type { Block, KnownBlock, MrkdwnElement } from '@slack/types';
import type { Formatter } from '../language/formatter.ts';

/** A message as Slack takes it; `text` stands alone in notifications and for screen readers. */
export interface Message {
  readonly text: string;
  readonly blocks: MessageBlock[];
}

export type MessageBlock = KnownBlock | ChartBlock;

/** Slack's native chart; the types of its SDK do not have it yet. */
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
 * How tables come out, the best first: Slack's native data table, monospace text for a Slack that does not take it, no
 * table at all for one that takes not even that. Charts are native blocks too, and come with the data table only.
 */
export const RENDERINGS = ['dataTable', 'text', 'plain'] as const;

export type Rendering = (typeof RENDERINGS)[number];

/** A message in each rendering. */
export type Render = (rendering: Rendering) => Message;

/** What Slack takes in one text of a section or context. */
const TEXT_CHARACTERS = 3_000;

export function section(mrkdwn: string): KnownBlock {
  return { type: 'section', text: mrkdwnOf(mrkdwn) };
}

/** Text of any origin, shown as it is. */
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

/** Verbatim, or Slack would make links and mentions of addresses and names in the service's texts. */
function mrkdwnOf(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text: withinLimit(text), verbatim: true };
}

/** Nothing of ours is that long, so what is cut is a text of the service; an escape or code is not cut in two. */
function withinLimit(mrkdwn: string): string {
  if (mrkdwn.length <= TEXT_CHARACTERS) return mrkdwn;
  const cut = shorten(mrkdwn, TEXT_CHARACTERS - 1).replace(/&[a-z]{0,3}…$/, '…');
  return cut.split('`').length % 2 === 0 ? `${cut}\`` : cut;
}

/**
 * Text of any origin as it may stand in mrkdwn: no mention, link or code fence can come out of it. At most `most`
 * characters of it are taken.
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
  // Half of a pair of code units is no character.
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** "1101 Pale Ale, 90210 and 3 more", escaped. */
export function listInWords(names: readonly string[], format: Formatter, most = 3): string {
  const shown = names.slice(0, most).map((name) => escapeMrkdwn(name, 80));
  return format.list(shown, names.length - shown.length);
}

/** A sentence of ours without its bold marks and emoji, for notifications and screen readers. */
export function withoutMarks(mrkdwn: string): string {
  return mrkdwn
    .replace(/:[a-z_]+: /g, '')
    .replaceAll('*', '')
    .replaceAll('\n', ' ');
}
