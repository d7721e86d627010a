import { isoWeekOf } from 'retail-data-client/calendar/calendar';
import { dateOf, dayOf } from 'retail-data-client/calendar/openDays';
import type { Catalog } from '../language/language.ts';
import { type Chosen, MEANINGS, type Meaning, type Selection } from '../parse/selection.ts';
import { type DayRange, lengthOf } from '../text/dayRange.ts';
import { fold } from '../text/normalize.ts';
import type { Reader } from './reader.ts';
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

/** The products and stores of a question, and what it leaves out: `gin-and-2-more-without-1101-pale-ale`. */
export function selectionParts(
  { sides, without, ...chosen }: Selection,
  reader: Pick<Reader, 'language' | 'products' | 'stores'>,
): readonly string[] {
  const { t } = reader.language;
  const words = askWords(t).fileName;
  const namesIn = (meaning: Meaning, { ids, names }: Chosen) => {
    const labels = meaning === 'product' ? reader.products : reader.stores;
    return [...names.map((name) => name.words), ...ids.map((id) => labels.label(id))].map(safePart);
  };
  // Names of several first.
  const namesOf = (both: Readonly<Record<Meaning, Chosen>>) => [
    ...MEANINGS.flatMap((meaning) => namesIn(meaning, { ...both[meaning], ids: [] })),
    ...MEANINGS.flatMap((meaning) => namesIn(meaning, { ...both[meaning], names: [] })),
  ];
  const left = namesOf(without);
  return [
    ...(sides === undefined
      ? namesPart(namesOf(chosen), t)
      : namesPart(
          sides.each.map((side) => namesPart(namesIn(sides.of, side), t).join('-')),
          t,
          [words.versus],
        )),
    ...(left.length === 0 ? [] : [words.without, ...namesPart(left, t)]),
  ];
}

/** 2026-11-19, 2026-W46, 2026-11, 2026, or the first and the last day. */
export function periodPart({ from, to }: DayRange, t: Catalog): string {
  const words = askWords(t).fileName;
  if (from === to) return from;
  const week = isoWeekOf(from);
  if (lengthOf({ from, to }) === 7 && isoWeekOf(to) === week) {
    const [year = '', number = ''] = week.split('-W');
    return words.week(year, number);
  }
  if (from.slice(5) === '01-01' && to === `${from.slice(0, 4)}-12-31`) return from.slice(0, 4);
  const month = from.slice(0, 7);
  const isWhole = from.endsWith('-01') && dateOf(dayOf(to) + 1).endsWith('-01');
  return to.startsWith(month) && isWhole ? month : words.range(from, to);
}

/** Only letters a to z, digits and hyphens. */
export function safePart(text: string): string {
  return fold(text)
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, NAME_CHARACTERS)
    .replace(/-+$/, '');
}
