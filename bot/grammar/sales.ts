import type { Calendar } from 'retail-data-client';
import { type DayRange, readDays } from './days.ts';
import { CommandMistake } from './mistake.ts';
import { nearest, quoted, readNumber, splitWords } from './words.ts';

export const GROUPS = ['product', 'store', 'day', 'week'] as const;
export type Group = (typeof GROUPS)[number];

/** What `/sales` was asked. */
export type SalesQuestion =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'sales';
      readonly days: DayRange;
      readonly productId: string | undefined;
      readonly storeId: string | undefined;
      readonly by: Group;
    };

export const SALES_HELP = [
  '`/sales` or `/sales yesterday` – the newest day, by product',
  '`/sales last week` – Monday to Sunday of last week',
  '`/sales 2026-11-03` or `/sales 2026-11-01..2026-11-07` – a day or a range',
  '`product:1101` and `store:143` narrow it; `by:product`, `by:store`, `by:day`, `by:week` group it',
].join('\n');

const WORDS = ['help', 'yesterday', 'last week', 'last month', 'this month'];
const KEYS = ['product:', 'store:', 'by:'];

/** Reads the text behind `/sales`. @throws CommandMistake */
export function parseSales(text: string, calendar: Calendar, now: number): SalesQuestion {
  const words = splitWords(text).map((word) => word.toLowerCase());
  if (words.includes('help')) return { kind: 'help' };
  let days: DayRange | undefined;
  let productId: string | undefined;
  let storeId: string | undefined;
  let by: Group | undefined;

  const setDays = (range: DayRange) => {
    if (days !== undefined) throw twice('periods', `${days.from}..${days.to}`);
    days = range;
  };

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [key, value] = splitKey(word);
    const ofTwoWords = namedPeriod(`${word} ${words[at + 1] ?? ''}`, calendar, now);
    const named = ofTwoWords ?? namedPeriod(word, calendar, now);
    if (ofTwoWords !== undefined) at += 1;
    if (named !== undefined) setDays(named);
    else if (key === 'product') {
      if (productId !== undefined) throw twice('products', `product:${productId}`);
      productId = readNumber(value, 'product', '/sales product:1101');
    } else if (key === 'store') {
      if (storeId !== undefined) throw twice('stores', `store:${storeId}`);
      storeId = readNumber(value, 'store', '/sales store:143');
    } else if (key === 'by') {
      if (by !== undefined) throw twice('groupings', `by:${by}`);
      by = readGroup(value);
    } else setDays(readDays(word, calendar, now, '/sales') ?? notUnderstood(word, calendar, now));
  }
  const newest = calendar.latestSalesDay(now);
  return {
    kind: 'sales',
    days: days ?? { from: newest, to: newest },
    productId,
    storeId,
    by: by ?? (productId === undefined ? 'product' : 'store'),
  };
}

function twice(what: string, first: string): CommandMistake {
  return new CommandMistake(`There are two ${what} in that; one is enough.`, `/sales ${first}`);
}

/** A period ends with the newest day that is there: an answer never speaks for a day that is still to come. */
function namedPeriod(words: string, calendar: Calendar, now: number): DayRange | undefined {
  const newest = calendar.latestSalesDay(now);
  const today = calendar.dayOf(now);
  switch (words) {
    case 'yesterday': {
      const yesterday = calendar.addDays(today, -1);
      if (yesterday > newest) {
        throw new CommandMistake(
          `The sales of yesterday, ${yesterday}, come about 07:45; the newest are of ${newest}.`,
          `/sales ${newest}`,
        );
      }
      return { from: yesterday, to: yesterday };
    }
    case 'last week': {
      const { from, to } = calendar.weekOf(calendar.addDays(today, -7));
      return { from, to: earlier(to, newest) };
    }
    case 'this month': {
      const from = `${today.slice(0, 7)}-01`;
      if (newest >= from) return { from, to: newest };
      throw new CommandMistake(
        `There are no sales of this month yet; the newest are of ${newest}.`,
        `/sales ${newest}`,
      );
    }
    case 'last month': {
      const last = calendar.addDays(`${today.slice(0, 7)}-01`, -1);
      return { from: `${last.slice(0, 7)}-01`, to: earlier(last, newest) };
    }
    default:
      return undefined;
  }
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function splitKey(word: string): [string, string] {
  const at = word.indexOf(':');
  return at === -1 ? ['', word] : [word.slice(0, at), word.slice(at + 1)];
}

function readGroup(value: string): Group {
  const group = GROUPS.find((known) => known === value);
  if (group !== undefined) return group;
  const near = nearest(value, GROUPS) ?? 'store';
  throw new CommandMistake(
    `${quoted(`by:${value}`)} is not a grouping; it can be by ${GROUPS.join(', ')}.`,
    `/sales by:${near}`,
  );
}

function notUnderstood(word: string, calendar: Calendar, now: number): never {
  if (/^\d{1,15}$/.test(word)) {
    throw new CommandMistake(`"${word}" could be a product or a store.`, `/sales product:${word}`);
  }
  const near = nearest(word, WORDS) ?? nearest(splitKey(word)[0], KEYS) ?? 'yesterday';
  const example = near.replace(/:$/, near === 'by:' ? ':store' : ':1101');
  throw new CommandMistake(
    `${quoted(word)} is not something /sales knows.`,
    `/sales ${isThere(example, calendar, now) ? example : calendar.latestSalesDay(now)}`,
  );
}

/** False for a period whose sales have not come yet, such as yesterday before 07:45. */
function isThere(example: string, calendar: Calendar, now: number): boolean {
  try {
    namedPeriod(example, calendar, now);
    return true;
  } catch (error) {
    if (error instanceof CommandMistake) return false;
    throw error;
  }
}
