import type { Formatter } from '../language/formatter.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import type { DayRange } from '../text/dayRange.ts';

/** "Mon 9 Nov 2026 – Sun 15 Nov 2026", or the day alone. */
export function rangeInWords({ from, to }: DayRange, format: Formatter): string {
  return from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
}

/** Days in a sentence: runs of days as ranges, and no more of them than can be read. */
export function daysInWords(days: readonly string[], format: Formatter, most = 4): string {
  const runs: { from: string; to: string; days: number }[] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last !== undefined && dayAfter(last.to) === day) {
      last.to = day;
      last.days += 1;
    } else runs.push({ from: day, to: day, days: 1 });
  }
  const shown = runs.slice(0, most);
  const words = shown.map(({ from, to }) =>
    from === to ? format.shortDay(from) : `${format.shortDay(from)} – ${format.shortDay(to)}`,
  );
  const left = days.length - shown.reduce((sum, run) => sum + run.days, 0);
  return format.list(words, left);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
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
