import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import type { Catalog } from '../language/language.ts';
import { type DayRange, daysIn } from '../text/dayRange.ts';
import { fold } from '../text/normalize.ts';
import { askWords } from './words/words.ts';

/** Few and short names: some systems limit the whole path to 255 characters. */
const MAX_NAMES = 2;
const NAME_CHARACTERS = 30;

/** A file name without its extension: `sales-gin-2026-W46-by-store`. Safe on every file system. */
export function fileNameOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('-');
}

/** The first names, with `between` between them, and how many more there are. */
export function namesPart(
  names: readonly string[],
  t: Catalog,
  between: readonly string[] = [],
): readonly string[] {
  const left = names.length - MAX_NAMES;
  return [
    ...names.slice(0, MAX_NAMES).flatMap((name, at) => (at === 0 ? [name] : [...between, name])),
    ...(left > 0 ? [askWords(t).fileName.more(left)] : []),
  ];
}

/** 2026-11-19, 2026-W46, 2026-11, 2026, or the first and the last day. */
export function periodPart({ from, to }: DayRange, t: Catalog): string {
  const words = askWords(t).fileName;
  if (from === to) return from;
  const week = isoWeekOf(from);
  if (daysIn({ from, to }).length === 7 && isoWeekOf(to) === week) {
    const [year = '', number = ''] = week.split('-W');
    return words.week(year, number);
  }
  if (from.slice(5) === '01-01' && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4);
  const month = daysIn({ from, to }).every((day) => day.startsWith(from.slice(0, 7)));
  const isWhole = from.endsWith('-01') && nextDay(to).endsWith('-01');
  return month && isWhole ? from.slice(0, 7) : words.range(from, to);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Only letters a to z, digits and hyphens. */
export function safePart(text: string): string {
  return fold(text)
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, NAME_CHARACTERS)
    .replace(/-+$/, '');
}
