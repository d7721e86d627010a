import type { About } from '../ask/asking.ts';
import { formatCalendarDate } from '../parse/dates/calendarDate.ts';
import { WEEKDAYS } from '../parse/dates/words.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import { FILLERS, HELP_WORDS, STORE_WORDS, TODAY_WORDS } from '../parse/vocabulary.ts';
import { fold } from '../text/normalize.ts';
import { ALL_WORDS, AT_WORDS, NEAR_WORDS, NOW_WORDS, OPEN_WORDS, TOMORROW_WORDS } from './parse/words.ts';
import type { OpenAt, Place, StoresQuestion } from './question.ts';

/** Writes the command that `parseStores` reads as the same question. */
export function writeStores(question: StoresQuestion): string {
  return `/stores ${wordsOf(question)}`;
}

function wordsOf(question: StoresQuestion): string {
  if (question.kind === 'number') {
    return [question.storeId, ...(question.open === undefined ? [] : [formatOpen(question.open)])].join(' ');
  }
  const { words, openNow, open, near } = question;
  return [
    ...(openNow ? ['open now'] : []),
    ...(open === undefined ? [] : [formatOpen(open)]),
    ...(near === undefined ? [] : [`near ${'words' in near ? inQuotes(near.words) : formatPlace(near)}`]),
    ...(words === '' ? [] : [isPlainSearch(words) ? words : inQuotes(words)]),
  ].join(' ');
}

function formatOpen({ day, time }: OpenAt): string {
  return ['open', formatDay(day), ...(time === undefined ? [] : ['at', time])].join(' ');
}

function formatDay(day: OpenAt['day']): string {
  if (typeof day === 'string') return day;
  if (typeof day === 'object') return formatCalendarDate(day);
  return [...WEEKDAYS].find(([, number]) => number === day)?.[0] ?? '';
}

function formatPlace({ latitude, longitude }: Place): string {
  // Write whole degrees with a decimal, since "59,10" could be one number.
  return [latitude, longitude]
    .map((degrees) => (Number.isInteger(degrees) ? degrees.toFixed(1) : degrees))
    .join(',');
}

/** Whether words can be written without quotes: letters only, and no word that means something else. */
function isPlainSearch(words: string): boolean {
  const [first = '', ...others] = words.split(' ').map(fold);
  return (
    /^\p{L}{2,}(?: \p{L}+)*$/u.test(words) &&
    !FILLERS.has(first) &&
    ![first, ...others].some((word) => SPECIAL.has(word))
  );
}

const SPECIAL = new Set([
  ...[
    HELP_WORDS,
    OPEN_WORDS,
    NOW_WORDS,
    NEAR_WORDS,
    ALL_WORDS,
    STORE_WORDS,
    TODAY_WORDS,
    TOMORROW_WORDS,
  ].flatMap((words) => [...words]),
  ...WEEKDAYS.keys(),
  ...['dag', 'morgen', 'morgon', ...AT_WORDS],
]);

/** The store or town of a question. */
export function aboutStores(question: StoresQuestion): About {
  const stores = question.kind === 'number' ? question.storeId : question.words;
  return {
    products: '',
    stores: stores === '' ? '' : `store:${/^\d+$/.test(stores) ? stores : inQuotes(stores)}`,
  };
}
