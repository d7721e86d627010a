import type { Formatter } from '../language/formatter.ts';
import { escapeMrkdwn } from './message.ts';

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
