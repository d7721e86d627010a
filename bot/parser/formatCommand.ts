import { fold } from '../text/normalize.ts';
import { formatCalendarDate } from './dates/calendarDate.ts';
import { formatDays } from './dates/period.ts';
import { WEEKDAYS } from './dates/words.ts';
import { MEANINGS, type Meaning } from './names.ts';
import { LONGEST_COMMAND } from './normalize.ts';
import {
  MOST_CHOSEN,
  type NameOfMany,
  type Narrowing,
  type OpenAt,
  type Place,
  type Question,
  type SalesFigures,
  type Side,
  type Sides,
  type StockFigures,
  type StockHistory,
  type StoresFound,
} from './question.ts';
import { inQuotes } from './tokenizer.ts';
import {
  ALL_WORDS,
  AT_WORDS,
  FILLERS,
  HELP_WORDS,
  NEAR_WORDS,
  NOW_WORDS,
  OPEN_WORDS,
  STORE_WORDS,
  TODAY_WORDS,
  TOMORROW_WORDS,
} from './vocabulary.ts';

/**
 * The command as it could be typed; it is read as the same question, as long as its days have sales. `period` stands in
 * the place of the days of sales: `last week`, `compare this month`.
 */
export function formatCommand(question: Question, period?: string): string {
  if (question.kind === 'form') return `/${question.command}`;
  if (question.kind === 'help') return `/${question.command} help`;
  switch (question.command) {
    case 'stock':
      return `/stock ${formatStock(question)}`;
    case 'sales':
      return `/sales ${formatSales(question, period)}`;
    case 'stores':
      return `/stores ${formatStores(question)}`;
  }
}

/** Characters that a command has at most which a button carries. */
export const LONGEST_CARRIED = LONGEST_COMMAND;

/**
 * The command for a button: it is read as the same question whenever it is clicked. Undefined for one that is too long, or
 * lists more products than a command takes, such as those of a group of hundreds.
 */
export function carriedCommand(question: Question, period?: string): string | undefined {
  const isTooMany =
    question.command === 'stock' && 'productIds' in question && question.productIds.length > MOST_CHOSEN;
  if (isTooMany) return undefined;
  const command = formatCommand(question, period);
  return command.length > LONGEST_CARRIED ? undefined : command;
}

function formatStock(question: StockFigures | StockHistory): string {
  if (question.kind === 'history') return [...question.productIds, formatDays(question.days)].join(' ');
  if (question.kind === 'products') return question.productIds.join(' ');
  if (question.kind === 'overview') return question.scope;
  return [
    question.kind,
    ...('days' in question ? [question.days] : []),
    ...(question.scope === 'all' ? ['all'] : []),
    ...(question.of === undefined ? [] : [...question.of.ids, ...formatNames('product', question.of.names)]),
  ].join(' ');
}

function formatSales(question: SalesFigures, period = formatPeriods(question)): string {
  const { without, top, bottom, returns, by } = question;
  const { sides, and, share } = question.kind === 'sales' ? question : {};
  return [
    ...(period === '' ? [] : [period]),
    ...formatNarrowing(question, sides),
    ...(without === undefined ? [] : formatNarrowing(without).flatMap((chosen) => ['without', chosen])),
    ...(top === undefined ? [] : [`top:${top}`]),
    ...(bottom === undefined ? [] : [`bottom:${bottom}`]),
    ...(returns === true ? ['returns'] : []),
    ...(share === true ? ['share'] : []),
    `by:${by}`,
    ...(and === undefined ? [] : [`by:${and}`]),
  ].join(' ');
}

function formatPeriods(question: SalesFigures): string {
  const days = formatDays(question.days);
  return question.kind === 'compare' ? `compare ${days} with ${formatDays(question.against)}` : days;
}

function formatNarrowing({ productIds, storeIds, names = [] }: Narrowing, sides?: Sides): string[] {
  const chosen = { product: productIds, store: storeIds };
  return MEANINGS.flatMap((meaning) =>
    sides?.of === meaning
      ? [sides.each.map((side) => formatSide(meaning, side).join(' ')).join(' vs ')]
      : formatSide(meaning, {
          ids: chosen[meaning],
          names: names.filter((name) => name.meaning === meaning),
        }),
  );
}

function formatSide(meaning: Meaning, { ids, names }: Side): string[] {
  return [...(ids.length === 0 ? [] : [`${meaning}:${ids.join(',')}`]), ...formatNames(meaning, names)];
}

function formatNames(meaning: Meaning, names: readonly NameOfMany[]): string[] {
  return names.map(({ kind, words }) => `${kind === 'group' ? 'group' : meaning}:${inQuotes(words)}`);
}

function formatStores(question: StoresFound): string {
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
  // Whole degrees with a comma between them could be one number.
  return [latitude, longitude]
    .map((degrees) => (Number.isInteger(degrees) ? degrees.toFixed(1) : degrees))
    .join(',');
}

/** Letters only, none of which is read as something else; "e" behind a place is its east. */
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
