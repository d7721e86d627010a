import { languageFor } from '../language/language.ts';
import { formatCalendarDate } from '../parse/dates/calendarDate.ts';
import { MONTHS, WEEKDAYS } from '../parse/dates/words.ts';
import { type Chosen, isNone, writeChosen } from '../parse/selection.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import { fold } from '../text/normalize.ts';
import { isOneName } from './parse.ts';
import type { OpenAt, StoresQuestion } from './question.ts';

/** Writes the command that `parseStores` reads as the same question. */
export function writeStores({ stores, without, state, when, near }: StoresQuestion): string {
  const said = when === undefined ? (state === undefined ? [] : [`${state} now`]) : [writeWhen(state, when)];
  const named = [
    ...(near === undefined ? [] : [`near ${inQuotes(near)}`]),
    // A bare number behind a state would be an hour, and behind a place a part of its label.
    ...((state === undefined && near === undefined) || stores.ids.length === 0
      ? writeNamed(stores)
      : writeChosen('store', stores)),
    ...writeChosen('store', without).flatMap((each) => ['without', each]),
  ];
  return ['/stores', ...(state === undefined ? [...named, ...said] : [...said, ...named])].join(' ');
}

/** As people type it where that is one number or one name; otherwise by keys. */
function writeNamed(stores: Chosen): string[] {
  const [only = '', more] = [...stores.ids, ...stores.names.map(({ words }) => words)];
  if (more !== undefined) return writeChosen('store', stores);
  return isNone(stores) ? [] : [stores.names.length === 0 || isPlainSearch(only) ? only : inQuotes(only)];
}

function writeWhen(state: StoresQuestion['state'], { day, time }: OpenAt): string {
  return [state, writeDay(day), time === undefined ? undefined : `at ${time}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

function writeDay(day: OpenAt['day']): string {
  if (typeof day === 'string') return day;
  if (typeof day === 'object') return 'feast' in day ? day.feast : formatCalendarDate(day);
  return [...WEEKDAYS].find(([, number]) => number === day)?.[0] ?? '';
}

/**
 * Whether words can be written without quotes: one word that means nothing else and isn't translated. Whether several
 * are one name depends on the names that are known when they are read. A month would be read with the number behind it.
 */
function isPlainSearch(words: string): boolean {
  const isSame = languageFor('nb').t.common.command(`/stores ${words}`, {}) === `/stores ${words}`;
  return isSame && /^\p{L}{2,}$/u.test(words) && isOneName(words) && !MONTHS.has(fold(words));
}
